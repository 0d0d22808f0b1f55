/*
 * Not every byte is a key: each control sequence, of a terminal as tests/property/sequences.txt has
 * them and of each row of the decoder's own table, is cut at each place by each gap, joined with
 * others and followed by typing; no key comes out that was not pressed, and none that was typed is
 * lost for longer than term/key.h says. KEY_ROUNDS=N makes N times as many of the table's rows.
 */
#include "term/key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support/test.h"

enum {
    BYTES_MAX = 160,
    CASES_MAX = 512,
    KEYS_MAX = 256,
    NAME_SIZE = 32,
    LINE_SIZE = 200,
    ROUNDS = TEST_COUNT(6, 1),
    GENERATED = 12, /* of each row of the table and each way to begin it, in a round */
    PARTNERS = 6,   /* that a cut sequence is joined with */
    TYPED = 24,     /* keys in a row, behind a cut */
    TYPING_MS = 100,
    SILENCE_MS = 20 * 1000,
    STREAMS = 100,
    STREAM_ITEMS = 200,
    BODY_MAX = 24,
};

static const char sequences_path[] = "tests/property/sequences.txt";

struct text {
    uint8_t bytes[BYTES_MAX];
    size_t length;
};

struct sample {
    struct text text;
    bool is_8_bit; /* it means something only where letters have 8 bits */
    char what[LINE_SIZE];
};

/* The keys that come out, without the unknown ones. */
struct keys {
    struct key list[KEYS_MAX];
    int count;
};

/* One decoder on a line, and the time. */
struct terminal {
    struct key_decoder decoder;
    uint64_t now_ms;
    uint32_t lag_ms;
    struct keys keys;
};

static struct sample samples[CASES_MAX];
static int sample_count;
static struct rng rng;

static void add_byte(struct text *text, int byte)
{
    ck_assert_uint_lt(text->length, BYTES_MAX);
    text->bytes[text->length++] = (uint8_t)byte;
}

static void add_text(struct text *text, const char *more)
{
    for (; *more != '\0'; more++)
        add_byte(text, (uint8_t)*more);
}

static void add_token(struct text *text, const char *token)
{
    static const struct {
        const char *name;
        uint8_t byte;
    } table[] = {{"ESC", 0x1B}, {"BEL", 0x07}, {"CR", '\r'},
                 {"DEL", 0x7F}, {"NUL", 0},    {"SP", ' '}};

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strcmp(token, table[i].name) == 0) {
            add_byte(text, table[i].byte);
            return;
        }
    }
    if (strncmp(token, "0x", 2) == 0 && strlen(token) == 4)
        add_byte(text, (int)strtol(token, NULL, 16));
    else
        add_text(text, token);
}

static void parse(char *column, struct text *out)
{
    char *rest = NULL;

    *out = (struct text){.length = 0};
    for (char *token = strtok_r(column, " \n", &rest); token != NULL;
         token = strtok_r(NULL, " \n", &rest))
        add_token(out, token);
}

static struct text slice(const struct text *text, size_t from, size_t to)
{
    struct text out = {.length = to - from};

    memcpy(out.bytes, text->bytes + from, out.length);
    return out;
}

static void open_terminal(struct terminal *terminal, bool is_8_bit, uint32_t lag_ms)
{
    *terminal = (struct terminal){.now_ms = 100000, .lag_ms = lag_ms};
    key_decoder_init(&terminal->decoder);
    terminal->decoder.is_8_bit = is_8_bit;
}

static void take(struct terminal *terminal, struct key key)
{
    if (key.code == KEY_UNKNOWN)
        return;
    ck_assert_int_lt(terminal->keys.count, KEYS_MAX);
    terminal->keys.list[terminal->keys.count++] = key;
}

/* The bytes come with one read. */
static void feed(struct terminal *terminal, const struct text *text)
{
    for (size_t i = 0; i < text->length; i++) {
        struct key out[KEY_DECODE_MAX];
        int count = key_decode(&terminal->decoder, text->bytes[i], terminal->now_ms, out);
        for (int k = 0; k < count; k++)
            take(terminal, out[k]);
    }
}

