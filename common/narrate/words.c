/*
 * Events as sentences. The text of an event is a row of a table: a template for all listeners, and
 * another for the actor if that differs by more than "you" in place of a name. A slot in braces,
 * {A} for the actor or {s} for the end of its verb, is filled in for each listener by a row of the
 * table of slots.
 */
#include "narrate/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/text.h"
#include "base/utf8.h"
#include "content/item.h"
#include "content/theme.h"
#include "narrate/telling.h"

/* Variants of the sentence about a blow. */
enum { VARIANT_MISS, VARIANT_GLANCE, VARIANT_HIT, VARIANT_HARD, VARIANT_THROWN };

/* Players who are told of an event, if there is a sentence for them. TO_SEERS: it has no actor, and
   `own` is for the delver that it happens to. */
enum { TO_ALL, TO_THE_TWO, TO_OTHERS, TO_SEERS };

enum { UNFOUND_WIDTH_MAX = 20 }; /* most cells of the typed name */

enum {
    VARIANTS_MAX = 2 * VARIANT_THROWN
}; /* most sentences of a kind of event; ways of passage are fewer */

struct sentence {
    const char *text; /* template for all listeners; NULL: only the actor is told */
    const char *own;  /* template for the actor; NULL: `text`; "": the actor is told nothing */
    int hearers;
    enum role role; /* colour; ROLE_BLANK: ROLE_TEXT */
    enum role own_role;
};

