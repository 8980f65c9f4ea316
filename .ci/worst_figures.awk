# The worst of each figure that the oracles' tests print, one line for each suite: worst_figures.awk LastTest.log

# Awks differ in what number "nan" is.
function rank(value) {
    return value ~ /nan/ ? 1e300 : value ~ /^inf/ ? 1e299 : value + 0
}

function note(name, value) {
    if (!((suite, name) in worst)) {
        if (!(suite in names)) suites[++suite_count] = suite
        names[suite] = names[suite] " " name
        worst[suite, name] = value
    } else if (rank(value) > rank(worst[suite, name])) {
        worst[suite, name] = value
    }
}

/^\[ RUN/ {
    suite = $4
    sub(/\..*/, "", suite)
    sub(/.*\//, "", suite)
}

# OracleScore::print().
match($0, /worst false negative [^ ,]+, false positive [^ ]+ delta/) {
    split(substr($0, RSTART, RLENGTH), words, /[ ,]+/)
    note("false_negative", words[4])
    note("false_positive", words[7])
}

# FigureTable::print().
suite ~ /Contact|Distance/ && /^(  [a-z_]+ -?[0-9a-z][-+.0-9a-z]*( \(!\))?)+$/ {
    gsub(/\(!\)/, "")
    for (i = 1; i < NF; i += 2) note($i, $(i + 1))
}

END {
    for (i = 1; i <= suite_count; ++i) {
        line = "   worst of " suites[i] ":"
        count = split(names[suites[i]], each, " ")
        for (k = 1; k <= count; ++k) line = line " " each[k] " " worst[suites[i], each[k]]
        print line
    }
}
