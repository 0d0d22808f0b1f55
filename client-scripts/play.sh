#!/bin/sh
# Plays Undercroft by telnet and gives the terminal back in every case: also when the line
# breaks while the dungeon has the whole screen, or when the telnet program is killed.
#
# Usage: play.sh [HOST [PORT]]     127.0.0.1 4000 if not said
#
# Takes the first program that exists of telnet, busybox telnet and nc. Exit codes: that program's;
# 2 usage; 127 none of them exists.
set -u

host=${1-127.0.0.1}
port=${2-4000}
saved=

usage() {
    echo 'usage: play.sh [HOST [PORT]]     127.0.0.1 4000 if not said' >&2
    exit 2
}

[ $# -le 2 ] || usage
case $host in
'' | -*) usage ;;
esac
case $port in
'' | *[!0-9]* | ??????*) usage ;;
esac
if [ "$port" -lt 1 ] || [ "$port" -gt 65535 ]; then
    usage
fi

give_back() {
    [ -n "$saved" ] && stty "$saved" <&3 2>/dev/null
    [ -t 1 ] || return 0
    # Leaving the alternate screen puts the cursor where it was saved last; so that nothing moves
    # if there is none to leave, it is saved here first. Undoing a scroll region moves it too.
    printf '\0337\033[?1049l\0337\033[r\0338'
    # Look, cursor, wrapping, cursor keys, keypad, mouse, pasting, character set.
    printf '\033[0m\033[?25h\033[?7h\033[?1l\033>\033[?1000l\033[?2004l\033(B\017'
}

has() {
    command -v "$1" >/dev/null 2>&1
}

exec 3<&0
if [ -t 3 ]; then
    saved=$(stty -g <&3 2>/dev/null)
fi
# The keys that interrupt are for the telnet program; this waits for its end in any case.
trap : INT QUIT
trap 'give_back; exit 1' HUP TERM

if has telnet; then
    telnet "$host" "$port"
elif has busybox && busybox telnet --help >/dev/null 2>&1; then
    busybox telnet "$host" "$port"
elif has nc; then
    nc "$host" "$port"
else
    echo 'play.sh: no telnet, busybox or nc here; install one, for example: apt install telnet' >&2
    exit 127
fi
code=$?
give_back
exit "$code"
