/*
 * Help.
 */
#include "server/session/commands/help.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "content/goal.h"
#include "narrate/command.h"
#include "server/session/commands/help_topics.h"

enum {
    LISTED_MAX = 128, /* bytes of a line of a list */
    CELL_MAX = 37,    /* columns of a cell that holds several */
    FOUND_MAX = 32,   /* bytes of a name that a search has found, */
    FOUND_COLUMNS = 72,
    SEARCH_LENGTH_MIN = 3, /* letters: fewer are in any text */
    SEARCH_LENGTH_MAX = 20,
};

/* A TAB is between two columns, as term/overlay.h lays them out. */
static const char screen_page[] =
    GOAL_SENTENCE "\n"
                  "Walk\tTalk\n"
                  "   y k u    7 8 9\t   '  say   Ctrl-W  players online\n"
                  "   h @ l    4 @ 6\t   \"  tell one player\n"
                  "   b j n    1 2 3   or arrows\t   R  reply   p  party   m  mark\n"
                  "   HJKLYUBN  run\tSee\n"
                  "Do\t   v  what is in view\n"
                  "   walk into a door to open it\t   Ctrl-X  things nearby\n"
                  "   O  open   c  close a door\t   x  look around\n"
                  "   >  go down   <  go up stairs\t   M  map of the level\n"
                  "   o  explore\t   @  you, others   #  wall   .  floor\n"
                  "   _  travel: > < _ or a name\t   +  closed door   '  open door\n"
                  "   .  wait   Z  rest\t   >  stairs down   <  stairs up\n"
                  "   any key stops what goes on\t   grey: remembered, not in sight now\n"
                  "Else\t   F2-F9  what slot 2 mending put there\n"
                  "   :  type a command in words\t   Esc     stop, drop what is queued\n"
                  "   =  settings   P  last messages\t   Ctrl-L  draw the screen again\n"
                  "   C  character   $  shop\t   Q       leave; you are saved\n"
                  "   i  pack   g  get   d  drop\t   W  wear   T  take off   a  use\n"
                  "   q  drink   r  read   z  zap\t   t  throw   f  fire   w  swap\n"
                  "   Tab  fight   S  sneak\t   F  attack  E  danger  A  raise\n"
                  "More: : commands names every word; : help travel or : help symbols explains.\n";

/* Whole sentences on each line. */
static const char line_page[] =
    GOAL_SENTENCE "\n"
                  "Walk with n ne e se s sw w nw, or north 3. Digits are keys of the keypad: 8.\n"
                  "Walk into a door to open it; open and close work too: close east.\n"
                  "run east goes on to the next thing of interest, explore to what is unseen.\n"
                  "travel down goes to the stairs you know of; down and up take stairs.\n"
                  "Any line stops what goes on by itself.\n"
                  "look says what is in view, around what lies in each direction.\n"
                  "list numbers the things nearby: go 3 walks there, examine 3 tells of it.\n"
                  "attack strikes a foe or steps nearer, danger says how hard it is: help fight.\n"
                  "inventory says what you have; get, drop, wear, drink, read, throw are for it.\n"
                  "where NAME says where somebody is, who lists the players online.\n"
                  "say talks to those who can see you, shout to the whole level.\n"
                  "tell NAME text reaches one player anywhere, reply answers.\n"
                  "set lists the settings: set mode screen, line or reader is one of them.\n"
                  "commands lists every word; help close explains one, help talk a subject.\n"
                  "quit leaves; your place is kept.\n";

static const char *page_of(const struct command_row *row, enum text_form form)
{
    const char *page =
        form == TEXT_SPOKEN && row->spoken_page != NULL ? row->spoken_page : row->page;

    return page == NULL ? "" : page;
}

static const char *text_of(const struct help_topic *topic, enum text_form form)
{
    return form == TEXT_SPOKEN && topic->spoken != NULL ? topic->spoken : topic->text;
}

/* An entry that stands apart in a row of a legend has a line of its own. */
static void break_at_gaps(char *text)
{
    char *out = text;

    for (const char *at = text; *at != '\0'; out++) {
        size_t blanks = strspn(at, " ");
        *out = blanks > 1 ? '\n' : *at;
        at += blanks > 1 ? blanks : 1;
    }
    *out = '\0';
}

/* The lines of a text, of which each sentence that goes on in a second line is one. */
static void join_sentences(char *text)
{
    for (size_t i = 1; text[0] != '\0' && text[i] != '\0' && text[i + 1] != '\0'; i++) {
        if (text[i] == '\n' && strchr(".:", text[i - 1]) == NULL)
            text[i] = ' ';
    }
}

static void describe(const struct command_row *row, enum text_form form, char *out, size_t out_size)
{
    int name_length = (int)strcspn(row->words, " ");
    bool has_keys = row->keys[0] != '\0' && form != TEXT_SPOKEN;

    snprintf(out, out_size, "%.*s: %s.\n%sWords: %s%s%s\n", name_length, row->words, row->summary,
             page_of(row, form), row->words, has_keys ? "\nKeys: " : "", has_keys ? row->keys : "");
    if (form == TEXT_LIST)
        break_at_gaps(out);
}

/* True if a word of the text begins so, without regard to case: "ember" is not in "member". */
static bool mentions(const char *text, const char *word, size_t length)
{
    bool is_begin = true;

    for (; *text != '\0'; text++) {
        if (is_begin && strncasecmp(text, word, length) == 0)
            return true;
        is_begin = isalnum((unsigned char)*text) == 0;
    }
    return false;
}

