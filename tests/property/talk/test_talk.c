/*
 * Text that players type, use as a name or send by their client: other clients, the log and the
 * operator receive no control characters in it except the server's own. STRINGS says how many are
 * tried, SEED which.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "hall.h"
#include "letters.h"
#include "nasty.h"
#include "operator.h"
#include "support/test.h"

enum {
    TALKERS = 4,   /* who talk to all */
    STRANGERS = 2, /* who get no further than the name */
    GUESTS = GUEST_KIND_COUNT + TALKERS + STRANGERS,
    TALK_MS = 2500,      /* so that nobody talks too fast */
    OPERATOR_TURNS = 50, /* between an operator's looks */
    LOOK_TURNS = 64,     /* between a receiver's own commands */
    LINE_SIZE = NASTY_MAX * 2 + 64,
};

struct talk_scene {
    struct hall hall;
    struct guest guests[GUESTS]; /* receivers, talkers, strangers */
    struct rng rng;
    uint64_t strings;
    uint32_t names_made;
    uint64_t rejoined;
};

static struct talk_scene *scene;

static const enum guest_kind talker_kinds[TALKERS] = {GUEST_SCREEN_ASCII, GUEST_GMCP_ASCII,
                                                      GUEST_GMCP_ASCII, GUEST_MUTE};

static struct guest *receivers(void)
{
    return scene->guests;
}

static struct guest *talkers(void)
{
    return scene->guests + GUEST_KIND_COUNT;
}

static struct guest *strangers(void)
{
    return scene->guests + GUEST_KIND_COUNT + TALKERS;
}

/* A name that no other looks like: three to eight letters that stand for a number. */
static void make_name(char out[17])
{
    static const char letters[] = "abcdefghkmpqrtuwxyz";
    uint32_t number = scene->names_made++;

    memcpy(out, "zed", 4);
    for (int i = 3; i < 8; i++) {
        out[i] = letters[number % (sizeof letters - 1)];
        number /= sizeof letters - 1;
        out[i + 1] = '\0';
    }
}

/* A string, with IAC doubled as a client does it unless `is_raw`. Returns the length. */
static size_t make_string(uint8_t *out, bool is_raw)
{
    uint8_t nasty[NASTY_MAX];
    size_t length = nasty_make(&scene->rng, nasty);
    size_t used = 0;

    scene->strings++;
    for (size_t i = 0; i < length; i++) {
        out[used++] = nasty[i];
        if (nasty[i] == 0xff && !is_raw)
            out[used++] = 0xff;
    }
    return used;
}

/* The name of a terminal, which operators are shown. */
static void name_terminal(struct guest *guest)
{
    uint8_t line[LINE_SIZE];
    size_t length = 7;

    memcpy(line, "\xff\xfb\x18\xff\xfa\x18\0", 7);
    length += make_string(line + length, false);
    memcpy(line + length, "\xff\xf0", 2);
    guest_send(guest, line, length + 2);
}

/* A message of GMCP: junk, or well formed with the string where a text belongs. */
static void send_message(struct guest *guest)
{
    static const char *const forms[] = {
        "%s",
        "Core.Hello {\"client\":\"%s\",\"version\":\"%s\"}",
        "Core.Supports.Add [\"%s 1\"]",
        "Char.Login.Credentials {\"account\":\"%s\",\"password\":\"correct horse\"}",
        "Char.Login.Credentials {\"account\":\"zeda\",\"password\":\"%s\"}",
        "Core.Ping %s",
    };
    uint8_t string[LINE_SIZE];
    char message[4 * LINE_SIZE];
    const char *form = forms[rng_below(&scene->rng, sizeof forms / sizeof forms[0])];
    size_t length = make_string(string, false);
    size_t used = 0;

    memcpy(message, "\xff\xfa\xc9", 3);
    used = 3;
    for (const char *at = form; *at != '\0';) {
        if (strncmp(at, "%s", 2) != 0) {
            message[used++] = *at++;
            continue;
        }
        /* Some as they are and some as JSON has it, so that what is hidden comes to light. */
        bool is_escaped = form[1] != 's' && rng_percent(&scene->rng, 60);
        for (size_t i = 0; i < length && used + 16 < LINE_SIZE * 2; i++) {
            if (is_escaped && string[i] < 0x80)
                used += (size_t)snprintf(message + used, 8, "\\u%04x", (unsigned)string[i]);
            else
                message[used++] = (char)string[i];
        }
        at += 2;
    }
    memcpy(message + used, "\xff\xf0", 2);
    guest_send(guest, message, used + 2);
}

