#!/bin/sh
# Programs on the loop of tests, run twice each: their players hear the same bytes at the same
# virtual times.
#
# Usage: same_again.sh PROGRAM...
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Names of temporary folders are drawn too, until one is free: each run begins with none.
digest() {
    rm -rf "$work/run"
    mkdir "$work/run"
    TMPDIR="$work/run" LOOP_DIGEST=yes CK_FORK=no "$1" 2>&1 | grep '^digest ' || echo none
}

differing=
for program in "$@"; do
    first=$(digest "$program")
    second=$(digest "$program")
    echo "${program##*/} $first"
    [ "$first" != none ] && [ "$first" = "$second" ] || differing="$differing ${program##*/}"
done
[ -z "$differing" ] || { echo "not the same again:$differing"; exit 1; }
