#!/bin/sh
# Every shell script passes shellcheck.
#
# Usage: check_shell.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

command -v shellcheck >/dev/null || {
    echo 'shellcheck is not installed' >&2
    exit 2
}
# A script is known by its first line, or by its ending when it is only sourced.
# shellcheck disable=SC2016 # fields of awk
shipped common db server tests client-scripts docker cmake .ci |
    xargs -r awk 'FILENAME ~ /\.sh$/ || $0 ~ /^#!(.*[^a-z])?(sh|bash)$/ { print FILENAME }
        { nextfile }' |
    xargs -r shellcheck -x --format=gcc >>"$findings"
finish
