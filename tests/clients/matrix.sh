#!/bin/sh
# Every program that people come with, at the real server: each makes a delver, walks ten steps to a
# door, opens and closes it, talks to somebody who listens, and leaves. At each stage the terminal
# shows what it should, what the server sent suits the program, and the terminal is afterwards as it
# was before. The rows run side by side; only one walks at a time, for who walks into another swaps
# places with them.
# Usage: matrix.sh CLIENT-SCRIPTS UNDERCROFTD CLIENT-TAP LAY-LEVEL DRAWING
# shellcheck source-path=SCRIPTDIR source=clients.sh
. "$(dirname -- "$0")/clients.sh"
tap_program=$3
lay_level_program=$4
drawing=$5

# The delver's name; how the program is shown the dungeon; the command; what it shows when it is
# ready for the line that connects it, that line, and the line or key that ends it, where needed.
# PORT is put in. panel: line mode with the panel of undercroft.tin. status: line mode with the
# status line of undercroft.tf. echoes: line mode in a program that shows all that is typed.
# again: screen mode, and a second visit of the delver.
session='#session dungeon 127.0.0.1 PORT'
rows="
inetutils|again|inetutils-telnet 127.0.0.1 PORT|||
telnetssl|screen|telnet-ssl 127.0.0.1 PORT|||
plink|screen|plink -telnet -P PORT 127.0.0.1|||
busybox|screen|busybox telnet 127.0.0.1 PORT|||
tintin|screen|tt++|T I N T I N|$session|#end
tintinpanel|panel|tt++ '$scripts/undercroft.tin'|└───|$session|#end
tintinreader|reader|tt++ '$scripts/undercroft-reader.tin'|T I N T I N|$session|#end
tinyfugue|line|tf5|_____|/connect 127.0.0.1 PORT|/quit -y
tinyfuguescript|status|tf5 -f'$scripts/undercroft.tf'|_____|/undercroft 127.0.0.1 PORT|/quit -y
kbtin|line|kbtin|#session <name>|$session|#end
netcat|echoes|nc 127.0.0.1 PORT|||C-c
plinkraw|echoes|plink -raw -P PORT 127.0.0.1|||C-d
"

# The drawn level: from the stairs northwest, three steps west and six north into the end of
# a hall, with a closed door to its north. On a screen of 80x24 nothing scrolls on the way.
stairs_place=68,14
steps='
y nw 67,13
h w 66,13
Left west 65,13
4 w 64,13
k n 64,12
Up north 64,11
8 n 64,10
k n 64,9
Up north 64,8
k n 64,7
'

# ---- Checks for the rows.

text_has() {
    grep -aqF -e "$1" "$work/$target.text"
}

expect_text() {
    wait_for text_has "$1" || give_up "$target: the server does not send '$1'"
}

# Own steps told so far; who is walked into is swapped with.
count_steps() {
    grep -ao 'You walk [a-z]*\.\|You swap places' "$work/$target.text" | wc -l
}

# A reader is not told of single steps, and asks.
has_walked() {
    type_line score
    sleep 0.2
    text_has ", $1 steps walked."
}

steps_are() {
    [ "$(count_steps)" -eq "$1" ]
}