/* A guest that the server has let go comes again, as a new delver where all begin. */
static void join(struct guest *guest, enum guest_kind kind, bool enters)
{
    char name[17];

    do {
        guest_close(guest);
        make_name(name);
        guest_open(guest, &scene->hall, kind, name);
        /* Among what it says are answers to questions, which are then believed. */
        if (guest >= talkers()) {
            guest->stream.hears_itself = true;
            guest->stream.has_utf8 = true;
            name_terminal(guest);
            if (kind == GUEST_GMCP_ASCII)
                send_message(guest);
        }
        scene->rejoined++;
    } while (enters && !guest_log_in(guest));
}

static void set_up(void)
{
    scene = calloc(1, sizeof *scene);
    ck_assert_ptr_nonnull(scene);
    rng_init(&scene->rng, test_number("SEED", 1, UINT64_MAX));
    hall_open(&scene->hall);
    for (enum guest_kind kind = 0; kind < GUEST_KIND_COUNT; kind++)
        join(&receivers()[kind], kind, true);
    for (int i = 0; i < TALKERS; i++)
        join(&talkers()[i], talker_kinds[i], true);
    for (int i = 0; i < STRANGERS; i++)
        join(&strangers()[i], i == 0 ? GUEST_GMCP_ASCII : GUEST_MUTE, false);
}

static void tear_down(void)
{
    for (int i = 0; i < GUESTS; i++)
        guest_close(&scene->guests[i]);
    hall_close(&scene->hall);
    free(scene);
}

/* "WORD STRING", or the key and the string in screen mode. */
static void talk(struct guest *guest)
{
    static const char *const words[] = {"say ", "me ", "shout ", "reply ", "tell "};
    static const char *const keys[] = {"'", ":me ", ":shout ", ":reply ", ":tell "};
    uint8_t line[LINE_SIZE];
    uint32_t way = rng_below(&scene->rng, 5);
    bool is_keys = guest->kind == GUEST_SCREEN_ASCII;
    /* Raw telnet now and then: much of it ends the connection, as it should. */
    bool is_raw = rng_percent(&scene->rng, 2);
    size_t length =
        (size_t)snprintf((char *)line, sizeof line, "%s", is_keys ? keys[way] : words[way]);

    if (way == 4)
        length += (size_t)snprintf((char *)line + length, sizeof line - length, "%s ",
                                   receivers()[rng_below(&scene->rng, GUEST_KIND_COUNT)].name);
    length += make_string(line + length, is_raw);
    line[length++] = '\r';
    line[length++] = '\n';
    if (is_keys)
        guest_type(guest, "\x1b\x1b");
    guest_send(guest, line, length);
}

/* A name, an answer to what is asked then, or a terminal's. */
static void call_oneself(struct guest *guest)
{
    uint8_t line[LINE_SIZE];

    if (rng_percent(&scene->rng, 10)) {
        name_terminal(guest);
        return;
    }
    size_t length = make_string(line, rng_percent(&scene->rng, 2));
    line[length++] = '\r';
    line[length++] = '\n';
    guest_send(guest, line, length);
}

/* A receiver asks for lists and pages, in which all kept talk is shown. */
static void look_back(struct guest *guest)
{
    static const char *const lines[] = {"last 20\r\n", "who\r\n", "look\r\n", "list\r\n",
                                        "score\r\n"};
    static const char *const keys[] = {"P", "\x17", "v", "\t", "C", "\f"};

    if (guest->kind <= GUEST_SCREEN_SMALL) {
        guest_type(guest, " ");
        guest_type(guest, keys[rng_below(&scene->rng, sizeof keys / sizeof keys[0])]);
    } else {
        guest_type(guest, lines[rng_below(&scene->rng, sizeof lines / sizeof lines[0])]);
    }
}

/* The log so far: a JSON object a line, in printable ASCII. Read and emptied. */
static void check_log(void)
{
    static char line[LOG_LINE_MAX + 1];
    int descriptor = scene->hall.log;
    FILE *log = fdopen(dup(descriptor), "r");

    ck_assert_ptr_nonnull(log);
    rewind(log);
    while (fgets(line, sizeof line, log) != NULL) {
        size_t length = strlen(line);
        ck_assert_msg(length > 0 && line[length - 1] == '\n', "half a line in the log: %s", line);
        for (size_t i = 0; i + 1 < length; i++) {
            if (line[i] < ' ' || line[i] > '~')
                ck_abort_msg("a control in the log: %s", line);
        }
        json_t *value = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
        ck_assert_msg(value != NULL, "a line of the log is no JSON: %s", line);
        json_decref(value);
    }
    fclose(log);
    ck_assert_int_eq(ftruncate(descriptor, 0), 0);
}

