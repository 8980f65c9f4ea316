#include "narrowphase/rounded_pairs.hpp"

#include <atomic>
#include <bit>

#include "base/assert.hpp"

namespace satori::v0::narrowphase {

namespace {

/// What a box is: its core, and whether it has a radius.
enum Kind : std::uint8_t { kPoint, kSegment, kBox, kNothing, kRounded };  // kRounded is added to the first three
constexpr std::uint32_t kKinds = 8;

/// How a pair is tested.
enum Sort : std::uint8_t { kNever, kBoxes, kSegments, kPointFirst, kPointSecond, kAnyCores, kSortCount };

constexpr Sort sort_of(std::uint32_t a, std::uint32_t b) noexcept {
    const std::uint32_t core_a = a % kRounded, core_b = b % kRounded;
    if (core_a == kNothing || core_b == kNothing) return kNever;
    if (a < kRounded && b < kRounded) return kBoxes;
    if (core_a <= kSegment && core_b <= kSegment) return kSegments;
    if (core_a == kPoint) return kPointFirst;
    return core_b == kPoint ? kPointSecond : kAnyCores;
}

struct SortTable {
    Sort of[kKinds][kKinds];
};
constexpr SortTable make_sorts() noexcept {
    SortTable table{};
    for (std::uint32_t a = 0; a < kKinds; ++a)
        for (std::uint32_t b = 0; b < kKinds; ++b) table.of[a][b] = sort_of(a, b);
    return table;
}
constexpr SortTable kSorts = make_sorts();

/// Returns the sort of all pairs of such boxes, or kSortCount when there are several. Bit k of a mask: a box is of kind
/// k.
std::uint32_t common_sort(std::uint32_t first_kinds, std::uint32_t second_kinds) noexcept {
    std::uint32_t sorts = 0;
    for (std::uint32_t a = 0; a < kKinds; ++a)
        for (std::uint32_t b = 0; b < kKinds; ++b)
            if ((first_kinds >> a & second_kinds >> b & 1U) != 0) sorts |= 1U << kSorts.of[a][b];
    return std::has_single_bit(sorts) ? static_cast<std::uint32_t>(std::countr_zero(sorts)) : std::uint32_t{kSortCount};
}

/// `open`: Boundary::open. Then a box with a zero half extent and no radius overlaps nothing. Without branches: kinds
/// may be mixed at random.
template <int Dim>
std::uint8_t kind_of(const simd::BoxArrays& boxes, const float* radii, std::size_t i, bool open) noexcept {
    const float* const half = boxes.base + Dim * boxes.stride + i;
    std::uint32_t extents = 0;
    for (std::size_t k = 0; k < Dim; ++k) extents += half[k * boxes.stride] > 0 ? 1U : 0U;
    const std::uint32_t rounded = radii != nullptr && radii[i] > 0 ? std::uint32_t{kRounded} : 0U;
    const bool inert = half[0] < 0, hollow = open && rounded == 0 && extents < Dim;
    return static_cast<std::uint8_t>(inert || hollow ? std::uint32_t{kNothing}
                                                     : std::min<std::uint32_t>(extents, kBox) + rounded);
}

}  // namespace

template <int Dim>
Status RoundedTest<Dim>::prepare(parallel::Call& call, WorkspaceLock& workspace,
                                 const geometry::Sets<Dim>& sets) noexcept {
    const geometry::Batch<Dim>* const batches[2] = {&sets.first(), sets.second()};
    constexpr Scratch kScratch[2] = {Scratch::first_kinds, Scratch::second_kinds};
    std::atomic<std::uint32_t> present[2] = {0, 0};
    for (std::size_t s = 0; s < 2 && batches[s] != nullptr; ++s) {
        const geometry::Batch<Dim>& boxes = *batches[s];
        auto* const kinds = workspace.reserve<std::uint8_t>(kScratch[s], std::max(boxes.size(), 1U));
        if (kinds == nullptr) return Status::out_of_memory;
        const simd::BoxArrays arrays = geometry::batch_arrays<Dim>(boxes);
        const float* const radii = geometry::radii_of(boxes);
        const parallel::Chunking chunks(boxes.size(), parallel::kChunkBoxes, parallel::kMaxChunks);
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            const parallel::ChunkRange range = chunks[chunk];
            std::uint32_t seen = 0;
            for (std::size_t i = range.begin; i < range.end; ++i) {
                kinds[i] = kind_of<Dim>(arrays, radii, i, open_);
                seen |= 1U << kinds[i];
            }
            present[s].fetch_or(seen, std::memory_order_relaxed);
        });
        if (status != Status::ok) return status;
        kinds_[s] = kinds;
    }
    if (batches[1] == nullptr) kinds_[1] = kinds_[0];
    common_sort_ = common_sort(present[0], present[batches[1] == nullptr ? 0 : 1]);
    return Status::ok;
}

