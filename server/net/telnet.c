/*
 * Telnet with a peer, as a wire.
 *
 * Every byte passes a state machine of ours before libtelnet sees it, and libtelnet sees only typed
 * bytes and negotiation verbs. That prevents a stranger from crashing version 0.21, from making it
 * inflate a bomb, and from making it take the rest of an over-long subnegotiation for typing. The
 * same state machine notices refusals, for which libtelnet has no event, and gathers the
 * subnegotiations of options that the peer agreed to, for which libtelnet would keep 512 bytes for
 * each peer.
 *
 * ECHO never reaches libtelnet: our messages about it follow the prompts, and its bookkeeping would
 * wait for acknowledgements that several clients never send. The peer's messages about ECHO are
 * noted and not answered, so no loop can arise. Output bypasses libtelnet for the same reason, and
 * because libtelnet would send it in pieces.
 */
#include "server/net/telnet.h"

#include <ctype.h>
#include <libtelnet.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/net/net.h"
#include "server/net/wire.h"

enum {
    WIRE_EOR = 239,
    WIRE_SE = 240,
    WIRE_NOP = 241,
    WIRE_GA = 249,
    WIRE_SB = 250,
    WIRE_WILL = 251,
    WIRE_WONT = 252,
    WIRE_DO = 253,
    WIRE_DONT = 254,
    WIRE_IAC = 255,
    OPTION_ECHO = 1,
    OPTION_TIMING_MARK = 6,
    OPTION_CHARSET = 42,
    OPTION_MSSP = 70,
    OPTION_COMPRESS = 85,
    OPTION_COMPRESS2 = 86,
    OPTION_COMPRESS3 = 87,
    OPTION_GMCP = 201,
};

/* Marks the peer dead: no byte is sent to it or taken from it any more. `reason` is static text. */
static void telnet_die(struct telnet *telnet, const char *reason)
{
    if (telnet->is_dead)
        return;
    telnet->is_dead = true;
    telnet->client->dead_reason = reason;
    telnet->event = (struct telnet_event){.kind = TELNET_EVENT_DEAD};
}

/* Appends bytes for the wire unchanged. */
static enum err append(struct telnet *telnet, const void *data, size_t length)
{
    enum err error = bytes_append(telnet->client->out, data, length);

    if (error != ERR_OK)
        telnet_die(telnet, "output-full");
    return error;
}

/* Appends bytes for the wire unchanged, as a reply to the peer's negotiation, within its budget. */
static void telnet_reply(struct telnet *telnet, const void *data, size_t length)
{
    if (++telnet->replies > telnet->replies_max)
        telnet_die(telnet, "too-many-negotiations");
    else
        (void)!append(telnet, data, length);
}

static size_t doubled_length(const uint8_t *data, size_t length)
{
    size_t sum = length;

    for (size_t i = 0; i < length; i++)
        sum += data[i] == WIRE_IAC;
    return sum;
}

/* Appends text with every IAC doubled; the memory was reserved. */
static enum err append_doubled(struct telnet *telnet, const uint8_t *data, size_t length)
{
    enum err error = ERR_OK;

    for (size_t done = 0; done < length && error == ERR_OK;) {
        const uint8_t *special = memchr(data + done, WIRE_IAC, length - done);
        size_t end = special == NULL ? length : (size_t)(special - data) + 1;
        error = bytes_append(telnet->client->out, data + done, end - done);
        if (special != NULL && error == ERR_OK)
            error = bytes_append(telnet->client->out, special, 1);
        done = end;
    }
    return error;
}

static enum err reserve(struct telnet *telnet, size_t length)
{
    enum err error = bytes_reserve(telnet->client->out, length);

    if (error != ERR_OK)
        telnet_die(telnet, "output-full");
    return error;
}

enum err telnet_write(struct telnet *telnet, const void *data, size_t length)
{
    enum err error = reserve(telnet, doubled_length(data, length));

    if (error == ERR_OK)
        error = append_doubled(telnet, data, length);
    return error;
}

