#!/bin/sh
# Files have at most 1,200 lines, functions at most 70, from the first line of the signature to the
# closing brace. In our brace style a body is what lies between a { and a } in the first column.
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
finish
