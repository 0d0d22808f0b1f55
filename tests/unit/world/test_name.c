/*
 * Names: what is accepted and how it is shown, what looks alike, what nobody may be called.
 */
#include "world/name.h"

#include <string.h>

#include "support/test.h"
#include "support/text.h"

static void expect_normal(const char *typed, const char *wanted)
{
    char name[NAME_LENGTH_MAX + 1];

    ck_assert_msg(name_normalise(typed, name) == ERR_OK, "\"%s\" is a name", typed);
    ck_assert_str_eq(name, wanted);
}

static void expect_refused(const char *typed)
{
    char name[NAME_LENGTH_MAX + 1] = "untouched";

    ck_assert_msg(name_normalise(typed, name) == ERR_FORMAT, "\"%s\" is no name", typed);
    ck_assert_str_eq(name, "untouched");
}

/* The skeleton of a name as typed. */
static const char *skeleton_of(const char *typed, char *out)
{
    char name[NAME_LENGTH_MAX + 1];

    ck_assert_int_eq(name_normalise(typed, name), ERR_OK);
    memset(out, 'x', NAME_LENGTH_MAX + 1);
    name_skeleton(name, out);
    return out;
}

static bool look_alike(const char *a, const char *b)
{
    char skeleton_a[NAME_LENGTH_MAX + 1];
    char skeleton_b[NAME_LENGTH_MAX + 1];

    return strcmp(skeleton_of(a, skeleton_a), skeleton_of(b, skeleton_b)) == 0;
}

TEST(names_are_shown_capitalised)
{
    expect_normal("ada", "Ada");
    expect_normal("ADA", "Ada");
    expect_normal("aDa", "Ada");
    expect_normal("zZz", "Zzz");
}

TEST(names_have_3_to_16_letters)
{
    expect_refused("");
    expect_refused("a");
    expect_refused("ad");
    expect_normal("adb", "Adb");
    expect_normal("abcdefghijklmnop", "Abcdefghijklmnop");
    expect_refused("abcdefghijklmnopq");
    expect_refused("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz");
}

TEST(only_ascii_letters_make_a_name)
{
    static const char *const typed[] = {
        "ada1",
        "1ada",
        "ad a",
        " ada",
        "ada ",
        "ada\t",
        "ada\n",
        "ada-b",
        "ada_b",
        "o'neil",
        "@da",
        "[da",
        "`da",
        "{da",
        "\xc3\x84"
        "da",
        "ad\xc3\xa9",
        "\xd0\x90"
        "da",
        "ad\xff",
        "a\x80"
        "a",
        "ad\x1b[m",
        "\xef\xbc\xa1"
        "da",
    };

    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++)
        expect_refused(typed[i]);
}

TEST(every_byte_but_a_letter_is_refused)
{
    for (int byte = 1; byte < 256; byte++) {
        char typed[] = {'a', (char)byte, 'a', '\0'};
        char name[NAME_LENGTH_MAX + 1];
        bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        ck_assert_msg((name_normalise(typed, name) == ERR_OK) == is_letter, "byte %d", byte);
    }
}

TEST(a_skeleton_is_the_name_in_its_plainest_letters)
{
    static const char *const pairs[][2] = {
        {"Ada", "ada"},  {"Viva", "viva"}, {"Owen", "owen"},  {"Bill", "biii"},
        {"Torn", "tom"}, {"Ivvo", "iwo"},  {"Avvva", "awva"}, {"Wolv", "woiv"},
    };
    char skeleton[NAME_LENGTH_MAX + 1];

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        ck_assert_str_eq(skeleton_of(pairs[i][0], skeleton), pairs[i][1]);
}

TEST(names_that_look_alike_share_a_skeleton)
{
    static const char *const alike[][2] = {
        {"Ada", "aDA"},    {"Bill", "Biil"}, {"Lima", "Iima"},  {"lll", "III"},
        {"Mona", "Rnona"}, {"Tom", "Torn"},  {"Will", "VVill"}, {"Owen", "Ovven"},
        {"Vvv", "Vw"},     {"Vvv", "Wv"},    {"Vwv", "Ww"},     {"Vvvv", "Ww"},
        {"Rnrn", "Mrn"},   {"Rrn", "Rm"},    {"Ivvrn", "Lwm"},  {"Ernnie", "Emnie"},
    };

    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
        /* Two letters are no name: all are made longer alike. */
        char a[NAME_LENGTH_MAX + 1] = "x";
        char b[NAME_LENGTH_MAX + 1] = "x";
        text_append(a, sizeof a, alike[i][0]);
        text_append(b, sizeof b, alike[i][1]);
        ck_assert_msg(look_alike(a, b), "%s looks like %s", alike[i][0], alike[i][1]);
    }
}

