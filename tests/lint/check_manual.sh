#!/bin/sh
# The sources of the manual pages are clean mdoc.
#
# Usage: check_manual.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

command -v mandoc >/dev/null || {
    echo 'mandoc is not installed' >&2
    exit 2
}
# mandoc says "mandoc: FILE:LINE:COLUMN: WARNING: …", or "mandoc: FILE: …" of a page as a whole.
shipped server/tools/man | grep '\.[1-8]$' | xargs -r mandoc -T lint -W warning 2>&1 |
    sed -e 's/^mandoc: //' -e 's/^\([^:]*\): /\1:1: /' >>"$findings"
finish
