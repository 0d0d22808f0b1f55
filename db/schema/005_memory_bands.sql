-- What is remembered of a level is kept in bands of 1024 cells, so that a save writes only those in
-- which something is new. A band of which nothing is known has no row.
--
-- Runs whose checksum is right are cut. What cannot be right stays in one piece, as the band 0 of a
-- memory that has no other, with a checksum that is wrong again.

CREATE TABLE memory_in_bands (
    delver_id INTEGER NOT NULL REFERENCES delver (id),
    wing INTEGER NOT NULL CHECK (wing BETWEEN 0 AND 65535),
    depth INTEGER NOT NULL CHECK (depth BETWEEN 1 AND 65535),
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    band INTEGER NOT NULL CHECK (band BETWEEN 0 AND 31),
    checksum INTEGER NOT NULL,
    explored BLOB NOT NULL CHECK (length(explored) > 0),
    PRIMARY KEY (delver_id, wing, depth, generation, band)
) STRICT;

-- Rows, or a head, that were not those of one moment stay so.
INSERT OR REPLACE INTO meta (name, value)
SELECT 'doubt', 1
WHERE (SELECT value FROM meta WHERE name = 'sum_memory')
        IS NOT (SELECT state_sum(checksum) FROM memory)
    OR (SELECT value FROM meta WHERE name = 'seal')
        IS NOT (SELECT state_sum(row_checksum('meta', name, value)) FROM meta WHERE name <> 'seal');

INSERT INTO memory_in_bands
SELECT delver_id, wing, depth, generation, 0,
    ~row_checksum('memory', delver_id, wing, depth, generation, 0, explored), explored
FROM memory
WHERE band_count(explored) = 0
    OR checksum <> row_checksum('memory', delver_id, wing, depth, generation, explored);

DELETE FROM memory
WHERE band_count(explored) = 0
    OR checksum <> row_checksum('memory', delver_id, wing, depth, generation, explored);

INSERT INTO memory_in_bands
WITH RECURSIVE number (band) AS (SELECT 0 UNION ALL SELECT band + 1 FROM number WHERE band < 31)
SELECT delver_id, wing, depth, generation, band,
    row_checksum('memory', delver_id, wing, depth, generation, band, band_of(explored, band)),
    band_of(explored, band)
FROM memory CROSS JOIN number
WHERE band < band_count(explored) AND band_of(explored, band) IS NOT NULL
ORDER BY delver_id, wing, depth, generation, band;

DROP TABLE memory;
ALTER TABLE memory_in_bands RENAME TO memory;

-- The log in which this stands begins with a file of the schema before.
INSERT OR REPLACE INTO meta (name, value) SELECT 'sum_memory', state_sum(checksum) FROM memory;
INSERT OR REPLACE INTO meta (name, value) VALUES ('base', random()), ('pages', 0);
DELETE FROM meta WHERE name = 'seal';
INSERT INTO meta (name, value)
SELECT 'seal', state_sum(row_checksum('meta', name, value)) FROM meta;

PRAGMA user_version = 5;
