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
done

# shellcheck disable=SC2016 # $0 is awk's
sources common db server tests | grep '\.h$' | xargs -r awk '
    FNR == 1 {
        wanted[FILENAME] = FILENAME
        sub("^common/", "", wanted[FILENAME])
        wanted[FILENAME] = "UNDERCROFT_" toupper(wanted[FILENAME])
        gsub("[/.-]", "_", wanted[FILENAME])
        ifndef = ""
    }
    /^#define / && ifndef == "#ifndef " wanted[FILENAME] && $0 == "#define " wanted[FILENAME] {
        is_guarded[FILENAME] = 1
    }
    { ifndef = $0 }
    END {
        for (header in wanted)
            if (!(header in is_guarded))
                print header ":1: the guard is not " wanted[header]
    }' >>"$findings"
finish
