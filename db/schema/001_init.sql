-- The first schema.
--
-- Unsigned 64-bit values (seed, state hash, checksum, sequence) are stored as the signed integer
-- with the same bits. A checksum is the store's own: SQLite does not see a flipped bit in a blob.
-- Rows with a blob keep their rowid: B-trees without rowids want rows much shorter than a page.

CREATE TABLE meta (
    name TEXT NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 32),
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE account (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    name TEXT NOT NULL UNIQUE COLLATE NOCASE
        CHECK (length(name) BETWEEN 3 AND 16 AND name NOT GLOB '*[^A-Za-z]*'),
    skeleton TEXT NOT NULL UNIQUE CHECK (length(skeleton) BETWEEN 1 AND 16),
    password_hash TEXT NOT NULL CHECK (length(password_hash) BETWEEN 1 AND 127),
    mode INTEGER NOT NULL CHECK (mode BETWEEN 0 AND 3),
    role INTEGER NOT NULL DEFAULT 0 CHECK (role BETWEEN 0 AND 2),
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL
) STRICT;

CREATE TABLE delver (
    id INTEGER PRIMARY KEY REFERENCES account (id),
    wing INTEGER NOT NULL CHECK (wing BETWEEN 0 AND 65535),
    depth INTEGER NOT NULL CHECK (depth BETWEEN 1 AND 65535),
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    x INTEGER NOT NULL CHECK (x BETWEEN 0 AND 32767),
    y INTEGER NOT NULL CHECK (y BETWEEN 0 AND 32767),
    health INTEGER NOT NULL CHECK (health BETWEEN 0 AND health_max),
    health_max INTEGER NOT NULL CHECK (health_max BETWEEN 1 AND 32767),
    sequence INTEGER NOT NULL,
    steps INTEGER NOT NULL
) STRICT;

CREATE TABLE level (
    wing INTEGER NOT NULL CHECK (wing BETWEEN 0 AND 65535),
    depth INTEGER NOT NULL CHECK (depth BETWEEN 1 AND 65535),
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    style TEXT NOT NULL CHECK (length(style) BETWEEN 1 AND 31),
    format INTEGER NOT NULL CHECK (format BETWEEN 1 AND 65535),
    blob BLOB NOT NULL CHECK (length(blob) > 0),
    checksum INTEGER NOT NULL,
    PRIMARY KEY (wing, depth, generation)
) STRICT;

CREATE TABLE memory (
    delver_id INTEGER NOT NULL REFERENCES delver (id),
    wing INTEGER NOT NULL CHECK (wing BETWEEN 0 AND 65535),
    depth INTEGER NOT NULL CHECK (depth BETWEEN 1 AND 65535),
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    explored BLOB NOT NULL CHECK (length(explored) > 0),
    checksum INTEGER NOT NULL,
    PRIMARY KEY (delver_id, wing, depth, generation)
) STRICT;

CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    who TEXT NOT NULL CHECK (length(who) BETWEEN 1 AND 64),
    what TEXT NOT NULL CHECK (length(what) BETWEEN 1 AND 1000)
) STRICT;

-- "UNDC" as a 32-bit number: marks the file as a database of this program.
PRAGMA application_id = 1431192643;
PRAGMA user_version = 1;
