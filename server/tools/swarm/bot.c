/*
 * A bot. As a terminal it agrees to ECHO and SGA and tells the size of its window; as a client that
 * sends lines it refuses everything but the hiding of passwords; as a browser page it answers
 * messages.
 */
#include "server/tools/swarm/bot.h"

#include <stdio.h>
#include <string.h>

#include "server/tools/swarm/swarm.h"

enum {
    BYTE_SE = 240,
    BYTE_SB = 250,
    BYTE_WILL = 251,
    BYTE_WONT = 252,
    BYTE_DO = 253,
    BYTE_DONT = 254,
    BYTE_IAC = 255,
    OPTION_ECHO = 1,
    OPTION_SGA = 3,
    OPTION_TTYPE = 24,
    OPTION_NAWS = 31,
    PATIENCE_US = 200 * 1000,
    LINE_SIZE = 160,    /* bytes of a line, with the frame that a page puts around it */
    DEAF_BUFFER = 4096, /* bytes of the kernel's buffer, for a bot that never reads */
    TTYPE_IS = 0,
    DEEDS = 24, /* outcomes of the draw that chooses the next act of a bot that fights */
    /* percent of full health below which a bot drinks in a fight, and rests after it */
    TIRED_PERCENT = 40,
    US_PER_SECOND = 1000 * 1000,
};

/* A question of the login, and the bot's answer. */
enum answer { ANSWER_NAME, ANSWER_YES, ANSWER_NEW_PASSWORD, ANSWER_PASSWORD };

static const struct prompt_row {
    const char *prompt;
    const char *state; /* the state in which a page asks it */
    enum answer answer;
} prompt_table[] = {
    {"Name: ", "\"state\":\"name\"", ANSWER_NAME},
    {"(yes/no) ", "\"state\":\"confirm\"", ANSWER_YES},
    {"Choose a password", "\"state\":\"new-password\"", ANSWER_NEW_PASSWORD},
    {"Once more: ", "\"state\":\"repeat-password\"", ANSWER_NEW_PASSWORD},
    {"Password: ", "\"state\":\"password\"", ANSWER_PASSWORD},
};

/* Words by the number of a direction. */
static const char *const walk_words[] = {"w", "s", "n", "e", "nw", "ne", "sw", "se"};
static const char walk_keys[] = "hjklyubn";

static int number_of(const struct bot *bot)
{
    return (int)(bot - bot->swarm->bots);
}

static bool is_deaf(const struct bot *bot)
{
    return number_of(bot) < bot->swarm->options.deaf;
}

static bool is_page(const struct bot *bot)
{
    return bot->swarm->options.wire == SWARM_WIRE_WEB_PAGE;
}

static void change_stage(struct bot *bot, enum bot_stage stage)
{
    bot->swarm->stage_counts[bot->stage]--;
    bot->swarm->stage_counts[stage]++;
    bot->stage = stage;
}

static void set_due(struct bot *bot, uint64_t at_us)
{
    bot->swarm->due_us[number_of(bot)] = at_us;
}

/* Writes to the socket. Bytes that it does not take at once are lost: the peer does not read, and
   one more key would not help. A client that reads nothing learns here that its connection is
   gone. */
bool bot_write(struct bot *bot, const void *bytes, size_t length)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)length);
    int taken = bot_is_over(bot) ? UV_EPIPE : uv_try_write((uv_stream_t *)&bot->handle, &buffer, 1);

    if (taken == (int)length)
        return true;
    bot->swarm->keys_unsent++;
    if (taken < 0 && taken != UV_EAGAIN && is_deaf(bot) && !bot_is_over(bot)) {
        bot->swarm->deaf_closed++;
        bot_end(bot, BOT_LEFT);
    }
    return false;
}

static void send_line(struct bot *bot, const char *line)
{
    char text[LINE_SIZE];
    size_t length = is_page(bot) ? page_line(&bot->page, line, text, sizeof text)
                                 : (size_t)snprintf(text, sizeof text, "%s\r\n", line);

    line_send(bot, text, length);
}

