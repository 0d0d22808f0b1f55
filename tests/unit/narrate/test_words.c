/*
 * Events as sentences: each for the delvers that it concerns, in words that are true from where
 * they stand; and the things about a delver, from near to far.
 */
#include "narrate/around.h"
#include "narrate/words.h"

#include <stdio.h>
#include <string.h>

#include "support/stage.h"
#include "support/test.h"

static const char hall[] = "########################\n"
                           "#a.b...+.......c.......#\n"
                           "#......#...............#\n"
                           "#..d...#########.......#\n"
                           "##########e#f###########\n";

struct scene {
    struct stage stage;
    body_id ada;
    body_id brom;
    char text[WORDS_MAX];
    enum role role;
};

static body_id join(struct stage *stage, int64_t delver_id, const char *name, struct pos at)
{
    body_id id = stage_join(stage, delver_id, at);

    snprintf(stage_delver(stage, id)->name, sizeof stage_delver(stage, id)->name, "%s", name);
    return id;
}

static void scene_init(struct scene *scene, const char *drawing, struct pos ada, struct pos brom)
{
    stage_init(&scene->stage, drawing);
    scene->ada = join(&scene->stage, 1, "Ada", ada);
    scene->brom = join(&scene->stage, 2, "Brom", brom);
}

static bool tell(struct scene *scene, const struct event *event, body_id viewer)
{
    scene->role = ROLE_COUNT;
    return words_event(scene->stage.world, event, stage_delver(&scene->stage, viewer), scene->text,
                       sizeof scene->text, &scene->role);
}

static void expect(struct scene *scene, const struct event *event, body_id viewer,
                   const char *wanted)
{
    ck_assert_ptr_nonnull(event);
    ck_assert_msg(tell(scene, event, viewer), "the viewer is told: %s", wanted);
    ck_assert_str_eq(scene->text, wanted);
}

static void expect_silence(struct scene *scene, const struct event *event, body_id viewer)
{
    ck_assert_ptr_nonnull(event);
    ck_assert_msg(!tell(scene, event, viewer), "the viewer is told: %s", scene->text);
}

/* An event of Ada's that no tick has brought about. */
static struct event made_event(const struct scene *scene, enum event_kind kind)
{
    return (struct event){.kind = kind, .actor = scene->ada, .level = scene->stage.key};
}

TEST(steps_and_waits_are_not_worth_a_word)
{
    struct scene scene;

    scene_init(&scene, hall, draw_level_find(hall, 'a'), draw_level_find(hall, 'd'));
    stage_act(&scene.stage, scene.ada, ACTION_MOVE, DIR_EAST);
    stage_act(&scene.stage, scene.brom, ACTION_WAIT, DIR_NONE);
    stage_tick(&scene.stage);
    const struct event *moved = stage_event(&scene.stage, EVENT_MOVED, scene.ada);
    const struct event *waited = stage_event(&scene.stage, EVENT_WAITED, scene.brom);
    expect_silence(&scene, moved, scene.ada);
    expect_silence(&scene, moved, scene.brom);
    expect_silence(&scene, waited, scene.ada);
    stage_release(&scene.stage);
}

TEST(a_swap_is_told_to_both)
{
    struct pos a = draw_level_find(hall, 'a');
    struct scene scene;

    scene_init(&scene, hall, a, pos_step(a, DIR_EAST));
    body_id cyd = join(&scene.stage, 3, "Cyd", draw_level_find(hall, 'd'));
    stage_act(&scene.stage, scene.ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&scene.stage);
    const struct event *event = stage_event(&scene.stage, EVENT_SWAPPED, scene.ada);
    expect(&scene, event, scene.ada, "You swap places with Brom.");
    expect(&scene, event, scene.brom, "Ada swaps places with you.");
    expect_silence(&scene, event, cyd);
    stage_release(&scene.stage);
}

TEST(a_door_that_falls_shut_is_told_to_nobody)
{
    struct scene scene;

    scene_init(&scene, hall, pos_of(6, 1), draw_level_find(hall, 'd'));
    stage_act(&scene.stage, scene.ada, ACTION_OPEN, DIR_NONE);
    stage_ticks(&scene.stage, DOOR_OPEN_TICKS + 1);
    const struct event *event = stage_event(&scene.stage, EVENT_DOOR_FELL_SHUT, 0);
    ck_assert_ptr_nonnull(event);
    expect_silence(&scene, event, scene.ada);
    expect_silence(&scene, event, scene.brom);
    stage_release(&scene.stage);
}

