#!/bin/sh
# TinTin++ with undercroft.tin: draws vitals, room, map and things from GMCP above the text, sends
# words for keypad and digits, leaves a password as it is typed, and can do without the panel.
# shellcheck source-path=SCRIPTDIR source=clients.sh
. "$(dirname -- "$0")/clients.sh"

need tt++ tmux
start_server feed
start_terminal 80 24 "tt++ '$scripts/undercroft.tin'"
expect '└───'
type_line "#session dungeon 127.0.0.1 $port"
expect 'Name:'
expect_heard 'option: 253 201'
expect_heard 'gmcp: Core.Supports.Set ["Dungeon 1", "Room 1", "Char 1"]'
# shellcheck disable=SC2016 # a name that TinTin++ would take for its own language
type_line 'a$d;a'
# shellcheck disable=SC2016
expect_heard 'heard: a$d;a'

expect_row 1 'HP 14/20 |=======   |  Depth 2  Level 3  XP 45  Gold 67'
expect_row 2 'the Cellars: a square room. Exits: east (closed door) north'
expect_row 3 '                                                            @ Brom 7w 3n'
expect_row 4 '                     #################                      > stairs down 6w 2n'
expect_row 5 '                     #@..............#'
expect_row 6 '                     #.>.............#'
expect_row 8 '                     #.......@.......+'
expect_row 11 '                     #..![$%)/?{}~;..#'
expect_row 12 '                     #################'
expect 'd2 14/20>'
pane | tail -n +14 | grep -q '\.\.\.@' && fail 'the map is among the text too'

keys Escape O x
expect_heard 'heard: north'
expect_row 1 'HP 13/20 |=======   |  Depth 2  Level 3  XP 45  Gold 67'
expect_row 8 '                     #.......@.......#'
expect_row 9 '                     #...............+'
type_line 3
expect_heard 'heard: southeast'
type_line 'first;say 3'
expect_heard 'heard: first'
expect_heard 'heard: say 3'
pane | grep -q '#WARNING\|#ERROR\|#SYNTAX' && fail 'TinTin++ complains'

type_line 'undercroft plain'
expect_heard 'gmcp: Core.Supports.Remove ["Dungeon 1", "Room 1", "Char 1"]'
mux clear-history -t play
type_line 'undercroft panel'
expect_heard 'gmcp: Core.Supports.Add ["Dungeon 1", "Room 1", "Char 1"]'
expect_row 1 'HP 13/20 |=======   |  Depth 2  Level 3  XP 45  Gold 67'

mux resize-window -t play -x 120 -y 44
expect_row 5 ''
expect_row 13 '                     #.......@.......#'
finish
