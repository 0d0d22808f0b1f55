# The parts of a run of the benchmark: a server and a generator, each on cores of its own, and what
# both counted between the generator's `begin` and `end`. Sourced by `swarm`, whose variables it
# uses. A run that cannot be measured says why in $work/failures; it leaves no figures.
# shellcheck shell=sh
# shellcheck disable=SC2154 # set by swarm

daemon=$build/bin/undercroftd
control=$build/bin/undercroftctl
generator=$build/bin/undercroft-swarm
bare=$build/tests/bench_bare
work=$(mktemp -d) || exit 1
# For the metrics: a busy machine may be late, and the generator's lag is told apart.
answer_seconds=$((seconds > 10 ? seconds : 10))
server=
player=
play=walk

clean_up() {
    [ -z "$player" ] || kill "$player" 2>/dev/null
    [ -z "$server" ] || kill "$server" 2>/dev/null
    wait
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
: >"$work/figures"
: >"$work/failures"

print_machine() {
    model=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)
    echo "$(date -u '+%Y-%m-%d %H:%M UTC'), $(nproc --all) cores (${model:-unknown}), Linux" \
        "$(uname -r), load $(cut -d ' ' -f 1-3 /proc/loadavg)"
    echo "$("$daemon" --version), server on core $server_cores, generator on $swarm_cores," \
        "$keys keys a second, $seconds s, $runs runs: median (lowest - highest)"
    echo
}

# fail WHY...: this run is not measured.
fail() {
    echo "$column: $*" >>"$work/failures"
    echo "swarm: $column: $*" >&2
    return 1
}

# put NAME VALUE: a figure of this run.
put() {
    echo "$1 $2" >>"$work/run"
}

# calculate NAME EXPRESSION: the same, as awk understands it.
calculate() {
    put "$1" "$(awk "BEGIN { printf \"%.4f\", $2 }")"
}

# figure NAME: one that was put.
figure() {
    sed -n "s/^$1 //p" "$work/run"
}

# start_server DELVERS FLAGS...: a new world; $port is where it listens. Flags that were given to
# the benchmark come last.
start_server() {
    delvers=$1
    shift
    rm -rf "$work/data"
    : >"$work/server.out"
    # shellcheck disable=SC2086 # flags
    setsid taskset -c "$server_cores" "$daemon" --listen 127.0.0.1:0 \
        --data "$work/data" --seed 11 --new-world --connections-max $((delvers + 128)) \
        --connections-per-address 0 --new-per-address 0 --logins-percent 100 \
        --password-queue 10000 --password-cost "$password_cost" --backup-minutes 0 \
        --population-percent 0 "$@" $extra \
        >"$work/server.out" 2>"$work/server.log" &
    server=$!
    favour "$server"
    attempts=300
    until grep -q '^ready:' "$work/server.out"; do
        attempts=$((attempts - 1))
        if [ "$attempts" -eq 0 ] || ! kill -0 "$server" 2>/dev/null; then
            fail "the server does not start: $(tail -n 1 "$work/server.log")"
            return 1
        fi
        sleep 0.1
    done
    port=$(sed -n 's/^ready: [^:]* [^:]*:\([0-9]*\).*/\1/p' "$work/server.out")
    web_port=$(sed -n 's|^ready: .*web http://127.0.0.1:\([0-9]*\)/.*|\1|p' "$work/server.out")
    web_tls_port=$(sed -n 's|^ready: .*web https://127.0.0.1:\([0-9]*\)/.*|\1|p' "$work/server.out")
    empty_kib=$(resident_kib)
}

stop_server() {
    [ -n "$server" ] || return 0
    kill "$server" 2>/dev/null
    wait "$server"
    server=
}

resident_kib() {
    sed -n 's/^VmRSS:[[:space:]]*\([0-9]*\).*/\1/p' "/proc/$server/status"
}

peak_kib() {
    sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\).*/\1/p' "/proc/$server/status"
}

# favour PID: its share of its cores beside other work, also where the kernel shares them out by
# session.
favour() {
    [ "$nice" -eq 0 ] && return
    renice -n "$nice" -p "$1" >/dev/null
    [ ! -e "/proc/$1/autogroup" ] || echo "$nice" >"/proc/$1/autogroup"
}