/* Appends a subnegotiation, IAC SB and IAC SE included, as a whole or not at all. */
static enum err telnet_subnegotiate(struct telnet *telnet, uint8_t option, const void *data,
                                    size_t length)
{
    const uint8_t begin[] = {WIRE_IAC, WIRE_SB, option};
    const uint8_t end[] = {WIRE_IAC, WIRE_SE};
    enum err error;

    if ((error = reserve(telnet, sizeof begin + doubled_length(data, length) + sizeof end)) !=
            ERR_OK ||
        (error = bytes_append(telnet->client->out, begin, sizeof begin)) != ERR_OK ||
        (error = append_doubled(telnet, data, length)) != ERR_OK)
        return error;
    return bytes_append(telnet->client->out, end, sizeof end);
}

enum err telnet_end_prompt(struct telnet *telnet)
{
    static const uint8_t end_of_record[] = {WIRE_IAC, WIRE_EOR};
    static const uint8_t go_ahead[] = {WIRE_IAC, WIRE_GA};

    if (telnet->end_of_record == TELNET_YES)
        return append(telnet, end_of_record, sizeof end_of_record);
    if (telnet->suppress_go_ahead != TELNET_YES)
        return append(telnet, go_ahead, sizeof go_ahead);
    return ERR_OK;
}

static enum err telnet_offer_echo(struct telnet *telnet, bool is_hidden)
{
    const uint8_t toggle[] = {WIRE_IAC, is_hidden ? WIRE_WILL : WIRE_WONT, OPTION_ECHO};

    return append(telnet, toggle, sizeof toggle);
}

enum err telnet_hide_typing(struct telnet *telnet, bool is_hidden)
{
    telnet->has_toggled_echo = true;
    telnet->has_offered_again = telnet->has_offered_again || is_hidden;
    return telnet_offer_echo(telnet, is_hidden);
}

enum err telnet_keep_alive(struct telnet *telnet)
{
    static const uint8_t nothing[] = {WIRE_IAC, WIRE_NOP};

    return append(telnet, nothing, sizeof nothing);
}

bool telnet_can_ping(const struct telnet *telnet)
{
    return telnet->has_negotiated && !telnet->is_mark_asked && !telnet->is_dead;
}

enum err telnet_ping(struct telnet *telnet, uint64_t now_ms)
{
    static const uint8_t mark[] = {WIRE_IAC, WIRE_DO, OPTION_TIMING_MARK};

    telnet->is_mark_asked = true;
    telnet->mark_asked_at_ms = now_ms;
    return append(telnet, mark, sizeof mark);
}

void telnet_take_mark(struct telnet *telnet, uint64_t now_ms)
{
    uint64_t lag_ms = now_ms - telnet->mark_asked_at_ms;

    telnet->is_mark_asked = false;
    telnet->client->caps.lag_ms = lag_ms < UINT32_MAX ? (uint32_t)lag_ms : UINT32_MAX;
}

enum { REQUEST = 1, ACCEPTED = 2, REJECTED = 3, CHARSET_NAME_MAX = 8 };

/* IAC SB CHARSET REQUEST, the names after their separator, IAC SE */
static const char question[] = "\xff\xfa\x2a\x01;UTF-8;US-ASCII\xff\xf0";

struct charset_row {
    const char *name;
    enum charset charset;
};

struct charset_name {
    const char *text; /* not ended by NUL */
    size_t length;
};

static const struct charset_row charset_table[] = {
    {"UTF-8", CHARSET_UTF8},
    {"US-ASCII", CHARSET_ASCII},
};

/* Asks a peer that accepted the option for its choice. */
static void charset_ask(struct telnet *telnet)
{
    if (telnet->is_charset_asked || telnet->client->caps.charset != CHARSET_UNKNOWN)
        return;
    telnet->is_charset_asked = true;
    telnet_reply(telnet, question, sizeof question - 1);
}

/* Sends DO: asks the peer to offer an option of telnet.c's table. */
static void telnet_ask_offer(struct telnet *telnet, uint8_t option)
{
    telnet_negotiate(telnet->protocol, TELNET_DO, option);
}

void charset_ask_other_way(struct telnet *telnet)
{
    if (telnet->charset == TELNET_YES || telnet->has_asked_charset_offer ||
        !telnet->has_negotiated || telnet->is_dead)
        return;
    telnet->has_asked_charset_offer = true;
    telnet_ask_offer(telnet, OPTION_CHARSET);
}