# cell DX DY: the sign on the screen, counted from the cursor.
cell() {
    place=$(cursor_place)
    row=$((${place#*,} + 1 + $2)) column=$((${place%,*} + $1))
    pane | LC_ALL=C.UTF-8 sed -n "${row}s/^.\{$column\}\(.\).*/\1/p"
}

cell_is() {
    [ "$(cell "$1" "$2")" = "$3" ]
}

cursor_is() {
    [ "$(cursor_place)" = "$1" ]
}

# While something is drawn the cursor is where that is: at rest it is on the delver.
rests_at() {
    cursor_is "$1" && cell_is 0 0 @ && sleep 0.3 && cursor_is "$1" && cell_is 0 0 @
}

# The sign above the northernmost delver in the newest map block of the text, who is the own one.
above_self() {
    tr -d '\r' <"$work/$target.text" | awk '
        !/^[#.+<> @-]+$/ { is_found = 0 }
        index($0, "@") > 0 && !is_found { above = substr(before, index($0, "@"), 1); is_found = 1 }
        { before = $0 }
        END { print above }'
}

above_self_is() {
    [ "$(above_self)" = "$1" ]
}

# Drawn so once the terminal has answered that it shows UTF-8; plain before.
has_drawn_walls() {
    pane | grep -q '│.*│'
}

has_status_row() {
    row 20 | grep -q "^$name L1 HP 20/20 \[#*\] [$]20 Depth 1 "
}

is_screen_taken() {
    case $(terminal_state) in
    1,1,0,*) ;;
    *) return 1 ;;
    esac
}

# The line above the map in the panel.
has_room() {
    row 2 | grep -q '^[A-Za-z].*Exits: '
}

# In the panel the delver is always at the same place.
panel_is() {
    [ "$(row 8 | cut -c 30)$(row 7 | cut -c 30)" = "@$1" ]
}

# The keypad's mode is ignored after a MUD client: some clients set it and never restore it.
is_given_back() {
    now=$(terminal_state)
    [ -z "$ending" ] || now="${now%,*,*},${state#*,*,*,}"
    [ "$now" = "$state" ]
}

is_last_row_shell() {
    [ "$(pane | grep . | tail -n 1 | sed 's/ *$//')" = 'shell>' ]
}

# Counts bytes that are neither printable ASCII, nor the end of a line, nor of a colour.
odd_bytes() {
    LC_ALL=C sed "s/$(printf '\033')\\[[0-9;]*m//g" | LC_ALL=C tr -d '\r\n -~' | wc -c
}

# Prints the server's output outside of the alternate screen, if it used that; the restore string
# excepted.
outside_screen() {
    LC_ALL=C awk 'BEGIN { RS = "\033\\[[?]1049h.*\033\\[[?]1049l" } { printf "%s", $0 }'
}

expect_no_junk() {
    pane | grep -qE '\^\[|␛|�|\[[0-9;?]*[A-HJKhlmn]|#(WARNING|ERROR|SYNTAX)' &&
        fail "$target: there is junk on the terminal $1: $(pane)"
}

# ---- How a row plays.

log_in_anew() {
    expect 'Name:'
    type_line "$target"
    expect 'Make a new one?'
    type_line yes
    expect 'Choose a password'
    type_line "$password"
    expect 'Once more:'
    type_line "$password"
}

expect_password_hidden() {
    grep -aqF -e "$password" "$work/$target.text" && fail "$target: the server echoes the password"
    [ "$kind" = echoes ] && return
    pane -S - | grep -qF -e "$password" && fail "$target: the password shows"
}

expect_in_play() {
    case $kind in
    screen)
        wait_for cell_is 0 0 @ || give_up "$target: the cursor is not on the delver"
        wait_for has_status_row || give_up "$target: no status row"
        wait_for has_drawn_walls || fail "$target: walls are not drawn as lines"
        wait_for is_screen_taken || fail "$target: the screen is taken as $(terminal_state)"
        ;;
    panel)
        wait_for row_is 1 'HP 20/20 |==========|  Depth 1  Level 1  XP 0  Gold 20' ||
            give_up 'no vitals above the text'
        wait_for has_room || fail 'the room has no name, or no exits'
        wait_for shows ' stairs up' || fail 'what is in view is not listed'
        ;;
    status)
        expect 'Depth 1  HP 20/20___'
        shows 'd1 20/20>' && fail 'the prompt shows beside the status line'
        ;;
    reader) expect_text 'Stairs up, ' ;;
    *) expect 'd1 20/20>' ;;
    esac
    expect_no_junk 'at the start'
    expect_password_hidden
}