static void check_answer(const char *request, const char *answer, size_t length)
{
    bool is_json = strncmp(request, "json", 4) == 0;

    for (size_t i = 0; i < length; i++) {
        size_t end = i;
        while (end < length && answer[end] != '\n')
            end++;
        ck_assert_msg(letters_are_clean(answer + i, end - i), "%s: %.*s", request, (int)(end - i),
                      answer + i);
        i = end;
    }
    if (is_json) {
        json_t *value = json_loadb(answer, length, 0, NULL);
        ck_assert_msg(value != NULL, "%s is no JSON: %.*s", request, (int)length, answer);
        json_decref(value);
    }
}

/* Asks one thing at the operator's socket. */
static void ask(struct peer *line, const char *request)
{
    struct operator_answer answer = operator_ask(&scene->hall, line, request);

    ck_assert_msg(answer.is_ok, "%s: %s", request, answer.text);
    check_answer(request, answer.text, answer.length);
}

static void check_operator(void)
{
    static const char *const requests[] = {"text who", "json who", "text status", "json status",
                                           "json audit"};
    struct peer *line = operator_connect(&scene->hall);

    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        ask(line, requests[i]);
    peer_close(line);
    check_log();
}

/* True if a receiver sees the guest. A talker out of sight is not heard by all, and joins again
   among the others. */
static bool is_seen(const struct guest *guest)
{
    const struct world *world = scene->hall.server.game.world;
    const struct session *session = guest_session(guest);
    const struct session *other = guest_session(&receivers()[0]);

    if (session == NULL || other == NULL)
        return false;
    const struct delver *delver = world_delver(world, session->actor);
    const struct delver *viewer = world_delver(world, other->actor);
    return delver != NULL && viewer != NULL && delver->body.level == viewer->body.level &&
           delver->body.level != NULL && delver_sees(viewer, delver->body.at);
}

static void take_turn(uint64_t number)
{
    for (int i = 0; i < TALKERS; i++) {
        struct guest *guest = &talkers()[i];
        if (!guest_is_playing(guest) || guest_session(guest)->mode == MODE_UNSET ||
            (number % LOOK_TURNS == 0 && !is_seen(guest)))
            join(guest, guest->kind, true);
        talk(guest);
    }
    for (int i = 0; i < STRANGERS; i++) {
        struct guest *guest = &strangers()[i];
        const struct session *session = guest_session(guest);
        if (session == NULL || session->state >= SESSION_ENTERING)
            join(guest, guest->kind, false);
        call_oneself(guest);
        send_message(i == 0 ? guest : &talkers()[1]);
    }
    if (number % LOOK_TURNS < GUEST_KIND_COUNT)
        look_back(&receivers()[number % LOOK_TURNS]);
    hall_pass(&scene->hall, TALK_MS);
    hall_drain(&scene->hall);
    for (int i = 0; i < GUEST_KIND_COUNT; i++) {
        struct guest *guest = &receivers()[i];
        /* Not asserted: the frame of the tests writes a file for each that holds. */
        if (!guest_is_playing(guest))
            ck_abort_msg("receiver %d was closed", i);
        if (!stream_is_whole(&guest->stream))
            ck_abort_msg("receiver %d: %s", i, guest->stream.fault);
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_anybody_says_reaches_the_others_as_plain_letters)
{
    uint64_t strings = test_number("STRINGS", STRINGS_DEFAULT, UINT64_MAX);

    for (uint64_t number = 0; scene->strings < strings; number++) {
        take_turn(number);
        if (number % OPERATOR_TURNS == 0)
            check_operator();
    }
    check_operator();
    printf("%llu strings, %llu connections\n", (unsigned long long)scene->strings,
           (unsigned long long)scene->rejoined);
    for (int i = 0; i < GUEST_KIND_COUNT; i++) {
        const struct stream *stream = &receivers()[i].stream;
        printf("receiver %d: %llu letters, %llu beyond ASCII, %llu sequences, %llu messages, "
               "%llu of talk\n",
               i, (unsigned long long)stream->letters, (unsigned long long)stream->strange,
               (unsigned long long)stream->sequences, (unsigned long long)stream->messages,
               (unsigned long long)stream->talks);
        /* A receiver that heard next to nothing would prove nothing. */
        ck_assert_uint_gt(stream->letters, scene->strings / 4);
    }
    ck_assert_uint_gt(receivers()[GUEST_GMCP].stream.talks, scene->strings / 20);
}
