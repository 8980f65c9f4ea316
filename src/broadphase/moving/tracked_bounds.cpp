#include "broadphase/moving/tracked_bounds.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>

#include "broadphase/moving/tracked_box.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

namespace {

constexpr std::uint32_t kMostChunks = 256;
constexpr float kFar = std::numeric_limits<float>::max();
constexpr std::uint32_t kAhead = 16;  // boxes; what lies behind the last one is only asked for, not read

struct Extent {
    float lo[3];
    float hi[3];
};

bool exists(const float* lo, const float* hi) noexcept {
    return lo[0] <= hi[0];
}

float shortest_edge(const float* lo, const float* hi) noexcept {
    return std::min({hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2], kFar});
}

/// Writes what a box brings in, at most two extents; returns how many.
std::uint32_t extents_of(const simd::TrackedBox& box, TrackedView view, Extent* out) noexcept {
    const bool was = exists(box.old_lo, box.old_hi);
    const bool is = view == TrackedView::both && exists(box.lo, box.hi);
    const auto put = [&](std::uint32_t i, const float* lo, const float* hi) {
        std::copy_n(lo, 3, out[i].lo);
        std::copy_n(hi, 3, out[i].hi);
    };
    if (!is && !was) return 0;
    if (!is || !was) {
        put(0, is ? box.lo : box.old_lo, is ? box.hi : box.old_hi);
        return 1;
    }
    for (int a = 0; a < 3; ++a) {
        out[0].lo[a] = std::min(box.lo[a], box.old_lo[a]);
        out[0].hi[a] = std::max(box.hi[a], box.old_hi[a]);
    }
    // Around a jump there would be room for a crowd: two entries then, each pair may come up twice.
    const float larger = std::max(longest_edge(box.lo, box.hi), longest_edge(box.old_lo, box.old_hi));
    if (longest_edge(out[0].lo, out[0].hi) <= 2 * larger) return 1;
    put(0, box.old_lo, box.old_hi);
    put(1, box.lo, box.hi);
    return 2;
}

/// What sweeps are to know of a box with one entry or two.
std::uint32_t tag_of(const simd::TrackedBox& box, TrackedView view, std::uint32_t entry_count) noexcept {
    if (view == TrackedView::before) return 0;
    const float shift = shift_of(box);
    if (entry_count != 1 || !keeps_motion(box) || !(shift <= simd::kMostMotion)) return simd::kUnknownMotion;
    return motion_tag(shift);
}

std::uint32_t set_of(const simd::TrackedBox& box, TrackedView view) noexcept {
    if ((box.old_state & simd::kNotDynamic) == 0) return 0;
    if (view == TrackedView::before) return 1;
    const bool changed =
        std::memcmp(box.lo, box.old_lo, sizeof box.lo) != 0 || std::memcmp(box.hi, box.old_hi, sizeof box.hi) != 0;
    return changed || (box.state & simd::kNotDynamic) == 0 ? 0 : 1;
}

/// Entries of a chunk's boxes, appended to one list per set; `end` says where there is no room any more.
struct EntryWriter {
    simd::BoundsEntry<3>* next[2];
    simd::BoundsEntry<3>* end[2];
    simd::EdgeRange edges = kNoEdges;

    /// False when there is no room.
    bool put(const simd::TrackedBox& box, std::uint32_t id, TrackedView view) noexcept {
        Extent extents[2];
        const std::uint32_t count = extents_of(box, view, extents), set = set_of(box, view);
        if (count > static_cast<std::size_t>(end[set] - next[set])) return false;
        const std::uint32_t tag = tag_of(box, view, count);
        for (std::uint32_t e = 0; e < count; ++e) {
            const Extent& extent = extents[e];
            const float edge = longest_edge(extent.lo, extent.hi);
            simd::BoundsEntry<3>& entry = *next[set]++;
            std::copy_n(extent.lo, 3, entry.lo);
            std::copy_n(extent.hi, 3, entry.hi);
            entry.id = id;
            entry.tag = tag;
            edges = joined(edges, {edge, edge, shortest_edge(extent.lo, extent.hi)});
        }
        return true;
    }
    bool full() const noexcept { return next[0] == end[0] && next[1] == end[1]; }
};