TEST(doors_are_told_with_their_direction)
{
    struct scene scene;

    scene_init(&scene, hall, pos_of(6, 1), draw_level_find(hall, 'd'));
    stage_act(&scene.stage, scene.ada, ACTION_OPEN, DIR_NONE);
    stage_tick(&scene.stage);
    const struct event *opened = stage_event(&scene.stage, EVENT_DOOR_OPENED, scene.ada);
    expect(&scene, opened, scene.ada, "You open the door.");
    expect(&scene, opened, scene.brom, "Ada opens the door to the northeast.");
    ck_assert_int_eq(scene.role, ROLE_TEXT);
    stage_ticks(&scene.stage, 10);
    stage_act(&scene.stage, scene.ada, ACTION_CLOSE, DIR_NONE);
    stage_tick(&scene.stage);
    const struct event *closed = stage_event(&scene.stage, EVENT_DOOR_CLOSED, scene.ada);
    expect(&scene, closed, scene.ada, "You close the door.");
    expect(&scene, closed, scene.brom, "Ada closes the door to the northeast.");
    stage_release(&scene.stage);
}

TEST(a_door_opened_for_somebody_who_is_in_it_already_has_no_direction)
{
    struct scene scene;

    scene_init(&scene, hall, pos_of(6, 1), draw_level_find(hall, 'd'));
    struct event event = made_event(&scene, EVENT_DOOR_OPENED);
    event.at = stage_place(&scene.stage, scene.brom);
    expect(&scene, &event, scene.brom, "Ada opens the door you stand in.");
    stage_release(&scene.stage);
}

TEST(stairs_are_told_with_their_way)
{
    struct scene scene;

    scene_init(&scene, hall, draw_level_find(hall, 'a'), draw_level_find(hall, 'd'));
    struct event event = made_event(&scene, EVENT_DEPARTED);
    event.stairs = TILE_STAIRS_DOWN;
    expect_silence(&scene, &event, scene.ada);
    expect(&scene, &event, scene.brom, "Ada goes down the stairs.");
    event.stairs = TILE_STAIRS_UP;
    event.kind = EVENT_ARRIVED;
    expect(&scene, &event, scene.brom, "Ada comes up the stairs.");
    expect(&scene, &event, scene.ada, "You go up the stairs into the Salt Vaults, in the Cellars.");
    ck_assert_int_eq(scene.role, ROLE_GOOD);
    stage_release(&scene.stage);
}

TEST(a_level_that_changed_is_told_to_each_alone_within_80_columns)
{
    struct scene scene;

    scene_init(&scene, hall, draw_level_find(hall, 'a'), draw_level_find(hall, 'd'));
    struct event event = made_event(&scene, EVENT_ARRIVED);
    event.passage = PASSAGE_REMADE;
    expect(&scene, &event, scene.ada, "This level has been rebuilt. You are at the up stairs.");
    expect_silence(&scene, &event, scene.brom);
    event.passage = PASSAGE_PUT_BACK;
    event.count = 4;
    expect(&scene, &event, scene.ada,
           "This level has been restored. You are at the up stairs. Queued moves dropped.");
    ck_assert_uint_le(strlen(scene.text), 80);
    expect_silence(&scene, &event, scene.brom);
    stage_release(&scene.stage);
}

TEST(comings_and_goings_are_told_to_others_only)
{
    static const struct {
        enum event_kind kind;
        const char *wanted;
    } table[] = {
        {EVENT_JOINED, "Ada appears."},
        {EVENT_LEFT, "Ada leaves the dungeon."},
        {EVENT_LINK_LOST, "Ada has lost connection."},
        {EVENT_LINK_BACK, "Ada is back."},
    };
    struct scene scene;

    scene_init(&scene, hall, draw_level_find(hall, 'a'), draw_level_find(hall, 'd'));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct event event = made_event(&scene, table[i].kind);
        expect(&scene, &event, scene.brom, table[i].wanted);
        expect_silence(&scene, &event, scene.ada);
    }
    stage_release(&scene.stage);
}

TEST(speech_names_the_speaker_and_fits_whole)
{
    char longest[SAY_LENGTH_MAX + 1];
    struct scene scene;

    scene_init(&scene, hall, draw_level_find(hall, 'a'), draw_level_find(hall, 'd'));
    stage_say(&scene.stage, scene.ada, "mind the stairs");
    stage_tick(&scene.stage);
    const struct event *event = stage_event(&scene.stage, EVENT_SAID, scene.ada);
    expect(&scene, event, scene.ada, "You say: \"mind the stairs\"");
    expect(&scene, event, scene.brom, "Ada says: \"mind the stairs\"");
    ck_assert_int_eq(scene.role, ROLE_SPEECH);
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    stage_say(&scene.stage, scene.ada, longest);
    stage_tick(&scene.stage);
    struct delver *ada = stage_delver(&scene.stage, scene.ada);
    snprintf(ada->name, sizeof ada->name, "%s", "Abcdefghijklmnop");
    event = stage_event(&scene.stage, EVENT_SAID, scene.ada);
    ck_assert(tell(&scene, event, scene.brom));
    ck_assert_msg(scene.text[strlen(scene.text) - 1] == '"', "the end is not cut off");
    stage_release(&scene.stage);
}

