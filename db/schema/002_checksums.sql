-- Every row of an account, delver, level and memory carries a checksum over all of it, and
-- meta.state_hash is what these rows and the seed sum to.
--
-- The checksum of a level or a memory was one over its blob alone. A row whose blob was damaged
-- already must not be made good by a new one: it gets a checksum that is wrong again.
-- The checksum stands before the blob, so that it is read without the pages of the blob.

CREATE TABLE account_sealed (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    name TEXT NOT NULL UNIQUE COLLATE NOCASE
        CHECK (length(name) BETWEEN 3 AND 16 AND name NOT GLOB '*[^A-Za-z]*'),
    skeleton TEXT NOT NULL UNIQUE CHECK (length(skeleton) BETWEEN 1 AND 16),
    password_hash TEXT NOT NULL CHECK (length(password_hash) BETWEEN 1 AND 127),
    mode INTEGER NOT NULL CHECK (mode BETWEEN 0 AND 3),
    role INTEGER NOT NULL CHECK (role BETWEEN 0 AND 2),
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

INSERT INTO account_sealed
SELECT id, name, skeleton, password_hash, mode, role, created_at, last_seen_at,
    row_checksum('account', id, name, skeleton, password_hash, mode, role, created_at,
        last_seen_at)
FROM account ORDER BY id;

CREATE TABLE delver_sealed (
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
    checksum INTEGER NOT NULL
) STRICT;

INSERT INTO delver_sealed
SELECT id, wing, depth, generation, x, y, health_max, health, sequence, steps,
    row_checksum('delver', id, wing, depth, generation, x, y, health_max, health, sequence, steps)
FROM delver ORDER BY id;

CREATE TABLE level_sealed (
    wing INTEGER NOT NULL CHECK (wing BETWEEN 0 AND 65535),
    depth INTEGER NOT NULL CHECK (depth BETWEEN 1 AND 65535),
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    checksum INTEGER NOT NULL,
    style TEXT NOT NULL CHECK (length(style) BETWEEN 1 AND 31),
    format INTEGER NOT NULL CHECK (format BETWEEN 1 AND 65535),
    blob BLOB NOT NULL CHECK (length(blob) > 0),
    PRIMARY KEY (wing, depth, generation)
) STRICT;

INSERT INTO level_sealed
SELECT wing, depth, generation,
    CASE WHEN checksum = blob_checksum(blob)
        THEN row_checksum('level', wing, depth, generation, style, format, blob)
        ELSE ~row_checksum('level', wing, depth, generation, style, format, blob) END,
    style, format, blob
FROM level ORDER BY wing, depth, generation;

CREATE TABLE memory_sealed (
    delver_id INTEGER NOT NULL REFERENCES delver (id),
    wing INTEGER NOT NULL CHECK (wing BETWEEN 0 AND 65535),
    depth INTEGER NOT NULL CHECK (depth BETWEEN 1 AND 65535),
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    checksum INTEGER NOT NULL,
    explored BLOB NOT NULL CHECK (length(explored) > 0),
    PRIMARY KEY (delver_id, wing, depth, generation)
) STRICT;

INSERT INTO memory_sealed
SELECT delver_id, wing, depth, generation,
    CASE WHEN checksum = blob_checksum(explored)
        THEN row_checksum('memory', delver_id, wing, depth, generation, explored)
        ELSE ~row_checksum('memory', delver_id, wing, depth, generation, explored) END,
    explored
FROM memory ORDER BY delver_id, wing, depth, generation;

DROP TABLE memory;
DROP TABLE level;
DROP TABLE delver;
DROP TABLE account;
ALTER TABLE account_sealed RENAME TO account;
ALTER TABLE delver_sealed RENAME TO delver;
ALTER TABLE level_sealed RENAME TO level;
ALTER TABLE memory_sealed RENAME TO memory;

DELETE FROM meta WHERE name = 'state_hash';
INSERT INTO meta (name, value)
SELECT 'state_hash', state_sum(checksum)
FROM (
    SELECT checksum FROM account
    UNION ALL SELECT checksum FROM delver
    UNION ALL SELECT checksum FROM level
    UNION ALL SELECT checksum FROM memory
    UNION ALL SELECT row_checksum('seed', value) FROM meta WHERE name = 'seed'
);

PRAGMA user_version = 2;
