#!/bin/sh
# Nothing of libuv's own is left in a program that runs on the loop of the tests.
#
# Usage: check_whole.sh PROGRAM
set -eu

wanted=$(nm -D --undefined-only "$1" | sed -n 's/.* \(uv_[a-z0-9_]*\).*/\1/p')
[ -z "$wanted" ] && exit 0
echo "tests/support/loop lacks, for ${1##*/}: $wanted" >&2
rm -f "$1"
exit 1
