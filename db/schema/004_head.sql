-- The numbers of `meta` become a head that proves itself: in the place of one sum over all rows
-- there is one for each table, and `seal` is a checksum over all the other numbers.
--
-- `commits` counts the commits, `base` is the seal that the file had when its log was begun (at
-- first a number that no other world has), `pages` how many pages it had then (at first 0), and
-- `doubt` is 1 where the rows are known not to be those of one moment. Rows that did not sum to the
-- state hash before begin with that.

INSERT INTO meta (name, value)
SELECT 'doubt', (SELECT value FROM meta WHERE name = 'state_hash') IS NOT state_sum(checksum)
FROM (
    SELECT checksum FROM account
    UNION ALL SELECT checksum FROM delver
    UNION ALL SELECT checksum FROM level
    UNION ALL SELECT checksum FROM memory
    UNION ALL SELECT checksum FROM setting
    UNION ALL SELECT checksum FROM ruling
    UNION ALL SELECT checksum FROM level_head
    UNION ALL SELECT row_checksum('seed', value) FROM meta WHERE name = 'seed'
);
DELETE FROM meta
WHERE name NOT IN ('seed', 'tick', 'created_at', 'newest_account', 'doubt');

INSERT INTO meta (name, value) SELECT 'sum_account', state_sum(checksum) FROM account;
INSERT INTO meta (name, value) SELECT 'sum_delver', state_sum(checksum) FROM delver;
INSERT INTO meta (name, value) SELECT 'sum_level', state_sum(checksum) FROM level;
INSERT INTO meta (name, value) SELECT 'sum_memory', state_sum(checksum) FROM memory;
INSERT INTO meta (name, value) SELECT 'sum_setting', state_sum(checksum) FROM setting;
INSERT INTO meta (name, value) SELECT 'sum_ruling', state_sum(checksum) FROM ruling;
INSERT INTO meta (name, value) SELECT 'sum_level_head', state_sum(checksum) FROM level_head;
INSERT INTO meta (name, value) VALUES ('commits', 0), ('base', random()), ('pages', 0);
INSERT INTO meta (name, value)
SELECT 'seal', state_sum(row_checksum('meta', name, value)) FROM meta;

PRAGMA user_version = 4;