/* Returns the name without blanks and NULs around it: TinTin++ before 2.02.21 puts a blank in
   front, and a client written in C may send the NUL that ends its text. */
static struct charset_name trim(const char *text, size_t length)
{
    static const char around[] = " \t\r\n"; /* and its own NUL */

    for (; length > 0 && memchr(around, text[length - 1], sizeof around) != NULL; length--)
        continue;
    for (; length > 0 && memchr(around, text[0], sizeof around) != NULL; length--)
        text++;
    return (struct charset_name){text, length};
}

/* Returns the row of a name; NULL: it is unknown. */
static const struct charset_row *find(struct charset_name name)
{
    for (size_t i = 0; i < sizeof charset_table / sizeof charset_table[0]; i++) {
        const struct charset_row *row = &charset_table[i];
        if (strlen(row->name) == name.length && strncasecmp(row->name, name.text, name.length) == 0)
            return row;
    }
    return NULL;
}

static void refuse(struct telnet *telnet)
{
    static const uint8_t refusal[] = {WIRE_IAC, WIRE_SB,  OPTION_CHARSET,
                                      REJECTED, WIRE_IAC, WIRE_SE};

    telnet_reply(telnet, refusal, sizeof refusal);
}

/* Accepts a name of the peer's list, in the peer's spelling. False: the name is unknown. */
static bool agree(struct telnet *telnet, struct charset_name name)
{
    uint8_t answer[4 + CHARSET_NAME_MAX + 2] = {WIRE_IAC, WIRE_SB, OPTION_CHARSET, ACCEPTED};
    const struct charset_row *row = find(name);

    if (row == NULL)
        return false;
    memcpy(answer + 4, name.text, name.length);
    answer[4 + name.length] = WIRE_IAC;
    answer[4 + name.length + 1] = WIRE_SE;
    telnet_reply(telnet, answer, 4 + name.length + 2);
    telnet->client->caps.charset = row->charset;
    telnet->event = (struct telnet_event){.kind = TELNET_EVENT_ANSWER};
    return true;
}

/*
 * Answers the peer's question with the first known name, because its list is in order of
 * preference. While our own question is open the peer must answer that (RFC 2066 on two questions
 * that cross).
 */
static void take_question(struct telnet *telnet, const char *list, size_t length)
{
    const char *end = list + length;

    /* The offer of a translation table comes first and is skipped. */
    if (length > 0 && list[0] == '[') {
        const char *close = memchr(list, ']', length);
        list = close == NULL || end - close < 2 ? end : close + 2;
    }
    if ((telnet->is_charset_asked && !telnet->is_charset_answered) || list == end) {
        refuse(telnet);
        return;
    }
    for (char separator = *list++; list <= end;) {
        const char *next = memchr(list, separator, (size_t)(end - list));
        next = next == NULL ? end : next;
        if (agree(telnet, trim(list, (size_t)(next - list))))
            return;
        list = next + 1;
    }
    refuse(telnet);
}

/* Takes an answer. One with an unknown name leaves the question open: the peer may ask in turn,
   with names that we know. */
static void charset_take(struct telnet *telnet, const uint8_t *data, size_t length)
{
    enum charset *charset = &telnet->client->caps.charset;

    if (length == 0)
        return;
    const char *text = (const char *)data + 1;
    if (data[0] == REQUEST) {
        take_question(telnet, text, length - 1);
        return;
    }
    if (!telnet->is_charset_asked || (data[0] != ACCEPTED && data[0] != REJECTED))
        return;
    telnet->is_charset_answered = true;
    const struct charset_row *row = data[0] == ACCEPTED ? find(trim(text, length - 1)) : NULL;
    if (row == NULL && data[0] == ACCEPTED)
        return;
    /* TinTin++ names the charset that it rejects. */
    *charset = row == NULL ? CHARSET_REFUSED : row->charset;
    telnet->is_charset_asked = false;
    telnet->event = (struct telnet_event){.kind = TELNET_EVENT_ANSWER};
}

enum {
    MTTS_DIGITS_MAX = 9,
    WINDOW_SIZE = 4, /* bytes: width and height, high byte first */
    CONTROL_C = 3,
};

