/*
 * A stand-in for the server: serves one MUD client at a time as the real one would, with a dungeon
 * in which nothing changes except the place of the one delver. Scripts can so be compared with
 * known text, and every line that a client sends is printed on standard output.
 *
 * Usage: client_mock feed   negotiates, asks for a name, then sends GMCP, text and prompts
 *        client_mock drop   takes over the terminal like screen mode and breaks the line at a key
 * The first line printed is 'ready: listening on 127.0.0.1:PORT'. It ends after two minutes.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    LIFE_S = 120,
    CLIENTS_MAX = 8,
    TEXT_MAX = 4096,
    MAP_WIDTH = 59,
    MAP_HEIGHT = 21,
    START_X = 40,
    START_Y = 30,
};

enum { IAC = 255, DONT = 254, DO = 253, WONT = 252, WILL = 251, SB = 250, SE = 240 };
enum { EOR_MARK = 239 };
enum { OPTION_ECHO = 1, OPTION_SGA = 3, OPTION_TTYPE = 24, OPTION_EOR = 25, OPTION_GMCP = 201 };
enum { TTYPE_ASKS = 3 }; /* the third answer is the one with MTTS */

enum scan { SCAN_TEXT, SCAN_COMMAND, SCAN_VERB, SCAN_SUB, SCAN_SUB_COMMAND };

struct client {
    int fd;
    bool is_named; /* has given a name and is in play */
    bool wants_map, wants_room, wants_char, wants_talk;
    bool marks_prompts;
    bool sends_keys; /* agreed to be sent no go-ahead: types key by key, as the real one has it */
    bool said_ready; /* the packages that came with the first look are out */
    int x, y;
    enum scan scan;
    unsigned char verb;
    int terminal_asks;
    size_t length, sub_length;
    char line[TEXT_MAX];
    char sub[TEXT_MAX];
};

static void send_bytes(const struct client *client, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size > 0) {
        ssize_t sent = send(client->fd, at, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        at += sent;
        size -= (size_t)sent;
    }
}

static void send_text(const struct client *client, const char *text)
{
    send_bytes(client, text, strlen(text));
}

static void send_verb(const struct client *client, unsigned char verb, unsigned char option)
{
    const unsigned char bytes[] = {IAC, verb, option};

    send_bytes(client, bytes, sizeof bytes);
}

static void send_package(const struct client *client, const char *text)
{
    const unsigned char head[] = {IAC, SB, OPTION_GMCP};
    const unsigned char tail[] = {IAC, SE};

    send_bytes(client, head, sizeof head);
    send_text(client, text);
    send_bytes(client, tail, sizeof tail);
}

static void send_prompt(const struct client *client, const char *text)
{
    const unsigned char mark[] = {IAC, EOR_MARK};

    send_text(client, text);
    if (client->marks_prompts)
        send_bytes(client, mark, sizeof mark);
}

/* The glyph of a cell of the level: one room with a door, stairs and things, all else unknown. */
static char glyph_at(int x, int y)
{
    /* Every sign that a scripting language may take for its own. */
    static const char things[] = "![$%)/?{}~;";
    const int left = START_X - 8, right = START_X + 8, top = START_Y - 4, bottom = START_Y + 4;

    if (x < left || x > right || y < top || y > bottom)
        return ' ';
    if (x == right && y == START_Y)
        return '+';
    if (x == left || x == right || y == top || y == bottom)
        return '#';
    if (x == left + 2 && y == top + 2)
        return '>';
    if (y == bottom - 1 && x >= left + 3 && x < left + 3 + (int)sizeof things - 1)
        return things[x - left - 3];
    return x == left + 1 && y == top + 1 ? '@' : '.';
}

static void send_map(const struct client *client)
{
    char text[TEXT_MAX];
    const int left = client->x - MAP_WIDTH / 2, top = client->y - MAP_HEIGHT / 2;
    int length = snprintf(text, sizeof text,
                          "Dungeon.Map {\"x\":%d,\"y\":%d,\"w\":%d,\"h\":%d,"
                          "\"rows\":[",
                          left, top, MAP_WIDTH, MAP_HEIGHT);

    for (int y = top; y < top + MAP_HEIGHT; y++) {
        text[length++] = '"';
        for (int x = left; x < left + MAP_WIDTH; x++)
            text[length++] = x == client->x && y == client->y ? '@' : glyph_at(x, y);
        text[length++] = '"';
        text[length++] = y == top + MAP_HEIGHT - 1 ? ']' : ',';
    }
    snprintf(text + length, sizeof text - (size_t)length,
             ",\"legend\":{\"#\":\"wall\",\"@\":\"delver\",\".\":\"floor\"}}");
    send_package(client, text);
}