TEST(every_refusal_has_its_own_sentence_for_the_one_refused)
{
    char seen[REFUSAL_COUNT][WORDS_MAX];
    struct scene scene;

    scene_init(&scene, hall, draw_level_find(hall, 'a'), draw_level_find(hall, 'd'));
    for (enum refusal refusal = REFUSAL_NONE; refusal < REFUSAL_COUNT; refusal++) {
        struct event event = made_event(&scene, EVENT_REFUSED);
        event.refusal = refusal;
        expect_silence(&scene, &event, scene.brom);
        ck_assert(tell(&scene, &event, scene.ada));
        ck_assert_int_eq(scene.role, ROLE_DIM_TEXT);
        ck_assert_msg(strlen(scene.text) > 10 && strlen(scene.text) < 80, "\"%s\"", scene.text);
        ck_assert_msg(scene.text[strlen(scene.text) - 1] == '.', "\"%s\"", scene.text);
        snprintf(seen[refusal], sizeof seen[refusal], "%s", scene.text);
        for (enum refusal before = REFUSAL_NONE; before < refusal; before++)
            ck_assert_str_ne(seen[before], scene.text);
    }
    stage_release(&scene.stage);
}

TEST(missing_stairs_point_to_the_nearest_known_ones)
{
    static const char drawing[] = "########################\n"
                                  "#..a.......>...........#\n"
                                  "#......................#\n"
                                  "########+###############\n"
                                  "#<.....................#\n"
                                  "########################\n";
    struct scene scene;

    scene_init(&scene, drawing, draw_level_find(drawing, 'a'), pos_of(20, 1));
    struct event event = made_event(&scene, EVENT_REFUSED);
    event.refusal = REFUSAL_NO_STAIRS_DOWN;
    expect(&scene, &event, scene.ada,
           "No stairs down here; the nearest are 8 east. _ > walks there.");
    event.refusal = REFUSAL_NO_STAIRS_UP;
    expect(&scene, &event, scene.ada, "No stairs up here.");
    stage_release(&scene.stage);
}

TEST(a_cancel_says_how_much_was_dropped)
{
    static const char *const wanted[] = {"Nothing to cancel.", "Cancelled: 1 queued action.",
                                         "Cancelled: 2 queued actions."};
    struct scene scene;

    scene_init(&scene, hall, draw_level_find(hall, 'a'), draw_level_find(hall, 'd'));
    for (int count = 0; count < 3; count++) {
        struct event event = made_event(&scene, EVENT_CANCELLED);
        event.count = count;
        expect(&scene, &event, scene.ada, wanted[count]);
        expect_silence(&scene, &event, scene.brom);
    }
    stage_release(&scene.stage);
}

TEST(an_event_of_somebody_gone_is_not_told)
{
    struct scene scene;

    scene_init(&scene, hall, draw_level_find(hall, 'a'), draw_level_find(hall, 'd'));
    struct event event = made_event(&scene, EVENT_DOOR_OPENED);
    event.actor = 0;
    expect_silence(&scene, &event, scene.brom);
    event = made_event(&scene, EVENT_SWAPPED);
    event.other = 0;
    expect_silence(&scene, &event, scene.ada);
    stage_release(&scene.stage);
}

TEST(offsets_say_steps_and_compass_points)
{
    static const struct {
        int x;
        int y;
        const char *wanted;
    } table[] = {
        {0, 0, "here"},
        {3, 0, "3 east"},
        {-1, 0, "1 west"},
        {0, -2, "2 north"},
        {0, 7, "7 south"},
        {3, 2, "3 east 2 south"},
        {-3, -2, "3 west 2 north"},
        {-255, 127, "255 west 127 south"},
    };
    char text[64];

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        pos_offset(pos_of(300, 200), pos_of(300 + table[i].x, 200 + table[i].y), text, sizeof text);
        ck_assert_str_eq(text, table[i].wanted);
    }
}

static void expect_surroundings(struct scene *scene, const char *wanted)
{
    char text[1024];

    around_tell_all(scene->stage.world, stage_delver(&scene->stage, scene->ada), text, sizeof text);
    ck_assert_str_eq(text, wanted);
}