walk_by_keys() {
    keys _
    keys '<'
    wait_for rests_at "$stairs_place" || give_up "$target: the stairs are not at $stairs_place"
    while read -r key _ place; do
        [ -n "$key" ] || continue
        keys "$key"
        wait_for cursor_is "$place" ||
            give_up "$target: $key leads to $(cursor_place), not to $place"
        wait_for cell_is 0 0 @ || fail "$target: the cursor is not on the delver after $key"
    done <<END
$steps
END
    wait_for cell_is 0 -1 + || fail "$target: no closed door to the north but $(cell 0 -1)"
    keys k
    wait_for cell_is 0 -1 "'" || give_up "$target: the door does not open"
    keys c
    wait_for cell_is 0 -1 + || give_up "$target: the door does not close"
    expect 'You close the door.'
    keys -l "'hello from $target"
    keys Enter
}

travel_by_words() {
    type_line 'travel up'
    wait_for grep -aq 'You reach the stairs up\.\|You are there' "$work/$target.text" ||
        give_up "$target: the stairs are not reached"
    type_line score
    expect_text ' steps walked.'
    walked=$(sed -n 's/.* \([0-9]*\) steps walked.*/\1/p' "$work/$target.text")
}

walk_by_words() {
    travel_by_words
    count=$(count_steps)
    while read -r _ word _; do
        [ -n "$word" ] || continue
        type_line "$word"
        count=$((count + 1))
        wait_for steps_are "$count" || give_up "$target: $word is no step"
    done <<END
$steps
END
    open_by_words
}

walk_by_counts() {
    travel_by_words
    type_line nw
    wait_for has_walked $((walked + 1)) || give_up "$target: nw is no step"
    type_line 'west 3'
    expect_text 'You walk 3 steps west'
    type_line 'north 6'
    expect_text 'You walk 6 steps north'
    open_by_words
}

expect_above() {
    case $kind in
    panel) wait_for panel_is "$1" || give_up "$target: no $1 in the panel, north of the delver" ;;
    reader) ;;
    *)
        type_line look
        wait_for above_self_is "$1" ||
            give_up "$target: no $1 north of the delver but $(above_self)"
        ;;
    esac
}

open_by_words() {
    expect_above +
    type_line n
    expect_text 'You open the door.'
    expect_above "'"
    type_line close
    expect_text 'You close the door.'
    type_line score
    expect_text ", $((walked + 10)) steps walked."
    type_line "say hello from $target"
}

# Runs its arguments while no other row does.
alone() {
    tries=2000
    until mkdir "$work/lock" 2>/dev/null; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || give_up "$target: the others never end"
        sleep 0.05
    done
    has_lock=yes
    "$@"
    rmdir "$work/lock"
    has_lock=
}

play() {
    case $kind in
    screen) walk_by_keys ;;
    reader) walk_by_counts ;;
    *) walk_by_words ;;
    esac
    expect "hello from $target\""
    wait_for grep -aqF "$name says: \"hello from $target\"" "$work/observer.text" ||
        fail "$target: nobody hears what is said"
    expect_no_junk 'after the walk'
    case $kind in
    screen) keys Q ;;
    *) type_line quit ;;
    esac
    expect_text 'Goodbye.'
}

# The program, ended where it does not end by itself, leaves the terminal as it found it.
expect_left_clean() {
    expect 'kept'
    expect_no_junk 'after leaving'
    case $ending in
    '') ;;
    C-*) keys "$ending" ;;
    *) type_line "$ending" ;;
    esac
    wait_for is_last_row_shell || give_up "$target: the program does not end"
    wait_for is_given_back || fail "$target: the terminal is left as $(terminal_state)"
    type_line "stty -g >$work/$target.after"
    wait_for test -s "$work/$target.after" || give_up "$target: the shell cannot be used"
    cmp -s "$work/$target.before" "$work/$target.after" ||
        fail "$target: stty $(cat "$work/$target.before" "$work/$target.after")"
    expect_plain_shell "$target"
}

