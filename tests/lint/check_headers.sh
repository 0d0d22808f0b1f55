#!/bin/sh
# Every header compiles alone, and twice, with warnings as errors; its guard is named by its path.
#
# A header that a source of the build includes before all else is compiled alone by the build, and
# only its guard is looked at, which lets it be included twice. The compiler is asked about others.
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

# Benchmarks and fuzzers are built by some presets alone, and prove nothing here.
sources common db server tests >"$work/all"
grep '\.h$' "$work/all" >"$work/headers"
# shellcheck disable=SC2016 # fields of awk
grep '\.c$' "$work/all" | grep -vE '^tests/(bench|fuzz)/' |
    xargs -r awk '
        FNR == 1 { is_first = 1 }
        is_first && /^#include/ {
            is_first = 0
            if (split($2, part, "\"") == 3) {
                folder = FILENAME
                sub("[^/]*$", "", folder)
                print folder part[2]; print part[2]; print "common/" part[2]; print "tests/" part[2]
            }
        }' >"$work/built"

# A line for each header: a finding about its guard, or "twice FILE" where not all of its code is
# inside a guard.
# shellcheck disable=SC2016 # fields of awk
xargs -r awk '
    function look() {
        path = file
        sub("^common/", "", path)
        path = "UNDERCROFT_" toupper(path)
        gsub("[/.-]", "_", path)
        if (guard != path || !is_defined)
            print file ":1: the guard is not " path
        if (guard == "" || is_bare || last != "#endif")
            print "twice " file
    }
    FNR == 1 {
        if (file != "")
            look()
        file = FILENAME; guard = ""; last = ""; is_bare = 0; is_defined = 0
    }
    guard == "" && /^#ifndef [A-Z0-9_]*_H$/ { guard = $2 }
    guard == "" && NF && !/^ ?(\/\*|\*)/ { is_bare = 1 }
    last == "#ifndef " guard { if ($0 == "#define " guard) is_defined = 1; else is_bare = 1 }
    NF { last = $0 }
    END { if (file != "") look() }' <"$work/headers" >"$work/guards"
grep -v '^twice ' "$work/guards" >>"$findings"

{
    grep -vxFf "$work/built" "$work/headers"
    sed -n 's/^twice //p' "$work/guards"
} | sort -u | while read -r header; do
    # shellcheck disable=SC2086 # a list of words
    said=$(printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
        "$compiler" $flags -x c - 2>&1) ||
        printf '%s:1: does not compile alone: %s\n' "$header" \
            "$(printf '%s\n' "$said" | grep -m 1 'error')" >>"$findings"
done

finish
