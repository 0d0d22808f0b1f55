/*
 * Warnings about file systems.
 */
#include "db/file_system.h"
#include "fixture.h"
#include "support/test.h"

TEST(file_systems_over_a_network_are_warned_of_by_name)
{
    static const struct {
        uint32_t magic;
        const char *name;
    } kinds[] = {{0x6969, "NFS"},     {0xff534d42, "CIFS"}, {0xfe534d42, "SMB2"},
                 {0x01021997, "9p"},  {0x65735546, "FUSE"}, {0x00c36400, "Ceph"},
                 {0x73757245, "Coda"}};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct store_status status = {0};
        file_system_judge(kinds[i].magic, "/data/world.db", &status);
        ck_assert_msg(strstr(status.warning, kinds[i].name) != NULL, "%s: \"%s\"", kinds[i].name,
                      status.warning);
        ck_assert_ptr_nonnull(strstr(status.warning, "put --data on a local disk"));
        ck_assert_ptr_nonnull(strstr(status.warning, "/data/world.db"));
        ck_assert_msg(status.reason[0] == '\0', "a warning is no refusal");
    }
}

TEST(local_file_systems_are_not_warned_of)
{
    /* ext4, XFS, btrfs, ZFS, tmpfs, overlayfs, F2FS */
    static const uint32_t magics[] = {0xef53,     0x58465342, 0x9123683e, 0x2fc12fc1,
                                      0x01021994, 0x794c7630, 0xf2f52010};

    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
        struct store_status status = {0};
        file_system_judge(magics[i], "world.db", &status);
        ck_assert_str_eq(status.warning, "");
    }
}

TEST(a_file_that_is_not_there_yet_is_asked_about_by_its_folder)
{
    struct fixture fixture;
    struct store_status status = {0};
    char nowhere[400];

    fixture_make(&fixture);
    ck_assert_int_eq(file_system_check(fixture.path, &status), ERR_OK);
    snprintf(nowhere, sizeof nowhere, "%s/no/such/world.db", fixture.folder);
    ck_assert_int_ne(file_system_check(nowhere, &status), ERR_OK);
    fixture_remove(&fixture);
}
