#!/bin/sh
# Tests on the loop of tests, file by file, twice each: their players hear the same bytes at the
# same virtual times.
#
# Usage: same_again.sh PROGRAM FILE...
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Names of temporary folders are drawn too, until one is free: each run begins with none.
digest() {
    rm -rf "$work/run"
    mkdir "$work/run"
    TMPDIR="$work/run" LOOP_DIGEST=yes CK_FORK=no "$program" "$1" 2>&1 |
        grep '^digest ' || echo none
}

differing=
program=$1
shift
for file in "$@"; do
    first=$(digest "$file")
    second=$(digest "$file")
    echo "$file $first"
    [ "$first" != none ] && [ "$first" = "$second" ] || differing="$differing $file"
done
[ -z "$differing" ] || { echo "not the same again:$differing"; exit 1; }