enum scan {
    SCAN_GROUND,
    SCAN_COMMAND,        /* after IAC */
    SCAN_VERB,           /* after WILL, WONT, DO or DONT */
    SCAN_SUBNEGOTIATION, /* after IAC SB */
    SCAN_SUBNEGOTIATION_DATA,
    SCAN_SUBNEGOTIATION_COMMAND, /* after an IAC in there */
    SCAN_COUNT
};

/* Options that we accept from either side; libtelnet refuses all others. */
static const struct telnet_telopt_t option_table[] = {
    {TELNET_TELOPT_SGA, TELNET_WILL, TELNET_DO},
    {TELNET_TELOPT_EOR, TELNET_WILL, TELNET_DONT},
    {TELNET_TELOPT_TTYPE, TELNET_WONT, TELNET_DO},
    {TELNET_TELOPT_NAWS, TELNET_WONT, TELNET_DO},
    {OPTION_CHARSET, TELNET_WILL, TELNET_DO},
    {OPTION_GMCP, TELNET_WILL, TELNET_DONT},
    {OPTION_MSSP, TELNET_WILL, TELNET_DONT},
    {OPTION_COMPRESS2, TELNET_WILL, TELNET_DONT},
    {-1, 0, 0},
};

/* True if the text contains the word. `word` is in lower case; `text` may be in both. */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);

    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == word[i])
            i++;
        if (i == length)
            return true;
    }
    return false;
}

/* Reads "MTTS 271", ignoring case. False: the text has another form. */
static bool read_terminal_standard(const char *text, uint32_t *out)
{
    static const char prefix[] = "MTTS ";
    uint32_t value = 0;

    if (strncasecmp(text, prefix, sizeof prefix - 1) != 0)
        return false;
    const char *digit = text + sizeof prefix - 1;
    digit += strspn(digit, " ");
    size_t length = strlen(digit);
    if (length < 1 || length > MTTS_DIGITS_MAX || strspn(digit, "0123456789") != length)
        return false;
    for (; *digit != '\0'; digit++)
        value = value * 10 + (uint32_t)(*digit - '0');
    *out = value;
    return true;
}

static void ask_terminal_type(struct telnet *telnet)
{
    if (telnet->is_dead || telnet->terminal_type_asks >= TELNET_TERMINAL_TYPE_ASKS_MAX)
        return;
    telnet->terminal_type_asks++;
    telnet->is_terminal_type_asked = true;
    telnet_ttype_send(telnet->protocol);
}

/* Notes that the client shows colours. Only names with colours count: clients answer "dumb" or
   "hardcopy" further down their lists. */
static void note_colours(struct telnet *telnet, const char *type)
{
    uint32_t standard = 0;

    if (read_terminal_standard(type, &standard))
        telnet->client->caps.terminal_standard = standard;
    if ((standard & MTTS_TRUE_COLOUR) != 0 || has_word(type, "truecolor"))
        telnet->client->caps.has_true_colour = true;
    if ((standard & MTTS_256_COLOURS) != 0 || has_word(type, "256color"))
        telnet->client->caps.has_256_colours = true;
    if (telnet->client->caps.has_true_colour)
        telnet->client->caps.has_256_colours = true;
}

/* Copies the printable letters of a name, without blanks around them, to a buffer of
   CLIENT_TERMINAL_TYPE_MAX + 1 bytes. */