static void answer_option(struct bot *bot, uint8_t option)
{
    static const uint8_t window[] = {BYTE_IAC, BYTE_SB, OPTION_NAWS, 0,      80,
                                     0,        24,      BYTE_IAC,    BYTE_SE};
    bool is_offer = bot->verb == BYTE_WILL || bot->verb == BYTE_WONT;
    bool is_line = bot->swarm->options.is_line;
    bool has_type = bot->swarm->options.terminal[0] != '\0';
    uint8_t answer[] = {BYTE_IAC, 0, option};

    if (option == OPTION_ECHO && is_offer) {
        bool is_on = bot->verb == BYTE_WILL;
        if (is_on == bot->server_echoes)
            return;
        bot->server_echoes = is_on;
        answer[1] = is_on ? BYTE_DO : BYTE_DONT;
    } else if (bot->verb == BYTE_WILL) {
        answer[1] = option == OPTION_SGA && !is_line ? BYTE_DO : BYTE_DONT;
    } else if (bot->verb == BYTE_DO) {
        bool is_known = (option == OPTION_NAWS && !is_line) || (option == OPTION_TTYPE && has_type);
        answer[1] = is_known ? BYTE_WILL : BYTE_WONT;
    } else {
        return;
    }
    line_send(bot, answer, sizeof answer);
    if (answer[1] == BYTE_WILL && option == OPTION_NAWS)
        line_send(bot, window, sizeof window);
}

/* Answers a subnegotiation, by which the server can only ask for the terminal's type. */
static void answer_question(struct bot *bot)
{
    static const uint8_t begin[] = {BYTE_IAC, BYTE_SB, OPTION_TTYPE, TTYPE_IS};
    static const uint8_t end[] = {BYTE_IAC, BYTE_SE};
    const char *terminal = bot->swarm->options.terminal;

    if (bot->option != OPTION_TTYPE || terminal[0] == '\0')
        return;
    line_send(bot, begin, sizeof begin);
    line_send(bot, terminal, strlen(terminal));
    line_send(bot, end, sizeof end);
}

/* Takes a byte of the text. */
static void hear(struct bot *bot, uint8_t byte)
{
    if (bot->stage == BOT_PLAYING)
        cursor_take(&bot->cursor, byte);
    if (bot->stage != BOT_LOGIN)
        return;
    if (bot->heard_length == BOT_HEARD_MAX) {
        bot->heard_length /= 2;
        memmove(bot->heard, bot->heard + bot->heard_length, bot->heard_length);
    }
    bot->heard[bot->heard_length++] = byte == 0 ? ' ' : (char)byte;
    bot->heard[bot->heard_length] = '\0';
    /* With each line, because more may follow in this read than is kept. */
    if (byte == '\n' && strstr(bot->heard, is_page(bot) ? "Session.Begin" : "Welcome") != NULL)
        bot->is_welcome = true;
}

static void take_byte(struct bot *bot, uint8_t byte)
{
    switch (bot->wire) {
    case BOT_WIRE_TEXT:
        if (byte == BYTE_IAC)
            bot->wire = BOT_WIRE_COMMAND;
        else
            hear(bot, byte);
        break;
    case BOT_WIRE_COMMAND:
        bot->verb = byte;
        bot->option = 0;
        bot->wire = byte == BYTE_SB                          ? BOT_WIRE_SUB
                    : byte >= BYTE_WILL && byte <= BYTE_DONT ? BOT_WIRE_OPTION
                                                             : BOT_WIRE_TEXT;
        break;
    case BOT_WIRE_OPTION:
        bot->wire = BOT_WIRE_TEXT;
        answer_option(bot, byte);
        break;
    case BOT_WIRE_SUB:
        if (bot->option == 0)
            bot->option = byte;
        bot->wire = byte == BYTE_IAC ? BOT_WIRE_SUB_IAC : BOT_WIRE_SUB;
        break;
    case BOT_WIRE_SUB_IAC:
        bot->wire = byte == BYTE_SE ? BOT_WIRE_TEXT : BOT_WIRE_SUB;
        if (byte == BYTE_SE)
            answer_question(bot);
        break;
    }
}

/* Notes that the last key stepped that way, or was refused. */
static void note_step(struct bot *bot, int way, bool has_moved)
{
    bot->was_refused = !has_moved;
    if (way == TYPED_NO_WAY || !has_moved)
        return;
    bot->way_back = typed_way_back(way);
    bot->is_way_known = true;
}

/* Takes telnet from a socket, or from a WebSocket with telnet in it. */
void bot_hear(struct bot *bot, const void *bytes, size_t length)
{
    enum swarm_wire wire = bot->swarm->options.wire;
    bool is_telnet = wire == SWARM_WIRE_TELNET || wire == SWARM_WIRE_WEB_TELNET;
    const uint8_t *text = bytes;

    for (size_t i = 0; i < length; i++) {
        if (is_telnet)
            take_byte(bot, text[i]);
        else
            hear(bot, text[i]);
    }
}

