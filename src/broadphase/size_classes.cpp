#include "broadphase/size_classes.hpp"

#include <algorithm>
#include <bit>
#include <memory>

namespace satori::inline v0::broadphase {

namespace {

constexpr std::uint32_t kOctaves = 256;
constexpr std::size_t kChunkEntries = 8192;
constexpr std::uint32_t kMostChunks = 64;

/// Octave of an edge: the exponent of the float.
std::uint32_t octave(float edge) noexcept {
    return std::bit_cast<std::uint32_t>(edge) >> 23;
}

}  // namespace

template <int Dim>
Status classify(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                SizeClasses<Dim>& out) noexcept {
    const std::uint32_t count = bounds.count();
    out.entries = bounds.entries;
    out.class_count = count == 0 ? 0 : 1;
    out.begin[0][1] = bounds.set_size[0];
    out.begin[0][2] = count;
    if (count == 0 || bounds.edges.max < bounds.edges.min ||
        octave(bounds.edges.max) - octave(bounds.edges.min) < kClassOctaves)
        return Status::ok;

    // Boxes that overlap nothing (negative edge) go with the finest.
    const std::uint32_t finest = octave(bounds.edges.min);
    const auto octave_of = [&](const simd::BoundsEntry<Dim>& entry) { return entry.tag >> 31 != 0 ? finest : entry.tag >> 23; };

    // How many boxes of each set and octave each chunk holds.
    const parallel::Chunking chunks(count, kChunkEntries, kMostChunks);
    using Histogram = std::uint32_t[kOctaves][2];
    auto* histograms = workspace.reserve<Histogram>(Scratch::cell_counts, chunks.chunk_count());
    auto* sorted = workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::classed_entries, count + simd::kMaxLanes);
    if (histograms == nullptr || sorted == nullptr) return Status::out_of_memory;
    const auto set_of = [&](std::size_t i) { return i < bounds.set_size[0] ? 0 : 1; };
    Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        Histogram& histogram = histograms[chunk];
        std::fill_n(&histogram[0][0], 2 * kOctaves, 0U);
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) ++histogram[octave_of(bounds.entries[i])][set_of(i)];
    });
    if (status != Status::ok) return status;

    // A class begins at the finest octave not yet covered that holds a box.
    std::uint32_t class_of[kOctaves];
    std::uint32_t class_count = 0, first_octave = 0;
    for (std::uint32_t o = 0; o < kOctaves; ++o) {
        bool used = false;
        for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c)
            used = used || histograms[c][o][0] != 0 || histograms[c][o][1] != 0;
        if (used && (class_count == 0 || o - first_octave >= kClassOctaves)) {
            first_octave = o;
            ++class_count;
        }
        class_of[o] = class_count == 0 ? 0 : class_count - 1;
    }

    // Where each chunk's first box of each class and set goes; the histograms become running positions.
    std::uint32_t position = 0;
    std::uint32_t first_of_class = 0;
    for (std::uint32_t k = 0; k < class_count; ++k) {
        std::uint32_t end_of_class = first_of_class;
        while (end_of_class < kOctaves && class_of[end_of_class] == k) ++end_of_class;
        for (std::uint32_t s = 0; s < 2; ++s) {
            out.begin[k][s] = position;
            for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c) {
                std::uint32_t in_chunk = 0;
                for (std::uint32_t o = first_of_class; o < end_of_class; ++o) in_chunk += histograms[c][o][s];
                histograms[c][first_of_class][s] = position;
                position += in_chunk;
            }
        }
        out.begin[k][2] = position;
        for (std::uint32_t o = first_of_class; o < end_of_class; ++o) class_of[o] = first_of_class;
        first_of_class = end_of_class;
    }

    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        Histogram& next = histograms[chunk];
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i)
            sorted[next[class_of[octave_of(bounds.entries[i])]][set_of(i)]++] = bounds.entries[i];
    });
    std::uninitialized_fill_n(sorted + count, simd::kMaxLanes, simd::BoundsEntry<Dim>{});
    out.entries = sorted;
    out.class_count = class_count;
    return status;
}

template Status classify<2>(parallel::Call&, WorkspaceLock&, const BoundsSet<2>&, SizeClasses<2>&) noexcept;
template Status classify<3>(parallel::Call&, WorkspaceLock&, const BoundsSet<3>&, SizeClasses<3>&) noexcept;

}  // namespace satori::inline v0::broadphase
