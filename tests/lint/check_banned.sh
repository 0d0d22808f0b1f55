#!/bin/sh
# Things that are banned from our C: calls that cannot be used safely, changing globals, pasted
# names, work left for later, and layout that an editor should have mended.
#
# Usage: check_banned.sh ROOT
# shellcheck source-path=SCRIPTDIR source=lint.sh
. "$(dirname -- "$0")/lint.sh"

code_bare common db server tests >"$work/all"
grep -v '^tests/' "$work/all" >"$work/ours"

# banned NAMES WHY: a call of any of NAMES (a pattern) is a finding.
banned() {
    grep -E ":.*\b($1)[ ]*\(" "$work/all" | report "$2"
}

banned 'strcpy|stpcpy|strcat|strncpy|strncat|v?sprintf|gets' 'has no bound; use snprintf or bytes'
banned 'strtok|asctime|ctime|tmpnam|mktemp' 'keeps hidden state'
banned 'rand|srand|random|srandom' 'random numbers come from base/rng.h'
banned 'atoi|atol|atoll|atof' 'cannot tell an error from 0; use strtol'
banned 'alloca' 'memory on the stack needs a constant bound'
banned 'assert' "a programmer's error is CHECK()"
banned 'setjmp|longjmp' 'errors are returned'

grep -E '^(server|common/(travel|narrate|term))/.*\blevel_index\(' "$work/ours" |
    report 'a position may come from a peer: use what takes any (level_tile, delver_remembered)'

# Mute, ignore and the budget of talk are asked in one place.
grep -E '^server/session/.*\bsession_tell(_again)?\(' "$work/ours" |
    grep -vE '\bsession_tell(_again)?\((session,|struct session \*)' |
    grep -vE '^server/session/commands/reach\.c:' |
    report "one player's act reaches another player by way of commands/reach.h"

grep -E ':.*\bsqlite3_exec\(' "$work/ours" |
    grep -vE '\bsqlite3_exec\([^,]+,[ ]*("|constant_sql\b)' |
    report 'SQL is a literal (or a parameter called constant_sql)'
constant='"|constant_sql\b|settings_sql\b|script->sql\b|statement_table\[[^],]*\](,|\))'
grep -E ':.*\b(sqlite3_prepare(_v[23])?|connection_(exec|read_int|read_text))\(' "$work/ours" |
    grep -vE '\b(err|enum) connection_|static ' |
    grep -vE "\([^,(]+,[ ]*($constant)" |
    grep -vE '^db/row_sql\.c:[0-9]*:.*\(handle, sql\.text, -1,' |
    report 'SQL is a literal or a constant'

# One file composes SQL: of literals, of numbers of parameters and of the names in db/columns.c,
# which are constants because nobody else may make a record or a column.
code db | grep '^db/row_sql\.c:' >"$work/composed"
allowed='add\(sql, ("|constant_sql\)|digits\)|name\))|static void add(_name)?\(struct sql \*sql, '
allowed="$allowed"'|add_name\(sql, (record->(table|owner)|column_at\(record, index\)->name)\)'
allowed="$allowed"'|memcpy\(sql->text \+ sql->length, constant_sql, length \+ 1\)'
allowed="$allowed"'|snprintf\(digits, sizeof digits, "\?%d", number\)|\(handle, sql\.text, -1,'
allowed="$allowed"'|static void add_list\(|add_list\(sql, record, [A-Za-z_]+, [a-z_]+, "[^"]*"\)'
grep -E '\badd(_name|_list)?\(|(\.|->)text\b|(digits|constant_sql|[^.]name) =|f\((digits|name),' \
    "$work/composed" | grep -vE "$allowed" |
    report 'SQL is composed of literals and of the names of tables and columns'
grep -E '^db/.*\bstruct (record|column) [a-z_]+(\[[^]]*\])*[ ]*(=|;)' "$work/ours" |
    grep -vE '^db/(columns\.c|row_sql\.c:[0-9]*:static const struct column checksum_column =)' |
    report 'records and columns are described in db/columns.c'
statements='SELECT|INSERT INTO|UPDATE|DELETE FROM|VALUES|WHERE|PRAGMA'
code common db server | grep -E "\"[^\"]*\b($statements)\b[^\"]*%[-0-9.*lzj]*[a-zA-Z]" |
    report 'SQL is never put together: values are bound'
grep -E ':[ ]*#[ ]*define\b.*##' "$work/all" |
    report 'names are not pasted together: they could not be found'
grep -E ':[ ]*typedef (struct|enum|union)\b' "$work/all" |
    report 'structs and enums keep their own names'

# Globals that change. A variable at file scope starts in column 1 and has no ( before its = or ;
# Variables that a signal handler reads (sig_atomic_t) are allowed.
grep -E '^[^:]*:[0-9]*:[A-Za-z_][^(]*[=;]' "$work/ours" |
    grep -vE '^[^:]*:[0-9]*:[^=]*\b(const|typedef|sig_atomic_t)\b' |
    grep -vE '^[^:]*:[0-9]*:(struct|enum|union)( [a-z_0-9]+)?( \{.*\})?;' |
    grep -vF ':extern char **environ;' | report 'a global that changes'
grep -E '^[^:]*:[0-9]*:[^=(]*\bconst [^=(]*\*[ ]*[A-Za-z_0-9]+(\[[^=]*\])?[ ]*(=|;)' "$work/ours" |
    grep -E '^[^:]*:[0-9]*:[a-z]' | report 'a global pointer that changes; write *const'
grep -E '^[^:]*:[0-9]*: +static ' "$work/ours" |
    grep -vE ': +static const\b|\*const\b' | report 'a local that outlives its call'

# The words are split here so that this file does not find itself.
later='TO''DO|FIX''ME|X''XX|HA''CK|not imple''mented'
shipped common db server tests client-scripts docker CMakeLists.txt .ci README.md |
    xargs -r grep -InwE "$later" | report 'work left for later'

text() {
    shipped common db server tests client-scripts docker CMakeLists.txt .ci |
        grep -E '\.([ch]|sh|awk|cmake|sql)$|/[^./]+$|CMakeLists.txt$'
}
text | xargs -r grep -InP '\t' | report 'a tab'
text | xargs -r grep -InE ' +$' | report 'blanks at the end'
text | xargs -r grep -InE '^.{101}' | report 'more than 100 columns'
finish
