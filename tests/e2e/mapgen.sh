#!/bin/sh
# The outside promises of undercroft-mapgen.
# Usage: mapgen.sh PROGRAM
set -u

program=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

# run CODE ARGS...: leaves standard output in $work/out and standard error in $work/err.
run() {
    wanted=$1
    shift
    "$program" "$@" >"$work/out" 2>"$work/err"
    code=$?
    [ "$code" -eq "$wanted" ] || fail "$*: exit code $code, not $wanted"
}

says() {
    grep -q -e "$2" "$work/$1" || fail "$3: $1 does not say '$2'"
}

silent() {
    [ ! -s "$work/$1" ] || fail "$2: $1 is not empty"
}

run 0 --list
says out '^rooms$' --list
says out '^plain$' --list
silent err --list
styles=$(cat "$work/out")

for style in $styles; do
    run 0 --style "$style" --seed 7
    silent err "$style"
    cp "$work/out" "$work/level"
    [ "$(wc -l <"$work/level")" -ge 12 ] || fail "$style: too few rows"
    [ "$(awk '{ print length($0) }' "$work/level" | sort -u | wc -l)" -eq 1 ] ||
        fail "$style: rows of several lengths"
    [ -z "$(tr -d '#.+<>~=_,`};:8*\\9|056\n-' <"$work/level")" ] || fail "$style: foreign symbols"
    [ "$(tr -cd '<' <"$work/level")" = '<' ] || fail "$style: not one staircase up"
    [ "$(tr -cd '>' <"$work/level")" = '>' ] || fail "$style: not one staircase down"
    [ -z "$(sed -n '1p;$p' "$work/level" | tr -d '#\n')" ] || fail "$style: border not rock"

    run 0 --style "$style" --seed 7
    cmp -s "$work/level" "$work/out" || fail "$style: the same arguments, other bytes"
    run 0 --style "$style" --seed 0x7
    cmp -s "$work/level" "$work/out" || fail "$style: hex seed differs"
    run 0 --style "$style" --seed 8
    cmp -s "$work/level" "$work/out" && fail "$style: two seeds, one level"

    run 0 --style "$style" --seed 7 --format json
    keys=$(sed 's/[{,]/\n/g' "$work/out" | sed -n 's/^"\([a-z_]*\)":.*/\1/p' | tr '\n' ' ')
    wanted="style seed depth width height rows up x y down x y "
    wanted="${wanted}rooms loops dead_ends walkable path hash "
    [ "$keys" = "$wanted" ] || fail "$style: keys are $keys"
    says out "^{\"style\":\"$style\",\"seed\":7,\"depth\":1," "$style json"
    run 0 --style "$style" --width 120 --height 60 --seed 3
    [ "$(wc -l <"$work/out")" -eq 60 ] || fail "$style: --height not kept"
    [ "$(head -n 1 "$work/out" | tr -d '\n' | wc -c)" -eq 120 ] || fail "$style: --width not kept"
done

# AddressSanitizer has looked for leaks in every style; it would take half of the time from here on.
LSAN_OPTIONS=detect_leaks=0
export LSAN_OPTIONS

run 0 --count 5 --seed 100
[ "$(wc -l <"$work/out")" -eq 5 ] || fail "--count 5: not five lines"
[ "$(grep -c '^{.*}$' "$work/out")" -eq 5 ] || fail "--count 5: not an object a line"
says out '"seed":104,' "--count 5"

run 0 --seed 18446744073709551615 --format json
says out '"seed":18446744073709551615,' "largest seed"
run 0 --depth 3 --format json
says out '"depth":3,' "--depth"

