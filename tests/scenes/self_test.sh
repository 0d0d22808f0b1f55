#!/bin/sh
# The player is proven by a scene in which all but the last part is wrong: what it says of that
# stands in self/broken.txt, and what it makes of the file when it may write in self/mended.scene.
#
# Usage: self_test.sh SCENES_TESTS
set -eu
program=$1
here=$(cd "$(dirname -- "$0")/self" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$PWD
cd "$work"
# The words of scenes are read from the headers.
ln -s "$root/common" common

cp "$here/broken.scene" broken.scene
if "$program" broken.scene >said 2>/dev/null; then
    echo "a scene in which nearly all is wrong has passed"
    exit 1
fi
grep -E "^(broken\.scene|  .* \|)|:[FE]:|^[0-9]+%" said |
    sed -e 's/^.*play\.c:[0-9]*:/:/' -e 's/ *$//' >told
diff -u "$here/broken.txt" told

CASES_UPDATE=1 "$program" broken.scene >/dev/null 2>&1 || :
diff -u "$here/mended.scene" broken.scene
"$program" broken.scene answer >/dev/null 2>&1 || {
    echo "what it has written does not hold"
    exit 1
}
