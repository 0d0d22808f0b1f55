#!/bin/sh
# Levels that a page shows are those that undercroft-mapgen prints.
#
# A picture is a fenced block whose first line is '$ undercroft-mapgen ARG...'. Below it stands the
# level with spaces for rock, without the empty rows above and below it.
#
# Usage: pictures.sh PROGRAM PAGE     PICTURES_UPDATE=1 in the environment: draws them again
# Exit codes: 0 all are right, 1 some are not, 2 the page has no picture.
set -u

program=$1
page=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# Every style has been searched for leaks by mapgen.sh.
LSAN_OPTIONS=detect_leaks=0
export LSAN_OPTIONS

sed -n '/^```$/{n; s/^\$ undercroft-mapgen //p;}' "$page" >"$work/commands"
if [ ! -s "$work/commands" ]; then
    echo "$page has no picture"
    exit 2
fi
number=0
while read -r words; do
    number=$((number + 1))
    # shellcheck disable=SC2086 # several options
    "$program" $words </dev/null >"$work/level" || exit 1
    tr '#' ' ' <"$work/level" | sed 's/ *$//' | awk '
        NF > 0 { for (; empty > 0; empty--) print ""; print; any = 1; next }
        any { empty++ }' >"$work/$number"
done <"$work/commands"

# Every picture's rows are left out, and those that were printed stand there instead.
awk -v work="$work" '
    FNR == 1 { number = 0 }
    /^```$/ { inside = !inside; begins = inside; drawn = 0 }
    !drawn { print }
    begins && /^\$ undercroft-mapgen / {
        drawn = 1
        file = work "/" ++number
        while ((getline row < file) > 0)
            print row
    }
    !/^```$/ { begins = 0 }' "$page" >"$work/page"
if [ -n "${PICTURES_UPDATE:-}" ]; then
    cp "$work/page" "$page"
fi
diff "$page" "$work/page" || {
    echo "$page shows levels that undercroft-mapgen does not print"
    exit 1
}
echo "$number levels are as printed"
