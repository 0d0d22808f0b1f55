#!/bin/sh
# The load generator against a real server: all get in, play and leave, in every way there is; who
# is not let in is counted, and no other machine is bothered by mistake.
#
# Usage: swarm.sh UNDERCROFTD UNDERCROFT-SWARM
set -u

program=$1
swarm=$2
work=$(mktemp -d) || exit 1
server=

end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null
    wait
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' HUP INT TERM

fail() {
    echo "swarm: $*" >&2
    cat "$work/out" "$work/err" >&2
    exit 1
}

# start FLAGS...: a server; $port is where it listens.
start() {
    : >"$work/server.out" # what an earlier one said is not this one's
    "$program" --listen 127.0.0.1:0 --data "$work/data" --password-cost 1:8 --seed 11 \
        --population-percent 0 "$@" \
        >"$work/server.out" 2>"$work/server.log" &
    server=$!
    tries=$((100 * ${TEST_PATIENCE:-1}))
    until grep -q '^ready:' "$work/server.out"; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || fail 'the server does not start'
        sleep 0.1
    done
    port=$(sed -n 's/^ready: [^:]* [^:]*:\([0-9]*\).*/\1/p' "$work/server.out")
    web=$(sed -n 's|^ready: .*web http://127.0.0.1:\([0-9]*\)/.*|\1|p' "$work/server.out")
    web_tls=$(sed -n 's|^ready: .*web https://127.0.0.1:\([0-9]*\)/.*|\1|p' "$work/server.out")
    tls=$(sed -n 's|^ready: .*, tls 127.0.0.1:\([0-9]*\)$|\1|p' "$work/server.out")
}

# run CODE TEXT FLAGS...: the exit code and what must be said.
run() {
    code=$1
    text=$2
    shift 2
    timeout 120 "$swarm" "$@" >"$work/out" 2>"$work/err"
    got=$?
    [ "$got" -eq "$code" ] || fail "$*: exit code $got, not $code"
    cat "$work/out" "$work/err" | grep -q -e "$text" || fail "$*: does not say '$text'"
}

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 60 -subj /CN=localhost \
    -keyout "$work/key" -out "$work/certificate" 2>"$work/err" || fail 'no certificate'
start --connections-per-address 0 --new-per-address 0 --web-players-per-address 0 \
    --web 127.0.0.1:0 --web-tls 127.0.0.1:0 --tls 127.0.0.1:0 --tls-cert "$work/certificate" \
    --tls-key "$work/key"
for way in '' --line '--play talk' '--play talk --line' '--play idle'; do
    # shellcheck disable=SC2086 # flags
    run 0 '12 asked for, 12 got in, 0 refused, 0 lost' --connect "127.0.0.1:$port" --clients 12 \
        --seconds 1 --keys 10 --logins 100 $way
done
run 0 '"got_in":3,"refused":0,"lost":0,.*"keys":[1-9]' --connect "127.0.0.1:$port" --clients 3 \
    --seconds 1 --json
# The protocols of a browser and of MUD clients over a WebSocket, and each of them inside TLS.
while read -r at way; do
    # shellcheck disable=SC2086 # flags
    run 0 '6 asked for, 6 got in, 0 refused, 0 lost' --connect "127.0.0.1:$at" --clients 6 \
        --seconds 1 --keys 10 --logins 100 $way
    grep -q '^answers   p50 [0-9.]*[1-9]' "$work/out" || fail "$way: no answers"
done <<END
$web --web page
$web --web page --play explore
$web --web telnet
$web --web terminal
$web --web gmcp
$web --web json --line
$tls --tls
$web_tls --tls --web page
END
run 1 '1 refused' --connect "127.0.0.1:$port" --clients 1 --seconds 1 --web page
run 1 '1 refused' --connect "127.0.0.1:$port" --clients 1 --seconds 1 --tls
# Delvers who are there with another password, and those who have left theirs behind.
run 1 '3 asked for, 0 got in, 3 refused' --connect "127.0.0.1:$port" --clients 3 --seconds 1 \
    --password another-word
kill "$server" && wait "$server"

start --connections-per-address 1
run 0 '3 asked for, 3 got in' --connect "127.0.0.1:$port" --clients 3 --seconds 1 --spread
kill "$server" && wait "$server"

start --connections-per-address 2
run 1 '4 asked for, 2 got in, 2 refused, 0 lost' --connect "127.0.0.1:$port" --clients 4 \
    --seconds 1
grep -q 'Too many connections from your address' "$work/out" || fail 'no reason'
# The two of before have gone, and as many come: then it stops.
stop_when_two_are_in() {
    tries=$((300 * ${TEST_PATIENCE:-1}))
    until [ "$(grep -c '"event":"play.begin"' "$work/server.log")" -ge 4 ]; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || break
        sleep 0.1
    done
    sleep 1
    kill "$server"
}
stop_when_two_are_in &
run 1 '2 asked for, 2 got in, 0 refused, 2 lost' --connect "127.0.0.1:$port" --clients 2 \
    --seconds 60
wait "$server"
server=
run 1 '2 refused' --connect "127.0.0.1:$port" --clients 2 --seconds 1

run 2 'another machine' --connect 192.0.2.1:4000
run 2 'is not N' --clients 0
run 2 'is not N' --clients 10001
run 2 'is not N' --seconds x
run 2 'is not ADDR:PORT' --connect localhost:4000
run 2 'is not PREFIX' --names Ab1
run 2 'is not WORD' --web sockets
run 2 'spread takes' --connect '[::1]:4000' --spread
run 2 'is no flag' 20
run 2 'help lists' --fast
run 0 'Usage' --help
run 0 'undercroft-swarm [0-9]' --version
