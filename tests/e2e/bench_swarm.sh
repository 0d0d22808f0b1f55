#!/bin/sh
# The benchmark of many delvers runs from end to end, small: it prints every row, refuses a run
# whose generator lags, and says what could not be measured.
#
# Usage: bench_swarm.sh TESTS_FOLDER BUILD
set -u

tests=$1
build=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# run CODE FLAGS...: small, on all cores, beside all else that runs.
run() {
    code=$1
    shift
    all=0-$(($(nproc --all) - 1))
    timeout 250 "$tests/bench/swarm" --build "$build" --server-cores "$all" --swarm-cores "$all" \
        --runs 1 --tries 1 --seconds 1 --warm 0 --lag-max 60000 --sizes '' --fight 0 --crowd 0 \
        --step 0 --cost 0 --deaf 0 --cut 0 --idle 0 --pages 0 "$@" >"$work/out" 2>"$work/err"
    got=$?
    [ "$got" -eq "$code" ] || fail "$*: exit code $got, not $code"
}

fail() {
    echo "bench_swarm: $*" >&2
    cat "$work/out" "$work/err" >&2
    exit 1
}

# says PATTERN: in what was printed.
says() {
    grep -q -e "$1" "$work/out" "$work/err" || fail "does not say '$1'"
}

run 0 --sizes 5 --fight 4 --crowd 3 --cost 2 --cut 4 --idle 3 --pages 3
says '^| *| 5 | 4 who fight | 3 in one cave |$'
while read -r name text; do
    grep -q "^| $text | [0-9.-]* | [0-9.-]* | [0-9.-]* |$" "$work/out" || fail "no row of $name"
done <"$tests/bench/swarm_rows"
says '^| logged in, of all | 5.00 | 4.00 | 3.00 |$'
says '^| keys typed in danger, % | - | [0-9.]* | - |$'
says '^| what the game costs, µs | [0-9.]* |'
says '^| new delvers a second, default password cost | [0-9.]* |$'
says '^| all log in at once: all were in after, s | [0-9.]* |$'
says '^| nobody types: CPU, % of a core | [0-9.]* |$'
says '^| pages: CPU a key, µs | [0-9.]* |$'
says '^| of a page in TLS above that, KiB | [0-9.-]* |$'
says '^| all pages come at once in TLS: all were in after, s | [0-9.]* |$'

# On every machine keys are late by more than 0 ms.
run 1 --sizes 2 --lag-max 0
says '^  1 times: 2: refused: the generator.s own keys were late by [0-9.]* ms (p99), and 0 ms'
! grep -q '^| CPU a key' "$work/out" || fail 'tells figures of a run that was refused'

# A client that does not get in ends the run, and the reason is told.
run 1 --sizes 3 -- --connections-max 2
says '^  1 times: 3: 2 of 3 got in; the newest of the others was told: .'

run 2 --fast 1
run 2 --sizes many
run 2 --sizes 100000000
says 'open files'
run 2 --server-cores 4000
