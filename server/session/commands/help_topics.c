/*
 * The table of topics.
 */
#include "server/session/commands/help_topics.h"

#include <stddef.h>
#include <strings.h>

static const struct help_topic topic_table[] = {
    {"doors", "A closed door is +, an open one -. Walk into a closed door and it opens.\n"
              "Closed doors block sight. open east and close east work on doors beside you.\n"
              "Doors are shared: what one delver opens is open for all.\n"
              "Left alone with nothing in it, an open door falls shut after 10 seconds.\n"},
    {"talk", "say reaches those who can see you, shout all on your level.\n"
             "tell NAME text reaches one delver anywhere, reply answers the last tell.\n"
             "me waves shows those who see you what you do.\n"
             "who lists all who are below, where NAME says in which direction one is.\n"},
    {"stairs", "> leads down, < leads up. down and up take the stairs that you stand on.\n"
               "travel down and travel up walk to the nearest stairs that you know of.\n"},
    {"fight", "Walk into a foe to strike it; attack NAME does that, or goes a step nearer.\n"
              "danger tells which foes are in view and how hard a fight they are.\n"
              "Alone in danger you take turns: WAITING means that nothing moves before you\n"
              "do. With others near, time runs. Health comes back when nothing is near.\n"
              "Each kind teaches less each time; score tells your level.\n"
              "Death costs a little experience, and you wake by the stairs of a haven.\n"},
    {"colour", "set colour says how many can be used: mono, 16 and 256 are among them.\n"
               "set theme light is for dark text on a light ground.\n"
               "set memory changes how what is out of sight is shown.\n"},
    {"settings", "set lists all settings with their values; set NAME says what one takes.\n"
                 "set NAME VALUE changes it, at once and for later visits.\n"
                 "set reset makes all as at first.\n"},
    {"reader", "Reader mode says everything in words and draws nothing: set mode reader.\n"
               "look tells the place, around what lies in each direction.\n"
               "list numbers what is known: go 3 walks there, examine 3 tells of it.\n"
               "examine 3 east 2 north tells what is on that cell.\n"},
    {"password", "The password is chosen with the name, and asked for at each login.\n"
                 "It is never shown and never kept as it is typed.\n"
                 "A player who has lost it asks an administrator for a code to log in with.\n"},
    {"watch", "Type watch at the name prompt to see what a player sees.\n"
              "What they type and what is told to them alone is never shown.\n"
              "set watch off forbids others to watch you.\n"},
};

const struct help_topic *help_topic_at(size_t number)
{
    return number < sizeof topic_table / sizeof topic_table[0] ? &topic_table[number] : NULL;
}

const struct help_topic *help_topic_find(const char *name)
{
    const struct help_topic *topic;

    for (size_t i = 0; (topic = help_topic_at(i)) != NULL; i++) {
        if (strcasecmp(topic->name, name) == 0)
            return topic;
    }
    return NULL;
}
