# Functions for both halves of the container test: podman with a time limit, waiting with a limit,
# and the settings of compose.yaml. Sourced; $work is the test's own folder.
# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # some are for those who source this, and $work is theirs

failed=0
patience=${TEST_PATIENCE:-1}

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

# pod COMMAND...: podman, for two minutes at most. It says on standard error that no systemd is
# there to run health checks by the clock; they are run by hand here.
pod() {
    timeout -k 5 120 podman "$@" 2>"$work/pod.err"
    pod_code=$?
    grep -v 'systemd connection' "$work/pod.err" >&2
    return "$pod_code"
}

# wait_for COMMAND...: until it succeeds, half a minute at most.
wait_for() {
    tries=$((300 * patience))
    until "$@"; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}

# setting PATH: its value in compose.yaml, or its values, one a line.
setting() {
    sed -n "s/^$(echo "$1" | sed 's/[].[]/\\&/g')=//p" "$work/compose"
}

# expect WHAT IS SHOULD
expect() {
    [ "$2" = "$3" ] || fail "$1 is '$2', not '$3'"
}

# lap WHAT: tells how many seconds it took since the last one.
lap() {
    now=$(date +%s)
    echo "$1: $((now - lap_began)) s"
    lap_began=$now
}
lap_began=$(date +%s)
