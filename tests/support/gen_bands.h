/*
 * Bands: what a style's measures come to over many seeds, held against what they should.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_GEN_BANDS_H
#define UNDERCROFT_TESTS_SUPPORT_GEN_BANDS_H

enum gen_band_id {
    GEN_BAND_WALKABLE,
    GEN_BAND_ROOMS,
    GEN_BAND_LOOPS,
    GEN_BAND_LOOPS9,
    GEN_BAND_DEAD_ENDS,
    GEN_BAND_ARTICULATION,
    GEN_BAND_PATH,
    GEN_BAND_COUNT,
};

/* Where the 5th and the 95th percentile of a measure may lie at the least and at the most. */
struct gen_band {
    int low;
    int high;
};

/*
 * Makes 300 levels of the style's standard knobs. Fails the test unless nine in ten of them have
 * each measure within its band; with instruments 60 levels, of which two in three have to.
 */
void gen_bands_expect(const char *style, int width, int height,
                      const struct gen_band bands[GEN_BAND_COUNT]);

#endif
