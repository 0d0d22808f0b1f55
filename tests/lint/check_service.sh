#!/bin/sh
# The systemd unit is understood as it is meant, and leaves the server next to nothing: an exposure
# of at most 1.5, by systemd's own measure.
#
# Usage: check_service.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

unit=docker/undercroft.service
exposure_max=1.5

[ -f "$unit" ] || exit 0
command -v systemd-analyze >/dev/null || {
    echo 'systemd-analyze is not installed' >&2
    exit 2
}
# The server need not be installed here, but the path must be the one where cmake installs it by
# default.
grep -q '^ExecStart=/usr/local/bin/undercroftd$' "$unit" ||
    echo "$unit:1: does not start /usr/local/bin/undercroftd" >>"$findings"
sed 's|^ExecStart=.*|ExecStart=/bin/true|' "$unit" >"$work/undercroft.service"
systemd-analyze verify --man=no "$work/undercroft.service" 2>&1 | grep -F undercroft.service |
    sed "s|^|$unit:1: |" >>"$findings"
exposure=$(systemd-analyze security --offline=yes --no-pager "$work/undercroft.service" |
    sed -n 's/.*Overall exposure level for .*: \([0-9.]*\) .*/\1/p')
awk -v is="${exposure:-10}" -v most="$exposure_max" 'BEGIN { exit is <= most }' &&
    echo "$unit:1: an exposure of ${exposure:-unknown}, more than $exposure_max" >>"$findings"
finish
