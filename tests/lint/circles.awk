# Finds the circles of .c files that call each other, in file:line:code without comments and
# literals (code.awk). Circles of more than five files are compared with the rows "FOLDER FILES" of
# the file named by `list`: how many files of that folder may stand in such circles.
#
# In our brace style the body of a function lies behind a { in the first column, and its signature
# begins in the first column behind a line that ended something.

BEGIN {
    while ((getline row < list) > 0)
        if (row !~ /^#/ && split(row, part, " ") == 2)
            allowed[part[1]] = part[2]
}

{
    file = substr($0, 1, index($0, ":") - 1)
    rest = substr($0, length(file) + 2)
    line = substr(rest, index(rest, ":") + 1)
    if (file != last) {
        files[++file_count] = last = file
        signature = ""
    }
    if (line ~ /^{/)
        define(signature)
    if (line ~ /^[A-Za-z_]/ || (signature != "" && line ~ /^ /))
        signature = signature " " line
    if (line ~ /^[}#{]/ || line ~ /^ *$/ || line ~ /; *$/)
        signature = ""
    gsub(/(\.|->) *[A-Za-z_][A-Za-z_0-9]*/, " ", line)
    count = split(line, word, /[^A-Za-z0-9_]+/)
    for (i = 1; i <= count; i++)
        if (word[i] ~ /^[A-Za-z_]/ && !((file, word[i]) in named)) {
            named[file, word[i]] = 1
            names[file] = names[file] " " word[i]
        }
}

function define(text,    name) {
    if (!match(text, /[A-Za-z_][A-Za-z_0-9]*\(/))
        return
    name = substr(text, RSTART, RLENGTH - 1)
    if (text ~ /^ *static /)
        is_local[file, name] = 1
    else if (name in home && home[name] != file)
        home[name] = "" # main(), and what two programs have each
    else
        home[name] = file
}

END {
    for (i = 1; i <= file_count; i++)
        link(files[i])
    for (i = 1; i <= file_count; i++)
        if (!(files[i] in order))
            visit(files[i])
    for (folder in allowed)
        if (standing[folder] + 0 < allowed[folder])
            print list ":1: " standing[folder] + 0 " files of " folder \
                " stand in large circles: write that in place of " allowed[folder]
    for (folder in standing)
        if (standing[folder] > (folder in allowed ? allowed[folder] : 0))
            print first_file[folder] ":1: stands in a circle of files that call each other;" \
                " in " folder " " (folder in allowed ? allowed[folder] : "none") \
                " may, and these " standing[folder] " do:" members_of[folder]
}

# Fills in next_files[from]: the files whose functions `from` names.
function link(from,    count, word, i, to) {
    count = split(names[from], word, " ")
    for (i = 1; i <= count; i++) {
        to = home[word[i]]
        if (to != "" && to != from && !((from, word[i]) in is_local) && !((from, to) in linked)) {
            linked[from, to] = 1
            next_files[from] = next_files[from] " " to
        }
    }
}

# R. Tarjan's strongly connected components. `order` counts the files in the order of their visits,
# `low` is the least one that a file reaches among those on the stack.
function visit(file,    count, to, i) {
    order[file] = low[file] = ++visits
    stack[++depth] = file
    is_waiting[file] = 1
    count = split(next_files[file], to, " ")
    for (i = 1; i <= count; i++)
        if (!(to[i] in order)) {
            visit(to[i])
            if (low[to[i]] < low[file])
                low[file] = low[to[i]]
        } else if (is_waiting[to[i]] && order[to[i]] < low[file])
            low[file] = order[to[i]]
    if (low[file] == order[file])
        take_circle(file)
}

# Takes the files of one circle, down to `first`, off the stack.
function take_circle(first,    size, folder, members, member, least) {
    least = first
    folder = first
    sub("/[^/]*$", "", folder)
    do {
        member = stack[depth--]
        is_waiting[member] = 0
        while (index(member "/", folder "/") != 1)
            sub("/?[^/]*$", "", folder)
        if (member < least)
            least = member
        members = members " " member
        size++
    } while (member != first)
    if (size > 5) {
        standing[folder] += size
        members_of[folder] = members_of[folder] members
        if (first_file[folder] == "" || least < first_file[folder])
            first_file[folder] = least
    }
}
