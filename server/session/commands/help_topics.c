/*
 * The table of topics.
 */
#include "server/session/commands/help_topics.h"

#include <stddef.h>
#include <strings.h>

#include "content/goal.h"

static const struct help_topic topic_table[] = {
    {.name = "doors",
     .text = "A closed door is +, an open one '. Walk into a closed door and it opens.\n"
             "Closed doors block sight. open east and close east work on doors beside you.\n"
             "Doors are shared: what one player opens is open for all.\n"
             "Left alone with nothing in it, an open door falls shut after 10 seconds.\n",
     .spoken = "A closed door blocks sight. Walk into it and it opens.\n"
               "open east and close east work on doors beside you.\n"
               "Doors are shared: what one player opens is open for all.\n"
               "Left alone with nothing in it, an open door falls shut after 10 seconds.\n"},
    {.name = "talk",
     .text = "say reaches those who can see you, shout all on your level.\n"
             "tell NAME text reaches one player anywhere, reply answers the last tell.\n"
             "me waves shows those who see you what you do.\n"
             "who lists all players online, where NAME says in which direction one is.\n"
             "chat TEXT is read by everybody online, set chat off hides it.\n"
             "ignore NAME hides what a player says; the same again shows it.\n"
             "The first letters of a NAME are enough, unless they are another name.\n"},
    {.name = "together",
     .text = "party invite NAME asks a player to join you, party join accepts.\n"
             "A party has six members at most. party lists them: health, and where they are.\n"
             "p TEXT talks to the party, where NAME finds a member anywhere.\n"
             "mark shows it a foe or a place: mark, mark rat, mark 3 east 2 north.\n"
             "party leave ends it for you; leaving the dungeon does too.\n"
             "follow NAME keeps you beside a player: along their trail when they are out\n"
             "of sight, and over stairs. Talk and looks do not end it; a step or stop does.\n"
             "travel NAME goes to a player once, by the same trail.\n"},
    {.name = "stairs",
     .text = "> leads down, < leads up. down and up take the stairs that you stand on.\n"
             "travel down and travel up walk to the nearest stairs that you know of.\n",
     .spoken = "down and up take the stairs that you stand on.\n"
               "travel down and travel up walk to the nearest stairs that you know of.\n"},
    {.name = "things",
     .text = "A pack has the places a to p; what you wear has the letters q to z.\n"
             "i shows both. Verbs take a letter, a name or a word of it: drink mending,\n"
             "wear coat, remove q, throw dart at rat, drop c, get all.\n"
             "get, drop and give count: drop 2 darts, get all darts, give 2 darts to NAME.\n"
             "give needs NAME beside you. swap wields the weapon that you wielded before.\n"
             "slot 2 mending keeps a kind at hand: F2, or slot 2, uses the next of it.\n"
             "Unknown draughts, scrolls and wands are named by their looks.\n"
             "A scroll of tempering makes what you wear better: read tempering on knife.\n"
             "A niche holds something for each player once: walk into it.\n"
             "A step picks up gold, and what you threw or won; get takes all else.\n"},
    {.name = "havens",
     .text = "The room with the up stairs is a safe haven on depths 1, 5, 10, 15, 20, 25.\n"
             "No foe comes in, and health fills in 5 seconds.\n"
             "At a pedlar's stall buy lists wares, buy 2 takes one, sell lists offers.\n"
             "Pedlars wander too: now and then one has a stall on another level.\n"
             "identify amber has the pedlar name a thing that you carry.\n"
             "Walk into a lantern, and after a death you wake in its haven.\n"
             "Lanterns that you touched are joined: road lists them, road 5 goes to one.\n"
             "drink fountain heals a third of your health, once on each depth.\n"},
    {.name = "death",
     .text = "The dead wake, whole, in the deepest haven whose lantern they touched.\n"
             "On depths 1 and 2 nothing is lost until level 3. Elsewhere pack and gold stay\n"
             "in a grave where you died, and a tenth of a level's experience is lost.\n"
             "Worn things stay on you. where tells of your grave, travel grave leads to\n"
             "it, and a step onto it gives back all, and half of the experience.\n"
             "It is yours alone for a day, or always if you were never below depth 3;\n"
             "others may fetch it, sealed, for you. After a week it is gone. deaths tells\n"
             "of the last ten. On a level full of new graves you keep all.\n"
             "Things you drop before you were below depth 3 are yours alone for a day.\n"
             "With a companion near you fall first: raise NAME helps for 20 beats.\n"},
    {.name = "experience",
     .text = "Experience makes levels. The first foe of a kind gives most, the tenth a\n"
             "tenth of that. Each who took part in a fight gets all of it.\n"
             "The first visit to a depth and seeing nearly all of it give some too.\n"
             "score shows your level, and what the next one takes.\n"},
    {.name = "start",
     .text = GOAL_SENTENCE "\n"
                           "Walk into doors, niches and foes: a step opens, takes or strikes.\n"
                           "explore walks to what you have not seen, travel down to the stairs.\n"
                           "examine and a foe's name tells how hard the fight would be.\n"
                           "Wounds heal with rest, or in a haven: help havens.\n"
                           "More: help fight, niches, things, experience, death, gold, terrain,\n"
                           "ember.\n"},
    {.name = "niches",
     .text = "A niche in a wall holds one thing for each player, once: walk into it.\n"
             "Nobody can take yours. explore opens those on its way.\n"
             "If your pack is full, the thing stays there.\n"},
    {.name = "gold",
     .text = "A step picks up gold. In a haven's shop buy lists what is for sale and sell\n"
             "what the pedlar pays for; identify X names a thing for a price.\n"
             "Pedlars wander too: now and then one has a stall on another level.\n"
             "After a death your gold lies in your grave: help death.\n"},
    {.name = "terrain",
     .text = "Deep water stops you, unless you float; shallows can be waded.\n"
             "Closed doors, grass and thickets hide what is behind them.\n"
             "A chasm drops you one level, unhurt. Traps show once they were seen.\n"
             "Bars open by a lever, by two plates held down together, or by a key:\n"
             "walk into it to take it, and then into the bars.\n"
             "Some doors look like wall until you have stood beside them: wait, or search.\n"
             "examine and a direction tells what a cell is.\n"},
    {.name = "symbols",
     .text = "@ is you or another player, a letter is a foe.\n"
             "Walls and floor: # wall, . floor, + closed door, ' open door or bars, | bars.\n"
             "Ways: > stairs down, < stairs up, = bridge, : chasm, ^ trap.\n"
             "Ground: ~ deep water, , shallows, ` grass, } thicket, ; rubble.\n"
             "Places: & niche, { fountain, * lantern, brazier or torch, 7 pedlar's stall,\n"
             "_ shrine, 0 cache, 6 bookcase, 8 statue, 9 plate, \\ lever, 5 key.\n"
             "Things: ! draught, ? scroll, / wand, ) weapon or missile, [ armour,\n"
             "\" ring or amulet, ( lamp or tool, % charm, $ gold, ] grave.\n"
             "x moves over the map and names what is there.\n",
     .spoken = "Symbols are for the map; look, list and examine name everything.\n"},
    {.name = "colour",
     .text = "set colour says how many are used: off, 16 and 256 are among the values.\n"
             "set theme light is for dark text on a light ground.\n"
             "set memory changes how what is out of sight is shown.\n"},
    {.name = "settings",
     .text = "= opens a menu in screen mode: rows are chosen and changed by the arrows.\n"
             "set lists all settings with their values; set NAME says what one takes.\n"
             "set NAME VALUE changes it, at once and for later visits.\n"
             "set reset restores the defaults.\n",
     .spoken = "set lists all settings with their values; set NAME says what one takes.\n"
               "set NAME VALUE changes it, at once and for later visits.\n"
               "set reset restores the defaults.\n"},
    {.name = "reader",
     .text = "Reader mode says everything in words and draws nothing: set mode reader.\n"
             "look tells the place, around what lies in each direction.\n"
             "list numbers the things nearby: go 3 walks there, examine 3 tells of it.\n"
             "examine 3 east 2 north tells what is on that cell.\n"
             "A sentence is one line, however long.\n"},
    {.name = "watch",
     .text = "Type watch at the name prompt to see what a player sees.\n"
             "Their typing, and words told to them alone, are never shown.\n"
             "set watch off forbids others to watch you.\n"},
};

/* Other words for topics. */
static const struct {
    const char *word;
    const char *name;
} alias_table[] = {
    {"goal", "start"},        {"win", "start"},          {"niche", "niches"},
    {"lesson", "experience"}, {"lessons", "experience"}, {"grave", "death"},
    {"graves", "death"},      {"pedlar", "gold"},        {"pedlars", "gold"},
    {"water", "terrain"},     {"company", "together"},   {"fighting", "fight"},
    {"haven", "havens"},      {"symbol", "symbols"},     {"signs", "symbols"},
    {"glyphs", "symbols"},    {"legend", "symbols"},     {"ember", "again"},
    {"embers", "again"},
};

const char *help_topic_meant(const char *word)
{
    for (size_t i = 0; i < sizeof alias_table / sizeof alias_table[0]; i++) {
        if (strcasecmp(alias_table[i].word, word) == 0)
            return alias_table[i].name;
    }
    return word;
}

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
