#include "broadphase/bounds_set.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <span>

#include "base/assert.hpp"
#include "parallel/find_first.hpp"

namespace satori::v0::broadphase {

namespace {

constexpr std::uint32_t kBoundsChunks = 256;
/// From this many bytes on, entries and records are no longer in a cache when they are read later. They are then
/// written past the caches, without reading their cache lines first.
constexpr std::size_t kStreamedBytes = std::size_t{24} << 20;

/// True when rows of this many bytes in all, written to `to`, should bypass the caches.
bool streamed(std::size_t bytes, const void* to) noexcept {
    return bytes >= kStreamedBytes && reinterpret_cast<std::uintptr_t>(to) % 64 == 0;
}

/// Reads entries [begin, end) in whole vectors, as long as the boxes are legal. Returns the number of entries read.
std::size_t read_vectors(const simd::KernelTable& kernels, const RawBounds<3>& raw, parallel::ChunkRange range,
                         simd::BoundsEntry<3>* entries, simd::EdgeRange& edges) noexcept {
    if (!adjoin(raw)) return 0;
    SATORI_ASSERT(range.begin % simd::kMaxLanes == 0);
    return kernels.read_aabbs({{raw.minima.item(range.begin), raw.minima.stride_numbers()},
                               static_cast<std::uint32_t>(range.end - range.begin),
                               static_cast<std::uint32_t>(range.begin),
                               entries,
                               streamed(raw.count * sizeof *entries, entries)},
                              edges);
}
/// There is no kernel for rectangles.
std::size_t read_vectors(const simd::KernelTable&, const RawBounds<2>&, parallel::ChunkRange, simd::BoundsEntry<2>*,
                         simd::EdgeRange&) noexcept {
    return 0;
}

/// Writes entries unless out.entries is null, and records unless `records` is empty.
template <int Dim>
Status fill_from_boxes(parallel::Call& call, WorkspaceLock& workspace, const geometry::Batch<Dim>& first,
                       const geometry::Batch<Dim>* second, float margin, BoundsSet<Dim>& out,
                       std::span<const simd::PairRecord<Dim>*> records) noexcept {
    const geometry::Batch<Dim>* const sets[2] = {&first, second};
    SATORI_ASSERT(margin >= 0);
    constexpr Scratch kRecordScratch[2] = {Scratch::first_records, Scratch::second_records};
    for (int s = 0; s < 2 && sets[s] != nullptr; ++s) {
        const geometry::Batch<Dim>& boxes = *sets[s];
        simd::PairRecord<Dim>* set_records = nullptr;
        if (!records.empty()) {
            set_records = workspace.reserve<simd::PairRecord<Dim>>(kRecordScratch[s], simd::padded(boxes.size()));
            if (set_records == nullptr) return Status::out_of_memory;
            records[static_cast<std::size_t>(s)] = set_records;
        }
        if (boxes.size() == 0) continue;
        // A set's last vector is padded. The padding may overwrite the first entries of the next set, but these are
        // written afterwards.
        simd::BoundsEntry<Dim>* const entries =
            out.entries == nullptr || s == 0 ? out.entries : out.entries + out.set_size[0];
        const std::size_t written =
            (entries != nullptr ? sizeof *entries : 0) + (set_records != nullptr ? sizeof *set_records : 0);
        const simd::BoxArrays arrays = geometry::batch_arrays<Dim>(boxes);
        const float* const radii = geometry::radii_of(boxes);
        const parallel::Chunking chunks(boxes.size(), parallel::kChunkBoxes, kBoundsChunks);
        simd::EdgeRange edges[kBoundsChunks];
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            const parallel::ChunkRange range = chunks[chunk];
            edges[chunk] = simd::box_kernels<Dim>(call.kernels())
                               .bounds({arrays, range.begin, simd::padded(range.end), entries, set_records, margin,
                                        streamed(boxes.size() * written, entries), radii});
        });
        if (status != Status::ok) return status;
        for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c) out.edges = joined(out.edges, edges[c]);
    }
    if (!records.empty() && second == nullptr) records[1] = records[0];
    SATORI_ASSERT(out.edges.min > out.edges.max || out.edges.shortest <= out.edges.max);
    return Status::ok;
}

}  // namespace

template <int Dim>
Status fill_records(parallel::Call& call, WorkspaceLock& workspace, const geometry::Batch<Dim>& first,
                    const geometry::Batch<Dim>* second, const simd::PairRecord<Dim>* (&records)[2]) noexcept {
    BoundsSet<Dim> no_bounds;
    return fill_from_boxes<Dim>(call, workspace, first, second, 0, no_bounds, records);
}

