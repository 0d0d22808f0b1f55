#!/bin/sh
# The second half of the container test, with a network of its own: what the images are, how they
# run within the limits of compose.yaml, a delver who plays by telnet, stops, and comes back.
#
# Usage: play.sh BUILD_FOLDER     from run.sh, which has built the images and left $work
set -u

build=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
work=$CONTAINER_TEST_WORK
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$here/common.sh"

mux() {
    tmux -S "$work/tmux" -f /dev/null "$@"
}

clean_up() {
    mux kill-server 2>/dev/null
    pod rm -fa -t 0 >/dev/null
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

give_up() {
    fail "$*"
    mux capture-pane -p -t play 2>/dev/null
    pod logs --tail 20 world 2>&1
    exit 1
}

# Mounts of its own hide the files that networks and containers write outside of the storage.
prepare() {
    mount -t tmpfs tmpfs /run && mkdir -p /run/lock && mount -t tmpfs tmpfs /var/lib &&
        ip link set lo up || exit 1
    LC_ALL=C.UTF-8 mux -u new-session -d -s play -x 80 -y 24 'PS1="shell> " sh' || exit 1
    mux set-option -g status off
}

# Sets flags from compose.yaml. Every key there must have its meaning here.
read_flags() {
    flags=
    while IFS='=' read -r path value; do
        case $path in
        *.image | *.build | *.build.context | *.build.dockerfile | *.restart) ;;
        services | services.undercroft | volumes | volumes.world) ;;
        *.ports | *.environment | *.volumes | *.tmpfs | *.cap_drop | *.security_opt) ;;
        *.ports\[]) flags="$flags --publish $value" ;;
        *.environment.*) flags="$flags --env ${path##*.}=$value" ;;
        *.volumes\[]) flags="$flags --volume $value" ;;
        *.read_only) flags="$flags --read-only=$value" ;;
        *.tmpfs\[]) flags="$flags --tmpfs $value" ;;
        *.cap_drop\[]) flags="$flags --cap-drop $value" ;;
        *.security_opt\[]) flags="$flags --security-opt $value" ;;
        *.pids_limit) flags="$flags --pids-limit $value" ;;
        *.mem_limit) flags="$flags --memory $value" ;;
        *.stop_grace_period) grace=${value%s} ;;
        *) fail "compose.yaml has a key that nobody reads: $path" ;;
        esac
    done <"$work/compose"
    port=$(setting 'services.undercroft.ports[]' | cut -d : -f 2)
}

# A config without what only one of them needs: the others say the same, or one was forgotten.
describe_image() {
    pod image inspect "localhost/undercroft:$1" --format '{{.Config.User}} {{.Config.ExposedPorts}}
{{.Config.StopSignal}} {{json .Config.Entrypoint}} {{json .Config.Cmd}} {{.Config.Volumes}}
{{json .Config.Labels}} {{json .HealthCheck}}'
}

# in_image IMAGE COMMAND...: once, as what the image's user is.
in_image() {
    image=$1
    program=$2
    shift 2
    pod run --rm --pull=never --network none --entrypoint "$program" "localhost/undercroft:$image" \
        "$@"
}

check_images() {
    version=$("$build/bin/undercroftd" --version)
    describe_image slim >"$work/slim"
    describe_image bare | sed 's/"io.buildah.version":"[^"]*",*//' >"$work/bare"
    sed -i 's/"io.buildah.version":"[^"]*",*//' "$work/slim"
    cmp -s "$work/slim" "$work/bare" || {
        fail 'the two images are configured differently'
        diff "$work/slim" "$work/bare"
    }
    for word in '10001:10001 ' '4000/tcp' 'SIGTERM \["undercroftd"\] ' '/data' 'ping' \
        "image.version\":\"${version#undercroftd }\""; do
        grep -q -e "$word" "$work/slim" || fail "the image's configuration has no $word"
    done
    DESTDIR=$work/installed cmake --install "$build" >/dev/null || fail 'cmake --install fails'
    (cd "$work/installed" && find . -type f | sed 's|^[.]*/usr/local/||' | sort) >"$work/files"
    in_image slim find /usr/local -type f ! -path '*/share/undercroft/packages' |
        sed 's|^[.]*/usr/local/||' | sort >"$work/shipped"
    cmp -s "$work/files" "$work/shipped" || {
        fail 'the image has other files (>) than an installation (<)'
        diff "$work/files" "$work/shipped"
    }
    expect 'what the build sees' "$(in_image build ls -A /source | grep -v libraries | xargs)" \
        'CMakeLists.txt CMakePresets.json build client-scripts common db docker server tests'
    expect 'what the build sees of the rest' "$(in_image build ls -d /source/tests/container \
        /source/server/start /source/docker/compose.yaml 2>/dev/null)" ''
}

# Errors at the start must end the container at once, and say why.
check_refusals() {
    timeout -k 5 30 podman run --rm --pull=never localhost/undercroft:slim sh -c id \
        >"$work/out" 2>&1
    expect 'the exit code of an unknown word' "$?" 2
    grep -q 'try --help' "$work/out" || fail 'an unknown word gets no hint'
    # A folder of root's that others may look into, and one that they may not.
    expect_no_place 0755 3 'user 10001 cannot write to the data directory /data: '
    expect_no_place 0700 1 '/data/undercroft.conf: user 10001 cannot open it: '
}

# expect_no_place MODE CODE WORDS
expect_no_place() {
    mkdir -p "$work/place" && chmod "$1" "$work/place"
    timeout -k 5 30 podman run --rm --pull=never --volume "$work/place:/data" \
        localhost/undercroft:slim >"$work/out" 2>&1
    expect "the exit code with /data of root and mode $1" "$?" "$2"
    grep -q "^undercroftd: $3" "$work/out" || {
        fail "nobody says who cannot write where, at mode $1"
        cat "$work/out"
    }
}

