#!/bin/sh
# No test reads a clock, sleeps or has a deadline: time is the server's ticks, or virtual. A pause
# of the machine must not be able to make a test fail. That holds for tests in C, in shell, in
# Python and in JavaScript.
#
# The loop of tests, its contract with libuv, benchmarks, what is put before a server, and other
# people's clients, browsers and containers bring clocks with them. End-to-end tests and what they
# share know one, support/live/stopwatch.h, which is virtual for the servers on the loop. clocks.txt
# has the other files, each with its reason.
#
# Usage: check_clocks.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

list=tests/lint/clocks.txt
free='^tests/(support/(loop|preload)|unit/loop|bench|clients|container)/'
free="$free|^tests/web/(support/|[a-z]*\.mjs)"
clocks='clock_gettime|gettimeofday|timespec_get|time|clock|nanosleep|usleep|sleep|alarm|setitimer'
clocks="$clocks|uv_hrtime|uv_sleep|uv_now|pthread_cond_timedwait|sem_timedwait|timer_settime"
clocks="$clocks|timerfd_settime"
in_shell='(^|[;&|({`]|\b(do|then|else|if|while|until|env|exec))[ ]*(sleep|usleep|date|timeout) '
in_python='\b(time\.[a-z_]+|asyncio\.(sleep|wait_for|timeout)|settimeout|datetime)\(|\btimeout='
in_javascript='\b(setTimeout|setInterval|(Date|performance)\.now|AbortSignal\.timeout)\('
in_javascript="$in_javascript|\\bnew Date\\(\\)|\\btimeout:"

# scripts PATTERN: the lines of the scripts on standard input that have it; comments are none.
scripts() {
    xargs -r grep -nE -- "$1" /dev/null | grep -vE '^[^:]*:[0-9]*: *(#|//|\*)'
}

code_bare tests | grep -vE "$free" >"$work/tests"
# shellcheck disable=SC2016 # fields of awk
shipped tests | grep -vE "$free" | xargs -r awk '
    FILENAME ~ /\.sh$/ || $0 ~ /^#!(.*[^a-z])?(sh|bash)$/ { print "shell " FILENAME }
    FILENAME ~ /\.py$/ || $0 ~ /^#!.*python3?$/ { print "python " FILENAME }
    FILENAME ~ /\.m?js$/ || $0 ~ /^#!.*node$/ { print "javascript " FILENAME }
    { nextfile }' >"$work/scripts"
{
    grep -E ":.*(^|[^a-z_>.])($clocks)[ ]*\(" "$work/tests"
    grep -vE '^tests/(e2e|support/live)/' "$work/tests" |
        grep -E ':.*\bstopwatch_[a-z_]+[ ]*\('
    sed -n 's/^shell //p' "$work/scripts" | scripts "$in_shell"
    sed -n 's/^python //p' "$work/scripts" | scripts "$in_python"
    sed -n 's/^javascript //p' "$work/scripts" | scripts "$in_javascript"
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