/* Time passes; each wait ends in the millisecond in which it is over. */
static void pass(struct terminal *terminal, uint64_t ms)
{
    uint64_t end_ms = terminal->now_ms + ms;
    struct key key;

    while (key_is_due(&terminal->decoder, end_ms, terminal->lag_ms)) {
        uint64_t low = terminal->now_ms;
        uint64_t high = end_ms;
        while (low < high) {
            uint64_t middle = low + (high - low) / 2;
            if (key_is_due(&terminal->decoder, middle, terminal->lag_ms))
                high = middle;
            else
                low = middle + 1;
        }
        terminal->now_ms = high;
        if (key_expire(&terminal->decoder, high, &key))
            take(terminal, key);
    }
    terminal->now_ms = end_ms;
}

/* The keys of a text that comes by itself. */
static void decode_alone(const struct text *text, bool is_8_bit, struct keys *out)
{
    struct terminal terminal;

    open_terminal(&terminal, is_8_bit, 0);
    feed(&terminal, text);
    pass(&terminal, SILENCE_MS);
    *out = terminal.keys;
}

static void add_key(struct keys *keys, uint32_t code)
{
    keys->list[keys->count++] = (struct key){.code = code};
}

static void add_keys(struct keys *keys, const struct keys *more)
{
    ck_assert_int_lt(keys->count + more->count, KEYS_MAX);
    for (int i = 0; i < more->count; i++)
        keys->list[keys->count++] = more->list[i];
}

static bool is_same_key(const struct key *a, const struct key *b)
{
    return a->code == b->code && a->shift == b->shift && a->alt == b->alt && a->ctrl == b->ctrl &&
           a->row == b->row && a->column == b->column;
}

/* The bytes in the form of the file. */
static void name_sample(struct sample *sample)
{
    size_t length = strlen(sample->what);

    for (size_t i = 0; i < sample->text.length && length + 8 < sizeof sample->what; i++) {
        uint8_t byte = sample->text.bytes[i];
        char *to = sample->what + length;
        size_t size = sizeof sample->what - length;
        length += (size_t)(byte > ' ' && byte < 0x7F ? snprintf(to, size, "%c", byte)
                                                     : snprintf(to, size, " 0x%02X ", byte));
    }
}

static void describe(const struct keys *keys, char *out, size_t size)
{
    size_t length = 0;

    out[0] = '\0';
    for (int i = 0; i < keys->count && length + NAME_SIZE < size; i++) {
        char name[NAME_SIZE];
        key_describe(keys->list[i], name, sizeof name);
        length += (size_t)snprintf(out + length, size - length, "%s%s", i > 0 ? " " : "", name);
    }
}

static void check_keys(const struct keys *keys, const struct keys *wanted,
                       const struct sample *sample, size_t cut, uint64_t gap_ms, uint32_t lag_ms)
{
    bool is_same = keys->count == wanted->count;
    char got[LINE_SIZE];
    char meant[LINE_SIZE];

    for (int i = 0; i < keys->count && is_same; i++)
        is_same = is_same_key(&keys->list[i], &wanted->list[i]);
    if (is_same)
        return;
    describe(keys, got, sizeof got);
    describe(wanted, meant, sizeof meant);
    ck_abort_msg("%s, cut at %zu, %d ms, lag %u: \"%s\" for \"%s\"", sample->what, cut, (int)gap_ms,
                 (unsigned)lag_ms, got, meant);
}

static struct sample *add_sample(bool is_8_bit, const char *what)
{
    ck_assert_int_lt(sample_count, CASES_MAX);
    struct sample *sample = &samples[sample_count++];
    *sample = (struct sample){.is_8_bit = is_8_bit};
    snprintf(sample->what, sizeof sample->what, "%s", what);
    return sample;
}

static void read_samples(void)
{
    FILE *file = fopen(sequences_path, "r");
    char line[LINE_SIZE];

    ck_assert_msg(file != NULL, "%s cannot be read", sequences_path);
    sample_count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char what[LINE_SIZE];
        char *bytes = strstr(line, " | ");
        if (line[0] == '#')
            continue;
        ck_assert_msg(bytes != NULL, "no column of bytes: %s", line);
        char *key = strstr(bytes + 3, " | ");
        ck_assert_msg(key != NULL, "no column of keys: %s", line);
        *key = '\0';
        snprintf(what, sizeof what, "%s", line);
        parse(bytes + 3, &add_sample(false, what)->text);
    }
    fclose(file);
    ck_assert_int_gt(sample_count, 100);
}