expect_bytes_suit() {
    odd=$(outside_screen <"$work/$target.text" | odd_bytes)
    [ "$odd" -eq 0 ] || fail "$target: $odd bytes that are no text, no end of a line and no colour"
    case $kind in
    screen) grep -aqF "$(printf '\033[?1049l')" "$work/$target.text" ||
        fail "$target: the screen is not given back" ;;
    *) grep -aqF "$(printf '\033[?')" "$work/$target.text" &&
        fail "$target: the terminal is taken over" ;;
    esac
    [ "$kind" != reader ] || ! grep -aq '##\|\.\.\.\.\|d1 20' "$work/$target.text" ||
        fail "$target: something is drawn"
}

# Through a tap of its own; what came before on the terminal is gone.
begin() {
    type_line clear
    type_line "$(echo "$command" | sed "s/PORT/$tap_port/")"
    [ -z "$connecting" ] && return
    expect "$ready"
    type_line "$(echo "$connecting" | sed "s/PORT/$tap_port/")"
}

visit_again() {
    begin
    expect 'Name:'
    type_line "$target"
    expect 'Password:'
    type_line "$password"
    expect_in_play
    wait_for cell_is 0 -1 + || fail "$target: comes back elsewhere than to the door"
    keys C-d
    expect_left_clean
}

play_row() {
    has_lock=
    trap 'mux kill-window -t "$target"; kill "$tap"; [ -z "$has_lock" ] || rmdir "$work/lock"' EXIT
    name=$(echo "$target" | sed 's/.*/\u&/')
    password="secret-of-$target"
    state=$(terminal_state)
    wait_for is_ready "$work/$target.tap" || give_up "$target: no tap"
    tap_port=$(port_of "$work/$target.tap")
    expect 'shell>'
    type_line "stty -g >$work/$target.before"
    begin
    log_in_anew
    expect_in_play
    alone play
    expect_left_clean
    [ -z "$again" ] || alone visit_again
    expect_bytes_suit
    [ "$failed" -eq 0 ]
}

# ---- The others in the dungeon, and the rows.

observe() {
    mkfifo "$work/observer"
    nc 127.0.0.1 "$port" <"$work/observer" >"$work/observer.text" &
    exec 9>"$work/observer"
    target=observer
    password='secret of observer'
    while IFS='|' read -r question answer; do
        expect_text "$question"
        printf '%s\r\n' "$answer" >&9
    done <<END
Name: |observer
(yes/no) |yes
Choose a password|$password
Once more: |$password
d1 20/20> |west 4
END
    expect_text 'You walk 4 steps'
}

need tmux inetutils-telnet telnet-ssl plink busybox tt++ tf5 kbtin nc stty mkfifo
# A world has to be there before a level is put into it.
start_server --listen 127.0.0.1:0 --data "$work/data"
kill -TERM "$server"
expect_server_end
"$lay_level_program" "$work/data/undercroft.db" "$drawing" || give_up 'no level is drawn'
start_server --listen 127.0.0.1:0 --data "$work/data" --password-cost 1:8 --tick-ms 10 \
    --connections-per-address 0 --new-per-address 0 --link-death-seconds 0 --population-percent 0
observe
echo "$rows" >"$work/rows"
rows_started=
while IFS='|' read -r target kind command ready connecting ending; do
    [ -n "$target" ] || continue
    [ -z "${MATRIX_ROW:-}" ] || [ "$MATRIX_ROW" = "$target" ] || continue
    again=
    [ "$kind" != again ] || kind=screen again=yes
    start_terminal 80 24 'PS1="shell> " sh'
    "$tap_program" "$port" "$work/$target.text" >"$work/$target.tap" &
    tap=$!
    (play_row) >"$work/$target.said" 2>&1 </dev/null &
    rows_started="$rows_started $target:$!"
done <"$work/rows"
for row in $rows_started; do
    wait "${row#*:}" && continue
    failed=$((failed + 1))
    cat "$work/${row%%:*}.said"
done
exec 9>&-
kill -TERM "$server"
expect_server_end
finish
