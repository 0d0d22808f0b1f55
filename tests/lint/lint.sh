# The frame of a check: sourced by each check_*.sh, which then reads the tree at $root.
#
# A check prints "file:line: what is wrong" for each finding and exits 0 clean, 1 with findings,
# 2 when it could not look. Findings pass through `report`, and `finish` is the last line.
# shellcheck shell=sh

LC_ALL=C.UTF-8
export LC_ALL

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
if [ $# -lt 1 ] || ! cd "$1" 2>/dev/null; then
    echo "usage: ${0##*/} ROOT" >&2
    exit 2
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
findings=$work/findings

# sources FOLDER...: the C files below those folders that exist, one a line.
sources() {
    for folder; do
        [ ! -d "$folder" ] || find "$folder" -name '*.[ch]' -type f
    done | sort
}

# shipped FOLDER...: every file below those folders that exist, one a line.
shipped() {
    for folder; do
        [ ! -e "$folder" ] ||
            find "$folder" \( -name build -o -name corpus \) -prune -o -type f -print
    done | sort
}

# code FOLDER...: their C as file:line:code, without comments.  code_bare: without literals too.
code() {
    sources "$@" | xargs -r awk -f "$here/code.awk"
}

code_bare() {
    sources "$@" | xargs -r awk -v literals=blank -f "$here/code.awk"
}

# report WHAT: takes file:line:text from standard input, each a finding.
report() {
    sed "s|^\([^:]*:[0-9]*\):.*|\1: $1|" >>"$findings"
}

finish() {
    [ -s "$findings" ] || exit 0
    sort -t: -k1,1 -k2,2n "$findings"
    echo "$(wc -l <"$findings") to mend"
    exit 1
}