TEST(two_hundred_that_can_be_taken_for_each_other_look_alike)
{
    static const char *const before[] = {"An", "Bo", "Cad", "Ege", "Hak"};
    static const char *const after[] = {"a", "eb", "ock", "ut", "yde"};
    static const char *const middles[][2] = {{"l", "i"},    {"m", "rn"},   {"w", "vv"},
                                             {"lm", "irn"}, {"wi", "vvl"}, {"mw", "rnvv"},
                                             {"ll", "il"},  {"wv", "vw"}};
    int pairs = 0;

    for (size_t i = 0; i < 5 * 5 * sizeof middles / sizeof middles[0]; i++) {
        char a[NAME_LENGTH_MAX + 1] = "";
        char b[NAME_LENGTH_MAX + 1] = "";
        for (int side = 0; side < 2; side++) {
            char *name = side == 0 ? a : b;
            text_append(name, sizeof a, before[i % 5]);
            text_append(name, sizeof a, middles[i / 25][side]);
            text_append(name, sizeof a, after[i / 5 % 5]);
        }
        ck_assert_msg(strcmp(a, b) != 0 && look_alike(a, b), "%s looks like %s", a, b);
        pairs++;
    }
    ck_assert_int_eq(pairs, 200);
}

TEST(names_that_differ_do_not_share_a_skeleton)
{
    static const char *const different[][2] = {
        {"Ada", "Adam"}, {"Brom", "Bram"}, {"Nora", "Mora"}, {"Vera", "Wera"}, {"Arne", "Anre"},
        {"Ava", "Avva"}, {"Ira", "Ora"},   {"Vivi", "Vvii"}, {"Ron", "Rno"},   {"Ara", "Ana"},
    };

    for (size_t i = 0; i < sizeof different / sizeof different[0]; i++)
        ck_assert_msg(!look_alike(different[i][0], different[i][1]), "%s is not %s",
                      different[i][0], different[i][1]);
}

TEST(no_skeleton_is_longer_than_its_name)
{
    char skeleton[NAME_LENGTH_MAX + 1];

    ck_assert_uint_eq(strlen(skeleton_of("abcdefghijkopqst", skeleton)), NAME_LENGTH_MAX);
    ck_assert_uint_eq(strlen(skeleton_of("wwwwwwwwwwwwwwww", skeleton)), NAME_LENGTH_MAX);
    ck_assert_uint_eq(strlen(skeleton_of("mmmmmmmmmmmmmmmm", skeleton)), NAME_LENGTH_MAX);
    ck_assert_uint_eq(strlen(skeleton_of("vvvvvvvvvvvvvvvv", skeleton)), NAME_LENGTH_MAX / 2);
    ck_assert_uint_eq(strlen(skeleton_of("rnrnrnrnrnrnrnrn", skeleton)), NAME_LENGTH_MAX / 2);
}

TEST(staff_server_and_words_of_the_login_are_reserved)
{
    static const char *const reserved[] = {
        "Admin",     "Administrator", "Anybody",  "Builder",   "Everybody", "Everyone",
        "Guest",     "Help",          "Keeper",   "Keepers",   "Mod",       "Moderator",
        "Nobody",    "Operator",      "Quit",     "Reader",    "Root",      "Server",
        "Somebody",  "Someone",       "Staff",    "Sysop",     "System",    "Undercroft",
        "Watch",     "Who",           "Yes",      "You",       "God",       "Wizard",
        "Helper",    "Helpers",       "Helpdesk", "Support",   "Official",  "Owner",
        "Gms",       "Dev",           "Devs",     "Developer", "Sysadmin",  "Mods",
        "Assistant", "Guide",         "Host",     "Hostess",   "Immortal",  "Gods",
        "Team",      "Console",       "Security", "Superuser", "Webmaster", "Manager",
    };
    char name[NAME_LENGTH_MAX + 1];

    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        ck_assert_int_eq(name_normalise(reserved[i], name), ERR_OK);
        ck_assert_msg(name_is_reserved(name), "%s is reserved", name);
    }
}

TEST(names_that_begin_like_the_staff_are_reserved)
{
    static const char *const typed[] = {"AdminOne",  "GameMaster",  "TheServer", "Opperator",
                                        "Wizardly",  "AdrninTwo",   "TheGod",    "Adminn",
                                        "Operators", "Systemmm",    "TheAdmin",  "DungeonMaster",
                                        "vvizard",   "Moderatoress"};
    char name[NAME_LENGTH_MAX + 1];

    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
        ck_assert_int_eq(name_normalise(typed[i], name), ERR_OK);
        ck_assert_msg(name_is_reserved(name), "%s", typed[i]);
    }
}

TEST(what_looks_like_a_reserved_name_is_reserved)
{
    static const char *const typed[] = {"adrnin",  "adMIN", "adrnln",   "vvho",    "vvatch",
                                        "heip",    "heIp",  "rnod",     "buiider", "quLt",
                                        "systern", "roOT",  "modErator"};
    char name[NAME_LENGTH_MAX + 1];

    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
        ck_assert_int_eq(name_normalise(typed[i], name), ERR_OK);
        ck_assert_msg(name_is_reserved(name), "%s", typed[i]);
    }
}

TEST(ordinary_names_are_free)
{
    static const char *const names[] = {"Ada",     "Brom",    "Modest",   "Rooter", "Whom",
                                        "Yess",    "Godfrey", "Stafford", "Theo",   "Theodora",
                                        "Hostile", "Guiden",  "Devon",    "Teamon", "Supple",
                                        "Helga",   "Ownen",   "Securus",  "Manas",  "Modred"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        ck_assert_msg(!name_is_reserved(names[i]), "%s is free", names[i]);
}