template <int Dim>
Status fill_bounds(parallel::Call& call, WorkspaceLock& workspace, const geometry::Batch<Dim>& first,
                   const geometry::Batch<Dim>* second, bool with_records, BoundsSet<Dim>& out,
                   const simd::PairRecord<Dim>* (&records)[2], float margin) noexcept {
    const std::uint64_t total = std::uint64_t{first.size()} + (second != nullptr ? second->size() : 0);
    if (total > kMaxBoxCount) return Status::capacity_exceeded;
    out.set_size[0] = first.size();
    out.set_size[1] = second != nullptr ? second->size() : 0;
    out.two_sets = second != nullptr;
    out.edges = kNoEdges;
    out.entries = workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::entries, total + 2 * simd::kMaxLanes);
    if (out.entries == nullptr) return Status::out_of_memory;
    if (with_records) return fill_from_boxes<Dim>(call, workspace, first, second, margin, out, records);
    return fill_from_boxes<Dim>(call, workspace, first, second, margin, out, {});
}

template <int Dim>
Status fill_bounds(parallel::Call& call, WorkspaceLock& workspace, const RawBounds<Dim>& first,
                   const RawBounds<Dim>* second, BoundsSet<Dim>& out, PairResult& result) noexcept {
    const RawBounds<Dim>* const sets[2] = {&first, second};
    std::uint64_t total = 0;
    for (int s = 0; s < 2 && sets[s] != nullptr; ++s) {
        const RawBounds<Dim>& raw = *sets[s];
        if (raw.count > kMaxBoxCount) return Status::capacity_exceeded;
        if (!readable(raw)) return Status::invalid_argument;
        total += raw.count;
        out.set_size[s] = static_cast<std::uint32_t>(raw.count);
    }
    if (total > kMaxBoxCount) return Status::capacity_exceeded;
    out.two_sets = second != nullptr;
    out.entries = workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::entries, total + 2 * simd::kMaxLanes);
    if (out.entries == nullptr) return Status::out_of_memory;
    out.edges = kNoEdges;

    for (int s = 0; s < 2 && sets[s] != nullptr; ++s) {
        const RawBounds<Dim>& raw = *sets[s];
        simd::BoundsEntry<Dim>* const entries = out.entries + (s == 0 ? 0 : out.set_size[0]);
        const parallel::Chunking chunks(raw.count, parallel::kChunkBoxes, kBoundsChunks);
        simd::EdgeRange edges[kBoundsChunks];
        std::atomic<std::uint64_t> first_illegal{raw.count};
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            edges[chunk] = kNoEdges;
            const parallel::ChunkRange range = chunks[chunk];
            const std::size_t done = read_vectors(call.kernels(), raw, range, entries, edges[chunk]);
            SATORI_ASSERT(done <= range.end - range.begin);
            for (std::size_t i = range.begin + done; i < range.end; ++i) {
                simd::EdgeRange of_box;
                if (read_entry(raw, i, entries[i], of_box)) {
                    edges[chunk] = joined(edges[chunk], of_box);
                    continue;
                }
                parallel::lower_to<std::uint64_t>(first_illegal, i);
                return;
            }
        });
        if (status != Status::ok) return status;
        if (first_illegal.load(std::memory_order_relaxed) != raw.count) {
            result.invalid_set = static_cast<std::uint32_t>(s);
            result.invalid_index = first_illegal.load(std::memory_order_relaxed);
            return Status::invalid_bounds;
        }
        for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c) out.edges = joined(out.edges, edges[c]);
    }
    // Kernels read whole vectors: the entries behind the last one get harmless numbers.
    for (std::uint32_t i = 0; i < simd::kMaxLanes; ++i) out.entries[total + i] = {};
    return Status::ok;
}

template Status fill_records<2>(parallel::Call&, WorkspaceLock&, const RectBatch&, const RectBatch*,
                                const simd::RectRecord* (&)[2]) noexcept;
template Status fill_records<3>(parallel::Call&, WorkspaceLock&, const BoxBatch&, const BoxBatch*,
                                const simd::BoxRecord* (&)[2]) noexcept;
template Status fill_bounds<2>(parallel::Call&, WorkspaceLock&, const RectBatch&, const RectBatch*, bool, BoundsSet<2>&,
                               const simd::RectRecord* (&)[2], float) noexcept;
template Status fill_bounds<3>(parallel::Call&, WorkspaceLock&, const BoxBatch&, const BoxBatch*, bool, BoundsSet<3>&,
                               const simd::BoxRecord* (&)[2], float) noexcept;
template Status fill_bounds<2>(parallel::Call&, WorkspaceLock&, const RawBounds<2>&, const RawBounds<2>*, BoundsSet<2>&,
                               PairResult&) noexcept;
template Status fill_bounds<3>(parallel::Call&, WorkspaceLock&, const RawBounds<3>&, const RawBounds<3>*, BoundsSet<3>&,
                               PairResult&) noexcept;

}  // namespace satori::v0::broadphase
