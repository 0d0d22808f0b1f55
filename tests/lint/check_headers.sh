#!/bin/sh
# Every header compiles alone, and twice, with warnings as errors; its guard is named by its path.
#
# Usage: check_headers.sh ROOT [COMPILER]
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

compiler=${2:-cc}
flags='-std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -Wsign-conversion -Wstrict-prototypes -Wundef -Wvla -Werror -fsyntax-only
    -I. -Icommon -Itests'
# Where a package keeps its headers; one that is not there is missed by the header that wants it.
for package in libuv libtelnet sqlite3 libsodium libutf8proc jansson zlib check vterm; do
    flags="$flags $(pkg-config --cflags "$package" 2>/dev/null)"
done

sources common db server tests | grep '\.h$' | while read -r header; do
    # shellcheck disable=SC2086 # a list of words
    said=$(printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
        "$compiler" $flags -x c - 2>&1) ||
        printf '%s:1: does not compile alone: %s\n' "$header" \
            "$(printf '%s\n' "$said" | grep -m 1 'error')" >>"$findings"
    guard=$(sed -n 's/^#ifndef \([A-Z0-9_]*_H\)$/\1/p' "$header" | head -n 1)
    path=${header#common/}
    wanted=UNDERCROFT_$(printf '%s' "$path" | tr 'a-z/.-' 'A-Z___')
    [ "${guard:-$wanted}" = "$wanted" ] ||
        printf '%s:1: the guard is %s, not %s\n' "$header" "$guard" "$wanted" >>"$findings"
done
finish
