#!/bin/sh
# Builds the Mudlet package out of the Lua files and keys.txt beside this script. The same sources
# make the same bytes.
#
# Usage: build.sh [FILE]     build/Undercroft.mpackage if not said
set -u
LC_ALL=C
TZ=UTC
export LC_ALL TZ

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
# In this order, since the later ones use the earlier ones.
scripts='undercroft panels mapper start'
keypad=536870912

die() {
    echo "build.sh: $*" >&2
    exit 1
}

[ $# -le 1 ] || {
    echo 'usage: build.sh [FILE]' >&2
    exit 2
}
command -v zip >/dev/null || die 'zip is not installed; for example: apt install zip'
if [ $# -eq 1 ]; then
    mkdir -p "$(dirname -- "$1")" || exit 1
    package=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
else
    package=$(CDPATH='' cd -- "$here/../.." && pwd)/build/Undercroft.mpackage
    mkdir -p "$(dirname -- "$package")" || exit 1
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

escaped() {
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g' "$1"
}

print_script() {
    printf '<Script isActive="yes" isFolder="no">\n<name>%s</name>\n' "$1"
    printf '<packageName></packageName>\n<script>'
    escaped "$here/$1.lua" || die "cannot read $1.lua"
    printf '</script>\n<eventHandlerList/>\n</Script>\n'
}

# print_key WORD CODE...
print_keys() {
    word=$1
    shift
    for code; do
        printf '<Key isActive="yes" isFolder="no">\n<name>keypad %s</name>\n' "$word"
        printf '<packageName></packageName>\n<script></script>\n<command>%s</command>\n' "$word"
        printf '<keyCode>%s</keyCode>\n<keyModifier>%s</keyModifier>\n</Key>\n' "$code" "$keypad"
    done
}

print_package() {
    cat <<'HEAD'
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE MudletPackage>
<MudletPackage version="1.001">
<TriggerPackage/>
<TimerPackage/>
<AliasPackage>
<Alias isActive="yes" isFolder="no">
<name>undercroft</name>
<script>undercroft.obey(matches[2])</script>
<command></command>
<packageName></packageName>
<regex>^undercroft(?: +(\w+))? *$</regex>
</Alias>
</AliasPackage>
<ActionPackage/>
<ScriptPackage>
<ScriptGroup isActive="yes" isFolder="yes">
<name>Undercroft</name>
<packageName></packageName>
<script></script>
<eventHandlerList/>
HEAD
    for script in $scripts; do
        print_script "$script"
    done
    printf '</ScriptGroup>\n</ScriptPackage>\n<KeyPackage>\n'
    grep -v '^#' "$here/keys.txt" | while read -r word codes; do
        # shellcheck disable=SC2086 # a list of numbers
        print_keys "$word" $codes
    done
    printf '</KeyPackage>\n</MudletPackage>\n'
}

print_package >"$work/Undercroft.xml" || exit 1
cp "$here/config.lua" "$work/config.lua" || exit 1
cd "$work" || exit 1
chmod 644 Undercroft.xml config.lua
touch -d 2026-01-01T00:00:00Z Undercroft.xml config.lua
zip -X -D -q -9 made.zip Undercroft.xml config.lua || die 'zip failed'
cp made.zip "$package" || exit 1
