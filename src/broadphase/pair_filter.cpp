#include "broadphase/pair_filter.hpp"

#include "broadphase/pair_rules.hpp"
#include "parallel/find_first.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

namespace {

/// Moves the candidates that wanted(first, second) accepts to the front, in order. Returns their number.
template <class Wanted>
std::uint32_t keep_wanted(std::uint32_t* first, std::uint32_t* second, std::uint32_t count,
                          const Wanted& wanted) noexcept {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t a = first[i], b = second[i];
        first[kept] = a;
        second[kept] = b;
        kept += wanted(a, b) ? 1U : 0U;
    }
    return kept;
}

}  // namespace

Status PairFilter::check_motions(parallel::Call& call, const MotionTypes& motions) noexcept {
    const auto check = [&](std::span<const MotionType> types) {
        return parallel::refuse_any(
            call, types.size(), parallel::kChunkBoxes, [&](std::size_t i) noexcept { return !known(types[i]); },
            Status::invalid_argument);
    };
    const Status status = check(motions.first());
    return status == Status::ok && motions.second() != nullptr ? check(*motions.second()) : status;
}

template <int Dim>
void PairFilter::fetch(int set, const simd::BoundsEntry<Dim>* entries, std::uint32_t count) const noexcept {
    const ItemsOfBoxes<MotionType> motions = motions_;
    const ItemsOfBoxes<BoxFilter> filters = filters_;
    if (!motions.empty())
        for (std::uint32_t i = 0; i < count; ++i) simd::prefetch_outer(&motions.of(set, entries[i].id));
    if (filters.empty()) return;
    for (std::uint32_t i = 0; i < count; ++i) {
        // A filter may lie in two cache lines.
        simd::prefetch_outer(&filters.of(set, entries[i].id).category);
        simd::prefetch_outer(&filters.of(set, entries[i].id).owner);
    }
}

template void PairFilter::fetch<2>(int, const simd::BoundsEntry<2>*, std::uint32_t) const noexcept;
template void PairFilter::fetch<3>(int, const simd::BoundsEntry<3>*, std::uint32_t) const noexcept;

std::uint32_t PairFilter::keep(std::uint32_t* first, std::uint32_t* second, std::uint32_t count) const noexcept {
    // Copies, which the writes to `first` and `second` cannot change.
    const ItemsOfBoxes<MotionType> motions = motions_;
    const ItemsOfBoxes<BoxFilter> filters = filters_;
    if (!motions.empty()) {
        count = keep_wanted(first, second, count, [&](std::uint32_t a, std::uint32_t b) {
            return lets_pair(motions.of(0, a), motions.of(1, b));
        });
    }
    if (filters.empty()) return count;
    return keep_wanted(first, second, count,
                       [&](std::uint32_t a, std::uint32_t b) { return lets_pair(filters.of(0, a), filters.of(1, b)); });
}

}  // namespace satori::v0::broadphase
