#!/bin/sh
# The runner is proven by a case in which all but the last part is wrong: what it says of that
# stands in self/broken.txt, and what it makes of the file when it may write in self/mended.case.
#
# Usage: self_test.sh CASES_TESTS
set -eu
program=$1
here=$(cd "$(dirname -- "$0")/self" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cp "$here/broken.case" broken.case
if "$program" broken.case >said 2>/dev/null; then
    echo "a case in which nearly all is wrong has passed"
    exit 1
fi
grep -E '^(broken\.case|[ !] .* \|)|:[FE]:|^[0-9]+%' said |
    sed -e 's/^.*play\.c:[0-9]*:/:/' -e 's/ *$//' >told
diff -u "$here/broken.txt" told

CASES_UPDATE=1 "$program" broken.case >/dev/null 2>&1 || :
diff -u "$here/mended.case" broken.case
"$program" broken.case answer >/dev/null 2>&1 || {
    echo "what it has written does not hold"
    exit 1
}