TEST(each_sequence_on_file_is_the_key_that_stands_beside_it)
{
    FILE *file = fopen(sequences_path, "r");
    char line[LINE_SIZE];

    ck_assert_msg(file != NULL, "%s cannot be read", sequences_path);
    while (fgets(line, sizeof line, file) != NULL) {
        struct text text;
        struct text name;
        struct keys keys;
        char got[LINE_SIZE];
        if (line[0] == '#')
            continue;
        char *bytes = strstr(line, " | ") + 3;
        char *key = strstr(bytes, " | ");
        *key = '\0';
        bool is_none = strcmp(key + 3, "-\n") == 0;
        parse(key + 3, &name);
        parse(bytes, &text);
        decode_alone(&text, false, &keys);
        describe(&keys, got, sizeof got);
        if (is_none)
            ck_assert_msg(keys.count == 0, "%s gives %s", line, got);
        else
            ck_assert_msg(keys.count == 1 && strlen(got) == name.length &&
                              memcmp(got, name.bytes, name.length) == 0,
                          "%s gives %s", line, got);
    }
    fclose(file);
}

/* A byte of a range at random. */
static int any_of(struct byte_range range)
{
    return range.first + (int)rng_below(&rng, (uint32_t)(range.last - range.first + 1));
}

static void add_string(struct text *text, bool is_8_bit)
{
    static const char *const ends[] = {"\x07", "\x1b\\", "\xc2\x9c", "\x9c"};
    static const char *const letters[] = {"\xc3\xa9", "\xe2\x9c\x94", "\t", "\r\n"};
    uint32_t length = rng_below(&rng, BODY_MAX);

    for (uint32_t i = 0; i < length; i++) {
        if (!is_8_bit && rng_percent(&rng, 10))
            add_text(text, letters[rng_below(&rng, 4)]);
        else
            add_byte(text, any_of((struct byte_range){0x20, 0x7E}));
    }
    add_text(text, ends[rng_below(&rng, is_8_bit ? 4 : 3)]);
}

/* Bytes up to the end of the sequence; the first is one that the row has for it. */
static void add_body(struct text *text, enum sequence_family family, bool is_8_bit)
{
    const struct sequence_row *row = &sequence_table[family];
    uint32_t length = rng_below(&rng, rng_percent(&rng, 5) ? 2 * SEQUENCE_KEPT_MAX : 10);
    uint8_t second = (uint8_t)row->seconds[rng_below(&rng, (uint32_t)strlen(row->seconds))];

    if (row->is_string) {
        add_byte(text, second);
        add_string(text, is_8_bit);
        return;
    }
    bool is_middle = second >= row->middle.first && second <= row->middle.last;
    if (family == SEQUENCE_CSI && second == '[')
        second = 'A';
    add_byte(text, second);
    /* Without $, which ends some sequences. */
    for (uint32_t i = 0; i < length && is_middle; i++) {
        int middle = any_of(row->middle);
        add_byte(text, middle == '$' ? row->middle.first : middle);
    }
    int final = any_of(row->final);
    while (final >= row->middle.first && final <= row->middle.last)
        final = any_of(row->final);
    if (is_middle)
        add_byte(text, final);
    for (size_t i = 0; i < SEQUENCE_RAW_COUNT && family == SEQUENCE_CSI && !is_middle; i++) {
        for (int left = sequence_raw_table[i].characters;
             left > 0 && sequence_raw_table[i].final == second; left--)
            add_byte(text, any_of((struct byte_range){0x20, 0x7F}));
    }
}

/* Each row of the table, in each way that it can begin. */
static void make_samples(void)
{
    sample_count = 0;
    for (enum sequence_family family = 0; family < SEQUENCE_FAMILY_COUNT; family++) {
        const struct sequence_row *row = &sequence_table[family];
        for (int i = 0; i < GENERATED; i++) {
            struct text *text = &add_sample(false, row->name)->text;
            add_text(text, family == SEQUENCE_CONSOLE ? "\x1b["
                           : rng_percent(&rng, 10)    ? "\x1b\x1b"
                                                      : "\x1b");
            add_byte(text, row->introducers[rng_below(&rng, (uint32_t)strlen(row->introducers))]);
            add_body(text, family, false);
            if (row->c1 == 0)
                continue;
            text = &add_sample(false, row->name)->text;
            add_byte(text, 0xC2);
            add_byte(text, row->c1);
            add_body(text, family, false);
            text = &add_sample(true, row->name)->text;
            add_byte(text, row->c1);
            add_body(text, family, true);
        }
    }
    for (int i = 0; i < sample_count; i++)
        name_sample(&samples[i]);
}