/* Takes records; a mark tells up to which line all were answered. */
void bot_hear_records(struct bot *bot, const uint8_t *bytes, size_t length)
{
    int x = bot->page.x;
    int y = bot->page.y;
    uint32_t count = page_take(&bot->page, bytes, length);
    uint64_t now_us = swarm_now_us();

    for (; count > 0 && bot->typed.count > 0; count--) {
        int way = bot->typed.keys[0].way;
        samples_add(&bot->swarm->answers, now_us - typed_answer_next(&bot->typed).due_us);
        note_step(bot, way, bot->page.x != x || bot->page.y != y);
    }
}

static const char *text_of(const struct bot *bot, enum answer answer)
{
    if (answer == ANSWER_YES)
        return "yes";
    return answer == ANSWER_NAME ? bot->name : bot->swarm->options.password;
}

void bot_begin_to_type(struct bot *bot, uint64_t now_us)
{
    if (bot->stage != BOT_PLAYING || bot->swarm->options.play == SWARM_IDLE)
        return;
    bot->next_key_us = now_us + rng_below(&bot->rng, US_PER_SECOND);
    set_due(bot, bot->next_key_us);
}

static void begin_to_play(struct bot *bot, uint64_t now_us)
{
    struct swarm *swarm = bot->swarm;

    change_stage(bot, BOT_PLAYING);
    set_due(bot, UINT64_MAX);
    if (!swarm->options.waits_for_all)
        bot_begin_to_type(bot, now_us);
    samples_add(&swarm->logins, now_us - bot->began_us);
    swarm->newest_login_us = now_us;
    if (is_deaf(bot))
        uv_read_stop((uv_stream_t *)&bot->handle);
}

/* Takes the next step of the login if the server has asked for it and not told the bot to wait. */
static void go_on_with_login(struct bot *bot, uint64_t now_us)
{
    if (bot->is_welcome) {
        begin_to_play(bot, now_us);
        return;
    }
    /* The server is busy, or so many passwords from here are still to be judged that it waits. */
    if (bot->again_at_us == 0 && (strstr(bot->heard, "try again in a moment") != NULL ||
                                  strstr(bot->heard, "please wait ") != NULL))
        bot->again_at_us = now_us + PATIENCE_US;
    if (now_us < bot->again_at_us) {
        set_due(bot, bot->again_at_us);
        return;
    }
    for (size_t i = 0; i < sizeof prompt_table / sizeof prompt_table[0]; i++) {
        const struct prompt_row *row = &prompt_table[i];
        if (strstr(bot->heard, is_page(bot) ? row->state : row->prompt) == NULL)
            continue;
        /* Asked again, and not because the server was busy: this name or password will not do. */
        if (((row->answer == ANSWER_NAME && bot->has_said_name) ||
             (row->answer == ANSWER_PASSWORD && bot->has_said_password)) &&
            bot->again_at_us == 0) {
            swarm_note_reason(bot->swarm, bot->heard);
            bot_end(bot, BOT_REFUSED);
            return;
        }
        bot->has_said_name = true;
        bot->has_said_password = row->answer == ANSWER_PASSWORD;
        bot->again_at_us = 0;
        bot->heard_length = 0;
        bot->heard[0] = '\0';
        send_line(bot, text_of(bot, row->answer));
        return;
    }
}

/* Takes bytes, perhaps the frame that answers a key: it moves the cursor, which was at `x` and `y`,
   writes into the log or shows the waiting key. A server without a game marks that frame. For a bot
   that sends lines any output answers its oldest line. */
static void take_answer(struct bot *bot, int x, int y, const uv_buf_t *buffer, size_t length)
{
    const struct swarm_options *options = &bot->swarm->options;
    bool is_simple = options->is_line || options->is_bare;
    bool is_marked = options->is_bare && memchr(buffer->base, '!', length) != NULL;
    bool has_reported = bot->cursor.has_reported;
    int columns = bot->cursor.x - x;
    int rows = bot->cursor.y - y;
    struct typed_answer answer;

    bot->cursor.has_reported = false;
    if (is_simple ? !options->is_line && !is_marked : !has_reported && columns == 0 && rows == 0)
        return;
    answer = is_simple ? typed_answer_next(&bot->typed) : typed_answer(&bot->typed, columns, rows);
    bot->swarm->keys_silent += (uint64_t)answer.silent;
    bot->swarm->keys_unclear += (uint64_t)answer.unclear;
    if (answer.due_us != 0)
        samples_add(&bot->swarm->answers, swarm_now_us() - answer.due_us);
    note_step(bot, answer.way, columns != 0 || rows != 0);
}

static void on_allocate(uv_handle_t *handle, size_t suggested_size, uv_buf_t *out)
{
    struct bot *bot = handle->data;

    (void)suggested_size;
    *out = uv_buf_init(bot->swarm->read_buffer, sizeof bot->swarm->read_buffer);
}