/// Boxes [begin, end) to entries; false when there is not exactly the room they need.
bool write_entries(const simd::KernelTable& kernels, const simd::TrackedBox* boxes, parallel::ChunkRange range,
                   TrackedView view, EntryWriter& writer) noexcept {
    const auto end = static_cast<std::uint32_t>(range.end);
    for (auto i = static_cast<std::uint32_t>(range.begin); i < end;) {
        const auto room = static_cast<std::size_t>(writer.end[0] - writer.next[0]);
        const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(room, end - i));
        const std::uint32_t read =
            kernels.tracked_bounds({boxes + i, i, count, view == TrackedView::before, writer.next[0]}, writer.edges);
        writer.next[0] += read;
        i += read;
        for (const std::uint32_t stop = std::min(end, i + simd::kMaxLanes); i < stop; ++i) {
            simd::prefetch(boxes + i + kAhead);
            if (!writer.put(boxes[i], i, view)) return false;
        }
    }
    return writer.full();
}

}  // namespace

Status fill_tracked(parallel::Call& call, WorkspaceLock& workspace, const simd::TrackedBox* boxes, std::uint32_t limit,
                    TrackedView view, BoundsSet<3>& out) noexcept {
    const parallel::Chunking chunks(limit, parallel::kChunkBoxes, kMostChunks);
    simd::EdgeRange edges[kMostChunks];
    std::uint32_t first[kMostChunks + 1][2];
    // Writes the entries of every chunk to where `first` says; false when a chunk's room is not what it needs.
    std::atomic<bool> fitting{true};
    const auto fill = [&]() noexcept {
        out.entries = workspace.grow<simd::BoundsEntry<3>>(Scratch::entries, out.count() + simd::kMaxLanes);
        if (out.entries == nullptr) return Status::out_of_memory;
        fitting.store(true, std::memory_order_relaxed);
        return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            EntryWriter writer{{}, {}};
            for (std::uint32_t s = 0; s < 2; ++s) {
                writer.next[s] = out.entries + first[chunk][s];
                writer.end[s] = out.entries + first[chunk + 1][s];
            }
            if (!write_entries(call.kernels(), boxes, chunks[chunk], view, writer))
                fitting.store(false, std::memory_order_relaxed);
            edges[chunk] = writer.edges;
        });
    };

    // At first as if every box existed, were dynamic and had not jumped. If that is wrong, boxes are counted.
    out = {};
    out.set_size[0] = limit;
    for (std::uint32_t c = 0; c <= chunks.chunk_count(); ++c) {
        first[c][0] = static_cast<std::uint32_t>(c < chunks.chunk_count() ? chunks[c].begin : limit);
        first[c][1] = limit;
    }
    Status status = fill();
    if (status != Status::ok) return status;
    if (!fitting.load(std::memory_order_relaxed)) {
        status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            std::uint32_t mine[2] = {0, 0};
            for (std::size_t i = chunks[chunk].begin; i < chunks[chunk].end; ++i) {
                simd::prefetch(boxes + i + kAhead);
                Extent extents[2];
                mine[set_of(boxes[i], view)] += extents_of(boxes[i], view, extents);
            }
            std::copy_n(mine, 2, first[chunk]);
        });
        if (status != Status::ok) return status;
        std::uint64_t total = 0;
        for (std::uint32_t s = 0; s < 2; ++s) {
            out.set_size[s] = 0;
            for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c) {
                const std::uint32_t count = first[c][s];
                first[c][s] = static_cast<std::uint32_t>(total);
                total += count;
                out.set_size[s] += count;
            }
            first[chunks.chunk_count()][s] = static_cast<std::uint32_t>(total);
        }
        if (total > kMaxBoxCount) return Status::capacity_exceeded;
        status = fill();
        if (status != Status::ok) return status;
    }
    out.tracked = view == TrackedView::both;
    out.edges = kNoEdges;
    for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c) out.edges = joined(out.edges, edges[c]);
    for (std::uint32_t i = 0; i < simd::kMaxLanes; ++i) out.entries[out.count() + i] = {};
    return Status::ok;
}

}  // namespace satori::v0::broadphase