# look NAME: what the server has used and counted by now, in files of that name.
look() {
    awk '{ sum += $1 } END { printf "%.0f\n", sum }' "/proc/$server"/task/*/schedstat \
        >"$work/$1.cpu"
    date +%s%N >"$work/$1.time"
    resident_kib >"$work/$1.kib"
    [ "$server_kind" = bare ] ||
        timeout "$answer_seconds" "$control" --data "$work/data" metrics >"$work/$1.metrics" ||
        echo "$1" >>"$work/unanswered"
}

# generate FLAGS...: the generator, and a look when each of its parts begins. Its own figures are
# then in $json. Fails unless all got in and its keys were in time.
generate() {
    json=
    is_whole=true
    rm -f "$work/parts" "$work/unanswered"
    mkfifo "$work/parts"
    set -- "$generator" --connect "127.0.0.1:$port" --report --hold --keys "$keys" "$@"
    [ "$real_time" -eq 0 ] || set -- chrt -f 1 "$@"
    "$@" >"$work/parts" 2>"$work/generator.log" &
    player=$!
    while read -r part; do
        case $part in
        in) ;;
        begin | end) look "$part" ;;
        missing) is_whole=false ;;
        *) json=$part ;;
        esac
    done <"$work/parts"
    wait "$player"
    player=
    kill -0 "$server" 2>/dev/null || {
        fail "the server ended: $(tail -n 1 "$work/server.log")"
        return 1
    }
    [ -n "$json" ] || {
        fail "the generator ended: $(tail -n 1 "$work/generator.log")"
        return 1
    }
    $is_whole || {
        fail "$(told got_in) of $(told clients) got in; the newest of the others was told:" \
            "$(printf '%s\n' "$json" | sed -n 's/.*"reason":"\([^"]*\)".*/\1/p')"
        return 1
    }
    [ ! -s "$work/unanswered" ] || {
        fail "the server did not tell its metrics within $answer_seconds s"
        return 1
    }
    awk "BEGIN { exit !($(told own_lateness_p99_ms) > $lag_max) }" || return 0
    fail "refused: the generator's own keys were late by $(told own_lateness_p99_ms) ms (p99)," \
        "and $lag_max ms is the most"
}

# told NAME: a number of the generator's.
told() {
    printf '%s\n' "$json" | sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p"
}

# counted NAME FROM TO: a number of the server's between two looks.
counted() {
    awk -f "$here/swarm_figures.awk" "$work/$2.metrics" "$work/$3.metrics" |
        sed -n "s/^$1 //p"
}

# used FROM TO: microseconds of CPU, and lasted FROM TO: of time.
used() {
    awk "BEGIN { printf \"%.1f\", ($(cat "$work/$2.cpu") - $(cat "$work/$1.cpu")) / 1000 }"
}

lasted() {
    awk "BEGIN { printf \"%.1f\", ($(cat "$work/$2.time") - $(cat "$work/$1.time")) / 1000 }"
}

# repeat COLUMN MEASURE ARGUMENTS...: so many runs. One that is refused is tried again, --tries
# times in all; after any other failure the column is as good as it is.
repeat() {
    column=$1
    shift
    run=1
    try=1
    while [ "$run" -le "$runs" ]; do
        echo "swarm: $column, $*, run $run" >&2
        : >"$work/run"
        server_kind=game
        "$@"
        result=$?
        stop_server
        if [ "$result" -eq 0 ]; then
            sed "s/^/$(echo "$column" | tr ' ' _) $run /" "$work/run" >>"$work/figures"
            run=$((run + 1))
        elif ! tail -n 1 "$work/failures" | grep -q ': refused: ' ||
            [ "$try" -ge "$tries" ]; then
            return
        else
            try=$((try + 1))
            sed -i '$d' "$work/failures"
        fi
    done
}

print_table() {
    [ -s "$work/figures" ] || return 0
    awk -f "$here/swarm_table.awk" "$1" "$work/figures"
    echo
    : >"$work/figures"
}

# measure_bare DELVERS WING: as many frames and bytes a key without the game. Every key gets a frame
# of its own, and the rest goes to others.
measure_bare() {
    per_mille_others=$(awk "BEGIN { rest = ($frames_own + $frames_others) / $typed - 1
        printf \"%d\", (rest > 0 ? 1000 * rest + 0.5 : 0) }")
    size_own=$(awk "BEGIN { printf \"%d\", $bytes_own / ($frames_own + 0.0001) + 1 }")
    size_others=$(awk "BEGIN { rest = ($bytes_own + $bytes_others) / $typed - $size_own
        frames = $per_mille_others / 1000
        printf \"%d\", (rest > 0 && frames > 0 ? rest / frames + 1 : 1) }")
    server_kind=bare
    rm -f "$work/hold"
    : >"$work/server.out"
    mkfifo "$work/hold"
    setsid taskset -c "$server_cores" "$bare" 1000 "$per_mille_others" \
        "$size_own" "$size_others" "$2" <"$work/hold" >"$work/server.out" 2>"$work/server.log" &
    server=$!
    exec 9>"$work/hold"
    favour "$server"
    attempts=100
    until [ -s "$work/server.out" ]; do
        attempts=$((attempts - 1))
        [ "$attempts" -gt 0 ] || {
            fail 'the bare server does not start'
            return 1
        }
        sleep 0.1
    done
    port=$(cat "$work/server.out")
    generate --bare --clients "$1" --logins 1000 --warm "$warm" --seconds "$seconds"
    result=$?
    exec 9>&-
    wait "$server"
    server=
    return "$result"
}