/* Sentences by kind of event, and by variant_of() the event. */
static const struct sentence sentence_table[EVENT_COUNT][VARIANTS_MAX] = {
    [EVENT_SWAPPED] = {{.text = "{A} swap{s} places with {B}.", .hearers = TO_THE_TWO},
                       {.text = "{A} drag{s} {B} along.", .hearers = TO_THE_TWO}},
    [EVENT_DOOR_OPENED] = {{.text = "{A} open{s} the door{where}."}},
    [EVENT_DOOR_CLOSED] = {{.text = "{A} close{s} the door{where}."}},
    [EVENT_DEPARTED] = {[PASSAGE_STAIRS] = {.text = "{A} goes {way} the stairs.", .own = ""},
                        [PASSAGE_FELL] = {.text = "{A} falls out of sight.", .own = ""},
                        [PASSAGE_ROAD] = {.text = "{A} leaves by the lantern road.", .own = ""},
                        [PASSAGE_SENT] = {.text = "{A} is moved away by an administrator.",
                                          .own = ""}},
    [EVENT_ARRIVED] = {[PASSAGE_STAIRS] = {.text = "{A} comes {way} the stairs.",
                                           .own = "You go {way} the stairs into {place}.",
                                           .own_role = ROLE_GOOD},
                       [PASSAGE_REMADE] = {.own = "This level has been rebuilt. You are at the up "
                                                  "stairs.{queue}",
                                           .own_role = ROLE_GOOD},
                       [PASSAGE_PUT_BACK] = {.own =
                                                 "This level has been restored. You are at the up "
                                                 "stairs.{queue}",
                                             .own_role = ROLE_GOOD},
                       [PASSAGE_DIED] = {.text = "{A} {fate} and returns.",
                                         .own = "You wake in {place}, whole again.{grave}",
                                         .own_role = ROLE_GOOD},
                       [PASSAGE_RETURNED] = {.text = "{A} appears.",
                                             .own = "You are in {place} again.",
                                             .own_role = ROLE_GOOD},
                       [PASSAGE_FELL] = {.text = "{A} falls from above.",
                                         .own = "You fall into {place}, unhurt.",
                                         .own_role = ROLE_GOOD},
                       [PASSAGE_ROAD] = {.text = "{A} comes by the lantern road.",
                                         .own = "The lantern road brings you into {place}.",
                                         .own_role = ROLE_GOOD},
                       [PASSAGE_SENT] = {.text = "{A} arrives, moved by an administrator.",
                                         .own = "An administrator moves you to {place}.",
                                         .own_role = ROLE_GOOD}},
    [EVENT_JOINED] = {{.text = "{A} appears.", .hearers = TO_OTHERS}},
    [EVENT_LEFT] = {{.text = "{A} leaves the dungeon.", .hearers = TO_OTHERS}},
    [EVENT_LINK_LOST] = {{.text = "{A} has lost connection.", .hearers = TO_OTHERS}},
    [EVENT_LINK_BACK] = {{.text = "{A} is back.", .hearers = TO_OTHERS}},
    [EVENT_SAID] = {{.text = "{A} say{s}: \"{said}\"",
                     .role = ROLE_SPEECH,
                     .own_role = ROLE_SPEECH},
                    {.text = "{name} {said}", .role = ROLE_SPEECH, .own_role = ROLE_SPEECH}},
    [EVENT_ITEM_TAKEN] = {{.text = "{A} picks something up.",
                           .own = "You pick up {item}{left of it}.{no room}",
                           .own_role = ROLE_GOOD}},
    [EVENT_ITEM_STAYED] = {{.own = "Your pack has no room for {item}.", .own_role = ROLE_DIM_TEXT}},
    [EVENT_ITEM_DROPPED] = {{.text = "{A} drop{s} {item}."}},
    [EVENT_ITEM_THROWN] = {{.text = "{A} throw{s} {item}{target}."}, {.text = NULL}},
    [EVENT_ITEM_LANDED] = {[THROW_ENDS] = {.own = "{The item} lies {at}."},
                           [THROW_FALLS_SHORT] = {.own = "{The item} falls short: it lies {at}."}},
    [EVENT_ITEM_BROKE] = {[THROW_ENDS] = {.own = "{The item} breaks."},
                          [THROW_BURSTS] = {.text = "It bursts {at}."},
                          [THROW_FALLS_SHORT] = {.own = "{The item} falls short and breaks."}},
    [EVENT_ITEM_GONE] = {{.text = "Nothing is left of {item}, {at}.",
                          .hearers = TO_SEERS,
                          .role = ROLE_DIM_TEXT},
                         {.text = "Too much lies on this level: dust is left of {item}, {at}.",
                          .hearers = TO_SEERS,
                          .role = ROLE_DIM_TEXT}},
    [EVENT_ITEM_WORN] = {{.text = "{A} puts something on.", .own = "You {wear} {item}."}},
    [EVENT_ITEM_REMOVED] = {{.text = "{A} takes something off.", .own = "You {take off} {item}."}},
    [EVENT_ITEM_GIVEN] = {{.text = "{A} give{s} {B} {gift}.",
                           .own = "You give {B} {gift}.{no room there}",
                           .own_role = ROLE_TEXT}},
    [EVENT_ITEM_USED] = {{.text = "{A} {uses} {class}.", .own = "You {use} {used}.{result}"}},
    [EVENT_ITEM_NAMED] = {{.own = "You can name it now: {item}.", .own_role = ROLE_GOOD},
                          {.own = "It was {item}.", .own_role = ROLE_GOOD}},
    [EVENT_ITEM_LEFT] = {{.own = "It leaves {item}, {at}.", .own_role = ROLE_GOOD},
                         {.own = "It leaves nothing: too much lies on this level.",
                          .own_role = ROLE_DIM_TEXT}},
    [EVENT_NICHE] = {{.text = "{A} finds something in a niche.",
                      .own = "A niche opens: {item}.",
                      .own_role = ROLE_GOOD}},
    [EVENT_CACHE] = {{.text = "{A} finds something in a cache.",
                      .own = "The cache holds {item}.",
                      .own_role = ROLE_GOOD}},
    [EVENT_HOARD] = {{.text = "{A} take{s} what a hoard holds.",
                      .own = "You take from the hoard: {item}.",
                      .own_role = ROLE_GOOD}},
    [EVENT_TWIN] = {{.text = "{A} finds something as the twin plates sink.",
                     .own = "The twin plates sink: you find {item}.",
                     .own_role = ROLE_GOOD}},
    [EVENT_TWIN_WAITS] = {{.own =
                               "The plate waits: step on it while another player is on its twin.",
                           .own_role = ROLE_DIM_TEXT}},
    [EVENT_CHALK] = {{.own = "Chalk on the floor: {chalk}.", .own_role = ROLE_GOOD}},
    [EVENT_CHALKED] = {{.text = "{A} write{s} on the floor with chalk.",
                        .own = "You chalk {chalk} on the floor."}},
    [EVENT_CHALK_AGREED] = {{.own = "You agree with {chalk}."}},
    [EVENT_CHALK_DOUBTED] = {{.own = "You disagree with {chalk}."}},
    [EVENT_CHALK_GONE] = {{.own = "You rub out {chalk}."}},
    [EVENT_LEVER] = {{.text = "{A} pull{s} a lever."}},
    [EVENT_KEY] = {{.text = "{A} take{s} a key from its hook.",
                    .own = "You take the key: it opens bars on this level. One like it stays.",
                    .own_role = ROLE_GOOD}},
    [EVENT_KEY_GONE] = {{.own = "The lair key goes back to its place: it never leaves its level.",
                         .own_role = ROLE_DIM_TEXT},
                        {.own =
                             "The lair key leaves your hand: ten minutes are over. It lies in its "
                             "place again.",
                         .own_role = ROLE_DIM_TEXT}},
    [EVENT_SECRET] = {{.own = "You find a hidden door, {at}.", .own_role = ROLE_GOOD}},
    [EVENT_GATE_OPENED] =
        {{.text = "Bars open for a minute.", .role = ROLE_GOOD, .own_role = ROLE_GOOD},
         {.text = "A bridge is let down for a minute.", .role = ROLE_GOOD, .own_role = ROLE_GOOD},
         {.text = "The vault of this level is open for a minute: each who enters has a find there.",
          .own = "The lair key opens the vault for a minute: each who enters has a find there.",
          .role = ROLE_GOOD,
          .own_role = ROLE_GOOD}},
    [EVENT_TRAP] = {{.text = "{A} step{s} into a snare.", .own_role = ROLE_BAD},
                    {.text = "Spikes shoot up under {A}.",
                     .own = "Spikes shoot up under you.",
                     .own_role = ROLE_BAD},
                    {.text = "{A} set{s} off an alarm.", .own_role = ROLE_BAD},
                    {.text = "{A} step{s} into a puff of gas.", .own_role = ROLE_BAD},
                    {.text = "{A} set{s} off a flash.", .own_role = ROLE_BAD},
                    {.text = "{A} step{s} on a chute, and the floor gives way.",
                     .own_role = ROLE_BAD}},
    [EVENT_SPOT] = {{.own = "{spot}", .own_role = ROLE_TEXT}},
    [EVENT_GREETED] = {{.own = "Shop: buy, sell, identify.", .own_role = ROLE_TEXT}},
    [EVENT_BOUGHT] = {{.text = "{A} buys something.",
                       .own = "You buy {item} for {count} gold; you have {left} left.",
                       .own_role = ROLE_GOOD}},
    [EVENT_SOLD] = {{.text = "{A} sells something.",
                     .own = "You sell {item} for {count} gold; you have {left}.",
                     .own_role = ROLE_GOOD}},
    [EVENT_IDENTIFIED] = {{.own = "The pedlar looks at it: {item}. You pay {count} gold; you have "
                                  "{left} left.",
                           .own_role = ROLE_GOOD}},
    [EVENT_LANTERN] = {{.text = "{A} touches the lantern.",
                        .own = "You touch the lantern of {place}. You can now travel here "
                               "from other havens (road).",
                        .own_role = ROLE_GOOD}},
    [EVENT_FOUNTAIN] = {{.text = "{A} drinks from the fountain.",
                         .own = "You drink from the fountain. You have {count} health more.",
                         .own_role = ROLE_GOOD}},
    [EVENT_TEMPERED] = {{.own = "Your {tempered}.", .own_role = ROLE_GOOD}},
    [EVENT_CARRIED_OFF] = {{.text = "{A} {is} teleported."}},
    [EVENT_RETURN_BROKEN] = {{.own = "The scroll of return fails.", .own_role = ROLE_BAD}},
    [EVENT_GRAVE_GONE] = {{.text = "A grave is gone, {at}.",
                           .own = "Your grave on depth {depth} has fallen in, with all that was in "
                                  "it.",
                           .hearers = TO_SEERS,
                           .own_role = ROLE_BAD}},
    [EVENT_BUNDLE_GONE] = {{.own = "The sealed bundle that you carried is dust.",
                            .own_role = ROLE_BAD}},
    [EVENT_GRAVE_OPENED] = {{.text = "{A} opens a grave.",
                             .own = "You open the grave: {regained}.{rest}",
                             .own_role = ROLE_GOOD}},
    [EVENT_FETCHED] = {{.text = "{A} takes what is in a grave, sealed.",
                        .own = "You take what is in {owner}'s grave, sealed. give bundle to "
                               "{owner} opens it.",
                        .own_role = ROLE_GOOD}},
    [EVENT_UNSEALED] = {{.text = "{A} opens a bundle.",
                         .own = "You open the bundle and take what is in it.{rest}",
                         .own_role = ROLE_GOOD}},
    [EVENT_CANCELLED] = {{.own = "Nothing to cancel."},
                         {.own = "Cancelled: {count} queued action{plural}."}},
    [EVENT_NOTICED] = {[NOTICE_AWAKE] = {.own = "{foe} comes into view, {offset}. {danger}",
                                         .own_role = ROLE_BAD},
                       [NOTICE_ASLEEP] = {.own = "{foe} comes into view, {offset}, asleep."},
                       [NOTICE_BACK] = {.own = "{foe} is back in view, {offset}. {danger}",
                                        .own_role = ROLE_BAD},
                       [NOTICE_UNSEEN] = {.own = "Something has noticed you.",
                                          .own_role = ROLE_BAD}},
    [EVENT_SENSED] = {[1] = {.own = "{foe} is near, out of sight: {offset}."}},
    [EVENT_WOKE] = {{.text = "{A} wakes, {from here}. {its danger}", .role = ROLE_BAD}},
    [EVENT_BLOW] = {[VARIANT_MISS] = {.text = "{A} miss{es} {B}.", .role = ROLE_DIM_TEXT},
                    [VARIANT_GLANCE] = {.text = "{A's} blow glances off {B}.",
                                        .role = ROLE_DIM_TEXT},
                    [VARIANT_HIT] = {.text = "{A} hit{s} {B}{harm}.", .role = ROLE_BAD},
                    [VARIANT_HARD] = {.text = "{A} hit{s} {B} hard{harm}.", .role = ROLE_BAD}},
    [EVENT_SHOT] =
        {[VARIANT_MISS] = {.text = "{A} shoot{s} at {B} and miss{es}.", .role = ROLE_DIM_TEXT},
         [VARIANT_GLANCE] = {.text = "{A's} shot glances off {B}.", .role = ROLE_DIM_TEXT},
         [VARIANT_HIT] = {.text = "{A} shoot{s} {B}{harm}.", .role = ROLE_BAD},
         [VARIANT_HARD] = {.text = "{A} hit{s} {B} hard with a shot{harm}.", .role = ROLE_BAD},
         [VARIANT_THROWN + VARIANT_MISS] = {.text = "{A} throw{s} {item} at {B} and "
                                                    "miss{es}.",
                                            .role = ROLE_DIM_TEXT},
         [VARIANT_THROWN + VARIANT_GLANCE] = {.text = "{A} throw{s} {item} at {B}{glance}.",
                                              .role = ROLE_DIM_TEXT},
         [VARIANT_THROWN +
             VARIANT_HIT] = {.text = "{A} throw{s} {item} at {B}{harm}.", .role = ROLE_BAD},
         [VARIANT_THROWN + VARIANT_HARD] = {.text = "{A} throw{s} {item} at {B}, a "
                                                    "hard hit{harm}.",
                                            .role = ROLE_BAD}},
    [EVENT_BLAST] = {{.text = "It reaches {B}{harm}.", .role = ROLE_BAD}},
    [EVENT_DIED] = {{.text = "{death}", .role = ROLE_BAD, .own_role = ROLE_GOOD},
                    {.text = "{death}", .own = "You die.", .role = ROLE_BAD, .own_role = ROLE_BAD}},
    [EVENT_LESSON] = {{.own = "{no more}", .own_role = ROLE_DIM_TEXT},
                      {.own = "+{count} experience{progress}.", .own_role = ROLE_GOOD}},
    [EVENT_REACHED] = {{.own = "First visit to depth {depth}: +{count} experience.",
                        .own_role = ROLE_GOOD}},
    [EVENT_SURVEYED] = {{.own = "Level explored: +{count} experience.", .own_role = ROLE_GOOD}},
    [EVENT_LEVELLED] = {{.own = "You are level {count} now.{knack due}", .own_role = ROLE_GOOD}},
    [EVENT_STATUS] = {{.own = "{status ends}"}, {.text = "{status begins}", .own_role = ROLE_BAD}},
    [EVENT_WITHERS] = {{.own = "The spikes hurt you: {count}, you have {left}.",
                        .own_role = ROLE_BAD},
                       {.own = "The {harm of it} hurts you: {count}, you have {left}.",
                        .own_role = ROLE_BAD}},
    [EVENT_SHOUTED] = {{.text = "{A} shout{s} for help.", .role = ROLE_BAD}},
    [EVENT_FLED] = {{.text = "{A} turn{s} to flee."}},
    [EVENT_WIND_UP] = {{.text = "{A} {sign}{aim}.", .role = ROLE_BAD}},
    [EVENT_DEED] = {{.text = "{A} {deed}.", .role = ROLE_BAD}},
    [EVENT_STRUCK] = {[VARIANT_MISS] = {.text = "It misses {B}.", .role = ROLE_DIM_TEXT},
                      [VARIANT_GLANCE] = {.text = "It does {B} no harm.", .role = ROLE_DIM_TEXT},
                      [VARIANT_HIT] = {.text = "It hits {B}{harm}.", .role = ROLE_BAD},
                      [VARIANT_HARD] = {.text = "It hits {B} hard{harm}.", .role = ROLE_BAD}},
    [EVENT_REFLECTED] = {{.text = "{A} throws the shot back.", .role = ROLE_BAD},
                         {.text = "{A} throws {item} back at {B}.", .role = ROLE_BAD}},
    [EVENT_STOLE] = {{.text = "{A} takes gold from {B}{amount}.", .role = ROLE_BAD}},
    [EVENT_REGAINED] = {{.own = "You have {count} stolen gold back.", .own_role = ROLE_GOOD}},
    [EVENT_SPLIT] = {{.text = "{A} splits in two.", .role = ROLE_BAD}},
    [EVENT_FELL] = {{.text = "{A} falls{where}! raise {name}",
                     .own = "You fall. A companion beside you can raise you; {count} beats. yield "
                            "gives up.",
                     .role = ROLE_BAD,
                     .own_role = ROLE_BAD}},
    [EVENT_RAISED] = {{.text = "{A} raise{s} {B}{health}.",
                       .role = ROLE_GOOD,
                       .own_role = ROLE_GOOD}},
    [EVENT_SECOND_WIND] = {{.own = "You get your second wind: your foes hesitate.",
                            .own_role = ROLE_GOOD}},
    [EVENT_TIME] = {[COMPANY_RUNNING] = {.own = "{B} is near: time runs{in}.",
                                         .hearers = TO_THE_TWO,
                                         .own_role = ROLE_BAD}},
    [EVENT_SNEAKING] = {{.own = "You walk as always again."},
                        {.own = "You sneak: your steps are slower, and hardly heard. sneak ends "
                                "it."}},
    [EVENT_PRAYED] = {{.text = "{A} leaves gold at a shrine.",
                       .own = "You leave {count} gold at the shrine.",
                       .own_role = ROLE_GOOD}},
    [EVENT_OFFERED] = {{.text = "{A} gives gold to the Gate.",
                        .own = "You give {count} gold to the Gate.",
                        .own_role = ROLE_GOOD}},
    [EVENT_KNACK] = {{.own = "You have a knack now: {knack}", .own_role = ROLE_GOOD}},
    [EVENT_KINDLED] = {{.text = "{A} carries an ember out of the dungeon.",
                        .own = "You have carried the ember home: a light in the Gate hall burns "
                               "for you. Go on, or begin a new life: again.",
                        .role = ROLE_GOOD,
                        .own_role = ROLE_GOOD}},
    [EVENT_SWORN] = {{.text = "{A} swears the oath.",
                      .own = "You have sworn the oath: your death ends this life for good.",
                      .own_role = ROLE_GOOD}},
    [EVENT_OATH_ENDED] = {{.own = "You kept the oath: that life is over. You begin a new life at "
                                  "the Gate, with nothing of the old.",
                           .own_role = ROLE_BAD}},
    [EVENT_BEGAN_AGAIN] = {{.text = "{A} begins a new life.",
                            .own = "You begin life {count}: level 1, and everything to learn.",
                            .own_role = ROLE_GOOD}},
    [EVENT_RENOWN] = {{.own = "Your renown is {count} now.", .own_role = ROLE_GOOD}},
    [EVENT_TRADE] =
        {[TRADE_ASKED] = {.text = "{A} asks you to trade: trade {name} agrees to it, trade no "
                                  "refuses.",
                          .own = "You ask {B} to trade.",
                          .hearers = TO_THE_TWO,
                          .role = ROLE_GOOD},
         [TRADE_OPENED] = {.text = "{A} trades with {B}: trade add THING and trade gold 20 lay "
                                   "down what you give.",
                           .own = "You trade with {B}: trade add THING and trade gold 20 lay down "
                                  "what you give.",
                           .hearers = TO_THE_TWO,
                           .role = ROLE_GOOD,
                           .own_role = ROLE_GOOD},
         [TRADE_CHANGED] = {.text = "{A} changes the trade: no yes counts any more.",
                            .own = "You change the trade: no yes counts any more.",
                            .hearers = TO_THE_TWO},
         [TRADE_AGREED] = {.text = "{A} says yes to the trade.",
                           .own = "You say yes to the trade.",
                           .hearers = TO_THE_TWO},
         [TRADE_DONE] = {.text = "The trade is done.",
                         .hearers = TO_THE_TWO,
                         .role = ROLE_GOOD,
                         .own_role = ROLE_GOOD},
         [TRADE_ENDED] = {.text = "{A} ends the trade: nothing has changed hands.",
                          .own = "You end the trade: nothing has changed hands.",
                          .hearers = TO_THE_TWO},
         [TRADE_BROKEN] = {.text = "The trade is broken off: nothing has changed hands.",
                           .hearers = TO_THE_TWO},
         [TRADE_NO_ROOM] = {.text = "{A} has no room for all of it: the trade ends, and nothing "
                                    "has changed hands.",
                            .own = "You have no room for all of it: the trade ends, and nothing "
                                   "has changed hands.",
                            .hearers = TO_THE_TWO}},
    [EVENT_DUEL] =
        {[DUEL_ASKED] = {.text = "{A} asks you to a duel: duel {name} agrees to it, duel no "
                                 "refuses.",
                         .own = "You ask {B} to a duel.",
                         .hearers = TO_THE_TWO,
                         .role = ROLE_GOOD},
         [DUEL_BEGUN] = {.text = "{A} begins a duel with {B}. A step into the other strikes, and "
                                 "nothing is lost.",
                         .own = "You begin a duel with {B}. A step into the other strikes, and "
                                "nothing is lost.",
                         .hearers = TO_THE_TWO,
                         .role = ROLE_BAD,
                         .own_role = ROLE_BAD},
         [DUEL_WON] = {.text = "{A} wins the duel with {B}.",
                       .own = "You win the duel with {B}: both have their health back.",
                       .own_role = ROLE_GOOD},
         [DUEL_ENDED] = {.text = "{A} end{s} the duel: nothing is lost.", .hearers = TO_THE_TWO},
         [DUEL_BROKEN] = {.text = "The duel is broken off: nothing is lost.",
                          .hearers = TO_THE_TWO}},
    [EVENT_BASHED] = {{.text = "{A} strikes at the door{where}.", .role = ROLE_BAD}},
};