static void copy_terminal_type(const uint8_t *data, size_t size, char *out)
{
    size_t length = 0;

    for (size_t i = 0; i < size && length < CLIENT_TERMINAL_TYPE_MAX; i++) {
        if ((data[i] > ' ' && data[i] <= '~') || (data[i] == ' ' && length > 0))
            out[length++] = (char)data[i];
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
}

/* Takes a reply to one of our questions: each question advances the peer in its list, which ends
   when the same answer comes twice. */
static void take_terminal_type(struct telnet *telnet, const uint8_t *data, size_t size)
{
    char type[CLIENT_TERMINAL_TYPE_MAX + 1];

    if (!telnet->is_terminal_type_asked || size < 1 || data[0] != TELNET_TTYPE_IS)
        return;
    telnet->is_terminal_type_asked = false;
    copy_terminal_type(data + 1, size - 1, type);
    if (strcmp(type, telnet->terminal_type_last) == 0)
        return;
    memcpy(telnet->terminal_type_last, type, sizeof type);
    if (telnet->terminal_type_asks == 1)
        memcpy(telnet->client->caps.terminal_type, type, sizeof type);
    note_colours(telnet, type);
    telnet->event = (struct telnet_event){.kind = TELNET_EVENT_ANSWER};
    ask_terminal_type(telnet);
}

static void take_window(struct telnet *telnet, const uint8_t *data, size_t size)
{
    if (size != WINDOW_SIZE)
        return;
    telnet->event = (struct telnet_event){
        .kind = TELNET_EVENT_WINDOW,
        .width = (uint16_t)(data[0] << 8 | data[1]),
        .height = (uint16_t)(data[2] << 8 | data[3]),
    };
}

/* Takes an event of libtelnet, which must not be freed here. */
static void on_protocol_event(telnet_t *protocol, telnet_event_t *event, void *user_data)
{
    struct telnet *telnet = user_data;

    (void)protocol;
    if (telnet->is_dead)
        return;
    switch ((int)event->type) {
    case TELNET_EV_DATA:
        telnet->event = (struct telnet_event){.kind = TELNET_EVENT_BYTE,
                                              .byte = (uint8_t)event->data.buffer[0]};
        break;
    case TELNET_EV_IAC:
        /* Interrupt: a Ctrl-C of a peer that edits lines. */
        if (event->iac.cmd == TELNET_IP)
            telnet->event = (struct telnet_event){.kind = TELNET_EVENT_BYTE, .byte = CONTROL_C};
        break;
    case TELNET_EV_SEND:
        telnet_reply(telnet, event->data.buffer, event->data.size);
        break;
    case TELNET_EV_WARNING:
    case TELNET_EV_ERROR:
        telnet_die(telnet, "bad-telnet");
        break;
    case TELNET_EV_COMPRESS:
        telnet_die(telnet, "compressed-input");
        break;
    default:
        break;
    }
}

/* Gives libtelnet a single byte, which limits both its recursion and its look-ahead. */
static void pass_on(struct telnet *telnet, uint8_t byte)
{
    char buffer = (char)byte;

    if (!telnet->is_dead)
        telnet_recv(telnet->protocol, &buffer, 1);
}

/* Sets the client's capabilities by its answers. */
static void note_caps(struct telnet *telnet)
{
    struct client_caps *caps = &telnet->client->caps;
    bool is_yes = telnet->echo == TELNET_YES && telnet->suppress_go_ahead == TELNET_YES;
    bool is_no = telnet->echo == TELNET_NO || telnet->suppress_go_ahead == TELNET_NO;

    caps->typing = is_yes ? CLIENT_TYPES_KEYS : is_no ? CLIENT_TYPES_LINES : CLIENT_TYPING_UNKNOWN;
    caps->is_typing_doubtful = telnet->is_echo_doubtful;
    caps->takes_messages = telnet->gmcp == TELNET_YES;
    caps->compresses = telnet->compress == TELNET_YES;
}

static void note_answer(struct telnet *telnet, uint8_t verb, uint8_t option)
{
    const struct {
        uint8_t option;
        uint8_t yes;
        uint8_t no;
        enum telnet_answer *answer;
    } rows[] = {
        {TELNET_TELOPT_ECHO, TELNET_DO, TELNET_DONT, &telnet->echo},
        {TELNET_TELOPT_SGA, TELNET_DO, TELNET_DONT, &telnet->suppress_go_ahead},
        {TELNET_TELOPT_EOR, TELNET_DO, TELNET_DONT, &telnet->end_of_record},
        {TELNET_TELOPT_TTYPE, TELNET_WILL, TELNET_WONT, &telnet->terminal},
        {TELNET_TELOPT_NAWS, TELNET_WILL, TELNET_WONT, &telnet->window},
        {OPTION_CHARSET, TELNET_DO, TELNET_DONT, &telnet->charset},
        {OPTION_CHARSET, TELNET_WILL, TELNET_WONT, &telnet->charset},
        {OPTION_GMCP, TELNET_DO, TELNET_DONT, &telnet->gmcp},
        {OPTION_MSSP, TELNET_DO, TELNET_DONT, &telnet->mssp},
        {OPTION_COMPRESS2, TELNET_DO, TELNET_DONT, &telnet->compress},
    };

    if (telnet->is_dead)
        return;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].option != option || (verb != rows[i].yes && verb != rows[i].no))
            continue;
        enum telnet_answer answer = verb == rows[i].yes ? TELNET_YES : TELNET_NO;
        if (*rows[i].answer == answer)
            return;
        *rows[i].answer = answer;
        note_caps(telnet);
        telnet->event = (struct telnet_event){.kind = TELNET_EVENT_ANSWER};
    }
}

