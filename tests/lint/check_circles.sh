#!/bin/sh
# Files whose functions call each other in a circle can only be read together. A call is a function
# that one .c file alone defines and another names, however the prototype is declared; functions of
# tables count where the row stands. Circles of up to five files pass. circles.txt has the number of
# files that stand in larger ones, by their common folder; it may only shrink.
#
# Usage: check_circles.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

list=tests/lint/circles.txt
[ -f "$list" ] || : >"$work/none"
[ -f "$list" ] || list=$work/none

code_bare common db server | grep '^[^:]*\.c:' | awk -v list="$list" -f "$here/circles.awk" \
    >>"$findings"
finish
