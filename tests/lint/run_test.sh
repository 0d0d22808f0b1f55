#!/bin/sh
# tests/run counts as it says, on a small tree with tests that pass, fail, fail once and leave
# themselves out.
#
# Usage: run_test.sh ROOT
set -u

root=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
tree=$work/tree
bad=0

# new_tree LINE...: a tree with a lint test that passes, and these lines of CMake.
new_tree() {
    rm -rf "$tree" "$work/flags"
    mkdir -p "$tree/tests" "$tree/server" "$work/flags"
    cp "$root/tests/run" "$root/tests/full_only.txt" "$tree/tests"
    printf '#!/bin/sh\n' >"$tree/server/packages"
    chmod +x "$tree/server/packages"
    echo /build/ >"$tree/.gitignore"
    cat >"$tree/CMakePresets.json" <<'JSON'
{
  "version": 6,
  "configurePresets": [
    { "name": "dev", "generator": "Ninja", "binaryDir": "${sourceDir}/build/dev" }
  ],
  "buildPresets": [ { "name": "dev", "configurePreset": "dev" } ]
}
JSON
    {
        echo 'cmake_minimum_required(VERSION 3.25)'
        echo 'project(small LANGUAGES NONE)'
        echo 'enable_testing()'
        echo 'add_test(NAME clean COMMAND true)'
        echo 'set_tests_properties(clean PROPERTIES LABELS lint)'
        printf '%s\n' "$@"
    } >"$tree/CMakeLists.txt"
    git -C "$tree" init -q
    git -C "$tree" add -A
    git -C "$tree" -c user.name=run -c user.email=run@localhost commit -q -m tree
}

# once NAME: the lines of a test that fails when it first runs.
once() {
    echo "add_test(NAME $1 COMMAND sh -c \"mkdir $work/flags/$1 && echo first && exit 1; exit 0\")"
}

# expect CODE LAST_LINE [ARG...]: what a run ends with.
expect() {
    code=$1
    last=$2
    shift 2
    "$tree/tests/run" "$@" >"$work/out" 2>&1
    got=$?
    [ "$got $(tail -n 1 "$work/out")" = "$code $last" ] || fail "exit code $got"
}

fail() {
    echo "FAIL: $what: $*"
    cat "$work/out"
    bad=1
}

what='what passes is green, and leaves its commit'
new_tree 'add_test(NAME good COMMAND true)'
expect 0 '2 passed, 0 failed'
[ "$(cat "$tree/build/logs/passed")" = "$(git -C "$tree" rev-parse HEAD)" ] || fail 'no commit'

what='a tree with changes leaves no commit'
echo >>"$tree/CMakeLists.txt"
expect 0 '2 passed, 0 failed'
[ ! -e "$tree/build/logs/passed" ] || fail 'a commit'

what='a test that fails once has failed, and leaves no commit'
new_tree "$(once flaky)" 'add_test(NAME good COMMAND true)'
expect 1 '2 passed, 1 failed'
grep -q '^first' "$work/out" || fail 'not shown'
[ ! -e "$tree/build/logs/passed" ] || fail 'a commit'

what='a test that leaves itself out is told with its reason and does not count'
new_tree 'add_test(NAME good COMMAND true)' \
    'add_test(NAME out COMMAND sh -c "echo LEFT OUT: no disk; exit 77")' \
    'set_tests_properties(out PROPERTIES SKIP_RETURN_CODE 77)' # reason: this test is about it
expect 0 '2 passed, 0 failed'
grep -q 'LEFT OUT: no disk' "$work/out" || fail 'no reason'

what='what cannot be built is red'
new_tree 'add_custom_target(broken ALL COMMAND false)' 'add_test(NAME good COMMAND true)'
expect 1 '1 passed, 1 failed'

what='a stage without a test is red, but for the rest when its list is empty'
new_tree
expect 1 '1 passed, 1 failed'
printf '# nothing\n' >"$tree/tests/full_only.txt"
expect 0 '1 passed, 0 failed' lint rest

what='a clean run tests the commit and not the changes beside it'
new_tree 'add_test(NAME good COMMAND true)'
echo 'broken(' >>"$tree/CMakeLists.txt"
expect 0 '2 passed, 0 failed' clean
[ "$(cat "$tree/build/logs/passed")" = "$(git -C "$tree" rev-parse HEAD)" ] || fail 'no commit'

what='an unknown stage is named'
"$tree/tests/run" nonsense >"$work/out" 2>&1
got=$?
[ "$got" -eq 2 ] || fail "exit code $got"
grep -q nonsense "$work/out" || fail 'it is not named'

exit "$bad"