static void scan_ground(struct telnet *telnet, uint8_t byte)
{
    if (byte == TELNET_IAC)
        telnet->scan = SCAN_COMMAND;
    else
        pass_on(telnet, byte);
}

static void scan_command(struct telnet *telnet, uint8_t byte)
{
    if (byte == TELNET_SB) {
        telnet->scan = SCAN_SUBNEGOTIATION;
    } else if (byte >= TELNET_WILL && byte <= TELNET_DONT) {
        telnet->verb = byte;
        telnet->scan = SCAN_VERB;
    } else {
        telnet->scan = SCAN_GROUND;
        pass_on(telnet, TELNET_IAC);
        pass_on(telnet, byte);
    }
}

/* Does what an answer requires beyond libtelnet's reply. */
static void follow_up(struct telnet *telnet, uint8_t verb, uint8_t option)
{
    if (telnet->is_dead)
        return;
    if (telnet->terminal == TELNET_YES && telnet->terminal_type_asks == 0)
        ask_terminal_type(telnet);
    if (option == OPTION_CHARSET && telnet->charset == TELNET_YES)
        charset_ask(telnet);
    else if (option == OPTION_CHARSET && verb == TELNET_DONT)
        charset_ask_other_way(telnet);
    if (option == OPTION_COMPRESS2 && verb == TELNET_DONT)
        telnet->client->caps.has_broken_compress = true;
    if (option == OPTION_MSSP && verb == TELNET_DO && telnet->mssp_asks < TELNET_MSSP_ASKS_MAX) {
        telnet->mssp_asks++;
        telnet->event = (struct telnet_event){.kind = TELNET_EVENT_MSSP};
    }
}

static void scan_verb(struct telnet *telnet, uint8_t option)
{
    bool is_about_us = telnet->verb == TELNET_DO || telnet->verb == TELNET_DONT;

    telnet->scan = SCAN_GROUND;
    telnet->has_negotiated = true;
    if (is_about_us && option == TELNET_TELOPT_ECHO) {
        /* Once we have toggled, these acknowledge a toggle. */
        bool is_first = telnet->echo == TELNET_UNANSWERED;
        if (is_first)
            telnet->is_echo_doubtful = telnet->has_offered_again;
        if (is_first || !telnet->has_toggled_echo)
            note_answer(telnet, telnet->verb, option);
        return;
    }
    if (!is_about_us && option == OPTION_TIMING_MARK) {
        /* Yes and no both show that the peer has read up to the mark, and neither turns the option
           on. */
        if (telnet->is_mark_asked)
            telnet->event = (struct telnet_event){.kind = TELNET_EVENT_MARK};
        return;
    }
    pass_on(telnet, TELNET_IAC);
    pass_on(telnet, telnet->verb);
    pass_on(telnet, option);
    note_answer(telnet, telnet->verb, option);
    follow_up(telnet, telnet->verb, option);
}

static void scan_subnegotiation(struct telnet *telnet, uint8_t option)
{
    if (option >= OPTION_COMPRESS && option <= OPTION_COMPRESS3) {
        telnet_die(telnet, "compressed-input");
        return;
    }
    telnet->scan = SCAN_SUBNEGOTIATION_DATA;
    telnet->subnegotiation_length = 0;
    bool is_gathered = (option == TELNET_TELOPT_TTYPE && telnet->terminal == TELNET_YES) ||
                       (option == TELNET_TELOPT_NAWS && telnet->window == TELNET_YES) ||
                       (option == OPTION_CHARSET && telnet->charset == TELNET_YES) ||
                       (option == OPTION_GMCP && telnet->gmcp == TELNET_YES);
    telnet->gathered_option = is_gathered ? option : 0;
    bytes_clear(&telnet->gathered, TELNET_GATHERED_KEEP);
}