static void send_state(struct client *client)
{
    char text[TEXT_MAX];

    if (client->wants_char) {
        snprintf(text, sizeof text,
                 "Char.Vitals {\"hp\":%d,\"maxhp\":20,\"depth\":2,\"level\":3,"
                 "\"xp\":45,\"gold\":67}",
                 14 - (START_Y - client->y));
        send_package(client, text);
    }
    if (client->wants_room && !client->said_ready)
        send_package(client, "Room.Info {\"num\":131073,\"name\":\"a square room\",\"area\":"
                             "\"the Cellars\",\"depth\":2,\"coords\":{\"x\":40,\"y\":30},\"exits\":"
                             "{\"north\":131074,\"east\":131075},\"doors\":{\"east\":\"closed\"}}");
    if (client->wants_map)
        send_map(client);
    if (client->wants_map && !client->said_ready)
        send_package(client,
                     "Dungeon.Things [{\"glyph\":\"@\",\"name\":\"Brom\",\"dx\":-7,"
                     "\"dy\":-3},{\"glyph\":\">\",\"name\":\"stairs down\",\"dx\":-6,\"dy\":-2}]");
    client->said_ready = true;
}

static void send_play_prompt(const struct client *client)
{
    char text[64];

    snprintf(text, sizeof text, "d2 %d/20> ", 14 - (START_Y - client->y));
    send_prompt(client, text);
}

static void enter_play(struct client *client)
{
    client->is_named = true;
    if (!client->sends_keys)
        send_verb(client, WONT, OPTION_ECHO);
    send_text(client, "Welcome. You are in the Cellars.\r\n");
    send_state(client);
    send_play_prompt(client);
}

static void obey(struct client *client, const char *line)
{
    char text[TEXT_MAX + 64];

    if (strcmp(line, "north") == 0) {
        client->y--;
        send_text(client, "You walk north.\r\n");
    } else if (strcmp(line, "talk") == 0) {
        if (client->wants_talk)
            send_package(client, "Comm.Channel.Text {\"channel\":\"say\",\"talker\":\"Brom\","
                                 "\"text\":\"stairs are north\"}");
        send_text(client, "Brom says: \"stairs are north\"\r\n");
    } else {
        snprintf(text, sizeof text, "You did: %s\r\n", line);
        send_text(client, text);
    }
    send_state(client);
    send_play_prompt(client);
}

static void take_line(struct client *client)
{
    client->line[client->length] = '\0';
    client->length = 0;
    printf("heard: %s\n", client->line);
    if (client->is_named)
        obey(client, client->line);
    else if (client->line[0] != '\0')
        enter_play(client);
}

static void take_byte(struct client *client, unsigned char byte)
{
    if (byte == '\n')
        take_line(client);
    else if (byte >= ' ' && client->length < sizeof client->line - 1)
        client->line[client->length++] = (char)byte;
}

static void ask_terminal(struct client *client)
{
    const unsigned char question[] = {IAC, SB, OPTION_TTYPE, 1, IAC, SE};

    if (client->terminal_asks++ < TTYPE_ASKS)
        send_bytes(client, question, sizeof question);
}

static void take_package(struct client *client, const char *text)
{
    printf("gmcp: %s\n", text);
    if (strncmp(text, "Core.Supports.", 14) != 0)
        return;
    client->wants_map |= strstr(text, "\"Dungeon 1\"") != NULL;
    client->wants_room |= strstr(text, "\"Room 1\"") != NULL;
    client->wants_char |= strstr(text, "\"Char 1\"") != NULL;
    client->wants_talk |= strstr(text, "\"Comm.Channel 1\"") != NULL;
}

