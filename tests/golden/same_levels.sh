#!/bin/sh
# Levels do not depend on the word size: two builds of print_levels print the same lines, and every
# style in the golden file has just the lines it has there. Whether the file has all styles is for
# test_levels to say.
#
# Usage: same_levels.sh PRINT_LEVELS OTHER_PRINT_LEVELS GOLDEN_FILE
set -u
export LC_ALL=C

[ $# -eq 3 ] || {
    echo 'usage: same_levels.sh PRINT_LEVELS OTHER_PRINT_LEVELS GOLDEN_FILE' >&2
    exit 2
}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAIL: $*"
    exit 1
}

"$1" >"$work/one" || fail "$1 ended with $?"
"$2" >"$work/other" || fail "$2 ended with $?"
[ -s "$work/one" ] || fail "$1 printed nothing"
diff "$work/one" "$work/other" || fail 'the two builds make other levels'

# The first word is the style, 'depth' and a number, or 'format'.
awk 'NR == FNR { on_file[$1] = 1; next } $1 in on_file' "$3" "$work/other" >"$work/shared"
diff "$3" "$work/shared" || fail "other levels than those in $3"
[ "$(wc -l <"$3")" -gt 30 ] || fail "$3 holds not even one style"
