# The system calls that a systemd unit leaves a service, as a seccomp profile for a container.
# Input: what `systemd-analyze syscall-filter` prints, then the unit.

function expand(name, value,    list, count, i) {
    if (name !~ /^@/) {
        allowed[name] = value
        return
    }
    if (!(name in members)) {
        print "no set of system calls is called " name > "/dev/stderr"
        failed = 1
        return
    }
    count = split(members[name], list, " ")
    for (i = 1; i <= count; i++)
        expand(list[i], value)
}

FNR == 1 { file++ }
file == 1 && /^@/ { set = $1; members[set] = ""; next }
file == 1 && NF == 1 && $1 !~ /^#/ { members[set] = members[set] " " $1; next }
file == 2 && /^SystemCallFilter=/ {
    if (!filters++)
        expand("@default", 1)
    sub(/^SystemCallFilter=/, "")
    value = !sub(/^~/, "")
    count = split($0, names, " ")
    for (i = 1; i <= count; i++)
        expand(names[i], value)
}
END {
    if (!filters || failed)
        exit 1
    printf "{\"defaultAction\": \"SCMP_ACT_ERRNO\", \"syscalls\": [{\"names\": ["
    for (name in allowed) {
        if (allowed[name])
            printf "%s\"%s\"", comma++ ? ", " : "", name
    }
    print "], \"action\": \"SCMP_ACT_ALLOW\"}]}"
}