/* The words of a shout, which is no event, because it does not pass through the world. */
static const char shout_text[] = "{A} shout{s}: \"{said}\"";

static const char *const refusal_table[REFUSAL_COUNT] = {
    [REFUSAL_NONE] = "Nothing happens.",
    [REFUSAL_WALL] = "A wall is in the way.",
    [REFUSAL_WATER] = "Deep water is in the way.",
    [REFUSAL_SOLID] = "Something solid is in the way.",
    [REFUSAL_CORNER] = "You cannot pass between two corners.",
    [REFUSAL_NO_DOOR] = "There is no door there.",
    [REFUSAL_WHICH_DOOR] = "Which door? Say a direction too.",
    [REFUSAL_DOOR_OPEN] = "The door is open already.",
    [REFUSAL_DOOR_CLOSED] = "The door is closed already.",
    [REFUSAL_DOORWAY_TAKEN] = "Somebody stands in the doorway.",
    [REFUSAL_NO_STAIRS_DOWN] = "No stairs down here{known}.",
    [REFUSAL_NO_STAIRS_UP] = "No stairs up here{known}.",
    [REFUSAL_TOP] = "These stairs lead out of the dungeon. Q leaves; your place is kept.",
    [REFUSAL_BOTTOM] = "The stairs end in rubble: there is nothing deeper.",
    [REFUSAL_QUEUE_FULL] = "Not so fast: four actions are waiting. Esc or cancel drops them.",
    [REFUSAL_NO_LEVEL] = "The stairs lead nowhere just now. Try again in a moment.",
    [REFUSAL_CLOSED_DOWN] = "An administrator has closed the way down.",
    [REFUSAL_CLOSED_UP] = "An administrator has closed the way up.",
    [REFUSAL_NOTHING_HERE] = "Nothing lies here to pick up.",
    [REFUSAL_PACK_FULL] = "Your pack is full.",
    [REFUSAL_NOT_CARRIED] = "You carry no such thing.",
    [REFUSAL_NO_TARGET] = "That is not in view.",
    [REFUSAL_TOO_FAR] = "That is too far away.",
    [REFUSAL_NO_FOE] = "There is no foe to strike at.",
    [REFUSAL_FALLEN] = "You have fallen: wait to be raised, or yield.",
    [REFUSAL_NOT_FALLEN] = "You are on your feet.",
    [REFUSAL_NOBODY_FALLEN] = "No fallen player is beside you.",
    [REFUSAL_NO_PEDLAR] = "No pedlar's stall is near{stall}.",
    [REFUSAL_NO_WARE] = "The pedlar does not have that any more: buy lists what there is.",
    [REFUSAL_NO_GOLD] = "You do not have enough gold for that.",
    [REFUSAL_NO_OFFER] = "The pedlar buys only what is worth 20 gold or more.",
    [REFUSAL_SPENT] = "The pedlar has no more gold for you today.",
    [REFUSAL_UNPROVEN] = "The pedlar buys from players who have been below depth 3.",
    [REFUSAL_NAMED] = "You know what that is.",
    [REFUSAL_NO_FOUNTAIN] = "No fountain is beside you.",
    [REFUSAL_DRUNK] = "You have drunk from this fountain: its water helps once.",
    [REFUSAL_WHOLE] = "You are whole; the water helps once, so keep it.",
    [REFUSAL_UNHURT] = "You are whole, so you keep it for later.",
    [REFUSAL_NO_HAVEN] =
        "The lantern road begins in a haven, as by the up stairs of depths 1, 5, 10.",
    [REFUSAL_DANGER] = "Not while you are in danger.",
    [REFUSAL_ROAD_HERE] = "You are there already.",
    [REFUSAL_NO_LANTERN] = "You have touched no lantern there: road lists where you have.",
    [REFUSAL_CLOSED_ROAD] = "An administrator has closed the level to which that leads.",
    [REFUSAL_NO_SHRINE] = "No shrine is beside you.",
    [REFUSAL_NOT_WITHERED] = "You are not withered: the shrine has nothing to give you.",
    [REFUSAL_EMBER] = "The ember would go out. Carry it up on foot, by the stairs.",
    [REFUSAL_NO_KNACK] = "You have no knack to choose now: every fourth level gives one.",
    [REFUSAL_WHICH_KNACK] = "learn lists what you may choose: learn 1, learn 2, learn 3.",
    [REFUSAL_NOT_KINDLED] = "A new life is for who has carried an ember home in this one.",
    [REFUSAL_GIVE_AT_GATE] = "Gold is given at the Gate: by the up stairs of depth 1.",
    [REFUSAL_NOT_AT_GATE] = "A new life begins at the Gate: by the up stairs of depth 1.",
    [REFUSAL_HELD] = "You are held, and tear at what holds you.",
    [REFUSAL_NOT_YOURS] = "That is another player's, for some minutes.",
    [REFUSAL_NEWCOMERS] = "That is a new player's own: nobody else can pick it up.",
    [REFUSAL_NO_ROOM] = "Too much lies on this level.",
    [REFUSAL_NOT_WORN] = "That is nothing to wear.",
    [REFUSAL_WORN_ALREADY] = "You use that already.",
    [REFUSAL_NO_LAUNCHER] = "You have no bow or sling.",
    [REFUSAL_NO_USE] = "That is nothing to use.",
    [REFUSAL_NO_CHARGES] = "The wand is spent.",
    [REFUSAL_RESTS] = "It is not ready again yet.",
    [REFUSAL_HUSHED] = "No word takes hold here: you are hushed.",
    [REFUSAL_USE_WHAT] = "On what that you wear? read tempering sword.",
    [REFUSAL_GRAVE] = "A grave, closed to others for a day: fetch takes it along, sealed.",
    [REFUSAL_NEWCOMERS_GRAVE] =
        "A new player's grave, closed to others: fetch takes it along, sealed.",
    [REFUSAL_NO_WEAPON] = "You carry no other weapon.",
    [REFUSAL_NOBODY_BESIDE] = "Nobody of that name is beside you.",
    [REFUSAL_THEIR_PACK_FULL] = "That pack has no room for it.",
    [REFUSAL_NO_GIFTS] = "You can give things away once you have been below depth 3.",
    [REFUSAL_NO_GRAVE] = "You stand on no grave that is closed to you.",
    [REFUSAL_BUNDLE] = "You carry a sealed bundle already: one is all.",
    [REFUSAL_THEIR_BUNDLE] = "They carry a sealed bundle already.",
    [REFUSAL_SEALED] = "That is {owner}'s, and sealed for a day: give bundle to {owner} opens it.",
    [REFUSAL_NEWCOMERS_BUNDLE] =
        "That is {owner}'s, and stays sealed: give bundle to {owner} opens it.",
    [REFUSAL_KEPT] = "You keep a sealed bundle until you give it to its owner: {owner}.",
    [REFUSAL_SWORN] = "You have sworn the oath already: it lasts until you die.",
    [REFUSAL_TOO_LATE_TO_SWEAR] =
        "The oath is for the first three levels and the first two depths of a life.",
    [REFUSAL_BARS_LEVER] = "The bars are shut: a lever opens them for a minute.",
    [REFUSAL_BARS_PLATES] = "The bars are shut: they open while two stand on the plates.",
    [REFUSAL_BARS_VAULT] = "A vault: its key lies with the most dangerous foes of this level.",
    [REFUSAL_BARS_KEY] = "The bars are locked: their key hangs elsewhere on this level.",
    [REFUSAL_KEY_TAKEN] = "You have this key: walk into the bars that it opens.",
    [REFUSAL_CACHE_FULL] = "A cache, but your pack has no room for what lies in it.",
    [REFUSAL_HOARD_FULL] = "A hoard, but your pack has no room for what lies in it.",
    [REFUSAL_TWIN_FULL] = "The twin plates sink, but your pack has no room for the find.",
    [REFUSAL_CHALK_TAKEN] = "Another player's line is here: write yours a step away.",
    [REFUSAL_CHALK_GROUND] = "No line can be written here: try a step away.",
    [REFUSAL_CHALK_NONE] = "You have no line on this level.",
    [REFUSAL_NO_CHALK] = "No chalk is here: stand on a line to judge it.",
    [REFUSAL_OWN_CHALK] = "This line is yours: others judge it.",
    [REFUSAL_CHALK_JUDGED] = "You have judged this line already.",
    [REFUSAL_RIM] = "No stairs here, but the chasm beside you leads down: walk in.",
    [REFUSAL_NO_GROUND] = "They would have nothing to stand on where you float.",
    [REFUSAL_GIVEN] = "Two players pass each other 20 things a day at most: fewer, or another day.",
    [REFUSAL_NO_TRADE] = "You trade with nobody: trade NAME asks somebody beside you.",
    [REFUSAL_TRADING] = "You trade already: trade no ends that.",
    [REFUSAL_THEY_TRADE] = "They trade with another player now.",
    [REFUSAL_TRADE_FULL] = "Six things are as many as one side of a trade has.",
    [REFUSAL_NOT_LAID] = "That is not in the trade.",
    [REFUSAL_TRADE_LOOK] = "The other side changed just now: look at it, then say trade yes.",
    [REFUSAL_NO_DUEL] = "You have no duel, and nobody asks you for one: duel NAME asks.",
    [REFUSAL_NO_RIVAL] = "Nobody of that name is near enough for a duel.",
    [REFUSAL_DUELLING] = "You have a duel already: duel no ends it.",
    [REFUSAL_THEY_DUEL] = "They have a duel with another player.",
    [REFUSAL_NO_DUEL_NOW] = "No duel while one of you is in danger or away.",
    [REFUSAL_NICHE_FULL] = "A niche, but your pack has no room for what lies in it.",
};

