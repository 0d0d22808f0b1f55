#!/bin/sh
# play.sh: the terminal is afterwards as it was before, after every ending of each program that it
# may start; wrong arguments are refused.
# shellcheck source-path=SCRIPTDIR source=clients.sh
. "$(dirname -- "$0")/clients.sh"

need tmux telnet busybox nc stty pgrep
start_server drop
start_terminal 80 24 'PS1="shell> " sh'
expect 'shell>'

is_taken() {
    [ "$(terminal_state)" = 1,0,0,1,1 ]
}

is_given_back() {
    [ "$(terminal_state)" = 0,1,1,0,0 ]
}

has_file() {
    [ -s "$1" ]
}

# Run in the terminal; its argument is the PATH for play.sh.
cat >"$work/run" <<EOF
trap : INT
stty -g >$work/before
sh -c 'echo \$\$ >$work/pid; PATH=\$1; exec $work/bin/sh $scripts/play.sh 127.0.0.1 $port' - "\$1"
echo \$? >$work/code
stty -g >$work/after
EOF

# begin NAME PATH
begin() {
    rm -f "$work/before" "$work/after" "$work/code" "$work/pid"
    type_line "sh $work/run '$2'"
    wait_for is_taken || give_up "$1: the dungeon never takes the terminal: $(terminal_state)"
}

expect_given_back() {
    wait_for has_file "$work/after" || give_up "$1: it does not end"
    wait_for is_given_back || fail "$1: the terminal is left as $(terminal_state)"
    cmp -s "$work/before" "$work/after" || fail "$1: stty $(cat "$work/before" "$work/after")"
    expect_plain_shell "$1"
}

mkdir "$work/bin" "$work/only_busybox" "$work/only_nc" "$work/nothing"
for folder in bin only_busybox only_nc nothing; do
    for program in sh stty; do
        ln -s "$(command -v $program)" "$work/$folder/$program"
    done
done
ln -s "$(command -v busybox)" "$work/only_busybox/busybox"
ln -s "$(command -v nc)" "$work/only_nc/nc"

begin 'telnet, line broken' "$PATH"
keys x
expect_given_back 'telnet, line broken'

begin 'telnet killed' "$PATH"
telnet_pid=$(pgrep -P "$(cat "$work/pid")") || give_up 'telnet killed: no telnet to kill'
kill -KILL "$telnet_pid"
expect_given_back 'telnet killed'
[ "$(cat "$work/code")" -ne 0 ] || fail 'telnet killed: ends as if all were well'

begin 'busybox, line broken' "$work/only_busybox"
keys x
expect_given_back 'busybox, line broken'

begin 'nc, line broken' "$work/only_nc"
type_line x
expect_given_back 'nc, line broken'

begin 'nc interrupted' "$work/only_nc"
keys C-c
expect_given_back 'nc interrupted'

# expect_code CODE ARGUMENT...
expect_code() {
    wanted=$1
    shift
    sh "$scripts/play.sh" "$@" </dev/null >"$work/said" 2>&1
    code=$?
    [ "$code" -eq "$wanted" ] || fail "play.sh $*: ends with $code, not $wanted"
}
for port in 0 65536 4x -1 123456 ''; do
    expect_code 2 127.0.0.1 "$port"
done
expect_code 2 --help
expect_code 2 '' 4000
expect_code 2 127.0.0.1 4000 more
PATH=$work/nothing expect_code 127
finish
