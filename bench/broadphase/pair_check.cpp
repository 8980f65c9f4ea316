#include "pair_check.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

namespace satori::bench {

namespace {

// This is not the library's own test, because it checks the library.
bool touch(const Aabb& a, const Aabb& b) noexcept {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z &&
           b.min.z <= a.max.z;
}

}  // namespace

PairDigest digest_candidates(std::span<const Aabb> bounds, std::span<const BoxPair> candidates) {
    PairDigest digest;
    std::vector<BoxPair> pairs;
    pairs.reserve(candidates.size());
    for (auto [first, second] : candidates) {
        if (first > second) std::swap(first, second);
        if (second >= bounds.size() || first == second)
            throw std::runtime_error(fmt::format("({}, {}) is no pair of {} boxes", first, second, bounds.size()));
        if (touch(bounds[first], bounds[second])) {
            pairs.push_back({first, second});
        } else {
            ++digest.rejected;
        }
    }
    std::sort(pairs.begin(), pairs.end());
    const auto end = std::unique(pairs.begin(), pairs.end());
    digest.repeated = static_cast<std::uint64_t>(pairs.end() - end);
    pairs.erase(end, pairs.end());
    digest.pairs = pairs.size();
    digest.hash = XXH64(pairs.data(), pairs.size() * sizeof(BoxPair), 0);
    return digest;
}

std::string difference(const PairDigest& expected, const PairDigest& found) {
    if (expected.pairs != found.pairs) return fmt::format("{} pairs instead of {}", found.pairs, expected.pairs);
    if (expected.hash != found.hash) return fmt::format("as many pairs ({}), but not the same ones", found.pairs);
    return {};
}

}  // namespace satori::bench
