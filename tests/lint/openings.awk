# Prints "file:line: text" for each comment of C sources that begins with a word which names
# nothing: What, Who, Those, One, Of, That. Comments within a struct, an enum or the values of a
# table are left out: there the name before the comment is its subject.

FNR == 1 {
    in_comment = depth = 0
    before = ""
}

{
    rest = $0
    while (rest != "") {
        if (in_comment) {
            end = index(rest, "*/")
            text = text " " (end == 0 ? rest : substr(rest, 1, end - 1))
            if (end == 0)
                break
            rest = substr(rest, end + 2)
            in_comment = 0
            look()
        } else if (!match(rest, /["'{};]|\/\*|\/\//)) {
            before = before rest " "
            break
        } else {
            mark = substr(rest, RSTART, RLENGTH)
            before = before substr(rest, 1, RSTART - 1)
            rest = substr(rest, RSTART + RLENGTH)
            if (mark == "//")
                break
            take_mark()
        }
    }
}

function take_mark() {
    if (mark == "/*") {
        in_comment = 1
        at = FNR
        text = ""
    } else if (mark == "\"") {
        sub(/^([^"\\]|\\.)*"?/, "", rest)
    } else if (mark == "'") {
        sub(/^([^'\\]|\\.)*'?/, "", rest)
    } else if (mark == "{") {
        is_data[depth + 1] = begins_data()
        depth++
        before = ""
    } else {
        if (mark == "}" && depth > 0)
            depth--
        before = ""
    }
}

# Braces hold data behind the name of a type, behind "=", within data, and, as a compound literal,
# behind the type in parentheses within a function.
function begins_data() {
    if (depth > 0 && is_data[depth])
        return 1
    if (before ~ /(^|[^a-z_])(struct|union|enum)( +[A-Za-z0-9_]+)? *$/ || before ~ /= *$/)
        return 1
    return depth > 0 &&
        before ~ /\((const )?((struct|union|enum) )?[A-Za-z0-9_]+( \*)?(\[[^\]]*\])? *\) *$/ &&
        before !~ /(^|[^a-z_])(if|while|for|switch|do|else) *\([^()]*\) *$/
}

function look() {
    if (depth > 0 && is_data[depth])
        return
    sub(/^[ \t*]+/, "", text)
    if (tolower(text) ~ /^(what|who|those|one|of|that)([^a-z0-9_-]|$)/)
        print FILENAME ":" at ": " text
}