/* Place of a cut, which decides how long the decoder waits for the rest. */
enum cut_place { CUT_ESCAPE, CUT_STRING_END, CUT_ELSEWHERE };

static enum cut_place place_of(const struct text *text, size_t cut)
{
    size_t escapes = 0;

    while (escapes < text->length && text->bytes[escapes] == 0x1B)
        escapes++;
    if (cut <= escapes)
        return CUT_ESCAPE;
    return text->bytes[cut - 1] == 0x1B ? CUT_STRING_END : CUT_ELSEWHERE;
}

/* Ends of a paste and answers are no keys, and mean the same late. */
static bool is_late_key(const struct keys *whole)
{
    uint32_t code = whole->count == 1 ? whole->list[0].code : KEY_NONE;

    return code == KEY_PASTE_BEGINS || code == KEY_PASTE_ENDS || code == KEY_CURSOR_REPORT;
}

/* The keys that are right if the text is cut there, for so long; told from its bytes alone. */
static void expect(const struct sample *sample, size_t cut, uint64_t gap_ms, uint32_t lag_ms,
                   const struct keys *whole, struct keys *out)
{
    struct text rest = slice(&sample->text, cut, sample->text.length);
    enum cut_place place = place_of(&sample->text, cut);
    enum sequence_family family = sequence_family_of(rest.bytes[0]);
    uint64_t wait_ms =
        lag_ms + (uint64_t)(place == CUT_ELSEWHERE ? KEY_SEQUENCE_WAIT_MS : KEY_ESCAPE_WAIT_MS);
    bool is_late = gap_ms < wait_ms + lag_ms + KEY_LATE_MS;
    struct keys typed;

    out->count = 0;
    decode_alone(&rest, sample->is_8_bit, &typed);
    if (gap_ms < wait_ms) {
        *out = *whole;
        return;
    }
    if (place == CUT_ESCAPE) {
        /* An Esc, or Alt and a letter, is what was typed; an introducer is not. */
        add_key(out, KEY_ESCAPE);
        if (family == SEQUENCE_FAMILY_COUNT)
            is_late = false;
        else
            is_late = is_late || !sequence_table[family].is_key;
    }
    if (!is_late)
        add_keys(out, &typed);
    else if (is_late_key(whole))
        add_keys(out, whole);
}

static const uint64_t gaps_ms[] = {0,   1,    19,   20,   98,   99,   100,  101,  150,  400, 998,
                                   999, 1000, 1001, 1099, 1100, 1101, 1300, 1999, 2000, 2001};
static const uint32_t lags_ms[] = {0, 250, 1000};

static void cut_once(const struct sample *sample, const struct keys *whole, size_t cut,
                     uint64_t gap_ms, uint32_t lag_ms)
{
    struct text first = slice(&sample->text, 0, cut);
    struct text rest = slice(&sample->text, cut, sample->text.length);
    struct keys wanted;
    struct terminal terminal;

    expect(sample, cut, gap_ms, lag_ms, whole, &wanted);
    open_terminal(&terminal, sample->is_8_bit, lag_ms);
    feed(&terminal, &first);
    pass(&terminal, gap_ms);
    feed(&terminal, &rest);
    pass(&terminal, SILENCE_MS);
    check_keys(&terminal.keys, &wanted, sample, cut, gap_ms, lag_ms);
    ck_assert(!key_is_pending(&terminal.decoder));
}

static void cut_everywhere(const struct sample *sample)
{
    struct keys whole;

    decode_alone(&sample->text, sample->is_8_bit, &whole);
    for (size_t cut = 1; cut < sample->text.length; cut++) {
        for (size_t lag = 0; lag < sizeof lags_ms / sizeof lags_ms[0]; lag++) {
            for (size_t gap = 0; gap < sizeof gaps_ms / sizeof gaps_ms[0]; gap++) {
                cut_once(sample, &whole, cut, gaps_ms[gap], lags_ms[lag]);
                cut_once(sample, &whole, cut, gaps_ms[gap] + lags_ms[lag], lags_ms[lag]);
                cut_once(sample, &whole, cut, gaps_ms[gap] + 2 * lags_ms[lag], lags_ms[lag]);
            }
            cut_once(sample, &whole, cut, 10 * 1000, lags_ms[lag]);
        }
    }
}