/* Ends a bot whose server has closed the connection or sends bytes that cannot be understood. */
static void end_without_line(struct bot *bot)
{
    if (bot->stage == BOT_LOGIN)
        swarm_note_reason(bot->swarm, bot->heard);
    bot_end(bot, bot->stage == BOT_LEAVING ? BOT_LEFT
                 : bot->stage == BOT_LOGIN ? BOT_REFUSED
                                           : BOT_LOST);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct bot *bot = stream->data;
    uint64_t now_us = swarm_now_us();

    if (count == 0 || bot_is_over(bot))
        return;
    if (count < 0) {
        end_without_line(bot);
        return;
    }
    bot->swarm->bytes += (uint64_t)count;
    int x = bot->cursor.x;
    int y = bot->cursor.y;
    if (line_take(bot, (const uint8_t *)buffer->base, (size_t)count) != ERR_OK) {
        end_without_line(bot);
        return;
    }
    if (bot->stage == BOT_LOGIN)
        go_on_with_login(bot, now_us);
    if (bot->stage == BOT_PLAYING && !is_page(bot))
        take_answer(bot, x, y, buffer, (size_t)count);
}

static void on_connected(uv_connect_t *request, int status)
{
    struct bot *bot = request->data;

    if (bot_is_over(bot))
        return;
    if (status != 0 || uv_read_start((uv_stream_t *)&bot->handle, on_allocate, on_read) != 0) {
        swarm_note_reason(bot->swarm, uv_strerror(status == 0 ? UV_EIO : status));
        bot_end(bot, BOT_REFUSED);
        return;
    }
    change_stage(bot, BOT_LOGIN);
    (void)uv_tcp_nodelay(&bot->handle, 1);
    if (line_begin(bot) != ERR_OK)
        end_without_line(bot);
    else if (bot->swarm->options.is_bare)
        begin_to_play(bot, swarm_now_us());
}

/* Makes a name with four letters that differ for all numbers; no two such names look alike. */
static void make_name(struct bot *bot, int number)
{
    static const char letters[] = "abcdefghkopst";
    int length = snprintf(bot->name, sizeof bot->name, "%s", bot->swarm->options.prefix);

    for (int i = 0; i < 4; i++) {
        bot->name[length++] = letters[number % (int)(sizeof letters - 1)];
        number /= (int)(sizeof letters - 1);
    }
    bot->name[length] = '\0';
}

/* Binds the bot's socket to an address of its own; all of 127.0.0.0/8 is this machine. A failure
   shows when the bot connects. */
static void leave_from_own_address(struct bot *bot, int number)
{
    struct sockaddr_in from = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)number),
    };

    (void)uv_tcp_bind(&bot->handle, (const struct sockaddr *)&from, 0);
}

void bot_begin(struct bot *bot, struct swarm *swarm, int number)
{
    int buffer = DEAF_BUFFER;

    *bot = (struct bot){.swarm = swarm, .began_us = swarm_now_us()};
    swarm->stage_counts[BOT_NOT_BEGUN]++;
    change_stage(bot, BOT_CONNECTING);
    rng_init(&bot->rng, rng_mix(swarm->options.seed) + (uint64_t)number);
    make_name(bot, number);
    bot->handle.data = bot;
    bot->connect.data = bot;
    if (uv_tcp_init_ex(&swarm->loop, &bot->handle, swarm->options.address.ss_family) != 0) {
        change_stage(bot, BOT_REFUSED);
        swarm_note_reason(swarm, "no socket: too many open files?");
        return;
    }
    if (is_deaf(bot))
        (void)uv_recv_buffer_size((uv_handle_t *)&bot->handle, &buffer);
    if (swarm->options.is_spread)
        leave_from_own_address(bot, number);
    int status = uv_tcp_connect(&bot->connect, &bot->handle,
                                (const struct sockaddr *)&swarm->options.address, on_connected);
    if (status != 0) {
        swarm_note_reason(swarm, uv_strerror(status));
        bot_end(bot, BOT_REFUSED);
    }
}

/* Notes a typed key. Too many keys without an answer are counted by their age. */
static void note_typed(struct bot *bot, int way)
{
    struct swarm *swarm = bot->swarm;

    swarm->keys++;
    if (is_deaf(bot))
        return;
    swarm->keys_waiting += bot->typed.count > 0;
    uint64_t dropped_us = typed_add(&bot->typed, way, bot->due_key_us);
    if (dropped_us != 0)
        samples_add(&swarm->answers, swarm_now_us() - dropped_us);
}

