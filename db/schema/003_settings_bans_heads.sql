-- Tables of their own for what is newer than the account: nothing that was there is rebuilt, and
-- since they begin empty, meta.state_hash stays what it was.

-- What a player chose, as words KEY=VALUE with one blank between them. No row: nothing was chosen.
CREATE TABLE setting (
    account_id INTEGER PRIMARY KEY REFERENCES account (id),
    list TEXT NOT NULL CHECK (length(list) BETWEEN 1 AND 1023),
    checksum INTEGER NOT NULL
) STRICT;

-- What operators decided (common/world/ruling.h): `kind` of what, about whom or which network,
-- until when (0: until it is lifted), when it was made, by whom and why.
CREATE TABLE ruling (
    kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 5),
    subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 49),
    until INTEGER NOT NULL CHECK (until >= 0),
    at INTEGER NOT NULL,
    who TEXT NOT NULL CHECK (length(who) BETWEEN 1 AND 64),
    detail TEXT NOT NULL CHECK (length(detail) BETWEEN 1 AND 200),
    checksum INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT;

-- Which generation of a level counts, which one before it is kept (-1: none), the newest number
-- ever used, and from which seed and in which style ('theme': as its depth draws it) each was made.
-- No row: the newest generation there is counts, and it is not locked.
CREATE TABLE level_head (
    wing INTEGER NOT NULL CHECK (wing BETWEEN 0 AND 65535),
    depth INTEGER NOT NULL CHECK (depth BETWEEN 1 AND 65535),
    current INTEGER NOT NULL CHECK (current BETWEEN 0 AND newest),
    kept INTEGER NOT NULL CHECK (kept BETWEEN -1 AND newest AND kept <> current),
    newest INTEGER NOT NULL CHECK (newest BETWEEN 0 AND 4294967295),
    locked INTEGER NOT NULL CHECK (locked BETWEEN 0 AND 1),
    seed INTEGER NOT NULL,
    style TEXT NOT NULL CHECK (length(style) BETWEEN 1 AND 31),
    kept_seed INTEGER NOT NULL,
    kept_style TEXT NOT NULL CHECK (length(kept_style) BETWEEN 1 AND 31),
    checksum INTEGER NOT NULL,
    PRIMARY KEY (wing, depth)
) STRICT;

PRAGMA user_version = 3;