# measure_play DELVERS FLAGS...: they walk about. FLAGS are the server's.
measure_play() {
    delvers=$1
    start_server "$@" || return 1
    play_in_it "$delvers" 16
}

# On levels with foes and things. The share of the keys that were typed in danger tells how much of
# it was fighting.
measure_fight() {
    delvers=$1
    start_server "$delvers" --wing-size 16 --population-percent 100 || return 1
    play=fight
    play_in_it "$delvers" 16
    result=$?
    play=walk
    return "$result"
}

measure_crowd() {
    delvers=$1
    start_server "$delvers" --wing-size "$delvers" || return 1
    make_level 1/0 caves || return 1
    play_in_it "$delvers" "$delvers"
}

# make_level LEVEL STYLE
make_level() {
    timeout 60 "$control" --data "$work/data" level regen "$1" style "$2" now \
        >"$work/regen.out" 2>&1 ||
        fail "no level of style $2: $(tail -n 1 "$work/regen.out")"
}

# play_in_it DELVERS WING: in the server that runs; then the bare one.
play_in_it() {
    generate --clients "$1" --logins 1000 --play "$play" --warm "$warm" --seconds "$seconds" ||
        return 1
    typed=$(told keys)
    frames_own=$(counted frames_own begin end)
    frames_others=$(counted frames_others begin end)
    bytes_own=$(counted frame_bytes_own begin end)
    bytes_others=$(counted frame_bytes_others begin end)
    for name in got_in login_s login_p99_ms answer_p50_ms answer_p90_ms answer_p99_ms; do
        put "$name" "$(told "$name")"
    done
    for name in read_p50 read_p90 read_p99 tick_p50 tick_p99 tick_max late_max; do
        put "$name" "$(counted "$name" begin end)"
    done
    game_us=$(used begin end)
    calculate keys_s "$typed / $(lasted begin end) * 1000000"
    calculate own_a_key "$frames_own / $typed"
    calculate others_a_key "$frames_others / $typed"
    calculate bytes_a_key "$(told bytes) / $typed"
    calculate bytes_a_beat "$(told bytes) / $1 / $(lasted begin end) * 600000"
    [ "$play" != fight ] || calculate danger "100 * $(told keys_in_danger) / $typed"
    calculate bytes_own "$bytes_own / ($frames_own + 0.0001)"
    calculate bytes_others "$bytes_others / ($frames_others + 0.0001)"
    calculate cpu_a_key "$game_us / $typed"
    calculate core "100 * $game_us / $(lasted begin end)"
    calculate silent "100 * $(told keys_silent) / $typed"
    calculate unclear "100 * $(told keys_unclear) / $typed"
    calculate memory "($(cat "$work/end.kib") - $empty_kib) / $1"
    put lag_p99 "$(told own_lateness_p99_ms)"
    game_typed=$typed
    stop_server
    measure_bare "$1" "$2" || return 1
    bare_us=$(used begin end)
    calculate bare_a_key "$bare_us / $(told keys)"
    calculate game_a_key "$game_us / $game_typed - $bare_us / $(told keys)"
    calculate bare_core "100 * $bare_us / $(lasted begin end)"
    put bare_p90_ms "$(told answer_p90_ms)"
}

# One explorer in a level of each style, alone: all frames are their own, one a step.
measure_step() {
    # shellcheck disable=SC2046 # words
    set -- $("$build/bin/undercroft-mapgen" --list)
    start_server $# --wing-size 1 || return 1
    wing=0
    for style; do
        make_level "1/$wing" "$style" || return 1
        wing=$((wing + 1))
    done
    generate --clients $# --play explore --terminal xterm-256color --warm "$warm" \
        --seconds "$step" || return 1
    calculate step_bytes \
        "$(counted frame_bytes_own begin end) / ($(counted frames_own begin end) + 0.0001)"
}