template <int Dim>
void RoundedTest<Dim>::test(const RecordPairs<Dim>& pairs, std::uint8_t* overlaps) const noexcept {
    SATORI_ASSERT(pairs.count <= kTilePairs && kinds_[0] != nullptr && kinds_[1] != nullptr);
    if (common_sort_ != kSortCount) return test_alike(common_sort_, pairs, overlaps);
    std::uint16_t places[kSortCount][kTilePairs];
    std::uint32_t counts[kSortCount] = {};
    for (std::uint32_t i = 0; i < pairs.count; ++i) {
        const std::uint32_t a = pairs.first[i], b = pairs.second[i];
        simd::prefetch(pairs.first_records + a);
        simd::prefetch(pairs.second_records + b);
        const Sort sort = kSorts.of[kinds_[0][a]][kinds_[1][b]];
        places[sort][counts[sort]++] = static_cast<std::uint16_t>(i);
    }
    for (std::uint32_t sort = 0; sort < kSortCount; ++sort) {
        const std::uint32_t count = counts[sort];
        if (count == 0) continue;
        if (count == pairs.count) return test_alike(sort, pairs, overlaps);
        PairTile tile;
        tile.count = count;
        for (std::uint32_t k = 0; k < count; ++k) {
            tile.first[k] = pairs.first[places[sort][k]];
            tile.second[k] = pairs.second[places[sort][k]];
        }
        tile.pad();
        std::uint8_t found[kTilePairs];
        test_alike(sort, {pairs.first_records, pairs.second_records, tile.first, tile.second, count}, found);
        for (std::uint32_t k = 0; k < count; ++k) overlaps[places[sort][k]] = found[k];
    }
}

template <int Dim>
void RoundedTest<Dim>::test_alike(std::uint32_t sort, const RecordPairs<Dim>& pairs,
                                  std::uint8_t* overlaps) const noexcept {
    const auto& kernels = simd::box_kernels<Dim>(kernels_);
    const RecordPairs<Dim> swapped{pairs.second_records, pairs.first_records, pairs.second, pairs.first, pairs.count};
    switch (sort) {
        case kBoxes:
            return kernels.test_pairs({pairs, open_}, overlaps);
        case kSegments:
            return kernels.rounded.test_segments({pairs, open_}, overlaps);
        case kPointFirst:
            return kernels.rounded.test_points({pairs, open_}, overlaps);
        case kPointSecond:
            return kernels.rounded.test_points({swapped, open_}, overlaps);
        case kAnyCores: {
            // Farther than the radii, a pair may be infinitely far.
            float apart[kTilePairs];
            find_near_distances<Dim>(kernels_, pairs, {0, false}, apart);
            for (std::uint32_t i = 0; i < pairs.count; ++i) {
                const float radii =
                    pairs.first_records[pairs.first[i]].reach + pairs.second_records[pairs.second[i]].reach;
                overlaps[i] = open_ ? apart[i] < radii : apart[i] <= radii;
            }
            return;
        }
        default:
            std::fill_n(overlaps, pairs.count, std::uint8_t{0});
    }
}

template class RoundedTest<2>;
template class RoundedTest<3>;

}  // namespace satori::v0::narrowphase
