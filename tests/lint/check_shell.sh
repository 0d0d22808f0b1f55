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
shipped common db server tests client-scripts docker cmake .ci |
    while read -r file; do
        case $file in
        *.sh) echo "$file" ;;
        *) head -n 1 "$file" | tr -d '\0' | grep -qE '^#!.*\b(sh|bash)$' && echo "$file" ;;
        esac
    done | xargs -r shellcheck -x --format=gcc >>"$findings"
finish
