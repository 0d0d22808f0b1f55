#!/bin/sh
# The text of the project speaks of itself alone: of no one machine, of nobody who wrote it, and of
# no page that does not come with it.
#
# Usage: check_words.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

everything() {
    shipped common db server tests client-scripts docker .ci \
        CMakeLists.txt CMakePresets.json README.md LICENSE .clang-format .editorconfig .gitignore
}

# A letter in brackets keeps a word from being found in this file.
everything | xargs -r grep -InE '(^|[^A-Za-z0-9_.>])/([w]ork|[h]ome|[r]oot|[m]nt)(/|\b)' |
    report 'a path of one machine'
# In a container that folder is the container's own.
everything | grep -v '^tests/' | xargs -r grep -InE '(^|[^A-Za-z0-9_.>])/[t]mp\b' |
    grep -vE '^docker/compose\.yaml:[0-9]+: *- /[t]mp:' |
    report 'a fixed path for temporary files'
# The whole name of the public base image, once, for builders that would otherwise ask which.
everything |
    xargs -r grep -InE '(docker|ghcr|quay|gcr|crates)\.[i]o\b|\b(npmjs|pypi|debian)\.[o]rg\b' |
    grep -vE '^docker/Dockerfile:[0-9]+:ARG BASE_IMAGE=docker\.[i]o/library/debian:[a-z-]+$' |
    report 'a host that only some can reach; the package manager knows its own'
made_by='[c]laude|[a]nthropic|[o]penai|[c]hatgpt|[c]opilot|[s]ubagent|\bL[L]M\b|language [m]odel'
made_by="$made_by|\\bA[I][ -](assist|agent|generat|written)|work[p]lace"
made_by="$made_by|\\bas (instruct|reques)[t]ed"
made_by="$made_by|the other [s]ession|house [r]ules|my [t]ask|the [b]rief says"
everything | xargs -r grep -IniE "$made_by" | report 'speaks of how it was made'

# A sentence names its subject by a noun. Scripts that made worlds stay as they are.
everything | grep -vE '^db/schema/|^tests/fuzz/corpus/|\.(svg|json)$|^\.ci/|^tests/lint/self_test' |
    xargs -r grep -InE '(/\* ?|^ *\* |^ *# |[.!?] |")([W]hat|[W]ho|[W]hoever|[T]hose|[O]f) [a-z]' |
    grep -v '?' | report 'a sentence that begins with What, Who, Those or Of'
sources common db server | xargs -r awk -f "$here/openings.awk" |
    report 'a comment that begins with What, Who, Those, One, Of or That'

# Words that make a reader read twice: a plain any, or a noun, says the same.
stilted='[w]hatever|[w]hichever|[w]herever|[w]hoever|[w]hom|[a]new|[w]hat (became|has become) of'
everything |
    grep -vE '^db/schema/|^tests/fuzz/corpus/|/setpieces/.*\.txt$|\.(svg|json)$' |
    grep -v '^tests/lint/self_test' | xargs -r grep -IniE "(^|[ (])($stilted)\\b|\"($stilted) " |
    report 'a word that makes a reader read twice'

# Code calls the body of a player a delver; text for people says player.
everything | grep -E '^(common|server|db)/.*\.[ch]$|^docker/.*\.json$' |
    xargs -r grep -InE '"[^"]*[A-Za-z] [Dd]elvers?\b[^"]*"|"[Dd]elvers? [^"]*"' |
    grep -v '^db/sqlite_driver' | report 'says delver to people: player'
everything |
    grep -E '^server/tools/man/|^(docker|client-scripts(/web)?)/README|\.html$|^README' |
    xargs -r grep -IniE '\bdelvers?\b' | grep -v '`' | report 'says delver to people: player'

# Pages that are named must be there.
everything | xargs -r grep -InoE '\b[A-Za-z0-9_/-]+\.md\b' | while IFS=: read -r file line page; do
    [ -n "$(find . -name build -prune -o -name .git -prune -o -name "${page##*/}" -print)" ] ||
        echo "$file:$line: names $page, which is not here"
done >>"$findings"

# The front page is a door: what a folder is about stands on the folder's page.
[ "$(wc -c <README.md)" -le 10240 ] || echo 'README.md:1: has more than 10 KB' >>"$findings"
[ "$(wc -l <README.md)" -le 100 ] || echo 'README.md:1: has more than 100 lines' >>"$findings"

# Files and names in the code that a page speaks of are there too, a name behind a file on the same
# line in that file. A program of tests is called after its file.
code common db server tests >"$work/code"
quote=$(printf '\140')
at=
while IFS=: read -r page line name; do
    name=${name#build/release/tests/}
    name=${name#build/dev/tests/}
    case $name in
    [a-z]*/*.[ch] | [a-z]*/*.sh)
        [ -e "$name" ] || [ -e "common/$name" ] ||
            echo "$page:$line: names the file $name, which is not here"
        at=$page:$line:$name
        ;;
    *.[ch] | *.sh)
        [ -n "$(find common db server tests -name "$name")" ] ||
            grep -qF "<$name>" "$work/code" ||
            echo "$page:$line: names the file $name, which is not here"
        ;;
    *.*) ;;
    *_test_* | test_* | bench_* | fuzz_*)
        program=${name##*_test_}
        program=${program#test_}
        [ -n "$(find tests -name "test_$program.c" -o -name "$program.c" -o -name "$program")" ] ||
            echo "$page:$line: names the test $name, which is not here"
        ;;
    *_*)
        place=$work/code
        [ "${at%:*}" != "$page:$line" ] || [ ! -e "${at##*:}" ] || place=${at##*:}
        [ -e "$name" ] || grep -qw -- "$name" "$place" ||
            echo "$page:$line: names $name, which is not there"
        ;;
    esac
done <<NAMES >>"$findings"
$(shipped README.md common db server tests docker | grep 'README\.md$' |
    xargs grep -noE "${quote}[a-z][a-z0-9_/.]*$quote" /dev/null | tr -d "$quote")
NAMES
# The page on images says that tests run in their build only if they do.
grep -q ctest docker/Dockerfile 2>/dev/null ||
    grep -n 'tests run while it is built' docker/README.md 2>/dev/null |
    sed 's/:.*/: says that tests run in the build of an image, which runs none/;
        s|^|docker/README.md:|' >>"$findings"
finish