static int variant_of_blow(const struct event *event)
{
    if (event->outcome == BLOW_MISSES)
        return VARIANT_MISS;
    if (event->count == 0)
        return VARIANT_GLANCE;
    return event->outcome == BLOW_TELLS ? VARIANT_HARD : VARIANT_HIT;
}

/* Returns the index of the event's sentence among those of its kind. */
static int variant_of(const struct event *event)
{
    switch (event->kind) {
    case EVENT_DEPARTED:
    case EVENT_ARRIVED:
        return (int)event->passage;
    case EVENT_SAID:
        return event->is_emote;
    case EVENT_SWAPPED:
    case EVENT_CANCELLED:
    case EVENT_LESSON:
    case EVENT_STATUS:
    case EVENT_ITEM_THROWN:
    case EVENT_ITEM_GONE:
    case EVENT_ITEM_LEFT:
    case EVENT_ITEM_NAMED:
    case EVENT_SNEAKING:
    case EVENT_KEY_GONE:
        return event->count > 0;
    case EVENT_REFLECTED:
        return !stack_is_none(&event->stack);
    case EVENT_BLOW:
    case EVENT_STRUCK:
        return variant_of_blow(event);
    case EVENT_SHOT:
        return variant_of_blow(event) + (stack_is_none(&event->stack) ? 0 : VARIANT_THROWN);
    case EVENT_DIED:
        return event->actor == event->other;
    case EVENT_GATE_OPENED:
    case EVENT_TRAP:
    case EVENT_ITEM_LANDED:
    case EVENT_ITEM_BROKE:
    case EVENT_TRADE:
    case EVENT_DUEL:
        return event->count;
    case EVENT_WITHERS:
        return event->status != STATUS_COUNT;
    case EVENT_TIME:
        return (int)event->time;
    case EVENT_NOTICED:
        return (int)event->notice;
    case EVENT_SENSED:
        return event->other != 0;
    default:
        return 0;
    }
}

