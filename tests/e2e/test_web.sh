#!/bin/sh
# Browsers and MUD clients in front of a real server: two WebSocket libraries of other people play
# through every subprotocol, and strangers send to the web port what they can think of.
#
# Usage: test_web.sh UNDERCROFTD FOLDER
set -u

program=$1
folder=$2
work=$(mktemp -d) || exit 1
pid=

end() {
    [ -z "$pid" ] || kill "$pid" 2>/dev/null
    wait
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' HUP INT TERM

fail() {
    echo "test_web: $*" >&2
    tail -n 20 "$work/log" >&2
    exit 1
}

# serve FLAGS...: a server on a fresh world; sets `port`.
serve() {
    rm -rf "$work/data"
    "$program" --data "$work/data" --listen 127.0.0.1:0 --web 127.0.0.1:0 --seed 11 \
        --population-percent 0 --password-cost 1:8 --new-per-address 0 --log text \
        --new-players-per-address 0 "$@" >"$work/log" 2>&1 &
    pid=$!
    tries=$((100 * ${TEST_PATIENCE:-1}))
    until grep -q '^ready:' "$work/log"; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || fail 'no ready line'
        sleep 0.1
    done
    port=$(sed -n 's|^ready: .*, web http://127\.0\.0\.1:\([0-9]*\)/$|\1|p' "$work/log")
    [ -n "$port" ] || fail 'the ready line names no page'
}

# It ends cleanly after anything that was sent to it.
stop() {
    kill "$pid"
    wait "$pid" || fail "the server ended with $?"
    pid=
}

serve
/usr/bin/python3 "$folder/play.py" "$port" || fail 'python3-websockets'
NODE_PATH=/usr/share/nodejs /usr/bin/node "$folder/play.js" "$port" || fail 'node-ws'
stop
serve --web-origin https://play.example.org --web-players-per-address 3
/usr/bin/python3 "$folder/threats.py" "$port" || fail 'threats'
stop
echo 'ok'
