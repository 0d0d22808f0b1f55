#!/bin/sh
# The Mudlet package: built twice it has the same bytes, it holds what Mudlet looks for, its XML is
# well-formed, its scripts are Lua 5.1 and do what they promise.
# shellcheck source-path=SCRIPTDIR source=clients.sh
. "$(dirname -- "$0")/clients.sh"

need zip unzip xmllint lua5.1 luac5.1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
package=$work/Undercroft.mpackage

sh "$scripts/mudlet/build.sh" "$package" || give_up 'the package cannot be built'
cp -r "$scripts/mudlet" "$work/copy" || exit 1
touch "$work/copy"/*
(umask 077 && cd / && TZ=Asia/Tokyo LC_ALL=C.UTF-8 sh "$work/copy/build.sh" "$work/again") ||
    give_up 'the package cannot be built from elsewhere'
cmp "$package" "$work/again" || fail 'built twice, the bytes differ'

[ "$(unzip -Z1 "$package" | tr '\n' ' ')" = 'Undercroft.xml config.lua ' ] ||
    fail "the package holds $(unzip -Z1 "$package")"
[ "$(unzip -l "$package" | grep -c ' 2026-01-01 00:00 ')" -eq 2 ] ||
    fail 'the files in the package are as old as the build'
unzip -q -d "$work/package" "$package" || give_up 'the package cannot be unpacked'
xml=$work/package/Undercroft.xml
xmllint --noout "$xml" || fail 'the XML is not well-formed'

# count_of WHAT NUMBER: how many nodes the XML has.
count_of() {
    count=$(xmllint --xpath "count($1)" "$xml")
    [ "$count" = "$2" ] || fail "$count of $1, not $2"
}
count_of '/MudletPackage[@version="1.001"]' 1
count_of '//ScriptGroup[name="Undercroft"]/Script' 4
count_of '//Alias[name="undercroft"]' 1
count_of '//Key[keyModifier=536870912]' 22
count_of '//Key[command="north" and (keyCode=56 or keyCode=16777235)]' 2

luac5.1 -p "$work/package/config.lua" || fail 'config.lua is not Lua'
[ "$(lua5.1 -e "dofile('$work/package/config.lua') print(mpackage .. version)")" = Undercroft1 ] ||
    fail 'config.lua does not name the package'
set --
for number in 1 2 3 4; do
    file=$work/script$number.lua
    xmllint --xpath "string(//ScriptGroup/Script[$number]/script)" "$xml" >"$file"
    luac5.1 -p "$file" || fail "script $number is not Lua"
    set -- "$@" "$file"
done
xmllint --xpath 'string(//Alias/script)' "$xml" >"$work/alias.lua"
luac5.1 -p "$work/alias.lua" || fail 'the alias is not Lua'
lua5.1 "$here/mudlet_test.lua" "$work/profile" "$@" || fail 'the scripts do not what they promise'
finish
