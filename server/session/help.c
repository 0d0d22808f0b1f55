/*
 * Help.
 */
#include "server/session/help.h"

#include <stdio.h>
#include <string.h>

#include "term/command.h"

static const char screen_page[] =
    "Walk                      Do\n"
    "   y k u    7 8 9         walk into a door to open it   c  close a door\n"
    "   h @ l    4 @ 6         O  open a door                v  what is in view\n"
    "   b j n    1 2 3         >  go down stairs             <  go up stairs\n"
    "   or the arrow keys      .  wait a moment              C  how you are\n"
    "\n"
    "Talk                      See\n"
    "   '  say something          @  you, and other delvers  #  wall   .  floor\n"
    "   W  who is below           +  closed door             -  open door\n"
    "   P  last messages          >  stairs down             <  stairs up\n"
    "                             grey: remembered, not in sight now\n"
    "Else\n"
    "   :  type a command in words       Esc     drop what is queued\n"
    "   =  settings                      Ctrl-L  draw the screen anew\n"
    "   Q  leave; your place is kept\n"
    "\n"
    "More: : commands lists every word; : help close explains one.\n";

static const char line_page[] =
    "Walk with n ne e se s sw w nw, or north 3. Walk into a door to open it;\n"
    "open and close work too, with a direction: close east.\n"
    "down and up take the stairs you stand on. look says what is in view.\n"
    "say talks to those who can see you; who lists who is below.\n"
    "set mode screen, line or reader changes how you are shown the dungeon.\n"
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

void help_list_commands(char *out, size_t out_size)
{
    size_t length = 0;

    out[0] = '\0';
    for (enum command_id id = COMMAND_NONE; id < COMMAND_COUNT; id++) {
        const struct command_row *row = command_row(id);
        int name_length = (int)strcspn(row->words, " ");
        if (name_length == 0 || length + 100 > out_size)
            continue;
        length += (size_t)snprintf(out + length, out_size - length, "%-10.*s %s\n", name_length,
                                   row->words, row->summary);
    }
}
