/*
 * The table of bodies: complete, with letters and save_ids of their own.
 */
#include "content/species.h"
#include "support/suite.h"

START_TEST(every_species_has_a_name_a_letter_and_a_save_id)
{
    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        ck_assert_ptr_nonnull(row->name);
        ck_assert_uint_ne(row->save_id, 0);
        ck_assert_int_gt(row->step_percent, 0);
        ck_assert_msg(id == SPECIES_DELVER || (row->glyph >= 'A' && row->glyph <= 'z'),
                      "%s is a letter", row->name);
        ck_assert_msg(id == SPECIES_DELVER || (row->think != THINK_NONE && row->health > 0),
                      "%s thinks and has health", row->name);
        for (enum species_id other = SPECIES_DELVER; other < id; other++) {
            ck_assert_uint_ne(row->save_id, species_row(other)->save_id);
            ck_assert_str_ne(row->name, species_row(other)->name);
        }
    }
}
END_TEST

START_TEST(save_ids_never_change)
{
    ck_assert_uint_eq(species_row(SPECIES_DELVER)->save_id, 1);
    ck_assert_uint_eq(species_row(SPECIES_RAT)->save_id, 2);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("species");

    tcase_add_test(tcase, every_species_has_a_name_a_letter_and_a_save_id);
    tcase_add_test(tcase, save_ids_never_change);
    return suite_run("species", tcase);
}