static struct sentence choose(const struct event *event)
{
    CHECK((unsigned)event->kind < EVENT_COUNT);
    if (event->kind == EVENT_REFUSED)
        return (struct sentence){.own = refusal_table[event->refusal], .own_role = ROLE_DIM_TEXT};
    return sentence_table[event->kind][variant_of(event)];
}

/* Returns the template for that listener; NULL: the listener is told nothing. */
static const char *choose_text(const struct telling *telling, const struct sentence *sentence)
{
    bool is_other = telling->other == &telling->viewer->body;

    if (sentence->hearers == TO_SEERS)
        return is_other ? sentence->own : sentence->text;
    if (telling->actor == NULL || !body_is_shown(telling->actor) ||
        (sentence->hearers == TO_THE_TWO && telling->other == NULL))
        return NULL;
    if (telling_is_own(telling))
        return sentence->hearers == TO_OTHERS ? NULL
               : sentence->own != NULL        ? sentence->own
                                              : sentence->text;
    return sentence->hearers == TO_THE_TWO && !is_other ? NULL : sentence->text;
}

/* True if this tick reports that the foe comes into view. */
static bool comes_into_view(const struct delver *viewer, body_id foe)
{
    const struct level *level = viewer->body.level;

    for (uint32_t i = 0; level != NULL && i < level->events.count; i++) {
        const struct event *event = &level->events.items[i];
        if (event->kind == EVENT_NOTICED && event->notice != NOTICE_UNSEEN &&
            event->actor == viewer->body.id && event->other == foe)
            return true;
    }
    return false;
}

