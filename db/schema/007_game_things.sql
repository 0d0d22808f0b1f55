-- What a delver carries, wears and knows, and the niches opened in this life, as a run of bytes
-- (common/world/belongings.h). Delvers of before get what a new one has.
--
-- A row with a wrong checksum gets a wrong one again.

CREATE TABLE delver_with_pack (
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
    belongings BLOB NOT NULL CHECK (length(belongings) > 0),
    checksum INTEGER NOT NULL
) STRICT;

-- What is on a generation of a level beside its terrain: its foes, what lies about, its clock and
-- its random stream, as bytes (common/world/population_codec.h). No row: it is populated when
-- somebody comes next, and so is every level of before.
CREATE TABLE population (
    wing INTEGER NOT NULL CHECK (wing BETWEEN 0 AND 65535),
    depth INTEGER NOT NULL CHECK (depth BETWEEN 1 AND 65535),
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    checksum INTEGER NOT NULL,
    blob BLOB NOT NULL CHECK (length(blob) > 0),
    PRIMARY KEY (wing, depth, generation)
) STRICT;

-- Rows, or a head, that were not those of one moment stay so.
INSERT OR REPLACE INTO meta (name, value)
SELECT 'doubt', 1
WHERE (SELECT value FROM meta WHERE name = 'seal')
        IS NOT (SELECT state_sum(row_checksum('meta', name, value)) FROM meta WHERE name <> 'seal')
    OR (SELECT value FROM meta WHERE name = 'sum_account')
        IS NOT (SELECT state_sum(checksum) FROM account)
    OR (SELECT value FROM meta WHERE name = 'sum_delver')
        IS NOT (SELECT state_sum(checksum) FROM delver)
    OR (SELECT value FROM meta WHERE name = 'sum_level')
        IS NOT (SELECT state_sum(checksum) FROM level)
    OR (SELECT value FROM meta WHERE name = 'sum_memory')
        IS NOT (SELECT state_sum(checksum) FROM memory)
    OR (SELECT value FROM meta WHERE name = 'sum_setting')
        IS NOT (SELECT state_sum(checksum) FROM setting)
    OR (SELECT value FROM meta WHERE name = 'sum_ruling')
        IS NOT (SELECT state_sum(checksum) FROM ruling)
    OR (SELECT value FROM meta WHERE name = 'sum_level_head')
        IS NOT (SELECT state_sum(checksum) FROM level_head);

INSERT INTO delver_with_pack
WITH kit (bytes) AS (SELECT CAST(
    x'010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'
    || x'000000000000000000000000010100000000030000000233000000000200000003400000000001000000120200'
    || x'00000001000000141b00000000010000001b2f0000000001000000' AS BLOB))
SELECT id, wing, depth, generation, x, y, health_max, health, sequence, steps, experience, gold,
    life, deepest, arrived_low, arrived_high, explored_low, explored_high, kills, bytes,
    CASE WHEN checksum = row_checksum('delver', id, wing, depth, generation, x, y, health_max,
            health, sequence, steps, experience, gold, life, deepest, arrived_low, arrived_high,
            explored_low, explored_high, kills)
        THEN row_checksum('delver', id, wing, depth, generation, x, y, health_max,
            health, sequence, steps, experience, gold, life, deepest, arrived_low, arrived_high,
            explored_low, explored_high, kills, bytes)
        ELSE ~row_checksum('delver', id, wing, depth, generation, x, y, health_max,
            health, sequence, steps, experience, gold, life, deepest, arrived_low, arrived_high,
            explored_low, explored_high, kills, bytes) END
FROM delver, kit ORDER BY id;

DROP TABLE delver;
ALTER TABLE delver_with_pack RENAME TO delver;

-- The log in which this stands begins with a file of the schema before.
INSERT OR REPLACE INTO meta (name, value)
SELECT 'sum_population', state_sum(checksum) FROM population;
INSERT OR REPLACE INTO meta (name, value)
SELECT 'sum_delver', state_sum(checksum) FROM delver;
INSERT OR REPLACE INTO meta (name, value) VALUES ('base', random()), ('pages', 0);
DELETE FROM meta WHERE name = 'seal';
INSERT INTO meta (name, value)
SELECT 'seal', state_sum(row_checksum('meta', name, value)) FROM meta;

PRAGMA user_version = 7;
