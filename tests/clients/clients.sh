#!/bin/sh
# Functions for the tests of the client scripts. Sourced with $1 the folder of client scripts and $2
# the program that serves: client_mock, or undercroftd for matrix.sh.
# shellcheck source-path=SCRIPTDIR source=../support/tmux.sh
# shellcheck disable=SC2034 # they are for those who source this
scripts=$1
server_program=$2
. "$(dirname -- "$0")/../support/tmux.sh"

has_heard() {
    grep -qxF -e "$1" "$work/out" 2>/dev/null
}

# row N: the text of a row of the terminal, from 1, without blanks at its end.
row() {
    pane | sed -n "$1{s/ *\$//;p;}"
}

row_is() {
    [ "$(row "$1")" = "$2" ]
}

expect_row() {
    wait_for row_is "$1" "$2" || give_up "row $1 is '$(row "$1")', not '$2'"
}

expect_heard() {
    wait_for has_heard "$1" || give_up "the server does not hear '$1'"
}
