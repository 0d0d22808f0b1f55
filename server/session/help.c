/*
 * Help.
 */
#include "server/session/help.h"

#include <stdio.h>
#include <string.h>

#include "term/command.h"

enum { LIST_COLUMNS = 2, LIST_WIDTH = 38 };

static const char screen_page[] =
    "Walk                      Do\n"
    "   y k u    7 8 9         walk into a door to open it   c  close a door\n"
    "   h @ l    4 @ 6         O  open a door                .  wait   Z  rest\n"
    "   b j n    1 2 3         >  go down stairs             <  go up stairs\n"
    "   or the arrow keys      o  explore                    _  travel: > < or _\n"
    "   HJKLYUBN  run          any key stops what goes on by itself\n"
    "\n"
    "Talk                      See\n"
    "   '  say to those near      @  you, and other delvers  #  wall   .  floor\n"
    "   \"  tell one delver        +  closed door             -  open door\n"
    "   r  reply                  >  stairs down             <  stairs up\n"
    "   W  who is below           grey: remembered, not in sight now\n"
    "   P  last messages          M  map of the level        v  what is in view\n"
    "                             Tab  list of what is known  x  one thing of it\n"
    "\n"
    "Else\n"
    "   :  type a command in words       Esc     stop, drop what is queued\n"
    "   =  settings                      Ctrl-L  draw the screen anew\n"
    "   C  how you are                   ?       this page\n"
    "   Q  leave; your place is kept\n"
    "More: : commands names every word; : help travel explains one.\n";

static const char line_page[] =
    "Walk with n ne e se s sw w nw, or north 3; a digit alone is a key of the\n"
    "keypad: 8 is north. Walk into a door to open it; open and close work too,\n"
    "with a direction: close east.\n"
    "run east goes on to the next thing of interest, explore to what is unseen,\n"
    "travel down to the stairs you know of. Any line stops what goes on by itself.\n"
    "down and up take the stairs you stand on. look says what is in view, around\n"
    "what lies in each direction, where NAME where somebody is. list numbers all\n"
    "that is known: go 3 walks to the third, examine 3 tells of it.\n"
    "say talks to those who can see you, shout to the whole level; tell NAME text\n"
    "reaches one delver anywhere, reply answers. who lists who is below.\n"
    "set lists the settings: set mode screen, line or reader is one of them.\n"
    "commands lists every word; help close explains one.\n"
    "quit leaves; your place is kept.\n";

static void describe(const struct command_row *row, char *out, size_t out_size)
{
    int name_length = (int)strcspn(row->words, " ");

    snprintf(out, out_size, "%.*s: %s.\nWords: %s%s%s\n", name_length, row->words, row->summary,
             row->words, row->keys[0] == '\0' ? "" : "\nKeys: ", row->keys);
}

void help_text(const char *topic, enum session_mode mode, char *out, size_t out_size)
{
    char error[COMMAND_ERROR_SIZE];

    if (topic[strspn(topic, " ")] == '\0') {
        snprintf(out, out_size, "%s", mode == MODE_SCREEN ? screen_page : line_page);
        return;
    }
    enum command_id id = command_find(topic, error);
    if (id == COMMAND_NONE)
        snprintf(out, out_size, "%s\n", error);
    else
        describe(command_row(id), out, out_size);
}

/* "travel (_, then > < or _)": what fits beside others. */
static size_t list_briefly(const struct command_row *row, int column, char *out, size_t out_size)
{
    bool is_last = column == LIST_COLUMNS - 1;
    char entry[64];

    snprintf(entry, sizeof entry, "%.*s%s%s%s", (int)strcspn(row->words, " "), row->words,
             row->keys[0] == '\0' ? "" : " (", row->keys, row->keys[0] == '\0' ? "" : ")");
    return (size_t)snprintf(out, out_size, "%-*s%s", is_last ? 0 : LIST_WIDTH, entry,
                            is_last ? "\n" : "");
}

void help_list_commands(enum session_mode mode, char *out, size_t out_size)
{
    size_t length = 0;
    int listed = 0;

    out[0] = '\0';
    for (enum command_id id = COMMAND_NONE; id < COMMAND_COUNT; id++) {
        const struct command_row *row = command_row(id);
        int name_length = (int)strcspn(row->words, " ");
        if (name_length == 0 || length + 128 > out_size)
            continue;
        if (mode == MODE_SCREEN)
            length += list_briefly(row, listed % LIST_COLUMNS, out + length, out_size - length);
        else
            length += (size_t)snprintf(out + length, out_size - length, "%-10.*s %s\n", name_length,
                                       row->words, row->summary);
        listed++;
    }
    if (mode == MODE_SCREEN)
        snprintf(out + length, out_size - length, "%sDirections: n s e w ne nw se sw.\n",
                 listed % LIST_COLUMNS == 0 ? "" : "\n");
}
