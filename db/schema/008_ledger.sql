-- The ledger of things: of each kind, by its save_id, and of gold how many were made and how many
-- ended, in play and beside it (db/store_ledger.h). It begins with what there is: with delvers, on
-- levels and, on the generations that count, in graves.
CREATE TABLE ledger (
    kind INTEGER PRIMARY KEY CHECK (kind BETWEEN 0 AND 255),
    made INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    made_beside INTEGER NOT NULL,
    ended_beside INTEGER NOT NULL,
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
        IS NOT (SELECT state_sum(checksum) FROM population);

INSERT INTO ledger
WITH RECURSIVE kinds (kind) AS (SELECT 0 UNION ALL SELECT kind + 1 FROM kinds WHERE kind < 255),
held (gold, bytes, has_graves) AS (
    SELECT gold, belongings, 0 FROM delver
    UNION ALL
    SELECT NULL, population.blob, ifnull(level_head.current = population.generation, 1)
    FROM population LEFT JOIN level_head USING (wing, depth)),
counted (things) AS MATERIALIZED (SELECT things_sum(gold, bytes, has_graves) FROM held),
made (kind, count) AS (SELECT kind, things_count(things, kind) FROM kinds, counted)
SELECT kind, 0, 0, count, 0, row_checksum('ledger', kind, 0, 0, count, 0)
FROM made WHERE count > 0 ORDER BY kind;

-- The log in which this stands begins with a file of the schema before.
INSERT OR REPLACE INTO meta (name, value) SELECT 'sum_ledger', state_sum(checksum) FROM ledger;
INSERT OR REPLACE INTO meta (name, value) VALUES ('base', random()), ('pages', 0);
DELETE FROM meta WHERE name = 'seal';
INSERT INTO meta (name, value)
SELECT 'seal', state_sum(row_checksum('meta', name, value)) FROM meta;

PRAGMA user_version = 8;
