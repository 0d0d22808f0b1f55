/*
 * The table of commands: a row each with everything about a command except its function, which is
 * in server/session/commands/commands.c.
 */
#include "narrate/command.h"

#include "base/check.h"

// clang-format off
static const struct command_row command_table[COMMAND_COUNT] = {
    [COMMAND_NONE] = {.words = "", .keys = "", .summary = "", .price = PRICE_SENTENCE},
    [COMMAND_MOVE] = {
        .words = "walk", .keys = "arrows, hjklyubn, digits", .price = PRICE_SENTENCE,
        .summary = "go a step: n s e w ne nw se sw, or north 3",
        .takes_direction = true, .needs_direction = true, .takes_count = true, .is_action = true,
    },
    [COMMAND_RUN] = {
        .words = "run", .keys = "HJKLYUBN, Shift-arrows", .price = PRICE_SENTENCE,
        .summary = "walk on to the next thing of interest: run east",
        .takes_direction = true, .needs_direction = true, .is_action = true,
    },
    [COMMAND_WAIT] = {
        .words = "wait z search", .keys = ". 5 s", .price = PRICE_SENTENCE,
        .summary = "let a moment pass, or more: wait 10; finds hidden doors beside you",
        .takes_count = true, .is_action = true,
    },
    [COMMAND_REST] = {
        .words = "rest", .keys = "Z", .takes_count = true, .is_action = true,
        .price = PRICE_SENTENCE,
        .summary = "wait until you are healed or disturbed, or for a time: rest 20",
    },
    [COMMAND_EXPLORE] = {
        .words = "explore", .keys = "o", .price = PRICE_SENTENCE,
        .summary = "walk to what you have not seen yet; any key or line stops it",
        .page = "It opens niches, picks up what is yours, and stops when a foe comes into view.\n"
                "It keeps away from the cells beside a foe, and leaves what lies there.\n"
                "The lair of a boss comes last, once you have looked into it.\n",
        .stands_alone = true, .is_action = true,
    },
    [COMMAND_TRAVEL] = {
        .words = "travel", .keys = "_ G", .is_action = true, .price = PRICE_SENTENCE,
        .summary = "walk to what you know: travel down, up, back, NAME, X,Y; or road 5",
        .page = "travel down and travel up go to the nearest stairs that you know of.\n"
                "travel NAME goes to a player, travel back to where the last travel began.\n"
                "travel road 5 goes by the lanterns to a haven that you know.\n"
                "travel grave goes to your grave, or to the stairs on the way there.\n"
                "Doors on the way are opened. Danger stops it, and so does any key or line.\n"
                "In calm, with nobody near, walks and rests pass at once.\n"
                "explore walks to what you have not seen; follow NAME keeps beside a player.\n",
    },
    [COMMAND_FOLLOW] = {
        .words = "follow", .keys = "", .is_action = true, .price = PRICE_SENTENCE,
        .summary = "go after a player, over stairs too: follow NAME; stop ends it",
    },
    [COMMAND_ASSIST] = {
        .words = "assist", .keys = "", .is_action = true, .price = PRICE_SENTENCE,
        .summary = "strike what a player strikes, blow after blow: assist NAME",
        .page = "It goes on with the next foe that the player fights, and ends like fight on.\n"
                "Little health ends it too: set fight-stop says how little.\n",
    },
    [COMMAND_GUARD] = {
        .words = "guard", .keys = "", .is_action = true, .price = PRICE_SENTENCE,
        .summary = "stand between a player and foes: guard NAME; stop ends it",
        .page = "You follow NAME, and step between where a foe comes near: once a beat.\n"
                "You swap places with a player who stands nearer to the foe, and strike it.\n"
                "Little health ends it: set fight-stop says how little.\n",
    },
    [COMMAND_GO] = {
        .names_things = true,
        .words = "go", .keys = "", .is_action = true, .price = PRICE_PAGE,
        .summary = "walk to a thing of the list, or a step: go 3, go door, go east",
    },
    [COMMAND_OPEN] = {
        .words = "open unlock", .keys = "O, or walk into it", .price = PRICE_SENTENCE,
        .verb = ACTION_OPEN,
        .summary = "open a door: open, open east",
        .takes_direction = true, .is_action = true,
    },
    [COMMAND_CLOSE] = {
        .words = "close", .keys = "c", .summary = "close a door: close, close east",
        .price = PRICE_SENTENCE, .verb = ACTION_CLOSE, .takes_direction = true, .is_action = true,
    },
    [COMMAND_DESCEND] = {
        .words = "descend down d", .keys = ">", .summary = "go down the stairs you stand on",
        .price = PRICE_SENTENCE, .verb = ACTION_DESCEND, .stands_alone = true, .is_action = true,
    },
    [COMMAND_ASCEND] = {
        .words = "ascend up u", .keys = "<", .summary = "go up the stairs you stand on",
        .price = PRICE_SENTENCE, .verb = ACTION_ASCEND, .stands_alone = true, .is_action = true,
    },
    [COMMAND_LOOK] = {
        .names_things = true,
        .words = "look l", .keys = "v", .price = PRICE_PAGE,
        .summary = "say what is in view; look north, look brom: what is there",
    },
    [COMMAND_EXAMINE] = {
        .names_things = true,
        .words = "examine x consider", .keys = "x", .price = PRICE_PAGE,
        .summary = "say what is on a cell: examine 3 east 2 north, examine door",
    },
    [COMMAND_LORE] = {
        .names_things = true,
        .words = "lore", .keys = "", .price = PRICE_PAGE,
        .summary = "say what you know of a kind of foe or thing: lore rat, lore mace",
    },
    [COMMAND_LIST] = {
        .names_things = true,
        .words = "list", .keys = "Ctrl-X ;", .price = PRICE_PAGE,
        .summary = "number what is known here, by kind, near to far: list, list doors",
        .page = "Kinds are doors, stairs, people or players, foes, items, places and things.\n"
                "places are terrain and what stands on it; things are items and places.\n"
                "A name will do, too: list darts, list fountain.\n"
                "go 3 walks to the third of the list, examine 3 tells of it.\n",
    },
    [COMMAND_AROUND] = {
        .words = "around scan exits", .keys = "", .stands_alone = true, .price = PRICE_PAGE,
        .summary = "say what lies in each direction",
    },
    [COMMAND_WHERE] = {
        .words = "where whois", .keys = "", .price = PRICE_PAGE,
        .summary = "say where you and your grave are, or a player is: where NAME",
    },
    [COMMAND_MAP] = {
        .words = "map", .keys = "M X", .stands_alone = true, .price = PRICE_PAGE,
        .summary = "show what you know of the level; keys move a cursor, Enter walks",
        .page = "# wall   . floor   + closed door   ' open door   > < stairs down and up\n"
                "~ water   = bridge   & niche   ! ? / ) [ \" ( things   letters: foes   @ you\n"
                "7 pedlar's stall   * lantern   { fountain   _ shrine   ] grave   ^ trap\n"
                "Places out of sight are shown as you last saw them. look and list name all.\n",
        .spoken_page = "In reader mode nothing is drawn: there is no map.\n"
                       "look tells the place, around says what lies in each direction.\n"
                       "list numbers what you know of: list doors, list stairs, list foes.\n"
                       "go 3 walks to the third of these, examine 3 tells of it.\n"
                       "travel down walks to the stairs down, explore to what is unseen.\n",
    },
    [COMMAND_GET] = {
        .names_things = true,
        .words = "get take", .keys = "g ,", .price = PRICE_SENTENCE,
        .summary = "pick up what lies here: get, get dart, get 3 darts, get all",
    },
    [COMMAND_DROP] = {
        .names_things = true,
        .words = "drop", .keys = "d", .price = PRICE_SENTENCE,
        .summary = "put down what you have: drop c, drop 2 darts, drop all darts",
    },
    [COMMAND_INVENTORY] = {
        .words = "inventory i pack", .keys = "i", .summary = "list what you carry and wear",
        .price = PRICE_PAGE, .stands_alone = true,
    },
    [COMMAND_WORN] = {
        .words = "worn eq equipment", .keys = "", .summary = "say what you wear",
        .price = PRICE_SENTENCE, .stands_alone = true,
    },
    [COMMAND_USE] = {
        .names_things = true,
        .words = "use", .keys = "a", .price = PRICE_SENTENCE,
        .summary = "use what you carry, a lever or a key: use bandage, use lever",
    },
    [COMMAND_WEAR] = {
        .names_things = true,
        .words = "wear equip wield", .keys = "W e", .price = PRICE_SENTENCE,
        .summary = "put on or wield what you carry: wear coat",
    },
    [COMMAND_REMOVE] = {
        .names_things = true,
        .words = "remove", .keys = "T", .summary = "take off what you wear: remove helm",
        .price = PRICE_SENTENCE,
    },
    [COMMAND_SWAP] = {
        .words = "swap", .keys = "w", .stands_alone = true, .price = PRICE_SENTENCE,
        .verb = ACTION_SWAP,
        .summary = "wield the weapon that you wielded before",
    },
    [COMMAND_GIVE] = {
        .names_things = true,
        .words = "give", .keys = "", .price = PRICE_SENTENCE,
        .summary = "give to a player beside you: give 2 darts to NAME",
    },
    [COMMAND_ACCEPT] = {
        .words = "accept", .keys = "+", .price = PRICE_SENTENCE,
        .summary = "take what a player beside you offers: accept, accept NAME",
        .page = "Gifts of strangers are offers, which stand for a minute.\n"
                "set gifts says whose gifts you take unasked.\n",
    },
    [COMMAND_FETCH] = {
        .words = "fetch", .keys = "", .stands_alone = true, .price = PRICE_SENTENCE,
        .verb = ACTION_FETCH,
        .summary = "take what is in the closed grave under you to its owner, sealed",
    },
    [COMMAND_TRADE] = {
        .words = "trade", .keys = "", .is_spelled_out = true, .price = PRICE_SENTENCE,
        .summary = "trade with a player beside you: trade NAME, then add, gold, yes",
        .page = "trade NAME asks a player beside you, who answers with trade and your name.\n"
                "Lay down what you give: trade add 2 darts, trade gold 20, trade take darts.\n"
                "trade shows both sides, trade yes agrees, trade no ends it.\n"
                "When both have said yes, all of it changes hands at once.\n"
                "A change of either side takes back both; to walk apart ends it.\n",
    },
    [COMMAND_DUEL] = {
        .words = "duel", .keys = "", .is_spelled_out = true, .price = PRICE_SENTENCE,
        .summary = "fight a player who agrees, for nothing: duel NAME; duel no ends it",
        .page = "Both must ask, with no danger near. A step into the other strikes.\n"
                "A player with 1 health left has lost; then both have their health back.\n"
                "Nothing else is lost or won. Danger ends it, and so does going away.\n",
    },
    [COMMAND_SLOT] = {
        .names_things = true,
        .words = "slot", .keys = "F2-F9", .price = PRICE_PAGE,
        .summary = "keep a thing at hand: slot 2 mending, then F2 or slot 2 uses it",
    },
    [COMMAND_DRINK] = {
        .names_things = true,
        .words = "drink quaff", .keys = "q", .price = PRICE_SENTENCE,
        .summary = "drink a draught; alone, one of mending: drink amber, drink fountain",
    },
    [COMMAND_READ] = {
        .names_things = true,
        .words = "read", .keys = "r", .summary = "read a scroll: read tempering on knife",
        .price = PRICE_SENTENCE,
    },
    [COMMAND_ZAP] = {
        .names_things = true,
        .words = "zap", .keys = "z", .summary = "point a wand: zap sparks at rat",
        .price = PRICE_PAGE,
    },
    [COMMAND_THROW] = {
        .names_things = true,
        .words = "throw", .keys = "t", .price = PRICE_PAGE,
        .summary = "throw a thing: throw dart, throw dart at rat, throw dart east",
    },
    [COMMAND_FIRE] = {
        .names_things = true,
        .words = "fire", .keys = "f", .price = PRICE_PAGE,
        .summary = "shoot with the launcher that you wear: fire, fire rat, fire east",
    },
    [COMMAND_BUY] = {
        .names_things = true,
        .words = "buy shop", .keys = "$", .price = PRICE_PAGE,
        .summary = "list what a pedlar near you sells, or buy it: buy 2, buy mending",
    },
    [COMMAND_SELL] = {
        .names_things = true,
        .words = "sell", .keys = "", .price = PRICE_PAGE,
        .summary = "list what a pedlar near you pays for, or sell it: sell c, sell coat",
    },
    [COMMAND_IDENTIFY] = {
        .names_things = true,
        .words = "identify", .keys = "", .price = PRICE_PAGE,
        .summary = "pay a pedlar near you to name a thing: identify amber",
    },
    [COMMAND_ROAD] = {
        .words = "road", .keys = "", .price = PRICE_PAGE,
        .summary = "list the havens of the lantern road, or go to one: road 5",
    },
    [COMMAND_ATTACK] = {
        .names_things = true,
        .words = "attack kill", .keys = "F", .is_action = true, .price = PRICE_PAGE,
        .summary = "strike, or go a step nearer: attack, attack rat, attack east",
        .page = "On a screen each is one blow; F and a direction strikes there.\n"
                "In line and reader mode attack rat goes on until the rat is dead.\n"
                "Little health, a deadly fight, what ails you, or any line stops it.\n"
                "set fight-stop says at how much health, in percent of all.\n",
    },
    [COMMAND_FIGHT] = {
        .names_things = true,
        .words = "fight", .keys = "Tab", .is_action = true, .price = PRICE_PAGE,
        .summary = "strike, shoot, or go a step nearer; fight on does so till the end",
        .page = "Walk into a foe to strike it; F and a direction, or attack east, does so too.\n"
                "danger tells all foes in view, target the nearest that is awake, status you.\n"
                "In the sidebar h e E H D are harmless, easy, even, hard, deadly; zzz sleeps.\n"
                "Alone in danger, time waits for you; near others it runs: set pace slows it.\n"
                "fight on ends at hard or new foes, ills, falls, low health: set fight-stop.\n"
                "set fights full, own or brief says how much is told of blows.\n"
                "Each kind teaches less each time. Death costs experience: score tells yours.\n",
        .spoken_page =
            "Walk into a foe to strike it; attack east does so too.\n"
            "danger tells all foes in view, target the nearest that is awake, status you.\n"
            "A fight is harmless, easy, even, hard or deadly: danger says which.\n"
            "Alone in danger, time waits for you; near others it runs: set pace slows it.\n"
            "fight on ends at hard or new foes, ills, falls, low health: set fight-stop.\n"
            "set fights full, own or brief says how much is told of blows.\n"
            "Each kind teaches less each time. Death costs experience: score tells yours.\n",
    },
    [COMMAND_FLEE] = {
        .words = "flee", .keys = "", .stands_alone = true, .is_action = true, .price = PRICE_PAGE,
        .summary = "step away from the foes that are awake",
    },
    [COMMAND_SNEAK] = {
        .words = "sneak", .keys = "S", .stands_alone = true, .is_action = true,
        .price = PRICE_SENTENCE, .verb = ACTION_SNEAK,
        .summary = "sneak, or walk as always again: slower steps that are hardly heard",
    },
    [COMMAND_PRAY] = {
        .words = "pray", .keys = "", .stands_alone = true, .is_action = true,
        .price = PRICE_SENTENCE, .verb = ACTION_PRAY,
        .summary = "leave 50 gold at a shrine beside you: what has withered you ends",
    },
    [COMMAND_LEARN] = {
        .words = "learn knacks", .keys = "", .price = PRICE_PAGE,
        .summary = "list your knacks and those you may choose, or choose: learn 2",
        .page = "Levels 4, 8, 12 and so on to 28 give a knack each, one of three.\n"
                "It is yours for this life. No knack is chosen in danger.\n",
    },
    [COMMAND_AGAIN] = {
        .names_things = true,
        .words = "again", .keys = "", .is_spelled_out = true, .price = PRICE_PAGE,
        .summary = "begin a new life after you have carried an ember home",
        .page = "The Wick-Warden on depth 26 leaves an ember to each who fought it.\n"
                "Carried, it shines far and wakes each level; no scroll or road takes you.\n"
                "A player who dies drops it. Up from depth 1 with it, your name is told to all.\n"
                "Then again now begins at level 1; again keep helm keeps what you wear.\n",
    },
    [COMMAND_VOW] = {
        .words = "vow", .keys = "", .is_spelled_out = true, .price = PRICE_PAGE,
        .summary = "swear the oath, to level 3 and depth 2: your death ends this life",
        .page = "vow tells of the oath, vow yes swears it for this life.\n"
                "The sworn who die lose all: the next life begins at level 1, at the Gate.\n"
                "Their grave opens to all after a minute. who marks the sworn with a plus.\n",
    },
    [COMMAND_OFFER] = {
        .words = "offer donate", .keys = "", .is_spelled_out = true, .price = PRICE_SENTENCE,
        .is_action = true,
        .summary = "give gold to the Gate: offer 50, offer all",
    },
    [COMMAND_CHALK] = {
        .words = "chalk", .keys = "", .is_spelled_out = true, .price = PRICE_PAGE,
        .is_action = true,
        .summary = "read the line here, or write one: chalk beware ambush east",
        .page = "chalk words lists the words: a beginning, a thing, and a place or none.\n"
                "You have one line on each level. Each player who steps there reads it.\n"
                "agree and disagree judge the line where you stand, once.\n"
                "A line is gone after 7 days, or when 3 more disagree than agree.\n"
                "chalk erase rubs yours out. ignore hides a player's lines from you.\n",
    },
    [COMMAND_AGREE] = {
        .words = "agree", .keys = "", .stands_alone = true, .is_spelled_out = true,
        .is_action = true, .price = PRICE_SENTENCE,
        .summary = "agree with the line of chalk where you stand",
    },
    [COMMAND_DISAGREE] = {
        .words = "disagree", .keys = "", .stands_alone = true, .is_spelled_out = true,
        .is_action = true, .price = PRICE_SENTENCE,
        .summary = "disagree with the line of chalk where you stand",
    },
    [COMMAND_RAISE] = {
        .words = "raise", .keys = "A", .is_action = true, .price = PRICE_SENTENCE,
        .summary = "help a fallen companion beside you up: raise, raise NAME",
    },
    [COMMAND_YIELD] = {
        .words = "yield", .keys = "", .stands_alone = true, .is_action = true,
        .price = PRICE_SENTENCE, .verb = ACTION_YIELD,
        .summary = "give up after a fall, and die",
    },
    [COMMAND_DANGER] = {
        .words = "danger", .keys = "E", .stands_alone = true, .price = PRICE_PAGE,
        .summary = "say which foes are in view and how hard a fight they are",
    },
    [COMMAND_MARK] = {
        .names_things = true,
        .words = "mark", .keys = "m", .is_spelled_out = true, .price = PRICE_PAGE,
        .summary = "show your party a foe or a place: mark, mark rat, mark 3 east",
    },
    [COMMAND_TARGET] = {
        .words = "target", .keys = "", .stands_alone = true, .price = PRICE_PAGE,
        .summary = "say which foe is the nearest that is awake, and how it is",
    },
    [COMMAND_STATUS] = {
        .words = "status", .keys = "", .stands_alone = true, .price = PRICE_SENTENCE,
        .summary = "say how you are: health, what ails you, and how time goes",
    },
    [COMMAND_SAY] = {
        .words = "say '", .keys = "'", .summary = "say something to those who can see you",
        .price = PRICE_TALK,
    },
    [COMMAND_TELL] = {
        .needs_name = true, .words = "tell \"", .keys = "\"", .price = PRICE_TALK,
        .summary = "tell one player something, anywhere in the world: tell NAME text",
    },
    [COMMAND_REPLY] = {
        .needs_name = true,
        .words = "reply", .keys = "R", .summary = "answer the player that told you something last",
        .price = PRICE_TALK,
    },
    [COMMAND_SHOUT] = {
        .needs_name = true,
        .words = "shout yell", .keys = "", .summary = "say something to everybody on your level",
        .price = PRICE_TALK,
    },
    [COMMAND_CHAT] = {
        .needs_name = true,
        .words = "chat ooc gossip", .keys = "", .summary = "say something to everybody online",
        .price = PRICE_TALK,
    },
    [COMMAND_PARTY_SAY] = {
        .needs_name = true, .words = "p", .keys = "p", .summary = "say something to your party",
        .price = PRICE_TALK,
    },
    [COMMAND_PARTY] = {
        .words = "party group", .keys = "", .price = PRICE_PAGE,
        .summary = "list your party, or: party invite NAME, party join, party leave",
        .page = "A party has six members at most, who share a line of talk: p TEXT.\n"
                "If several have asked you: party join NAME.\n"
                "The one who leads puts a member out: party remove NAME.\n"
                "They are found on any level: where NAME, travel NAME, follow NAME.\n"
                "help together tells more of going about with others.\n",
    },
    [COMMAND_IGNORE] = {
        .words = "ignore", .keys = "", .price = PRICE_SENTENCE,
        .summary = "hide what a player says, or show it again: ignore NAME",
    },
    [COMMAND_EMOTE] = {
        .needs_name = true, .words = "me emote", .keys = "", .price = PRICE_TALK,
        .summary = "show those who see you what you do: me waves",
    },
    [COMMAND_WHO] = {
        .words = "who", .keys = "Ctrl-W", .summary = "list the players online", .price = PRICE_PAGE,
        .stands_alone = true,
    },
    [COMMAND_SCORE] = {
        .words = "score sheet character", .keys = "C", .stands_alone = true, .price = PRICE_PAGE,
        .summary = "show your sheet: attack, defence, what you wear, how far you came",
    },
    [COMMAND_SCORES] = {
        .words = "scores", .keys = "", .price = PRICE_PAGE,
        .summary = "list the ten players who came deepest, or another list",
        .page = "scores kindlers: who carried an ember home.\n"
                "scores sworn: who came deepest under the oath.\n"
                "scores fastest 10: the fastest to depth 5, 10, 15, 20 or 26.\n"
                "scores richest: who gave most gold to the Gate. scores renown: who has most.\n"
                "scores season, scores richest season: of this season, which has 91 days.\n",
    },
    [COMMAND_STONE] = {
        .words = "stone", .keys = "", .stands_alone = true, .is_spelled_out = true,
        .price = PRICE_PAGE,
        .summary = "read the Gate stone, which names who carried an ember home",
    },
    [COMMAND_RULES] = {
        .words = "rules", .keys = "", .stands_alone = true, .is_spelled_out = true,
        .price = PRICE_PAGE,
        .summary = "show the rules of the host, and how the host is reached",
    },
    [COMMAND_DEATHS] = {
        .words = "deaths", .keys = "", .stands_alone = true, .is_spelled_out = true,
        .price = PRICE_PAGE,
        .summary = "tell your last ten deaths: killer, depth, level and time",
    },
    [COMMAND_EPITAPH] = {
        .needs_name = true, .words = "epitaph", .keys = "", .is_spelled_out = true,
        .price = PRICE_TALK,
        .summary = "leave a line that is told when you die: epitaph TEXT, epitaph off",
        .page = "It is told with the news of your death, and stands on the page of the life.\n"
                "It has at most 60 letters.\n",
    },
    [COMMAND_LIVES] = {
        .words = "lives", .keys = "", .is_spelled_out = true, .price = PRICE_PAGE,
        .summary = "list the pages of your lives that ended; lives 3 shows one",
        .page = "Each death leaves a page, and so does each ember that you carry home.\n"
                "It tells of your things and deeds, the last messages, and maps the place.\n"
                "lives NAME lists the pages of another player, lives NAME 3 shows one.\n"
                "Others read yours only if you allow it: set lives on.\n",
    },
    [COMMAND_WAKE] = {
        .words = "wake", .keys = "", .stands_alone = true, .is_spelled_out = true,
        .price = PRICE_PAGE,
        .summary = "go on after the page of a death; an empty line does the same",
    },
    [COMMAND_HEALTH] = {
        .words = "hp", .keys = "", .summary = "say how much health you have",
        .price = PRICE_SENTENCE, .stands_alone = true,
    },
    [COMMAND_MESSAGES] = {
        .words = "last messages", .keys = "P Ctrl-P", .price = PRICE_PAGE,
        .summary = "show the last messages: last, last 5",
    },
    [COMMAND_HELP] = {
        .words = "help ?", .keys = "? F1", .price = PRICE_PAGE,
        .summary = "explain the keys, a command or a subject: help close, help doors",
    },
    [COMMAND_COMMANDS] = {
        .words = "commands", .keys = "", .summary = "list every command", .price = PRICE_PAGE,
        .stands_alone = true,
    },
    [COMMAND_SET] = {
        .words = "set", .keys = "=", .summary = "show or change settings: set colour 256",
        .price = PRICE_PAGE,
    },
    [COMMAND_REDRAW] = {
        .words = "redraw", .keys = "Ctrl-L Ctrl-R", .stands_alone = true, .price = PRICE_REDRAW,
        .summary = "draw the screen again",
    },
    [COMMAND_CANCEL] = {
        .words = "cancel stop", .keys = "Esc `", .stands_alone = true, .price = PRICE_SENTENCE,
        .summary = "stop and drop what is queued",
    },
    [COMMAND_PASSWORD] = {
        .needs_name = true, .words = "password", .keys = "", .stands_alone = true,
        .price = PRICE_PAGE,
        .summary = "change your password; if you lost it, ask for a code",
        .page = "It asks for the one that you have, and twice for the new one.\n"
                "8 to 128 characters are taken; nothing of it shows.\n"
                "Just after a login it asks a few seconds later, so that your client hides it.\n"
                "An empty line leaves all as it is.\n"
                "Passwords are never kept as they are typed.\n"
                "A player that has lost it asks an administrator for a code.\n"
                "At the login the code stands for the password, and a new one is chosen.\n",
    },
    [COMMAND_CLAIM] = {
        .words = "claim", .keys = "", .is_spelled_out = true, .price = PRICE_PAGE,
        .summary = "as a guest, choose a name and a password, and stay: claim NAME",
        .page = "A guest came in under a name that was drawn, and can only say things.\n"
                "claim asks twice for a password, and makes the guest a player for good.\n"
                "The player is at the same place and has the same things.\n"
                "A guest that was away for some days is removed.\n",
    },
    [COMMAND_SAVE] = {
        .words = "save", .keys = "", .stands_alone = true, .price = PRICE_PAGE,
        .summary = "say when all that you did is on disk; it is saved by itself",
        .page = "The server saves about once a second, and when you quit.\n"
                "Saved means that all up to here survives a crash and a power cut.\n",
    },
    [COMMAND_BUG] = {
        .words = "bug", .keys = "", .price = PRICE_TALK,
        .summary = "report something to the operators: bug the stairs are closed",
    },
    [COMMAND_LINE] = {
        .words = "", .keys = ": Enter", .summary = "type a command in words",
        .price = PRICE_SENTENCE,
    },
    [COMMAND_QUIT] = {
        .words = "quit exit logout", .keys = "Q Ctrl-D", .summary = "leave; your place is kept",
        .price = PRICE_SENTENCE, .stands_alone = true,
    },
};
// clang-format on

const struct command_row *command_row(enum command_id id)
{
    CHECK((unsigned)id < COMMAND_COUNT);
    return &command_table[id];
}