# Without a style: what the game makes of the seed at that depth. The golden file holds the hashes
# of those levels; an uneven one of every depth's is asked for, and one series.
golden=$(dirname "$0")/../golden/levels.txt
while read -r place seed hash; do
    case $place in
    depth*) ;;
    *) continue ;;
    esac
    depth=${place#depth}
    [ "$seed" -eq $((depth % 5)) ] || continue
    run 0 --depth "$depth" --seed "$seed" --format json
    says out "\"hash\":\"$hash\"" "--depth $depth --seed $seed"
done <"$golden"
run 0 --depth 1 --count 5 --seed 0
sed 's/.*"hash":"\([0-9a-f]*\)".*/\1/' "$work/out" >"$work/level"
sed -n 's/^depth1 [0-9]* //p' "$golden" | cmp -s - "$work/level" || fail '--depth 1 --count 5'
[ "$(sed 's/.*"style":"\([a-z]*\)".*/\1/' "$work/out" | sort -u | wc -l)" -gt 1 ] ||
    fail '--depth 1: one style only'

# Typed options override the game's own plan of a level.
run 0 --depth 6 --seed 4 --format json
sed 's/,"rows".*//' "$work/out" >"$work/level"
run 0 --depth 6 --seed 4 --format json --width 90
says out "^$(sed 's/"width":[0-9]*/"width":90/' "$work/level")," '--width over the plan'
run 0 --depth 6 --seed 4 --format json --height 50
says out "^$(sed 's/"height":[0-9]*/"height":50/' "$work/level")," '--height over the plan'
run 0 --depth 1 --seed 0 --count 9 --set doors=0
says out '"style":"rooms"' '--set over the plan'
says out '"style":"regions"' '--set over the plan'
[ -z "$(tr -cd '+' <"$work/out")" ] || fail '--set doors=0 without --style: doors'
run 1 --depth 1 --seed 0 --count 9 --set rooms_max=3
silent out '--set of a parameter that some styles lack'
says err 'style regions has no parameter "rooms_max"' 'parameter some styles lack'

run 0 --measure --count 20
says out '^ *min  *median  *max  *variation%  *5%  *95%$' --measure
for measure in rooms loops loops9 dead_ends walkable doors hall_percent path diameter kinds \
    surface_percent purposes places door_pairs long_halls lone_ponds \
    vista_permille attempts us_per_level; do
    says out "^$measure\(  *[0-9][0-9]*\)\{6\}\$" --measure
done

says out '^with a landmark  *[0-9][0-9]*   lake [0-9]* chasm [0-9]* gorge [0-9]*' --measure
says out '^in a hundred levels:$' --measure
for measure in door_pairs long_halls lone_ponds; do
    says out "^$measure  *[0-9][0-9]*\$" --measure
done
says out '^set pieces: [0-9]*, hash [0-9a-f]\{16\}$' --measure

# The levels that the game makes, theme by theme.
run 0 --measure --depths 2-7 --count 3
grep '^the ' "$work/out" >"$work/level"
printf 'the Cellars, depth 2\nthe Old Fort, depths 3 to 5\nthe Warrens, depths 6 to 7\n' |
    cmp -s - "$work/level" || fail "--depths 2-7: $(cat "$work/level")"
[ "$(grep -c '^kinds ' "$work/out")" -eq 3 ] || fail '--depths 2-7: not a table a theme'
for words in '--measure --depths 0-3' '--measure --depths 3' '--measure --depths 5-3' \
    '--measure --depths 99-101' '--measure --depths 3-x' '--measure --depths 3-9x' \
    '--measure --depths 3--9' '--depths 3-9' '--measure --depth 3 --depths 3-9'; do
    # shellcheck disable=SC2086
    run 1 $words
    silent out "$words"
    [ "$(wc -l <"$work/err")" -eq 1 ] || fail "$words: not one line of cause"
done

# One room thrown, and a field that is one room.
run 0 --style rooms --set tries=1 --set tries_min=1 --count 20
silent err 'tries=1'
run 0 --depth 100 --seed 3
silent err '--depth 100'

# Set pieces: those that are built in, or those of a folder, which takes their place.
run 0 --list-places
silent err --list-places
[ "$(wc -l <"$work/out")" -ge 60 ] || fail '--list-places: fewer than 60'
says out '^drowned_hoard.txt  *pocket  *depth  *6-16 weight 10  *9x5  *the drowned hoard$' a_piece

mkdir "$work/places"
cat >"$work/places/pool.txt" <<'END'
name   the round pool
kind   area
depth  1-98
map
.......
..888..
.88:88.
..888..
.......
end
END
run 0 --list-places --places "$work/places"
says out '^pool.txt  *area  *depth  *1-98 weight 10  *7x5  *the round pool$' \
    '--list-places --places'
[ "$(wc -l <"$work/out")" -eq 1 ] || fail '--list-places --places: not one line'
run 0 --places "$work/places" --style rooms --seed 7 --set surfaces=0 --set landmark=0
grep -q '8:8\|888' "$work/out" || fail '--places: the piece is on no level'
[ -z "$(tr -cd '6*0|' <"$work/out")" ] || fail '--places: others are on the level too'
run 0 --places "$work/places" --style rooms --count 20 --measure
says out '^pool.txt  *[1-9][0-9]*$' 'how often a piece was placed'

# Errors in a file are told with its line; the folder may be wrong too.
printf 'name   a\nkind   area\ndepth  1-9\nmap\n...\n.x.\n...\nend\n' >"$work/places/wrong.txt"
run 1 --places "$work/places"
silent out 'a wrong piece'
[ "$(cat "$work/err")" = "$work/places/wrong.txt:6: map: 'x' is no symbol and has no vary line" ] ||
    fail "a wrong piece: $(cat "$work/err")"
head -c 9000 /dev/zero | tr '\0' '#' >"$work/places/wrong.txt"
run 1 --places "$work/places"
says err 'wrong.txt:1: a file of more than 8192 bytes' 'a long piece'
rm "$work/places"/*

# A theme takes the place of the one that is built in, and its styles and parameters are checked.
frozen() {
    printf 'theme the Frozen Halls\ndepth 4-5\ntint crystal\nsize 90x40\nplan 1 %s\nlevel a\n' "$1"
}
frozen 'caves fill=45' >"$work/places/frozen.txt"
run 0 --list-places --places "$work/places"
says out '^frozen.txt  *theme  *depth  *4-5  *the Frozen Halls$' 'a theme in the list'
run 0 --places "$work/places" --measure --depths 3-6 --count 2
grep '^the ' "$work/out" >"$work/level"
printf '%s\n' 'the Old Fort, depth 3' 'the Frozen Halls, depths 4 to 5' 'the Warrens, depth 6' |
    cmp -s - "$work/level" || fail "a theme's depths: $(cat "$work/level")"
run 0 --places "$work/places" --depth 4 --format json
says out '"style":"caves".*"width":90,"height":40' "a theme's level"
for wrong in 'cave:there is no style cave' 'caves fil=45:style caves has no parameter "fil"' \
    'caves fill=101:fill must be from [0-9]* to [0-9]*' 'maze 9x9:maze takes .* cells'; do
    frozen "${wrong%%:*}" >"$work/places/frozen.txt"
    run 1 --places "$work/places"
    says err "places/frozen.txt:5: plan: ${wrong#*:}\$" "a theme with $wrong"
done
rm "$work/places"/*
for folder in "$work/places" "$work/nowhere" "$work/out"; do
    run 1 --places "$folder"
    silent out "$folder"
    [ "$(wc -l <"$work/err")" -eq 1 ] || fail "$folder: not one line of cause"
done

run 0 --style rooms --set rooms_max=3 --set tries=50
run 0 --help
says out 'side_max' --help
run 0 --version
says out '^undercroft-mapgen [0-9]' --version

# Every parameter takes what the help says, and nothing beyond. (unit/gen/test_gen.c sets each at
# its ends, property/test_gen.c makes levels of that.)
"$program" --help | awk '
    /^Style / { style = $2; sub(":", "", style) }
    style != "" && $3 == "to" { print style, $1, $2, $4 }' >"$work/knobs"
for style in $styles; do
    grep -q "^$style " "$work/knobs" || fail "$style: no parameter in the help"
done
while read -r style knob low high; do
    refused="$((high + 1))"
    if [ "$style" = maze ]; then
        refused="$refused $((low - 1)) 4294967296 x"
        for value in "$low" "$high"; do
            run 0 --style "$style" --width 40 --height 24 --set "$knob=$value"
        done
    fi
    for value in $refused; do
        run 1 --style "$style" --set "$knob=$value"
        silent out "$style $knob=$value"
        says err "$knob takes a number from $low to $high\$" "$style $knob=$value"
    done
done <"$work/knobs"

# Refused values: 1, nothing on standard output, one line of cause.
for words in '--seed -1' '--seed 0x' '--seed 18446744073709551616' '--seed 7x' '--seed 0x0x1' \
    '--depth 0' '--depth 101' '--width 10' '--width 1025' '--height 513' '--height 1e2' \
    '--count 0' '--format xml' '--style romos' '--set tries=0' '--set tries=99999999999' \
    '--set tries=x' '--set tries' '--set =1' '--set tires=5'; do
    # shellcheck disable=SC2086
    run 1 --style rooms $words
    silent out "$words"
    [ "$(wc -l <"$work/err")" -eq 1 ] || fail "$words: not one line of cause"
done
run 1 --style romos
says err 'Did you mean: rooms' 'near style'
run 1 --style rooms --set tires=5
says err 'Did you mean: tries' 'near parameter'
run 1 --style rooms --set tries=0
says err 'from 1 to 2000' 'range'

# Unknown words: 2, with the usage.
for words in '--colour' 'rooms' '--seed' '-x'; do
    # shellcheck disable=SC2086
    run 2 $words
    silent out "$words"
    says err '^usage:' "$words"
done

[ "$failed" -eq 0 ] && echo "all promises hold"
[ "$failed" -eq 0 ]