/* Returns a direction: any; but back after a key that was refused or had no answer, because a
   server sends nothing for the same wall again. */
static int choose_way(struct bot *bot)
{
    bool is_back_better = bot->was_refused || bot->typed.count == 1;
    int way = (int)rng_below(&bot->rng, TYPED_WAYS);

    bot->was_refused = false;
    return is_back_better && bot->is_way_known ? bot->way_back : way;
}

/* Returns the next act of a delver that fights, as keys or a line: it strikes an awake foe in view,
   drinks when it is badly hurt, rests after that, explores, and now and then goes down. */
static const char *choose_deed(struct bot *bot)
{
    const struct cursor_reported reported = cursor_read(&bot->cursor);
    bool is_tired = 100 * reported.health < TIRED_PERCENT * reported.health_max;
    uint32_t chance = rng_below(&bot->rng, DEEDS);

    bot->swarm->keys_in_danger += reported.is_in_danger;
    if (bot->swarm->options.is_line)
        return chance % 2 == 0 ? "fight" : "explore";
    if (reported.is_in_danger)
        return is_tired && chance % 2 == 0 ? "qq" : "\t";
    if (is_tired)
        return "Z";
    return chance == 0 ? ">" : chance <= 2 ? "_>" : "o";
}

static void play(struct bot *bot)
{
    const struct swarm_options *options = &bot->swarm->options;
    char line[LINE_SIZE];
    int way = TYPED_NO_WAY;

    if (options->play == SWARM_TALK) {
        snprintf(line, sizeof line, "%ssay number %u", options->is_line ? "" : ":",
                 rng_below(&bot->rng, 1000000));
        send_line(bot, line);
    } else if (options->play == SWARM_FIGHT) {
        const char *deed = choose_deed(bot);
        if (options->is_line)
            send_line(bot, deed);
        else
            line_send(bot, deed, strlen(deed));
    } else if (options->play == SWARM_EXPLORE && !options->is_line) {
        line_send(bot, "o", 1);
    } else if (options->play == SWARM_EXPLORE) {
        send_line(bot, "explore");
    } else if (is_page(bot)) {
        way = choose_way(bot);
        send_line(bot, walk_words[way]);
    } else if (options->is_line) {
        send_line(bot, walk_words[rng_below(&bot->rng, TYPED_WAYS)]);
    } else {
        way = choose_way(bot);
        line_send(bot, &walk_keys[way], 1);
    }
    note_typed(bot, way);
}

void bot_update(struct bot *bot, uint64_t now_us)
{
    const struct swarm_options *options = &bot->swarm->options;

    if (bot->stage == BOT_LOGIN && bot->again_at_us != 0)
        go_on_with_login(bot, now_us);
    if (bot->stage != BOT_PLAYING || options->play == SWARM_IDLE || now_us < bot->next_key_us)
        return;
    samples_add(&bot->swarm->lateness, now_us - bot->next_key_us);
    bot->due_key_us = bot->next_key_us;
    uint32_t pause_us = US_PER_SECOND / (uint32_t)options->keys_per_s;
    bot->next_key_us += pause_us / 2 + rng_below(&bot->rng, pause_us);
    set_due(bot, bot->next_key_us);
    play(bot);
}

void bot_leave(struct bot *bot)
{
    const struct swarm_options *options = &bot->swarm->options;

    set_due(bot, UINT64_MAX);
    if (bot->stage == BOT_PLAYING && (options->leave == SWARM_CUT || options->is_bare)) {
        bot_end(bot, BOT_LEFT);
    } else if (bot->stage == BOT_PLAYING) {
        change_stage(bot, BOT_LEAVING);
        if (is_deaf(bot))
            (void)uv_read_start((uv_stream_t *)&bot->handle, on_allocate, on_read);
        send_line(bot, bot->swarm->options.is_line ? "quit" : "Q");
    } else if (bot->stage == BOT_CONNECTING || bot->stage == BOT_LOGIN) {
        bot_end(bot, BOT_REFUSED);
    }
}

/* Frees the rest of a bot. This comes last, because a bot may end during a read. */
static void on_closed(uv_handle_t *handle)
{
    struct bot *bot = handle->data;

    line_release(&bot->line);
}

void bot_end(struct bot *bot, enum bot_stage stage)
{
    if (bot_is_over(bot))
        return;
    change_stage(bot, stage);
    set_due(bot, UINT64_MAX);
    uv_close((uv_handle_t *)&bot->handle, on_closed);
}

bool bot_is_over(const struct bot *bot)
{
    return bot->stage >= BOT_REFUSED;
}
