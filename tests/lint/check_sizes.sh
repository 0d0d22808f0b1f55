#!/bin/sh
# Files have at most 1,200 lines, functions at most 70, from the first line of the signature to the
# closing brace. In our brace style a body is what lies between a { and a } in the first column.
# A .c of the program under 80 lines belongs to a neighbour, unless two other files include its
# header or small.txt says why it stands alone.
#
# Usage: check_sizes.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

shipped common db server tests client-scripts docker | grep -E '\.([ch]|sh|awk|cmake|sql)$' |
    xargs -r awk '
    FNR == 1201 { print FILENAME ":1201: a file has at most 1,200 lines" }' >>"$findings"

sources common db server tests | xargs -r awk '
    FNR == 1 { signature = 0; body = 0 }
    /^{/ { body = signature ? signature : FNR }
    /^}/ {
        if (body && FNR - body + 1 > 70)
            print FILENAME ":" body ": " FNR - body + 1 " lines; a function has at most 70"
        body = 0
    }
    # A signature starts with the first line in column 1 after something that ended.
    /^[A-Za-z_]/ { if (!signature) signature = FNR }
    /^}|^$|;$|^#|\*\/$/ { signature = 0 }' >>"$findings"

list=tests/lint/small.txt
[ -f "$list" ] || list=/dev/null
# shellcheck disable=SC2016 # $0 is awk's
sources common db server | xargs -r awk -v list="$list" '
    BEGIN {
        while ((getline row < list) > 0)
            if (match(row, /^[a-z][^ :]*\.c: /))
                reason[substr(row, 1, RLENGTH - 2)] = substr(row, RLENGTH + 1)
    }
    FNR == 1 { unit = FILENAME; sub("[.][ch]$", "", unit) }
    FILENAME ~ /\.c$/ { length_of[FILENAME] = FNR }
    /^ *# *include "/ {
        split($0, part, "\"")
        header = part[2] ~ "^(db|server)/" ? part[2] : "common/" part[2]
        if (header != unit ".h" && !((header, unit) in known)) {
            known[header, unit] = 1
            includers[header]++
        }
    }
    END {
        for (file in length_of) {
            header = file
            sub("[.]c$", ".h", header)
            if (length_of[file] < 80 && includers[header] < 2) {
                if (reason[file] == "")
                    print file ":1: " length_of[file] " lines, and " includers[header] + 0 \
                        " other file includes its header: put it to a neighbour"
                is_small[file] = 1
            }
        }
        for (file in reason)
            if (!(file in is_small))
                print list ":1: " file " needs no row here any more"
    }' >>"$findings"
finish