measure_cost() {
    start_server "$cost" --wing-size 16 || return 1
    generate --clients "$cost" --logins 100000 --play idle --seconds 1 || return 1
    calculate cheap_rate "$cost / $(told login_s)"
    stop_server
    start_server "$cost" --wing-size 16 --password-cost 2:19456 || return 1
    generate --clients "$cost" --logins 100000 --play idle --seconds 1 || return 1
    calculate cost_rate "$cost / $(told login_s)"
}

# The second run is long enough for the buffers of those that never read to fill, at two keys a
# second, and for the time that they are given to pass.
measure_deaf() {
    start_server "$deaf" --wing-size 16 --stalled-seconds 5 || return 1
    generate --clients "$deaf" --logins 1000 --warm "$warm" --seconds "$seconds" || return 1
    put deaf_p90_before "$(told answer_p90_ms)"
    all_read_kib=$(peak_kib)
    stop_server
    start_server "$deaf" --wing-size 16 --stalled-seconds 5 || return 1
    generate --clients "$deaf" --deaf $((deaf / 10)) --logins 1000 --warm "$warm" \
        --seconds $((seconds + 90)) || return 1
    put deaf_p90 "$(told answer_p90_ms)"
    calculate deaf_memory "($(peak_kib) - $all_read_kib) / ($deaf / 10)"
    calculate deaf_closed "100 * $(told deaf_closed) / int($deaf / 10)"
}

# The same delvers come again at once, while their bodies still stand there.
measure_cut() {
    start_server "$cut" --wing-size 16 || return 1
    generate --clients "$cut" --logins 1000 --leave cut --play idle --seconds 2 || return 1
    sleep 3
    look gone
    put cut_tick_max "$(counted tick_max end gone)"
    put cut_late_max "$(counted late_max end gone)"
    generate --clients "$cut" --logins 100000 --play idle --seconds 2 || return 1
    put storm_login_s "$(told login_s)"
    put storm_tick_max "$(counted tick_max gone end)"
    put storm_late_max "$(counted late_max gone end)"
}

# make_certificate: of a P-256 key, as `docker/README.md` advises.
make_certificate() {
    [ -s "$work/certificate" ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 \
        -nodes -days 60 -subj /CN=localhost -keyout "$work/key" -out "$work/certificate" \
        2>"$work/openssl.log" || fail "no certificate: $(tail -n 1 "$work/openssl.log")"
}

# measure_walk PREFIX PORT FLAGS...: $pages delvers walk in a new world, by the client of FLAGS;
# PREFIX_cpu, _bytes, _kib, _p90 and _late are put. PORT is the name of the variable with the port.
measure_walk() {
    prefix=$1
    entrance=$2
    shift 2
    start_server "$pages" --wing-size 16 --web 127.0.0.1:0 --web-tls 127.0.0.1:0 \
        --tls-cert "$work/certificate" --tls-key "$work/key" --web-players-per-address 0 \
        --web-visitors $((2 * pages + 256)) || return 1
    [ "$entrance" = telnet ] || port=$([ "$entrance" = web ] && echo "$web_port" ||
        echo "$web_tls_port")
    look come
    generate --clients "$pages" --warm "$warm" --seconds "$seconds" "$@" || return 1
    calculate "${prefix}_cpu" "$(used begin end) / $(told keys)"
    calculate "${prefix}_bytes" "$(told bytes) / $(told keys)"
    calculate "${prefix}_kib" "($(cat "$work/end.kib") - $empty_kib) / $pages"
    put "${prefix}_login_s" "$(told login_s)"
    put "${prefix}_p90" "$(told answer_p90_ms)"
    put "${prefix}_come_late" "$(counted late_max come begin)"
    stop_server
}

# As many terminals, pages and pages in TLS, one after the other; pages in TLS all come at once.
measure_pages() {
    make_certificate || return 1
    measure_walk telnet telnet --logins 1000 --spread || return 1
    measure_walk page web --web page --logins 1000 --spread || return 1
    measure_walk secure web_tls --web page --tls --logins 100000 --spread || return 1
    for name in page secure; do
        calculate "${name}_more_cpu" \
            "100 * $(figure "${name}_cpu") / $(figure telnet_cpu) - 100"
        calculate "${name}_more_kib" "$(figure "${name}_kib") - $(figure telnet_kib)"
    done
}

measure_idle() {
    start_server "$idle" --wing-size 16 || return 1
    generate --clients "$idle" --logins 1000 --play idle --warm "$warm" --seconds "$seconds" ||
        return 1
    calculate idle_core "100 * $(used begin end) / $(lasted begin end)"
    calculate idle_memory "($(cat "$work/end.kib") - $empty_kib) / $idle"
}
