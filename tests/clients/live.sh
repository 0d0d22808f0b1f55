#!/bin/sh
# TinTin++ and TinyFugue with their scripts at the real server: a delver is made, walks and talks,
# and what is drawn is what the server knows.
# shellcheck source-path=SCRIPTDIR source=clients.sh
. "$(dirname -- "$0")/clients.sh"

need tt++ tf5 tmux
start_server --listen 127.0.0.1:0 --data "$work/data" --password-cost 1:8 --seed 11

# log_in NAME: the new delver's password has signs that TinTin++ gives a meaning to.
log_in() {
    expect 'Name:'
    type_line "$1"
    expect 'Make a new one?'
    type_line yes
    expect 'Choose a password'
    # shellcheck disable=SC2016 # a name that TinTin++ would take for its own language
    type_line 'long;er$x'
    expect 'Once more:'
    # shellcheck disable=SC2016
    type_line 'long;er$x'
}

# in_play COMMAND...: waits until it succeeds, and looks for the password in all that was shown.
in_play() {
    wait_for "$@" || give_up "play does not begin: no '$2'"
    mux capture-pane -p -S -100 -t play | grep -q 'long;' && fail 'the password shows'
}

# The sign in the middle of the drawn map: row 8, column 30.
middle() {
    row 8 | cut -c 30
}

middle_is_self() {
    [ "$(middle)" = @ ]
}

leave() {
    type_line quit
    expect 'kept'
}

start_terminal 80 24 "tt++ '$scripts/undercroft.tin'"
expect '└───'
type_line "#session dungeon 127.0.0.1 $port"
log_in ada
in_play row_is 1 'HP 20/20 |==========|  Depth 1  Level 1  XP 0  Gold 0'
wait_for middle_is_self || give_up 'the delver is not in the middle of the map'
row 2 | grep -q '^[A-Za-z]' || fail 'the room has no name'
row 2 | grep -q 'Exits: ' || fail 'the room has no exits'
wait_for shows ' stairs up' || fail 'what is in view is not listed'
map_before=$(pane | sed -n '3,13p')
map_is_another() {
    [ "$(pane | sed -n '3,13p')" != "$map_before" ]
}
# One of them is free, whatever the level: arrivals stand on floor with floor about them.
for key in x v r t; do
    mux send-keys -t play Escape O $key
done
expect 'You walk'
wait_for map_is_another || fail 'the map stays as it was after a step'
middle_is_self || fail 'the delver leaves the middle of the map'
type_line 'say one;say two'
expect 'You say: "two"'
pane | grep -q '#WARNING\|#ERROR\|#SYNTAX' && fail 'TinTin++ complains'
leave

start_terminal 80 24 "tt++ '$scripts/undercroft-reader.tin'"
expect 'T I N T I N'
type_line "#session dungeon 127.0.0.1 $port"
log_in cyd
in_play shows 'Stairs up, here.'
type_line around
expect 'North, '
pane | grep -q '\.\.\.\.\|#\.\|d1 20' && fail 'the reader is shown a drawing'
leave

start_terminal 80 24 "tf5 -f'$scripts/undercroft.tf'"
expect '_____'
type_line "/undercroft 127.0.0.1 $port"
log_in brom
in_play shows 'Depth 1  HP 20/20___'
shows 'd1 20/20>' && fail 'the prompt shows beside the status line'
for key in x v r t; do
    mux send-keys -t play Escape O $key
done
expect 'You walk'
type_line 'say hello'
expect 'You say: "hello"'
leave
finish
