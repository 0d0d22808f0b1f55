# Counts of a server between two reads of its metrics, as lines of NAME VALUE: frames and bytes, and
# percentiles of the histograms in milliseconds. A percentile is found within its bucket by
# proportion; the longest is the upper bound of the last bucket that is not empty.
#
# Usage: awk -f swarm_figures.awk BEFORE AFTER

/^#/ { next }
FNR == NR { before[$1] = $2; next }
{
    grown[$1] = $2 - before[$1]
    if (match($1, /_bucket\{le="/)) {
        name = substr($1, 1, RSTART - 1)
        bound = substr($1, RSTART + RLENGTH)
        sub(/".*/, "", bound)
        bounds[name, ++count[name]] = bound
        sums[name, count[name]] = $2 - before[$1]
    }
}

function percentile(name, percent,    wanted, i, low, below) {
    wanted = sums[name, count[name]] * percent / 100
    if (wanted == 0)
        return 0
    for (i = 1; i <= count[name] && sums[name, i] < wanted; i++)
        continue
    low = i > 1 ? bounds[name, i - 1] : 0
    below = i > 1 ? sums[name, i - 1] : 0
    if (bounds[name, i] == "+Inf")
        return low * 1000
    return (low + (bounds[name, i] - low) * (wanted - below) / (sums[name, i] - below)) * 1000
}

function longest(name,    i) {
    for (i = count[name]; i > 1 && sums[name, i] == sums[name, i - 1]; i--)
        continue
    return bounds[name, i] == "+Inf" ? 9999 : bounds[name, i] * 1000
}

function tell(name, value) { printf "%s %.3f\n", name, value }

END {
    tell("frames_own", grown["undercroft_frames_sent_total{cause=\"own\"}"])
    tell("frames_others", grown["undercroft_frames_sent_total{cause=\"others\"}"])
    tell("frame_bytes_own", grown["undercroft_frame_bytes_total{cause=\"own\"}"])
    tell("frame_bytes_others", grown["undercroft_frame_bytes_total{cause=\"others\"}"])
    tell("sent_bytes", grown["undercroft_sent_bytes_total"])
    tell("ticks_late", grown["undercroft_ticks_late_total"])
    tick = "undercroft_tick_duration_seconds"
    late = "undercroft_tick_lateness_seconds"
    key = "undercroft_key_to_frame_seconds"
    tell("tick_p50", percentile(tick, 50))
    tell("tick_p99", percentile(tick, 99))
    tell("tick_max", longest(tick))
    tell("late_p99", percentile(late, 99))
    tell("late_max", longest(late))
    tell("read_p50", percentile(key, 50))
    tell("read_p90", percentile(key, 90))
    tell("read_p99", percentile(key, 99))
}