# The level of this seed leads ten steps of play() somewhere.
seed=11

# start NAME IMAGE FLAG...: with the limits of compose.yaml; waits until it is healthy.
start() {
    name=$1
    image=$2
    shift 2
    # shellcheck disable=SC2086 # a list of words
    pod run -d --pull=never --name "$name" --cgroup-parent "/undercroft-${work##*/}" \
        --env "UNDERCROFT_SEED=$seed" $flags "$@" "localhost/undercroft:$image" >/dev/null ||
        give_up "$name does not start"
    wait_for is_healthy "$name" || give_up "$name does not get healthy"
}

is_healthy() {
    pod healthcheck run "$1" >/dev/null
}

# stop NAME SECONDS: it ends by itself in time, or podman kills it, and then it is not 0.
stop() {
    began=$(date +%s%N)
    pod stop -t "$2" "$1" >/dev/null
    echo "$1 stopped in $((($(date +%s%N) - began) / 1000000)) ms"
    expect "the exit code of $1" "$(pod inspect --format '{{.State.ExitCode}}' "$1")" 0
}

ctl() {
    pod exec world undercroftctl "$@"
}

status_of_first_process() {
    pod exec world cat /proc/1/status | awk -v key="$1:" '$1 == key { print $2 }'
}

limit_of_group() {
    pod exec world sh -c "cat $1 2>/dev/null || cat $2"
}

check_limits() {
    while read -r key value; do
        expect "$key of the first process" "$(status_of_first_process "$key")" "$value"
    done <<END
Name undercroftd
Uid 10001
Gid 10001
CapEff 0000000000000000
CapBnd 0000000000000000
NoNewPrivs 1
Seccomp 2
Umask 0077
END
    expect 'the mode and owner of /data' "$(pod exec world stat -c '%a %u:%g' /data)" \
        '750 10001:10001'
    expect 'the way the root is mounted' \
        "$(pod exec world cat /proc/mounts | awk '$2 == "/" { print substr($4, 1, 3) }')" 'ro,'
    pod exec world sh -c 'echo x >/tmp/x && rm /tmp/x' || fail '/tmp cannot be written to'
    memory=$(setting services.undercroft.mem_limit)
    expect 'the memory limit' \
        "$(limit_of_group /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes)" \
        "$((${memory%m} * 1024 * 1024))"
    expect 'the limit of processes' \
        "$(limit_of_group /sys/fs/cgroup/pids.max /sys/fs/cgroup/pids/pids.max)" \
        "$(setting services.undercroft.pids_limit)"
}

shows() {
    mux capture-pane -p -t play | grep -qF -e "$1"
}

await() {
    wait_for shows "$1" || give_up "the terminal does not show '$1'"
}

type_line() {
    mux send-keys -t play -l "$1"
    mux send-keys -t play Enter
}

# Where the delver is: depth, x and y.
place() {
    ctl --json who | grep -o '"\(depth\|x\|y\)": *[0-9]*' | sort | xargs
}

# The place once the last step is done: two reads in a row agree.
settled_place() {
    looked=$(place)
    until now=$(place) && [ "$now" = "$looked" ]; do
        looked=$now
    done
    echo "$looked"
}

play() {
    await 'shell>'
    type_line "telnet 127.0.0.1 $port"
    await 'Name:'
    type_line ada
    await 'Make a new one?'
    type_line yes
    await 'Choose a password'
    type_line 'correct horse'
    await 'Once more:'
    type_line 'correct horse'
    await 'Depth 1'
    first=$(place)
    [ -n "$first" ] || give_up 'nobody is said to be below'
    for key in h y k u l n j b h k; do
        mux send-keys -t play "$key"
        sleep 0.3
    done
    last=$(settled_place)
    [ "$last" != "$first" ] || give_up "ten steps lead nowhere: $last"
}

come_back() {
    mux send-keys -t play -R C-l
    type_line clear
    type_line "telnet 127.0.0.1 $port"
    await 'Name:'
    type_line ada
    await 'Password:'
    type_line 'correct horse'
    await 'Depth 1'
    expect 'the place in a new container' "$(place)" "$last"
    mux send-keys -t play Q
    await 'Connection closed'
}

# Health checks are of no consequence: no line of the log, no act of an operator.
check_traces() {
    pod logs world >"$work/before" 2>&1
    for _ in 1 2 3; do
        is_healthy world || fail 'not healthy any more'
    done
    pod logs world >"$work/after" 2>&1
    cmp -s "$work/before" "$work/after" || {
        fail 'health checks are logged'
        diff "$work/before" "$work/after"
    }
    ctl audit | grep -i ping && fail 'health checks are audited'
    expect 'the state of health' "$(pod inspect --format '{{.State.Health.Status}}' world)" healthy
}

prepare
read_flags
check_images
check_refusals
lap 'images looked into'
start world slim
check_limits
play
check_traces
echo "memory: $(status_of_first_process VmRSS) KiB resident"
# A stop with a delver in play: the player is told, the delver is saved, and the terminal is
# restored.
stop world 5
await 'Connection closed'
pod logs world 2>&1 | grep -q '"stop.signal"' || fail 'the log does not tell of the signal'
pod rm world >/dev/null
start world slim
come_back
stop world "$grace"
pod rm world >/dev/null
lap 'Debian slim played'

start world bare
come_back
stop world 5
pod rm world >/dev/null
lap 'bare played'

# The filter of the systemd unit, under which the server must do all the same.
start world slim --security-opt "seccomp=$work/seccomp.json"
come_back
stop world 5
lap 'played under the filter of the systemd unit'

[ "$failed" -eq 0 ] && echo 'as promised'
[ "$failed" -eq 0 ]
