#!/bin/sh
# TinTin++ with undercroft-reader.tin: nothing is drawn, split or asked to be drawn.
# shellcheck source-path=SCRIPTDIR source=clients.sh
. "$(dirname -- "$0")/clients.sh"

need tt++ tmux
start_server feed
start_terminal 80 24 "tt++ '$scripts/undercroft-reader.tin'"
expect 'T I N T I N'
type_line "#session dungeon 127.0.0.1 $port"
expect 'Name:'
expect_heard 'gmcp: Core.Supports.Set ["Char 1"]'
# The bit for a screen reader, 64, in the third answer about the terminal.
wait_for grep -q '^terminal: MTTS ' "$work/out" || give_up 'the server is not told of the terminal'
standard=$(sed -n 's/^terminal: MTTS \([0-9]*\)$/\1/p' "$work/out" | head -n 1)
[ $((standard & 64)) -ne 0 ] || fail "MTTS $standard does not tell of a screen reader"

type_line 'ada;b'
expect_heard 'heard: ada;b'
expect 'd2 14/20>'
type_line 8
expect_heard 'heard: north'
keys Escape O x
expect 'd2 12/20>'
pane | grep -q '[─│┌┐└┘]\|\.\.\.\.\|HP 1' && fail 'something is drawn'
pane | grep -q '#WARNING\|#ERROR\|#SYNTAX' && fail 'TinTin++ complains'
# Rows that follow one another, as printed: no part of the terminal is set aside.
pane | grep -A 3 'Welcome' | grep -q 'You walk north' || fail 'the text does not simply run on'
finish
