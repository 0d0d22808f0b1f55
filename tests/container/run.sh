#!/bin/sh
# Builds both images of docker/Dockerfile and runs them with the limits of docker/compose.yaml, then
# hands on to play.sh. The Dockerfile is used as it is: its base image is made here and given the
# name that stands there, so that no registry is needed.
#
# Usage: run.sh SOURCE_FOLDER BUILD_FOLDER
#
# Everything happens in namespaces of the test's own: mounts and processes end with it, also when it
# is killed, and a published port is visible to nobody else.
# Exit codes: 0 passed, 1 failed, 77 left out: this machine cannot run containers, and does not
# claim (by CI=true) to be the one that has to.
set -u

source=$1
build=$2
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
unit=$source/docker/undercroft.service

# All processes in the namespaces die with unshare, which needs SIGKILL; control groups stay.
# shellcheck disable=SC2317 # run by the trap
clean_up() {
    kill -KILL "$inner" 2>/dev/null
    wait "$inner" 2>/dev/null
    find /sys/fs/cgroup -depth -type d -path "*/undercroft-${CONTAINER_TEST_WORK##*/}*" \
        -exec rmdir {} + 2>/dev/null
    rm -rf "$CONTAINER_TEST_WORK"
}

leave_out() {
    echo "LEFT OUT: containers: $*"
    [ "${CI:-}" = true ] && exit 1
    exit 77
}

if [ -z "${CONTAINER_TEST_WORK:-}" ]; then
    [ "$(id -u)" -eq 0 ] || leave_out 'only root may make mounts and networks of its own'
    for program in podman runc mmdebstrap tmux telnet unshare ip systemd-analyze; do
        command -v "$program" >/dev/null ||
            leave_out "$program is not installed; server/packages full installs it"
    done
    unshare --mount --net --pid --fork --mount-proc true 2>/dev/null ||
        leave_out 'namespaces of its own are not allowed here'
    CONTAINER_TEST_WORK=$(mktemp -d) || exit 1
    export CONTAINER_TEST_WORK
    unshare --mount --pid --fork --kill-child --mount-proc "$0" "$@" &
    inner=$!
    trap clean_up EXIT
    trap 'exit 1' INT TERM HUP
    wait "$inner"
    exit
fi

work=$CONTAINER_TEST_WORK
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$here/common.sh"

# No file of this machine's is changed. Open files and processes are limited to what a user without
# privileges may ask for; runc takes every kind of control groups.
configure_podman() {
    cat >"$work/storage.conf" <<END
[storage]
driver = "overlay"
runroot = "$work/run"
graphroot = "$work/graph"
END
    cat >"$work/containers.conf" <<END
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
END
    export CONTAINERS_STORAGE_CONF="$work/storage.conf"
    export CONTAINERS_CONF="$work/containers.conf"
}

# build_image TAG TARGET: if it fails, its last words are shown, and those of failed tests. Nice,
# because other tests run beside it.
build_image() {
    context=$source/docker/$(setting services.undercroft.build.context)
    nice -n 5 timeout -k 5 900 podman build --pull=never --isolation chroot --network=host \
        --format docker --target "$2" -t "localhost/undercroft:$1" \
        -f "$context/$(setting services.undercroft.build.dockerfile)" "$context" \
        >"$work/build.log" 2>&1 && return
    awk '/^ *[0-9]+\/[0-9]+ Test +#/ { shown = /\*\*\*/ }
        /^ *Start +[0-9]+:/ { shown = 0 }
        shown' "$work/build.log" | head -n 100
    tail -n 30 "$work/build.log"
    fail "the image $1 cannot be built"
    exit 1
}

id_of() {
    pod image inspect "localhost/undercroft:$1" --format '{{.Id}}'
}

awk -f "$here/compose.awk" "$source/docker/compose.yaml" >"$work/compose" || exit 1
systemd-analyze --no-pager syscall-filter >"$work/calls" 2>/dev/null
awk -f "$here/seccomp.awk" "$work/calls" "$unit" >"$work/seccomp.json" || {
    fail 'the system calls of the unit cannot be told'
    exit 1
}
configure_podman

base=$(sed -n 's/^ARG BASE_IMAGE=//p' "$source/docker/Dockerfile")
suite=${base##*:}
"$here/base.sh" "${suite%-slim}" "$work/base.tar" || {
    fail 'the base image cannot be made'
    exit 1
}
lap 'base'
pod import -q --change 'CMD=["bash"]' "$work/base.tar" "$base" >/dev/null || exit 1
lap 'base imported'
build_image slim runtime
lap 'image on Debian slim built'
build_image bare scratch
build_image same bare
expect 'the image of the target bare' "$(id_of same)" "$(id_of bare)"
build_image build build
lap 'bare image built'

unshare --net sh "$here/play.sh" "$build"
code=$?
lap 'played'
[ "$failed" -eq 0 ] || code=1
exit "$code"