/* Names that a search has found, written one behind the other. */
struct found {
    char *out;
    size_t size;
    size_t length;
    int column;
};

static void add_found(struct found *found, const char *name, size_t name_length)
{
    char item[FOUND_MAX];
    bool is_first = found->column == 0;
    int length = snprintf(item, sizeof item, "help %.*s", (int)name_length, name);
    bool is_full = found->column + 2 + length > FOUND_COLUMNS;
    const char *before = is_first ? "" : is_full ? ".\n" : ", ";

    if (found->length + (size_t)length + 5 > found->size)
        return;
    found->length += (size_t)snprintf(found->out + found->length, found->size - found->length,
                                      "%s%s", before, item);
    found->column = is_first || is_full ? length : found->column + 2 + length;
}

/* Lists the topics and commands that have the word in their texts. False: none has. */
static bool search(const char *words, enum text_form form, char *out, size_t out_size)
{
    const struct help_topic *topic;
    size_t length = strcspn(words, " ");
    struct found found = {.out = out, .size = out_size};

    if (length < SEARCH_LENGTH_MIN || length > SEARCH_LENGTH_MAX)
        return false;
    found.length = (size_t)snprintf(out, out_size, "Found in:\n");
    if (found.length >= out_size)
        return true;
    for (size_t i = 0; (topic = help_topic_at(i)) != NULL; i++) {
        if (mentions(topic->name, words, length) || mentions(text_of(topic, form), words, length))
            add_found(&found, topic->name, strlen(topic->name));
    }
    for (enum command_id id = COMMAND_NONE; id < COMMAND_COUNT; id++) {
        const struct command_row *row = command_row(id);
        bool is_found =
            mentions(row->summary, words, length) || mentions(page_of(row, form), words, length);
        if (row->words[0] != '\0' && is_found)
            add_found(&found, row->words, strcspn(row->words, " "));
    }
    if (found.column == 0)
        return false;
    snprintf(out + found.length, out_size - found.length, ".\n");
    return true;
}

void help_text(const char *topic, bool has_keys, enum text_form form, char *out, size_t out_size)
{
    char error[COMMAND_ERROR_SIZE];

    if (topic[strspn(topic, " ")] == '\0') {
        snprintf(out, out_size, "%s", has_keys ? screen_page : line_page);
        return;
    }
    topic += strspn(topic, " ");
    topic = help_topic_meant(topic);
    const struct help_topic *page = help_topic_find(topic);
    if (page != NULL) {
        snprintf(out, out_size, "%s", text_of(page, form));
        if (form != TEXT_TABLE)
            join_sentences(out);
        return;
    }
    enum command_id id = command_find(topic, error);
    if (id != COMMAND_NONE)
        describe(command_row(id), form, out, out_size);
    else if (!search(topic, form, out, out_size))
        snprintf(out, out_size, "%s\n", error);
}

/* "travel (_)": what fits beside others. */
static size_t list_briefly(const struct command_row *row, char *out, size_t out_size)
{
    return (size_t)snprintf(out, out_size, "%.*s%s%s%s", (int)strcspn(row->words, " "), row->words,
                            row->keys[0] == '\0' ? "" : " (", row->keys,
                            row->keys[0] == '\0' ? "" : ")");
}

/* One cell of the list: as many commands from *next on as fit beside each other. */
static size_t list_cell(const struct command_row *const rows[], int count, int *next, char *out,
                        size_t out_size)
{
    char text[LISTED_MAX];
    size_t length = 0;

    while (*next < count) {
        size_t added = list_briefly(rows[*next], text, sizeof text);
        size_t gap = length > 0 ? 2 : 0;
        if ((length > 0 && length + gap + added > CELL_MAX) || length + gap + added >= out_size)
            break;
        length +=
            (size_t)snprintf(out + length, out_size - length, "%s%s", length > 0 ? ", " : "", text);
        ++*next;
    }
    return length;
}

/* In two columns, one row after the other. */
static void list_on_screen(const struct command_row *const rows[], int count, char *out,
                           size_t out_size)
{
    size_t length = (size_t)snprintf(out, out_size, "Words, and their keys\t%s\n",
                                     "Directions: n s e w ne nw se sw");

    for (int next = 0; next < count && length + 2 * LISTED_MAX < out_size;) {
        length += list_cell(rows, count, &next, out + length, out_size - length);
        length += (size_t)snprintf(out + length, out_size - length, "\t");
        length += list_cell(rows, count, &next, out + length, out_size - length);
        length += (size_t)snprintf(out + length, out_size - length, "\n");
    }
}

static void list_in_lines(const struct command_row *const rows[], int count, bool is_table,
                          char *out, size_t out_size)
{
    size_t length = 0;

    for (int i = 0; i < count && length + LISTED_MAX < out_size; i++)
        length += (size_t)snprintf(
            out + length, out_size - length, is_table ? "%-10.*s %s\n" : "%.*s: %s.\n",
            (int)strcspn(rows[i]->words, " "), rows[i]->words, rows[i]->summary);
}

void help_list_commands(bool has_keys, enum text_form form, char *out, size_t out_size)
{
    const struct command_row *rows[COMMAND_COUNT];
    int count = 0;

    out[0] = '\0';
    for (enum command_id id = COMMAND_NONE; id < COMMAND_COUNT; id++) {
        if (command_row(id)->words[0] != '\0')
            rows[count++] = command_row(id);
    }
    if (has_keys)
        list_on_screen(rows, count, out, out_size);
    else
        list_in_lines(rows, count, form == TEXT_TABLE, out, out_size);
}