TEST(surroundings_name_exits_and_things_from_near_to_far)
{
    static const char drawing[] = "########################\n"
                                  "#......................#\n"
                                  "#a...b.....>...........#\n"
                                  "#......................#\n"
                                  "##+#####################\n"
                                  "##.#####################\n";
    struct scene scene;

    scene_init(&scene, drawing, draw_level_find(drawing, 'a'), draw_level_find(drawing, 'b'));
    expect_surroundings(&scene, "Depth 1, the Salt Vaults, in the Cellars.\n"
                                "A wide corridor. Exits: door south (closed).\n"
                                "You see: closed door, 1 east 2 south; Brom, 4 east; "
                                "stairs down, 10 east.\n");
    stage_release(&scene.stage);
}

TEST(a_thing_underfoot_is_here_and_a_closed_door_is_an_exit)
{
    static const char drawing[] = "########################\n"
                                  "####>+.................#\n"
                                  "######b#################\n";
    struct scene scene;

    scene_init(&scene, drawing, pos_of(4, 1), draw_level_find(drawing, 'b'));
    expect_surroundings(&scene, "Depth 1, the Salt Vaults, in the Cellars.\n"
                                "A short corridor. Exits: door east (closed).\n"
                                "You see: stairs down, here; closed door, 1 east.\n");
    stage_release(&scene.stage);
}

TEST(a_gap_between_two_corners_is_no_exit)
{
    static const char drawing[] = "########################\n"
                                  "####a###################\n"
                                  "#####b##################\n";
    struct scene scene;

    scene_init(&scene, drawing, draw_level_find(drawing, 'a'), draw_level_find(drawing, 'b'));
    stage_act(&scene.stage, scene.ada, ACTION_MOVE, DIR_SOUTHEAST);
    stage_tick(&scene.stage);
    stage_expect_refusal(&scene.stage, scene.ada, REFUSAL_CORNER);
    char text[1024];
    around_tell_all(scene.stage.world, stage_delver(&scene.stage, scene.ada), text, sizeof text);
    ck_assert_msg(strstr(text, "Exits: none seen yet.\n") != NULL, "%s", text);
    stage_release(&scene.stage);
}

TEST(a_crowd_is_cut_to_the_nearest_and_one_of_each_sort)
{
    static const char drawing[] = "########################\n"
                                  "#a''''''''''''''''''''''\n"
                                  "#'''''''''''''''''''''''\n"
                                  "########################\n";
    struct scene scene;
    char text[2048];

    scene_init(&scene, drawing, draw_level_find(drawing, 'a'), pos_of(23, 2));
    around_tell_all(scene.stage.world, stage_delver(&scene.stage, scene.ada), text, sizeof text);
    ck_assert_msg(strstr(text, "You see: open door, ") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "1 south") != NULL, "%s", text);
    /* 45 doors and Brom, 24 are named. */
    ck_assert_msg(strstr(text, "; and 22 more further off.\n") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "; Brom, 22 east 1 south; and") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "door, 22 east") == NULL, "the far ones are left out: %s", text);
    stage_release(&scene.stage);
}

TEST(surroundings_keep_to_the_room_they_are_given)
{
    struct scene scene;
    char text[201];

    scene_init(&scene, hall, draw_level_find(hall, 'a'), draw_level_find(hall, 'd'));
    for (size_t size = 1; size <= 200; size++) {
        memset(text, 'X', sizeof text);
        around_tell_all(scene.stage.world, stage_delver(&scene.stage, scene.ada), text, size);
        ck_assert_uint_lt(strlen(text), size);
        ck_assert_int_eq(text[size], 'X');
    }
    stage_release(&scene.stage);
}

TEST(between_two_levels_there_is_nothing_to_see)
{
    struct scene scene;

    scene_init(&scene, hall, draw_level_find(hall, 'a'), draw_level_find(hall, 'd'));
    level_set_tile(stage_level(&scene.stage), draw_level_find(hall, 'a'), TILE_STAIRS_DOWN);
    stage_act(&scene.stage, scene.ada, ACTION_DESCEND, DIR_NONE);
    stage_tick(&scene.stage);
    ck_assert_int_eq(stage_delver(&scene.stage, scene.ada)->body.state, BODY_TRANSIT);
    expect_surroundings(&scene, "Depth 1, the Salt Vaults, in the Cellars.\n");
    stage_release(&scene.stage);
}

TEST(a_name_that_means_nobody_is_told_without_its_controls)
{
    static const struct {
        const char *typed;
        int count;
        const char *told;
    } rows[] = {
        {"", 0, "Nobody of that name is online."},
        {"bromm", 0, "Nobody called Bromm is online."},
        {"\x1b[31m", 0, "Nobody called [31m is online."},
        {"br", 2, "2 players have names that begin with Br."},
    };
    char text[WORDS_UNFOUND_MAX];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        words_unfound(rows[i].typed, strlen(rows[i].typed), rows[i].count, text, sizeof text);
        ck_assert_str_eq(text, rows[i].told);
    }
}
