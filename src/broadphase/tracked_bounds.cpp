#include "broadphase/tracked_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "simd/prefetch.hpp"

namespace satori::inline v0::broadphase {

namespace {

constexpr std::size_t kChunkBoxes = 4096;
constexpr std::uint32_t kMostChunks = 256;
constexpr float kFar = std::numeric_limits<float>::max();
constexpr simd::EdgeRange kNoEdges{kFar, 0.0F, kFar};
constexpr std::uint32_t kAhead = 16;  // boxes; what lies behind the last one is only asked for, not read

struct Extent {
    float lo[3];
    float hi[3];
};

bool exists(const float* lo, const float* hi) noexcept {
    return lo[0] <= hi[0];
}

float longest_edge(const float* lo, const float* hi) noexcept {
    return std::min(std::max({hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]}), kFar);
}

float shortest_edge(const float* lo, const float* hi) noexcept {
    return std::min({hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2], kFar});
}

simd::EdgeRange joined(simd::EdgeRange a, simd::EdgeRange b) noexcept {
    return {std::min(a.min, b.min), std::max(a.max, b.max), std::min(a.shortest, b.shortest)};
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

std::uint32_t set_of(const simd::TrackedBox& box, TrackedView view) noexcept {
    if ((box.old_state & simd::kNotDynamic) == 0) return 0;
    if (view == TrackedView::before) return 1;
    const bool changed = std::memcmp(box.lo, box.old_lo, 2 * sizeof box.lo) != 0;
    return changed || (box.state & simd::kNotDynamic) == 0 ? 0 : 1;
}

}  // namespace

Status fill_tracked(parallel::Call& call, WorkspaceLock& workspace, const simd::TrackedBox* boxes, std::uint32_t limit,
                    TrackedView view, BoundsSet<3>& out) noexcept {
    const parallel::Chunking chunks(limit, kChunkBoxes, kMostChunks);
    const auto for_each = [&](std::uint32_t chunk, auto&& f) {
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) {
            simd::prefetch(boxes + i + kAhead);
            Extent extents[2];
            const std::uint32_t count = extents_of(boxes[i], view, extents);
            for (std::uint32_t e = 0; e < count; ++e) f(extents[e], static_cast<std::uint32_t>(i), set_of(boxes[i], view));
        }
    };
    std::uint32_t counts[kMostChunks][2];
    Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        std::uint32_t mine[2] = {0, 0};
        for_each(chunk, [&](const Extent&, std::uint32_t, std::uint32_t set) { ++mine[set]; });
        std::copy_n(mine, 2, counts[chunk]);
    });
    if (status != Status::ok) return status;

    out = {};
    std::uint64_t total = 0;
    for (std::uint32_t s = 0; s < 2; ++s) {
        for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c) {
            const std::uint32_t count = counts[c][s];
            counts[c][s] = static_cast<std::uint32_t>(total);
            total += count;
            out.set_size[s] += count;
        }
    }
    if (total > kMaxBoxCount) return Status::capacity_exceeded;
    out.entries = workspace.reserve<simd::BoundsEntry<3>>(Scratch::entries, total + simd::kMaxLanes);
    if (out.entries == nullptr) return Status::out_of_memory;

    simd::EdgeRange edges[kMostChunks];
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        std::uint32_t next[2] = {counts[chunk][0], counts[chunk][1]};
        simd::EdgeRange range = kNoEdges;
        for_each(chunk, [&](const Extent& extent, std::uint32_t id, std::uint32_t set) {
            const float edge = longest_edge(extent.lo, extent.hi);
            simd::BoundsEntry<3>& entry = out.entries[next[set]++];
            std::copy_n(extent.lo, 3, entry.lo);
            std::copy_n(extent.hi, 3, entry.hi);
            entry.id = id;
            entry.tag = std::bit_cast<std::uint32_t>(edge);
            range = joined(range, {edge, edge, shortest_edge(extent.lo, extent.hi)});
        });
        edges[chunk] = range;
    });
    if (status != Status::ok) return status;
    out.edges = kNoEdges;
    for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c) out.edges = joined(out.edges, edges[c]);
    for (std::uint32_t i = 0; i < simd::kMaxLanes; ++i) out.entries[total + i] = {};
    return Status::ok;
}

}  // namespace satori::inline v0::broadphase