bool words_event(const struct world *world, const struct event *event, const struct delver *viewer,
                 char *out, size_t out_size, enum role *out_role)
{
    const struct telling telling = {
        .world = world,
        .event = event,
        .viewer = viewer,
        .actor = world_body(world, event->actor),
        .other = world_body(world, event->other),
        .said = world_event_text(world, event),
    };
    struct sentence sentence = choose(event);

    /* An awake foe is reported when it comes into view. */
    if (event->kind == EVENT_WOKE &&
        (!delver_has_noted(viewer, event->actor) || comes_into_view(viewer, event->actor)))
        return false;
    const char *text = choose_text(&telling, &sentence);
    if (text == NULL || text[0] == '\0')
        return false;
    enum role role =
        telling_is_own(&telling) || text == sentence.own ? sentence.own_role : sentence.role;
    *out_role = role == ROLE_BLANK ? ROLE_TEXT : role;
    telling_fill(&telling, text, out, out_size);
    return out[0] != '\0';
}

/* True if the event before it is the viewer's use of a thing, which then caused the status. */
static bool follows_use(const struct event *event, const struct delver *viewer)
{
    const struct level *level = viewer->body.level;

    for (uint32_t i = 1; level != NULL && i < level->events.count; i++) {
        const struct event *before = &level->events.items[i - 1];
        if (&level->events.items[i] == event)
            return before->kind == EVENT_ITEM_USED && before->actor == viewer->body.id;
    }
    return false;
}

