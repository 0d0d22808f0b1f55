#!/bin/sh
# No test reads a clock, sleeps or has a deadline: time is the server's ticks, or virtual. A pause
# of the machine must not be able to make a test fail.
#
# The loop of tests, its contract with libuv, benchmarks and what is put before a server bring
# clocks with them. End-to-end tests and what they share know one, support/live/stopwatch.h, which
# is virtual for the servers on the loop. clocks.txt has the other files, each with its reason.
#
# Usage: check_clocks.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

list=tests/lint/clocks.txt
clocks='clock_gettime|gettimeofday|time|clock|nanosleep|usleep|sleep|alarm|setitimer'
clocks="$clocks|uv_hrtime|uv_sleep|uv_now|pthread_cond_timedwait|sem_timedwait"

code_bare tests | grep -vE '^tests/(support/loop|unit/loop|bench)/' >"$work/tests"
{
    grep -E ":.*(^|[^a-z_>.])($clocks)[ ]*\(" "$work/tests"
    grep -vE '^tests/(e2e|support/live)/' "$work/tests" |
        grep -E ':.*\bstopwatch_[a-z_]+[ ]*\('
} | sort >"$work/found"

if [ -f "$list" ]; then
    sed -n 's/^\(tests[^ ]*\): .*/\1/p' "$list" >"$work/allowed"
else
    : >"$work/allowed"
fi
awk -F: 'FILENAME == ARGV[1] { allowed[$0] = 1; next } !($1 in allowed)' \
    "$work/allowed" "$work/found" |
    report "no test reads a clock or waits for one: use ticks, or the loop of tests"
cut -d: -f1 "$work/found" | sort -u >"$work/with"
sort "$work/allowed" | comm -23 - "$work/with" |
    sed "s|.*|$list:0: & has no clock any more: take it from the list|" >>"$findings"
finish
