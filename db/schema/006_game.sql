-- What a delver has come to in this life: what was learned and won, the deepest place, the depths
-- first reached by stairs and nearly all seen (a bit a depth, in two numbers each), and the kills
-- by kind (a version byte, then three bytes a kind: common/world/life.h).
--
-- Delvers of before begin a new life where they stand: number 1, as deep as that, all else empty.
-- A row with a wrong checksum gets a wrong one again.

CREATE TABLE delver_in_life (
    id INTEGER PRIMARY KEY REFERENCES account (id),
    wing INTEGER NOT NULL CHECK (wing BETWEEN 0 AND 65535),
    depth INTEGER NOT NULL CHECK (depth BETWEEN 1 AND 65535),
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    x INTEGER NOT NULL CHECK (x BETWEEN 0 AND 32767),
    y INTEGER NOT NULL CHECK (y BETWEEN 0 AND 32767),
    health_max INTEGER NOT NULL CHECK (health_max BETWEEN 1 AND 32767),
    health INTEGER NOT NULL CHECK (health BETWEEN 0 AND health_max),
    sequence INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    experience INTEGER NOT NULL CHECK (experience >= 0),
    gold INTEGER NOT NULL CHECK (gold >= 0),
    life INTEGER NOT NULL CHECK (life BETWEEN 1 AND 4294967295),
    deepest INTEGER NOT NULL CHECK (deepest BETWEEN 0 AND 127),
    arrived_low INTEGER NOT NULL,
    arrived_high INTEGER NOT NULL,
    explored_low INTEGER NOT NULL,
    explored_high INTEGER NOT NULL,
    kills BLOB NOT NULL CHECK (length(kills) > 0),
    checksum INTEGER NOT NULL
) STRICT;

-- Rows, or a head, that were not those of one moment stay so.
INSERT OR REPLACE INTO meta (name, value)
SELECT 'doubt', 1
WHERE (SELECT value FROM meta WHERE name = 'sum_delver')
        IS NOT (SELECT state_sum(checksum) FROM delver)
    OR (SELECT value FROM meta WHERE name = 'seal')
        IS NOT (SELECT state_sum(row_checksum('meta', name, value)) FROM meta WHERE name <> 'seal');

INSERT INTO delver_in_life
SELECT id, wing, depth, generation, x, y, health_max, health, sequence, steps,
    0, 0, 1, depth, 0, 0, 0, 0, x'01',
    CASE WHEN checksum = row_checksum('delver', id, wing, depth, generation, x, y, health_max,
            health, sequence, steps)
        THEN row_checksum('delver', id, wing, depth, generation, x, y, health_max, health, sequence,
            steps, 0, 0, 1, depth, 0, 0, 0, 0, x'01')
        ELSE ~row_checksum('delver', id, wing, depth, generation, x, y, health_max, health,
            sequence, steps, 0, 0, 1, depth, 0, 0, 0, 0, x'01') END
FROM delver ORDER BY id;

DROP TABLE delver;
ALTER TABLE delver_in_life RENAME TO delver;

-- The log in which this stands begins with a file of the schema before.
INSERT OR REPLACE INTO meta (name, value) SELECT 'sum_delver', state_sum(checksum) FROM delver;
INSERT OR REPLACE INTO meta (name, value) VALUES ('base', random()), ('pages', 0);
DELETE FROM meta WHERE name = 'seal';
INSERT INTO meta (name, value)
SELECT 'seal', state_sum(row_checksum('meta', name, value)) FROM meta;

PRAGMA user_version = 6;
