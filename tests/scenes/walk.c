/*
 * Travel in a scene: one delver's, asked and followed.
 */
#include "scenes/walk.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "travel/travel.h"

enum { ACTIONS_MAX = 600, ACTION_TICKS = 5, AID_STOP_PERCENT = 33 };

static struct travel travel;
static struct path_scratch *scratch;
static enum travel_result result;
static struct travel_answer answer;

static enum dir read_dir(const char *word)
{
    for (enum dir dir = DIR_NORTH; word != NULL && dir < DIR_COUNT; dir++) {
        if (strcmp(dir_name(dir), word) == 0)
            return dir;
    }
    scene_refuse("a direction is needed", word == NULL ? "" : word);
}

static struct travel_companion read_companion(const struct scene *scene, char **words)
{
    body_id id = words[0][0] == '#' ? (body_id)strtoul(words[0] + 1, NULL, 10)
                                    : scene_body(scene, words[0])->id;

    return (struct travel_companion){.body = id, .knows_place = words[1] != NULL};
}

static enum err begin(const struct scene *scene, const struct delver *delver, char **words)
{
    const struct world *world = scene->stage.world;
    const char *kind = words[0];
    const char *first = words[1] == NULL ? "" : words[1];
    const char *last = first[0] != '\0' && words[2] != NULL ? words[2] : first;
    int number = (int)strtol(last, NULL, 10);

    if (strcmp(kind, "steps") == 0)
        return travel_begin_steps(&travel, world, delver, read_dir(first), number);
    if (strcmp(kind, "run") == 0)
        return travel_begin_run(&travel, world, delver, read_dir(first));
    if (strcmp(kind, "explore") == 0)
        return travel_begin_explore(&travel, world, delver);
    if (strcmp(kind, "wait") == 0)
        return travel_begin_wait(&travel, world, delver, number);
    if (strcmp(kind, "rest") == 0)
        return travel_begin_rest(&travel, world, delver);
    if (strcmp(kind, "fight") == 0)
        return travel_begin_fight(&travel, world, delver, number,
                                  last == first ? 0 : scene_body(scene, first)->id);
    if (strcmp(kind, "to") == 0)
        return travel_begin_to(&travel, world, delver, scratch, scene_place(scene, first));
    if (strcmp(kind, "tile") == 0)
        return travel_begin_to_tile(&travel, world, delver, scratch,
                                    (enum tile_id)word_value(WORDS_TILE, first));
    if (strcmp(kind, "beside") == 0)
        return travel_begin_to_delver(&travel, world, delver, scratch,
                                      read_companion(scene, words + 1));
    if (strcmp(kind, "follow") == 0)
        return travel_begin_follow(&travel, world, delver, scratch,
                                   read_companion(scene, words + 1));
    if (strcmp(kind, "assist") == 0)
        return travel_begin_assist(&travel, world, delver, AID_STOP_PERCENT,
                                   scene_body(scene, first)->id);
    if (strcmp(kind, "guard") == 0)
        return travel_begin_guard(&travel, world, delver, scratch, AID_STOP_PERCENT,
                                  read_companion(scene, words + 1));
    scene_refuse("no such travel", kind);
}

void walk_begin(const struct scene *scene, const struct delver *delver, char **words,
                struct text *got)
{
    if (scratch == NULL)
        ck_assert_int_eq(path_scratch_new(&scratch), ERR_OK);
    enum err error = begin(scene, delver, words);
    const char *text = error == ERR_OK          ? "begins"
                       : error == ERR_NOT_FOUND ? "not found"
                       : error == ERR_RANGE     ? "out of range"
                                                : "failed";
    text_add(got, text, strlen(text));
}

static void tick(struct scene *scene)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    stage_tick(&scene->stage);
    while ((event = world_next_event(scene->stage.world, &cursor)) != NULL) {
        if (travel_disturb(&travel, event, &answer))
            result = TRAVEL_STOPPED;
    }
}

void walk_go(struct scene *scene, const struct delver *delver, int most, struct text *got)
{
    static const char *const results[] = {"goes on", "pauses", "done", "stopped"};
    char line[TRAVEL_WHY_MAX + 64];
    int actions = 0;

    for (int asked = 0; actions < most; asked++) {
        if (asked == ACTIONS_MAX)
            scene_refuse("this does not end", "goes");
        result = travel_next(&travel, scene->stage.world, delver, scratch, &answer);
        if (result != TRAVEL_GOES && result != TRAVEL_PAUSES)
            break;
        if (result == TRAVEL_GOES) {
            stage_act(&scene->stage, delver->body.id, answer.action.verb, answer.action.dir);
            actions++;
        }
        for (int i = 0; i < (result == TRAVEL_GOES ? ACTION_TICKS : 1); i++)
            tick(scene);
    }
    snprintf(line, sizeof line, "%d actions, at %d,%d, %s%s%s", actions, delver->body.at.x,
             delver->body.at.y, results[result], answer.why[0] == '\0' ? "" : ": ", answer.why);
    text_add(got, line, strlen(line));
}

void walk_ask(const struct scene *scene, const struct delver *delver, struct text *got)
{
    char line[TRAVEL_WHY_MAX + 64];

    result = travel_next(&travel, scene->stage.world, delver, scratch, &answer);
    if (result == TRAVEL_GOES)
        snprintf(line, sizeof line, "%s %s", word_of(WORDS_VERB, (int)answer.action.verb),
                 dir_name(answer.action.dir));
    else
        snprintf(line, sizeof line, "%s", answer.why[0] == '\0' ? "over" : answer.why);
    text_add(got, line, strlen(line));
}

void walk_release(void)
{
    path_scratch_free(scratch);
    scratch = NULL;
    travel = (struct travel){.kind = TRAVEL_NONE};
    answer = (struct travel_answer){.why = ""};
}
