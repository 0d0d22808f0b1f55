#!/bin/sh
# Prometheus' own tool finds no fault in the metrics of a server.
#
# Usage: metrics_format.sh UNDERCROFTD UNDERCROFTCTL
set -u

work=$(mktemp -d) || exit 1
"$1" --listen 127.0.0.1:0 --data "$work/data" >"$work/out" 2>"$work/err" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

until grep -q '^ready: ' "$work/out"; do
    kill -0 "$server" 2>/dev/null || {
        cat "$work/err"
        exit 1
    }
    sleep 0.05
done
"$2" --data "$work/data" metrics >"$work/metrics" || exit 1
[ -s "$work/metrics" ] || {
    echo 'metrics: nothing was printed'
    exit 1
}
promtool check metrics <"$work/metrics"