static void take_sub(struct client *client)
{
    client->sub[client->sub_length] = '\0';
    if (client->sub_length < 1)
        return;
    if ((unsigned char)client->sub[0] == OPTION_GMCP) {
        take_package(client, client->sub + 1);
    } else if (client->sub[0] == OPTION_TTYPE && client->sub_length > 2) {
        printf("terminal: %s\n", client->sub + 2);
        ask_terminal(client);
    }
}

static void take_verb(struct client *client, unsigned char option)
{
    if (option == OPTION_SGA)
        client->sends_keys = client->verb == DO;
    if (option == OPTION_TTYPE && client->verb == WILL)
        ask_terminal(client);
    if (option == OPTION_EOR && client->verb == DO) {
        client->marks_prompts = true;
        /* The first prompt went out before the answer came. */
        if (!client->is_named)
            send_prompt(client, "");
    }
    printf("option: %d %d\n", client->verb, option);
}

static void take(struct client *client, unsigned char byte)
{
    switch (client->scan) {
    case SCAN_TEXT:
        if (byte == IAC)
            client->scan = SCAN_COMMAND;
        else
            take_byte(client, byte);
        break;
    case SCAN_COMMAND:
        client->verb = byte;
        client->sub_length = 0;
        client->scan = byte == SB ? SCAN_SUB : byte >= WILL && byte <= DONT ? SCAN_VERB : SCAN_TEXT;
        break;
    case SCAN_VERB:
        take_verb(client, byte);
        client->scan = SCAN_TEXT;
        break;
    case SCAN_SUB:
        if (byte == IAC)
            client->scan = SCAN_SUB_COMMAND;
        else if (client->sub_length < sizeof client->sub - 1)
            client->sub[client->sub_length++] = (char)byte;
        break;
    case SCAN_SUB_COMMAND:
        client->scan = byte == SE ? SCAN_TEXT : SCAN_SUB;
        if (byte == SE)
            take_sub(client);
        break;
    }
}

static void feed(struct client *client)
{
    unsigned char bytes[512];
    ssize_t count;

    send_verb(client, DO, OPTION_TTYPE);
    send_verb(client, WILL, OPTION_SGA);
    send_verb(client, WILL, OPTION_ECHO);
    send_verb(client, WILL, OPTION_EOR);
    send_verb(client, WILL, OPTION_GMCP);
    send_text(client, "Undercroft: 1 player online. New here? Type a name.\r\n");
    send_prompt(client, "Name: ");
    while ((count = recv(client->fd, bytes, sizeof bytes, 0)) > 0) {
        for (ssize_t i = 0; i < count; i++)
            take(client, bytes[i]);
        fflush(stdout);
    }
}

/* Leaves the terminal as badly as a server can whose line breaks: all modes stay changed. */
static void drop(struct client *client)
{
    unsigned char byte = 0;

    send_verb(client, WILL, OPTION_SGA);
    send_verb(client, WILL, OPTION_ECHO);
    send_text(client, "\033[?1049h\033[2J\033[?25l\033[?7l\033[?1h\033=\033[1;31m\033[5;5H#..@..#");
    while (byte != 'x' && recv(client->fd, &byte, 1, 0) == 1)
        continue;
}

static int listen_anywhere(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0 || bind(fd, (struct sockaddr *)&address, size) != 0 || listen(fd, 4) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &size) != 0)
        return -1;
    printf("ready: listening on 127.0.0.1:%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return fd;
}

int main(int argc, char **argv)
{
    const bool is_feed = argc == 2 && strcmp(argv[1], "feed") == 0;

    if (!is_feed && (argc != 2 || strcmp(argv[1], "drop") != 0)) {
        fputs("usage: client_mock feed|drop\n", stderr);
        return 2;
    }
    alarm(LIFE_S);
    int listener = listen_anywhere();
    if (listener < 0) {
        perror("client_mock");
        return 1;
    }
    for (int i = 0; i < CLIENTS_MAX; i++) {
        struct client client = {.fd = accept(listener, NULL, NULL), .x = START_X, .y = START_Y};
        if (client.fd < 0)
            return 1;
        (is_feed ? feed : drop)(&client);
        close(client.fd);
        puts("gone");
        fflush(stdout);
    }
    return 0;
}
