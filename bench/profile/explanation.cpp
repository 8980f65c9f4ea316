#include "profile/explanation.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace satori::bench {

namespace {

double nearest_ns(const DataFigures& data) {
    return std::max(data.operations_ns, data.bytes_ns);
}

const char* place_words(const std::string& place) {
    if (place == "L1") return "the first-level cache";
    return place == "L2" ? "the second-level cache" : "memory";
}

std::string items_of(const Figures& figures) {
    return figures.item + (figures.item == "box" ? "es" : "s");
}

/// Names the data as the subject of a sentence: "pairs of a million boxes in random order".
std::string data_words(const Figures& figures, const DataFigures& data) {
    const std::string items = items_of(figures);
    if (data.data == "index") return items + " of 10 000 boxes in column order";
    if (data.data == "ordered") return items + " of a million boxes in column order";
    if (data.data == "random") return items + " of a million boxes in random order";
    return fmt::format("{} in {}", items, place_words(data.place));
}

std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

const DataFigures* find_data(const Figures& figures, const char* name) {
    const auto at = std::find_if(figures.data.begin(), figures.data.end(),
                                 [&](const DataFigures& data) { return data.data == name; });
    return at == figures.data.end() ? nullptr : &*at;
}

const SetFigures& fastest(const Figures& figures) {
    return *std::min_element(figures.sets.begin(), figures.sets.end(),
                             [](const SetFigures& a, const SetFigures& b) { return a.ns < b.ns; });
}

const SetFigures& used(const Figures& figures) {
    const auto at = std::find_if(figures.sets.begin(), figures.sets.end(),
                                 [&](const SetFigures& set) { return set.isa == figures.used; });
    return at == figures.sets.end() ? figures.sets.back() : *at;
}

/// What bounds the kernel on these data: the nearest of both bounds, and the share of it that is reached.
Sentence bound_of(const Figures& figures, const DataFigures& data) {
    const bool operations = data.operations_ns >= data.bytes_ns;
    const double share = reached_share(data);
    const std::string reached = share >= kBeyond ? "the kernel is faster than it: the probes were disturbed, run again."
                                                 : fmt::format("the kernel reaches {:.0f} % of it.", 100 * share);
    return {"bound", fmt::format("{} take {:.3g} ns each. The machine needs at least {:.3g} ns for the operations and "
                                 "{:.3g} ns for the bytes of one. {} are the nearest bound, and {}",
                                 capital(data_words(figures, data)), data.ns, data.operations_ns, data.bytes_ns,
                                 operations ? "Operations" : "Bytes", reached)};
}

/// What decides in the first-level cache: the nearest bound, where it explains most of the time.
Sentence decided_in_cache(const DataFigures& cached) {
    if (reached_share(cached) < kMostly)
        return {"neither_decides",
                "Neither bound explains the rest of the time. Usually instructions wait for the results of others, or "
                "the code keeps values on the stack, for which there are too few registers."};
    return {"decides_in_cache", cached.operations_ns >= cached.bytes_ns
                                    ? "There computation decides."
                                    : "There the data decide, although they are in the cache."};
}

/// Whether the data matter elsewhere: the same computation takes the time that it takes in the first-level cache.
Sentence decided_by(const DataFigures& cached, const DataFigures& data) {
    const double share = cached.ns / data.ns;
    const std::string parts =
        fmt::format("with its data in the first-level cache the kernel takes {:.0f} % of this time", 100 * share);
    if (share >= kMostly) return {"computation_decides", fmt::format("There the data matter little: {}.", parts)};
    if (share <= kLittle)
        return {"data_decide", fmt::format("There the data decide: {}, and the rest is waiting for data.", parts)};
    return {"both_decide", fmt::format("There both count: {}, and the rest is waiting for data.", parts)};
}

/// The fastest set beside the widest that is narrower.
Sentence best_set(const Figures& figures) {
    const SetFigures& best = fastest(figures);
    const SetFigures* narrower = nullptr;
    for (const SetFigures& set : figures.sets)
        if (set.lanes < best.lanes) narrower = &set;
    if (narrower == nullptr) return {"only_set", fmt::format("{} is the fastest instruction set here.", best.isa)};
    return {
        "best_set",
        fmt::format("{} is the fastest instruction set here: {:.2f} times as fast as {}, with {} lanes instead of {}.",
                    best.isa, narrower->ns / best.ns, narrower->isa, best.lanes, narrower->lanes)};
}

/// Advice about data that are slower than other data.
void advise_on_data(const Figures& figures, std::vector<Sentence>& advice) {
    const DataFigures* const column = find_data(figures, "index");
    const DataFigures* const ordered = find_data(figures, "ordered");
    const DataFigures* const random = find_data(figures, "random");
    const DataFigures* const memory = find_data(figures, "memory");
    const std::string items = items_of(figures);
    const double cached_ns = figures.data.front().ns;
    if (ordered != nullptr && random != nullptr && random->ns >= kWorthIt * ordered->ns) {
        const double ratio = random->ns / ordered->ns;
        advice.push_back(
            {"keep_order",
             fmt::format("Keep {0} in column order, the order in which satori finds them: {0} of a million "
                         "boxes take {1:.1f} times as long in random order.",
                         items, ratio),
             ratio});
    }
    if (column != nullptr && column->ns >= kWorthIt * cached_ns) {
        const double ratio = column->ns / cached_ns;
        advice.push_back(
            {"use_soon",
             fmt::format("Use {0} while their boxes are in the cache, as find_overlaps and collide do: {0} of "
                         "10 000 boxes take {1:.1f} times as long as {0} in the first-level cache.",
                         items, ratio),
             ratio});
    }
    if (memory != nullptr && memory->ns >= kWorthIt * cached_ns) {
        const double ratio = memory->ns / cached_ns;
        advice.push_back(
            {"few_at_a_time",
             fmt::format("Go on with some hundred {0} while they are in the cache: {0} in memory take {1:.1f} "
                         "times as long.",
                         items, ratio),
             ratio});
    }
}

Sentence advise_on_sets(const Figures& figures) {
    const SetFigures& best = fastest(figures);
    const SetFigures& own = used(figures);
    const double gain = own.ns / best.ns;
    if (gain >= kFaster)
        return {"force_set",
                fmt::format("Set SATORI_ISA={}: it is {:.2f} times as fast as {}, which {} here.", best.isa, gain,
                            own.isa, figures.forced ? "SATORI_ISA forces" : "satori chooses"),
                gain};
    const double most = 100 * (kFaster - 1);
    if (figures.forced)
        return {"keep_set", fmt::format("SATORI_ISA forces {} here; another instruction set gains less than {:.0f} %.",
                                        own.isa, most)};
    return {"keep_set", fmt::format("Let satori choose the instruction set: it chooses {}, and forcing another one "
                                    "gains less than {:.0f} %.",
                                    own.isa, most)};
}

/// How much a kernel with the same operations and bytes could gain on one core.
Sentence advise_on_kernel(const Figures& figures) {
    const double share = reached_share(figures.data.front());
    const std::string rest = fmt::format("Fewer {} and more cores are what is left.", items_of(figures));
    if (share >= kBeyond) return {"at_bound", "Run again: the probes were disturbed, so the bound is not known."};
    if (share >= kAtBound)
        return {"at_bound",
                fmt::format("No kernel with these operations is much faster on one core: this one reaches {:.0f} % of "
                            "the nearest bound. {}",
                            100 * share, rest)};
    return {"room",
            fmt::format("A kernel with these operations can be at most {:.1f} times as fast on one core: the nearest "
                        "bound allows no more. {}",
                        1 / std::max(1e-9, share), rest)};
}

}  // namespace

double reached_share(const DataFigures& data) {
    return data.ns <= 0 ? 0 : nearest_ns(data) / data.ns;
}

Explanation explain(const Figures& figures) {
    Explanation all;
    double noise = 0;
    for (const DataFigures& data : figures.data) {
        all.bounds.push_back(bound_of(figures, data));
        all.bounds.push_back(&data == figures.data.data() ? decided_in_cache(data) : decided_by(figures.data[0], data));
        if (data.ns > 0) noise = std::max(noise, data.median_ns / data.ns);
    }
    all.bounds.push_back(best_set(figures));

    advise_on_data(figures, all.advice);
    all.advice.push_back(advise_on_sets(figures));
    all.advice.push_back(advise_on_kernel(figures));
    std::stable_sort(all.advice.begin(), all.advice.end(),
                     [](const Sentence& a, const Sentence& b) { return a.gain > b.gain; });
    if (noise >= kNoisy)
        all.advice.insert(all.advice.begin(),
                          {"noise", fmt::format("Measure again on a quiet machine first: other programs took time, and "
                                                "the median is {:.1f} times the best.",
                                                noise)});
    return all;
}

}  // namespace satori::bench
