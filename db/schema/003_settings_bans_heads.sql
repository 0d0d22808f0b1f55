-- Tables of their own for what is newer than the account: nothing that was there is rebuilt, and
-- since they begin empty, meta.state_hash stays what it was.

-- What a player chose, as words KEY=VALUE with one blank between them. No row: nothing was chosen.
CREATE TABLE setting (
    account_id INTEGER PRIMARY KEY REFERENCES account (id),
    list TEXT NOT NULL CHECK (length(list) BETWEEN 1 AND 1023),
    checksum INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 3;