static void take_subnegotiation_byte(struct telnet *telnet, uint8_t byte)
{
    telnet->scan = SCAN_SUBNEGOTIATION_DATA;
    if (++telnet->subnegotiation_length > TELNET_SUBNEGOTIATION_MAX) {
        telnet_die(telnet, "long-subnegotiation");
        return;
    }
    if (telnet->gathered_option != 0 && bytes_append_u8(&telnet->gathered, byte) != ERR_OK)
        telnet_die(telnet, "memory");
}

static void end_subnegotiation(struct telnet *telnet)
{
    telnet->scan = SCAN_GROUND;
    if (telnet->gathered_option == OPTION_GMCP) {
        telnet->client->message = &telnet->gathered;
        telnet->event = (struct telnet_event){.kind = TELNET_EVENT_GMCP};
        return;
    }
    if (telnet->gathered_option == TELNET_TELOPT_TTYPE)
        take_terminal_type(telnet, telnet->gathered.data, telnet->gathered.length);
    else if (telnet->gathered_option == TELNET_TELOPT_NAWS)
        take_window(telnet, telnet->gathered.data, telnet->gathered.length);
    else if (telnet->gathered_option == OPTION_CHARSET)
        charset_take(telnet, telnet->gathered.data, telnet->gathered.length);
    bytes_release(&telnet->gathered);
}

static void scan_subnegotiation_data(struct telnet *telnet, uint8_t byte)
{
    if (byte == TELNET_IAC)
        telnet->scan = SCAN_SUBNEGOTIATION_COMMAND;
    else
        take_subnegotiation_byte(telnet, byte);
}

static void scan_subnegotiation_command(struct telnet *telnet, uint8_t byte)
{
    if (byte == TELNET_IAC) {
        take_subnegotiation_byte(telnet, byte);
    } else if (byte == TELNET_SE) {
        end_subnegotiation(telnet);
    } else if (telnet->gathered_option == TELNET_TELOPT_NAWS && byte < TELNET_SE) {
        /* WinTin++ does not double the 255 of a window of that width; it is not a command. */
        take_subnegotiation_byte(telnet, TELNET_IAC);
        take_subnegotiation_byte(telnet, byte);
    } else {
        telnet_die(telnet, "bad-telnet");
    }
}

void telnet_feed(struct telnet *telnet, uint8_t byte)
{
    static void (*const scanners[SCAN_COUNT])(struct telnet *, uint8_t) = {
        [SCAN_GROUND] = scan_ground,
        [SCAN_COMMAND] = scan_command,
        [SCAN_VERB] = scan_verb,
        [SCAN_SUBNEGOTIATION] = scan_subnegotiation,
        [SCAN_SUBNEGOTIATION_DATA] = scan_subnegotiation_data,
        [SCAN_SUBNEGOTIATION_COMMAND] = scan_subnegotiation_command,
    };

    if (telnet->is_dead)
        return;
    telnet->event = (struct telnet_event){.kind = TELNET_EVENT_NONE};
    scanners[telnet->scan](telnet, byte);
}

enum err telnet_open(struct telnet *telnet, struct client *client)
{
    *telnet = (struct telnet){.client = client, .replies_max = TELNET_REPLIES_MAX};
    bytes_init(&telnet->gathered, TELNET_SUBNEGOTIATION_MAX);
    telnet->protocol = telnet_init(option_table, on_protocol_event, 0, telnet);
    if (telnet->protocol == NULL)
        return ERR_MEMORY;
    telnet_negotiate(telnet->protocol, TELNET_DO, TELNET_TELOPT_TTYPE);
    telnet_negotiate(telnet->protocol, TELNET_DO, TELNET_TELOPT_NAWS);
    telnet_negotiate(telnet->protocol, TELNET_WILL, TELNET_TELOPT_SGA);
    (void)!telnet_offer_echo(telnet, true);
    telnet_negotiate(telnet->protocol, TELNET_WILL, TELNET_TELOPT_EOR);
    telnet_negotiate(telnet->protocol, TELNET_WILL, OPTION_CHARSET);
    telnet_negotiate(telnet->protocol, TELNET_WILL, OPTION_GMCP);
    telnet_negotiate(telnet->protocol, TELNET_WILL, OPTION_MSSP);
    telnet_negotiate(telnet->protocol, TELNET_WILL, OPTION_COMPRESS2);
    telnet->replies = 0; /* the burst answers nothing */
    if (telnet->is_dead) {
        telnet_release(telnet);
        return ERR_TOO_BIG;
    }
    return ERR_OK;
}