bool words_join_act(const struct event *event, const struct delver *viewer)
{
    return event->actor == viewer->body.id &&
           (event->kind == EVENT_LESSON || event->kind == EVENT_ITEM_NAMED ||
            event->kind == EVENT_ITEM_LEFT || event->kind == EVENT_REACHED ||
            event->kind == EVENT_CARRIED_OFF ||
            (event->kind == EVENT_STATUS && follows_use(event, viewer)));
}

void words_shout(const struct body *speaker, const struct delver *viewer, const char *said,
                 char *out, size_t out_size)
{
    const struct telling telling = {.viewer = viewer, .actor = speaker, .said = said};

    telling_fill(&telling, shout_text, out, out_size);
}

void words_unfound(const char *typed, size_t length, int count, char *out, size_t out_size)
{
    char name[4 * UNFOUND_WIDTH_MAX + 1];

    if (utf8_clean(typed, length, UNFOUND_WIDTH_MAX, name, sizeof name) != ERR_OK)
        name[0] = '\0';
    text_capitalise(name);
    if (count > 1)
        snprintf(out, out_size, "%d players have names that begin with %s.", count, name);
    else if (name[0] == '\0')
        snprintf(out, out_size, "Nobody of that name is online.");
    else
        snprintf(out, out_size, "Nobody called %s is online.", name);
}