/* Byte by byte, with a gap before each: at most an Esc comes, and the key that it is. */
static void cut_to_bytes(const struct sample *sample, uint64_t gap_ms)
{
    struct terminal terminal;
    struct keys whole;
    bool is_slow = gap_ms >= KEY_PAUSE_MS;

    if (is_slow && sample->text.length > KEY_PAUSES_MAX)
        return;
    decode_alone(&sample->text, sample->is_8_bit, &whole);
    open_terminal(&terminal, sample->is_8_bit, 0);
    for (size_t i = 0; i < sample->text.length; i++) {
        struct text byte = slice(&sample->text, i, i + 1);
        feed(&terminal, &byte);
        pass(&terminal, gap_ms);
    }
    pass(&terminal, SILENCE_MS);
    check_keys(&terminal.keys, &whole, sample, 0, gap_ms, 0);
}

/* With what is pressed before and after, in one read. */
static void surround(const struct sample *sample)
{
    struct text text = {.length = 0};
    struct keys keys;
    struct keys whole;
    struct keys wanted = {.count = 0};

    add_byte(&text, 'j');
    for (size_t i = 0; i < sample->text.length; i++)
        add_byte(&text, sample->text.bytes[i]);
    add_byte(&text, 'l');
    decode_alone(&sample->text, sample->is_8_bit, &whole);
    decode_alone(&text, sample->is_8_bit, &keys);
    add_key(&wanted, 'j');
    add_keys(&wanted, &whole);
    add_key(&wanted, 'l');
    check_keys(&keys, &wanted, sample, sample->text.length, 0, 0);
}

/* The rest never comes; a key that is pressed later than term/key.h says acts. */
static void type_after(const struct sample *sample, size_t cut, uint32_t lag_ms)
{
    struct text first = slice(&sample->text, 0, cut);
    struct text key = {.bytes = {'B'}, .length = 1};
    struct keys wanted = {.count = 0};
    struct terminal terminal;

    open_terminal(&terminal, sample->is_8_bit, lag_ms);
    feed(&terminal, &first);
    pass(&terminal, KEY_SEQUENCE_WAIT_MS + KEY_LATE_MS + 2 * (uint64_t)lag_ms);
    feed(&terminal, &key);
    if (place_of(&sample->text, cut) == CUT_ESCAPE)
        add_key(&wanted, KEY_ESCAPE);
    add_key(&wanted, 'B');
    check_keys(&terminal.keys, &wanted, sample, cut, 0, lag_ms);
}

/* The same with keys at once and one after the other: all but a few act. */
static void type_on(const struct sample *sample, size_t cut)
{
    struct text first = slice(&sample->text, 0, cut);
    struct text key = {.bytes = {'4'}, .length = 1};
    struct terminal terminal;
    int acted = 0;

    open_terminal(&terminal, sample->is_8_bit, 0);
    feed(&terminal, &first);
    for (int i = 0; i < TYPED; i++) {
        pass(&terminal, TYPING_MS);
        feed(&terminal, &key);
    }
    for (int i = 0; i < terminal.keys.count; i++)
        acted += terminal.keys.list[i].code == '4';
    int lost_most = KEY_PAUSES_MAX + 1 + (int)(cut + TYPED) / KEY_PIECE_BYTES;
    ck_assert_msg(acted >= TYPED - lost_most, "%s, cut at %zu: %d of %d keys act", sample->what,
                  cut, acted, TYPED);
}

/* True if the key, Alt left out, is one of `keys`. */
static bool is_one_of(const struct key *key, const struct keys *keys)
{
    for (int i = 0; i < keys->count; i++) {
        struct key other = keys->list[i];
        other.alt = key->alt;
        if (is_same_key(key, &other))
            return true;
    }
    return false;
}

