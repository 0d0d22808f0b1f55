#!/bin/sh
# The text of the project speaks of itself alone: of no one machine, of nobody who wrote it, and of
# no page that does not come with it.
#
# Usage: check_words.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

everything() {
    shipped common db server tests client-scripts docker man cmake .ci \
        CMakeLists.txt CMakePresets.json README.md LICENSE .clang-format .editorconfig .gitignore
}

# A letter in brackets keeps a word from being found in this file.
everything | xargs -r grep -InE '(^|[^A-Za-z0-9_.>])/([w]ork|[h]ome|[r]oot|[m]nt)(/|\b)' |
    report 'a path of one machine'
# In a container it is the container's own.
everything | grep -v '^tests/' | xargs -r grep -InE '(^|[^A-Za-z0-9_.>])/[t]mp\b' |
    grep -vE '^docker/compose\.yaml:[0-9]+: *- /[t]mp:' |
    report 'a fixed path for temporary files'
# The whole name of the public base image, once, for builders that would otherwise ask which.
everything |
    xargs -r grep -InE '(docker|ghcr|quay|gcr|crates)\.[i]o\b|\b(npmjs|pypi|debian)\.[o]rg\b' |
    grep -vE '^docker/Dockerfile:[0-9]+:ARG BASE_IMAGE=docker\.[i]o/library/debian:[a-z-]+$' |
    report 'a host that only some can reach; the package manager knows its own'
made_by='[c]laude|[a]nthropic|[o]penai|[c]hatgpt|[c]opilot|[s]ubagent|\bL[L]M\b|language [m]odel'
made_by="$made_by|\\bA[I][ -](assist|agent|generat|written)|work[p]lace|as (instruct|reques)[t]ed"
made_by="$made_by|the other [s]ession|house [r]ules|my [t]ask|the [b]rief says"
everything | xargs -r grep -IniE "$made_by" | report 'speaks of how it was made'

# Pages that are named must be there.
everything | xargs -r grep -InoE '\b[A-Za-z0-9_/-]+\.md\b' | while IFS=: read -r file line page; do
    [ -n "$(find . -name build -prune -o -name .git -prune -o -name "${page##*/}" -print)" ] ||
        echo "$file:$line: names $page, which is not here"
done >>"$findings"
finish
