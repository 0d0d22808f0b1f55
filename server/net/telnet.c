/*
 * One peer's telnet.
 *
 * Every byte passes a state machine of ours before libtelnet sees it, and libtelnet sees no more
 * than typed bytes and negotiation verbs. That closes the ways in which a stranger can crash
 * version 0.21, have it inflate a bomb or make it take the rest of an over-long subnegotiation for
 * typing. The same state machine hears the refusals, for which libtelnet has no event, and gathers
 * the subnegotiations of options the peer agreed to, for which libtelnet would keep 512 bytes a
 * peer.
 *
 * ECHO never reaches libtelnet: what we say about it follows the prompts, and its bookkeeping
 * would wait for acknowledgements that several clients never send. The peer's word on ECHO is noted
 * and not answered, so no loop can arise.
 */
#include "server/net/telnet.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include <libtelnet.h>

#include "server/net/charset.h"
#include "server/net/telnet_private.h"

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

/* Options that we accept, whichever side begins. libtelnet refuses all others. */
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

/* `word` is in lower case; `text` may be in any. */
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

/* "MTTS 271", in any case. False if the text has another form. */
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

/* Only yes-words count: clients answer "dumb" or "hardcopy" further down their lists. */
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

/* The printable letters of a name, without blanks around them, into a buffer of
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

/* A reply to one of our questions: each question moves the peer on in its list, whose end it shows
   by giving the same answer twice. */
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

/* Event callback of libtelnet, which must not be freed in here. */
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
        /* Interrupt: what Ctrl-C becomes where the peer edits lines. */
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

/* One byte a call: the library's recursion and its look-ahead are then both bounded. */
static void pass_on(struct telnet *telnet, uint8_t byte)
{
    char buffer = (char)byte;

    if (!telnet->is_dead)
        telnet_recv(telnet->protocol, &buffer, 1);
}

/* Derives the client's caps from the answers. */
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

/* Acts on an answer, beside the reply that libtelnet makes. */
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
        /* A yes and a no mean the same, and neither makes it an option that is on. */
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
        /* WinTin++ does not double the 255 of a window that is so wide; no command is meant. */
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

void telnet_ask_offer(struct telnet *telnet, uint8_t option)
{
    telnet_negotiate(telnet->protocol, TELNET_DO, option);
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
