/*
 * Help: the table of topics, the two pages of keys and of words, and pages made from the rows of
 * commands. A word that is neither a topic nor a command is searched in all texts.
 */
#include "server/session/commands/help.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "content/goal.h"
#include "narrate/command.h"

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
             "travel NAME goes to a player once, by the same trail.\n"
             "More: help friends.\n"},
    {.name = "friends",
     .text = "assist NAME strikes what a player strikes; guard NAME follows a player, and\n"
             "steps between where a foe comes near. raise NAME helps the fallen up.\n"
             "trade NAME and duel NAME ask first, and a trade changes hands all at once.\n"
             "Two players pass each other 20 things a day at most.\n"
             "set alone on asks others to keep away: their travels stop 30 cells off.\n"
             "Raising somebody, fetching a grave and teaching a kind of thing give renown,\n"
             "once a day of each player: who shows it.\n"
             "chalk leaves a line on the floor for those who come later: help chalk.\n"},
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
             "Other third depths have a hearth by the up stairs: a fire to meet at.\n"
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
             "If your pack is full, the thing stays there.\n"
             "Twin plates lie in pairs on some levels: while two players stand on them,\n"
             "each of the two finds something to use up, once on each depth of a life.\n"},
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
             "A hoard goes whole to the first who walks in, and fills again when alone.\n"
             "examine and a direction tells what a cell is.\n"},
    {.name = "symbols",
     .text = "@ is you or another player, a letter is a foe.\n"
             "Walls and floor: # wall, . floor, + closed door, ' open door or bars, | bars.\n"
             "Ways: > stairs down, < stairs up, = bridge, : chasm, ^ trap.\n"
             "Ground: ~ deep water, , shallows, ` grass, } thicket, ; rubble.\n"
             "Places: & niche, { fountain, * lantern, hearth, brazier or torch,\n"
             "7 pedlar's stall, _ shrine, 0 cache or hoard, 6 bookcase, 8 statue, 9 plate,\n"
             "\\ lever, 5 key.\n"
             "Things: ! draught, ? scroll, / wand, ) weapon or missile, [ armour,\n"
             "\" ring or amulet, ( lamp or tool, % charm, $ gold, ] grave.\n"
             "x moves over the map and names what is there.\n",
     .spoken = "Symbols are for the map; look, list and examine name everything.\n"},
    {.name = "colour",
     .text = "set colour says how many are used: off, 16 and 256 are among the values.\n"
             "set theme light is for dark text on a light ground.\n"
             "set memory changes how what is out of sight is shown.\n"
             "set ground on gives floors, walls and doors backgrounds, with 256 colours.\n"},
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
    {"embers", "again"},      {"hearth", "havens"},      {"hoard", "terrain"},
};

/* Returns the topic or command for which `word` is another word: "grave" for "death"; else
   `word`. */
static const char *meant_by(const char *word)
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

enum {
    LISTED_MAX = 128, /* most bytes of a line of a list */
    CELL_MAX = 37,    /* columns of a cell with several commands */
    FOUND_MAX = 32,   /* bytes of a found name */
    FOUND_COLUMNS = 72,
    SEARCH_LENGTH_MIN = 3, /* fewest letters of a searched word: shorter ones are in every text */
    SEARCH_LENGTH_MAX = 20,
};

/* The page of keys. A TAB separates two columns, as term/overlay.h lays them out. */
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

/* The page of words: whole sentences on each line. */
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

/* Puts each entry of a row of a legend, separated by gaps, on a line of its own. */
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

/* Joins each sentence of a text that continues on a second line into one line. */
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

/* True if a word of the text begins with `word`, ignoring case: "ember" is not in "member". */
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

/* Names that a search has found, one after the other. */
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

/* Lists the topics and commands with the word in their texts. False: there are none. */
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
    topic = meant_by(topic);
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

/* Writes "travel (_)", short enough to fit beside others. */
static size_t list_briefly(const struct command_row *row, char *out, size_t out_size)
{
    return (size_t)snprintf(out, out_size, "%.*s%s%s%s", (int)strcspn(row->words, " "), row->words,
                            row->keys[0] == '\0' ? "" : " (", row->keys,
                            row->keys[0] == '\0' ? "" : ")");
}

/* Writes a cell of the list with as many commands from *next on as fit. */
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

/* Lists commands in two columns, row by row. */
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
