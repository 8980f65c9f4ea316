#pragma once

#include <algorithm>
#include <span>

#include "broadphase/bounds_set.hpp"
#include "broadphase/moving/standing_bounds.hpp"

namespace satori::v0::broadphase {

/// The set of a box that is left out.
inline constexpr std::uint32_t kLeftOut = 2;

/// A view of all standing bounds.
inline RawBounds<3> raw_bounds(const StandingBounds& standing) noexcept {
    constexpr std::ptrdiff_t kStride = sizeof(StandingBox);
    const StandingBox* const first = standing.boxes();
    return {{first->lo, kStride}, {first->hi, kStride}, standing.limit()};
}

/// Makes entries of standing bounds, in order of id. set_of(id) is 0 or 1, or kLeftOut; it is called twice, from
/// several threads.
template <class SetOf>
Status fill_standing(parallel::Call& call, WorkspaceLock& workspace, const StandingBounds& standing, SetOf&& set_of,
                     BoundsSet<3>& out) noexcept {
    constexpr std::uint32_t kMostChunks = 256;
    const parallel::Chunking chunks(standing.limit(), parallel::kChunkBoxes, kMostChunks);
    const RawBounds<3> boxes = raw_bounds(standing);
    std::uint32_t next[kMostChunks][kLeftOut + 1];
    simd::EdgeRange edges[kMostChunks];
    Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        std::uint32_t counts[kLeftOut + 1] = {};
        for (std::size_t id = chunks[chunk].begin; id < chunks[chunk].end; ++id)
            ++counts[set_of(static_cast<std::uint32_t>(id))];
        std::copy_n(counts, kLeftOut + 1, next[chunk]);
    });
    if (status != Status::ok) return status;
    out = {};
    for (std::uint32_t set = 0; set < kLeftOut; ++set) {
        const std::uint32_t begin = out.count();
        for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk) {
            const std::uint32_t count = next[chunk][set];
            next[chunk][set] = begin + out.set_size[set];
            out.set_size[set] += count;
        }
    }
    out.entries = workspace.grow<simd::BoundsEntry<3>>(Scratch::entries, out.count() + simd::kMaxLanes);
    if (out.entries == nullptr) return Status::out_of_memory;
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        simd::EdgeRange seen = kNoEdges;
        std::uint32_t* const at = next[chunk];
        for (std::size_t i = chunks[chunk].begin; i < chunks[chunk].end; ++i) {
            const auto id = static_cast<std::uint32_t>(i);
            const std::uint32_t set = set_of(id);
            if (set == kLeftOut) continue;
            simd::EdgeRange of_box;
            read_entry(boxes, id, out.entries[at[set]++], of_box);
            seen = joined(seen, of_box);
        }
        edges[chunk] = seen;
    });
    if (status != Status::ok) return status;
    out.edges = kNoEdges;
    for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk) out.edges = joined(out.edges, edges[chunk]);
    std::fill_n(out.entries + out.count(), simd::kMaxLanes, simd::BoundsEntry<3>{});
    return status;
}

/// Does the same for a list of boxes, all in set 0.
inline Status fill_standing(WorkspaceLock& workspace, const StandingBounds& standing,
                            std::span<const std::uint32_t> ids, BoundsSet<3>& out) noexcept {
    const RawBounds<3> boxes = raw_bounds(standing);
    out = {};
    out.entries = workspace.grow<simd::BoundsEntry<3>>(Scratch::entries, ids.size() + simd::kMaxLanes);
    if (out.entries == nullptr) return Status::out_of_memory;
    out.edges = kNoEdges;
    for (const std::uint32_t id : ids) {
        simd::EdgeRange of_box;
        read_entry(boxes, id, out.entries[out.set_size[0]++], of_box);
        out.edges = joined(out.edges, of_box);
    }
    std::fill_n(out.entries + out.count(), simd::kMaxLanes, simd::BoundsEntry<3>{});
    return Status::ok;
}

}  // namespace satori::v0::broadphase
