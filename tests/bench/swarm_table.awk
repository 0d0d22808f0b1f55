# The table of a benchmark: a row a figure, a column a scenario. A cell is the median of the runs
# with the lowest and the highest behind it, where they differ.
#
# Usage: awk -f swarm_table.awk ROWS FIGURES
# ROWS:    lines of NAME TEXT..., in the order of the table
# FIGURES: lines of COLUMN RUN NAME VALUE; a column's name has _ for its blanks

FNR == NR {
    name = $1
    sub(/^[^ ]+ +/, "")
    names[++row_count] = name
    texts[name] = $0
    next
}
{
    if (!($1 in is_column)) {
        is_column[$1] = 1
        columns[++column_count] = $1
    }
    values[$1, $3, ++runs[$1, $3]] = $4
}

# Sorts the runs of a cell, lowest first.
function sort(column, name,    i, j, value) {
    for (i = 2; i <= runs[column, name]; i++) {
        value = values[column, name, i] + 0
        for (j = i; j > 1 && values[column, name, j - 1] + 0 > value; j--)
            values[column, name, j] = values[column, name, j - 1]
        values[column, name, j] = value
    }
}

function number(value) {
    return sprintf(value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
}

function cell(column, name,    count, low, high, middle) {
    count = runs[column, name]
    if (count == 0)
        return "-"
    sort(column, name)
    low = number(values[column, name, 1])
    high = number(values[column, name, count])
    middle = number(values[column, name, int((count + 1) / 2)])
    return low == high ? middle : middle " (" low " - " high ")"
}

END {
    line = "|"
    rule = "| ---"
    for (i = 1; i <= column_count; i++) {
        title = columns[i]
        gsub("_", " ", title)
        line = line " | " title
        rule = rule " | ---"
    }
    print line " |"
    print rule " |"
    for (r = 1; r <= row_count; r++) {
        line = "| " texts[names[r]]
        has_any = 0
        for (i = 1; i <= column_count; i++) {
            line = line " | " cell(columns[i], names[r])
            has_any = has_any || runs[columns[i], names[r]] > 0
        }
        if (has_any)
            print line " |"
    }
}