void telnet_release(struct telnet *telnet)
{
    if (telnet->protocol != NULL)
        telnet_free(telnet->protocol);
    telnet->protocol = NULL;
    bytes_release(&telnet->gathered);
    telnet->is_dead = true;
}

static enum err open_telnet(struct client *client, int replies_max)
{
    struct telnet *telnet = calloc(1, sizeof *telnet);

    if (telnet == NULL)
        return ERR_MEMORY;
    enum err error = telnet_open(telnet, client);
    if (error != ERR_OK) {
        free(telnet);
        return error;
    }
    telnet->replies_max = replies_max;
    client->state = telnet;
    return ERR_OK;
}

static void release(struct client *client)
{
    telnet_release(client->state);
    free(client->state);
    client->state = NULL;
}

static bool feed(struct client *client, uint8_t byte, uint64_t now_ms, struct net_event *out)
{
    static const enum net_event_kind kinds[] = {
        [TELNET_EVENT_BYTE] = NET_BYTE,           [TELNET_EVENT_WINDOW] = NET_WINDOW,
        [TELNET_EVENT_ANSWER] = NET_CAPABILITIES, [TELNET_EVENT_GMCP] = NET_MESSAGE,
        [TELNET_EVENT_MSSP] = NET_STATUS_WANTED,  [TELNET_EVENT_MARK] = NET_LAG,
        [TELNET_EVENT_DEAD] = NET_DEAD,
    };
    struct telnet *telnet = client->state;
    const struct telnet_event *event = &telnet->event;

    telnet_feed(telnet, byte);
    if (event->kind == TELNET_EVENT_NONE)
        return false;
    if (event->kind == TELNET_EVENT_MARK)
        telnet_take_mark(telnet, now_ms);
    *out = (struct net_event){.kind = kinds[event->kind],
                              .byte = event->byte,
                              .width = event->width,
                              .height = event->height,
                              .reason = client->dead_reason};
    return true;
}

static enum err write_text(struct client *client, const void *data, size_t length)
{
    return telnet_write(client->state, data, length);
}

static enum err hide_typing(struct client *client, bool is_hidden)
{
    return telnet_hide_typing(client->state, is_hidden);
}

static enum err end_prompt(struct client *client)
{
    return telnet_end_prompt(client->state);
}

static enum err send_message(struct client *client, const char *package, const char *json)
{
    struct bytes text;

    bytes_init(&text, GMCP_MESSAGE_MAX);
    enum err error = gmcp_write(&text, package, json);
    if (error == ERR_OK)
        error = telnet_subnegotiate(client->state, OPTION_GMCP, text.data, text.length);
    bytes_release(&text);
    return error;
}

static enum err send_status(struct client *client, const void *data, size_t length)
{
    return telnet_subnegotiate(client->state, OPTION_MSSP, data, length);
}

static enum err keep_alive(struct client *client)
{
    return telnet_keep_alive(client->state);
}

static bool ping(struct client *client, uint64_t now_ms)
{
    return telnet_can_ping(client->state) && telnet_ping(client->state, now_ms) == ERR_OK;
}

static void ask_again(struct client *client)
{
    charset_ask_other_way(client->state);
}

const struct wire wire_telnet = {
    .name = "telnet",
    .sniffs_protocols = true,
    .open = open_telnet,
    .release = release,
    .feed = feed,
    .write = write_text,
    .hide_typing = hide_typing,
    .end_prompt = end_prompt,
    .send_message = send_message,
    .send_status = send_status,
    .keep_alive = keep_alive,
    .ping = ping,
    .ask_again = ask_again,
};
