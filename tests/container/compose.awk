# The YAML that docker/compose.yaml is written in, as lines "path=value": maps by two blanks a step,
# lists of plain values ("path[]=value"), comments on lines of their own. Anything else ends it with
# 1, so that nothing is overlooked.

function refuse(why) {
    print FILENAME ":" FNR ": " why > "/dev/stderr"
    failed = 1
    exit 1
}

function plain(value) {
    if (value ~ /^"[^"\\]*"$/)
        return substr(value, 2, length(value) - 2)
    if (value ~ /^['"\[{|>&*!%@`]/ || value ~ / #/ || value ~ /: /)
        refuse("not a plain value: " value)
    return value
}

function path_to(depth,    text, i) {
    text = keys[1]
    for (i = 2; i <= depth; i++)
        text = text "." keys[i]
    return text
}

/^ *(#|$)/ { next }
{
    match($0, /^ */)
    indent = RLENGTH
    text = substr($0, indent + 1)
    if (indent % 2 || /\t/)
        refuse("a step is two blanks")
    depth = indent / 2
    if (depth > deepest)
        refuse("deeper by more than a step")
}
text ~ /^- / {
    print path_to(depth) "[]=" plain(substr(text, 3))
    next
}
text ~ /^[A-Za-z_-][A-Za-z_-]*:( |$)/ {
    key = text
    sub(/:.*/, "", key)
    value = substr(text, length(key) + 2)
    sub(/^ +/, "", value)
    keys[depth + 1] = key
    deepest = depth + 1
    print path_to(depth + 1) "=" plain(value)
    next
}
{ refuse("neither a key nor an item: " text) }
END { exit failed }
