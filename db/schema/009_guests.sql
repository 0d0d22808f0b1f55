-- Guests: accounts that came in by one tap, under a name that was drawn. Nobody was one before.
--
-- A row with a wrong checksum gets a wrong one again.

CREATE TABLE account_with_guests (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    name TEXT NOT NULL UNIQUE COLLATE NOCASE
        CHECK (length(name) BETWEEN 3 AND 16 AND name NOT GLOB '*[^A-Za-z]*'),
    skeleton TEXT NOT NULL UNIQUE CHECK (length(skeleton) BETWEEN 1 AND 16),
    password_hash TEXT NOT NULL CHECK (length(password_hash) BETWEEN 1 AND 127),
    mode INTEGER NOT NULL CHECK (mode BETWEEN 0 AND 3),
    role INTEGER NOT NULL CHECK (role BETWEEN 0 AND 2),
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    is_guest INTEGER NOT NULL CHECK (is_guest BETWEEN 0 AND 1),
    checksum INTEGER NOT NULL
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
        IS NOT (SELECT state_sum(checksum) FROM level_head)
    OR (SELECT value FROM meta WHERE name = 'sum_population')
        IS NOT (SELECT state_sum(checksum) FROM population)
    OR (SELECT value FROM meta WHERE name = 'sum_ledger')
        IS NOT (SELECT state_sum(checksum) FROM ledger);

INSERT INTO account_with_guests
SELECT id, name, skeleton, password_hash, mode, role, created_at, last_seen_at, 0,
    CASE WHEN checksum = row_checksum('account', id, name, skeleton, password_hash, mode, role,
            created_at, last_seen_at)
        THEN row_checksum('account', id, name, skeleton, password_hash, mode, role, created_at,
            last_seen_at, 0)
        ELSE ~row_checksum('account', id, name, skeleton, password_hash, mode, role, created_at,
            last_seen_at, 0) END
FROM account ORDER BY id;

DROP TABLE account;
ALTER TABLE account_with_guests RENAME TO account;

-- The log in which this stands begins with a file of the schema before.
INSERT OR REPLACE INTO meta (name, value) SELECT 'sum_account', state_sum(checksum) FROM account;
INSERT OR REPLACE INTO meta (name, value) VALUES ('base', random()), ('pages', 0);
DELETE FROM meta WHERE name = 'seal';
INSERT INTO meta (name, value)
SELECT 'seal', state_sum(row_checksum('meta', name, value)) FROM meta;

PRAGMA user_version = 9;
