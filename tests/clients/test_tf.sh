#!/bin/sh
# TinyFugue with undercroft.tf: the keypad and digits walk, the prompt is on the status line and
# nowhere else, talk is hilited, and the script is ASCII.
# shellcheck source-path=SCRIPTDIR source=clients.sh
. "$(dirname -- "$0")/clients.sh"

need tf5 tmux
LC_ALL=C grep -n '[^ -~]' "$scripts/undercroft.tf" && fail 'undercroft.tf is not ASCII'
start_server feed
start_terminal 80 24 "tf5 -f'$scripts/undercroft.tf'"
expect '_____'
pane | grep -q '^% .*undercroft\.tf, line' && fail 'TinyFugue complains when it loads the script'
type_line "/undercroft 127.0.0.1 $port"
expect 'Name:'
type_line ada
expect 'Welcome'
expect 'Depth 2  HP 14/20___'
shows 'd2 14/20>' && fail 'the prompt shows beside the status line'

keys Escape O x
expect_heard 'heard: north'
expect 'Depth 2  HP 13/20___'
type_line 3
expect_heard 'heard: southeast'
type_line 'say 3'
expect_heard 'heard: say 3'

type_line talk
expect 'Brom says: "stairs are north"'
pane -e | grep 'Brom says' | grep -q "$(printf '\033')\\[1m" ||
    fail 'talk is not hilited'
pane -e | grep 'You walk' | grep -q "$(printf '\033')\\[1m" &&
    fail 'what is no talk is hilited'
finish