/* The rest is lost and another follows: no key comes but theirs, and Esc where one was left. */
static void join(const struct sample *sample, size_t cut, uint64_t gap_ms,
                 const struct sample *other)
{
    struct text first = slice(&sample->text, 0, cut);
    struct terminal terminal;
    struct keys whole;

    decode_alone(&other->text, sample->is_8_bit, &whole);
    open_terminal(&terminal, sample->is_8_bit, 0);
    feed(&terminal, &first);
    pass(&terminal, gap_ms);
    feed(&terminal, &other->text);
    pass(&terminal, SILENCE_MS);
    for (int i = 0; i < terminal.keys.count; i++) {
        const struct key *key = &terminal.keys.list[i];
        bool is_escape = key->code == KEY_ESCAPE && place_of(&sample->text, cut) == CUT_ESCAPE;
        char name[NAME_SIZE];
        key_describe(*key, name, sizeof name);
        ck_assert_msg(is_escape || is_one_of(key, &whole), "%s, cut at %zu, %d ms, then %s: %s",
                      sample->what, cut, (int)gap_ms, other->what, name);
    }
}

static void join_with_others(const struct sample *sample)
{
    for (size_t cut = 1; cut < sample->text.length; cut++) {
        for (int i = 0; i < PARTNERS; i++) {
            const struct sample *other = &samples[rng_below(&rng, (uint32_t)sample_count)];
            if (other->text.bytes[0] != 0x1B)
                continue;
            join(sample, cut, 0, other);
            join(sample, cut, KEY_ESCAPE_WAIT_MS, other);
            join(sample, cut, KEY_SEQUENCE_WAIT_MS, other);
        }
    }
}

/* Sequences one after the other, many of them cut once, with typing and any time between: the keys
   of each come, in order, and no others. */
static void stream(bool is_8_bit)
{
    struct terminal terminal;
    struct keys wanted = {.count = 0};
    struct sample typed = {.text = {.bytes = {'j'}, .length = 1}};

    open_terminal(&terminal, is_8_bit,
                  lags_ms[rng_below(&rng, sizeof lags_ms / sizeof lags_ms[0])]);
    for (int i = 0; i < STREAM_ITEMS; i++) {
        struct sample sample = samples[rng_below(&rng, (uint32_t)sample_count)];
        uint64_t gap_ms = gaps_ms[rng_below(&rng, sizeof gaps_ms / sizeof gaps_ms[0])];
        struct keys whole;
        struct keys now;
        if (rng_percent(&rng, 40))
            sample = typed;
        if (sample.is_8_bit != is_8_bit && (sample.is_8_bit || sample.text.bytes[0] >= 0xC0))
            continue; /* letters of the other kind */
        sample.is_8_bit = is_8_bit;
        size_t cut = 1 + rng_below(&rng, (uint32_t)sample.text.length);
        struct text first = slice(&sample.text, 0, cut);
        struct text rest = slice(&sample.text, cut, sample.text.length);
        decode_alone(&sample.text, is_8_bit, &whole);
        now = whole;
        if (rest.length > 0)
            expect(&sample, cut, gap_ms, terminal.lag_ms, &whole, &now);
        feed(&terminal, &first);
        pass(&terminal, rest.length > 0 ? gap_ms : 0);
        feed(&terminal, &rest);
        pass(&terminal, rng_below(&rng, 3) * TYPING_MS / 2);
        add_keys(&wanted, &now);
        check_keys(&terminal.keys, &wanted, &sample, cut, gap_ms, terminal.lag_ms);
        terminal.keys.count = wanted.count = 0;
    }
}

static void try_all(void)
{
    for (int i = 0; i < STREAMS; i++)
        stream(i % 2 != 0);
    for (int i = 0; i < sample_count; i++) {
        const struct sample *sample = &samples[i];
        cut_everywhere(sample);
        surround(sample);
        cut_to_bytes(sample, 1);
        cut_to_bytes(sample, KEY_PAUSE_MS - 1);
        cut_to_bytes(sample, KEY_ESCAPE_WAIT_MS - 1);
        for (size_t cut = 1; cut < sample->text.length; cut++) {
            type_after(sample, cut, 0);
            type_after(sample, cut, 1000);
            type_on(sample, cut);
        }
        join_with_others(sample);
    }
}

TEST(no_sequence_of_a_terminal_acts_when_it_is_cut)
{
    rng_init(&rng, 5);
    read_samples();
    try_all();
}

TEST(no_sequence_of_any_family_acts_when_it_is_cut)
{
    uint64_t rounds = test_number("KEY_ROUNDS", ROUNDS, UINT64_MAX);

    for (uint64_t round = 0; round < rounds; round++) {
        rng_init(&rng, round);
        make_samples();
        try_all();
    }
}
