-- Lines of chalk, kept with what is on a level, and finds on twin plates, kept with what a player
-- carries: forms of `population` (common/world/population_codec.h) and of `belongings`
-- (common/world/life.h) that servers before would take for damage. No table is changed, and no
-- row is made again.

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

-- The log in which this stands begins with a file of the schema before.
INSERT OR REPLACE INTO meta (name, value) VALUES ('base', random()), ('pages', 0);
DELETE FROM meta WHERE name = 'seal';
INSERT INTO meta (name, value)
SELECT 'seal', state_sum(row_checksum('meta', name, value)) FROM meta;

PRAGMA user_version = 14;
