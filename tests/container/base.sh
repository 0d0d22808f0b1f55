#!/bin/sh
# Makes a base image that stands for Debian's slim one: the same suite, from the package manager's
# own source, no registry asked. Kept for a month, because it takes a minute.
#
# Usage: base.sh SUITE TAR     TAR is made, or a link to the one that is kept
#
# Kept in $XDG_CACHE_HOME/undercroft (else ~/.cache/undercroft), named by this script and the month.
set -eu

suite=$1
tar=$2
cache=
if [ -n "${XDG_CACHE_HOME:-}" ]; then
    cache=$XDG_CACHE_HOME/undercroft
elif [ -n "${HOME:-}" ]; then
    cache=$HOME/.cache/undercroft
fi

# The real one has no manuals either, and drops what apt would keep for later.
# shellcheck disable=SC2016 # mmdebstrap's own shell expands its hooks
make_base() {
    SOURCE_DATE_EPOCH=1700000000 timeout 400 mmdebstrap --variant=apt --mode=root --quiet \
        --aptopt='Acquire::Check-Valid-Until "false"' \
        --dpkgopt='force-unsafe-io' \
        --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/info/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' \
        --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --customize-hook='rm -f "$1"/var/cache/apt/*.bin' \
        --customize-hook='printf "%s\n" "Dir::Cache::pkgcache \"\";" \
            "Dir::Cache::srcpkgcache \"\";" "Acquire::Languages \"none\";" \
            >"$1/etc/apt/apt.conf.d/docker-clean"' \
        "$suite" "$1"
}

if [ -z "$cache" ] || ! mkdir -p "$cache"; then
    make_base "$tar"
    exit
fi
name=base-$suite-$(date +%Y-%m)-$(dpkg --print-architecture)-$(sha256sum <"$0" | cut -c 1-16).tar
# A second run waits for the lock, and finds the file made.
exec 9>"$cache/lock"
flock -w 500 9
if [ ! -s "$cache/$name" ]; then
    new=$cache/new-$$.tar
    trap 'rm -f "$new"' EXIT
    make_base "$new"
    rm -f "$cache"/base-*.tar
    mv "$new" "$cache/$name"
fi
ln -s "$cache/$name" "$tar"
