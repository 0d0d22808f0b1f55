# Prints C sources as "file:line:code" with the comments taken out, so that a search for a name
# finds its use and not its mention. With -v literals=blank strings and characters lose what they
# say too.

FNR == 1 { in_comment = 0 }

{
    rest = $0
    code = ""
    while (rest != "") {
        if (in_comment) {
            at = index(rest, "*/")
            if (at == 0)
                break
            rest = substr(rest, at + 2)
            code = code " "
            in_comment = 0
        } else if (!match(rest, /"|'|\/\*|\/\//)) {
            code = code rest
            break
        } else {
            mark = substr(rest, RSTART, RLENGTH)
            code = code substr(rest, 1, RSTART - 1)
            rest = substr(rest, RSTART + RLENGTH)
            if (mark == "//")
                break
            if (mark == "/*")
                in_comment = 1
            else
                take_literal()
        }
    }
    print FILENAME ":" FNR ":" code
}

# Moves the rest of a literal, its closing mark included, from rest to code.
function take_literal() {
    if (mark == "\"")
        match(rest, /^([^"\\]|\\.)*"?/)
    else
        match(rest, /^([^'\\]|\\.)*'?/)
    code = code mark (literals == "blank" ? mark : substr(rest, 1, RLENGTH))
    rest = substr(rest, RLENGTH + 1)
}
