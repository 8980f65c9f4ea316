#include "broadphase/moving/changed_bonds.hpp"

#include <atomic>
#include <new>

#include "base/assert.hpp"
#include "base/raw_array.hpp"
#include "broadphase/columns/find_pairs.hpp"
#include "broadphase/columns/result_blocks.hpp"
#include "broadphase/moving/choices.hpp"
#include "broadphase/moving/standing_entries.hpp"

namespace satori::v0::broadphase {

namespace {

constexpr std::size_t kChunkBoxes = 64, kChunkBonds = 4096;
constexpr std::uint32_t kMostChunks = 256;
/// Boxes between asking for one's list and reading it.
constexpr std::size_t kAhead = 8;

/// Bonds of a chunk, judged some at a time.
class BondJudge {
public:
    BondJudge(const simd::KernelTable& kernels, const simd::TrackedBox* boxes, BlockPool& pool, BlockList& out) noexcept
        : kernels_(kernels), boxes_(boxes), pool_(pool), out_(out) {}

    /// Keeps those of `bonds` that have changed, and notes it there.
    void judge(std::span<BoxPair> bonds) noexcept {
        while (!bonds.empty()) {
            const std::size_t count = std::min<std::size_t>(bonds.size(), kRoom);
            out_.append(pool_, changed_.data(), judge(bonds.data(), count, simd::kUnlisted));
            bonds = bonds.subspan(count);
        }
    }
    /// Adds a bond if `wanted`.
    void add(std::uint32_t first, std::uint32_t second, bool wanted) noexcept {
        bonds_.data()[count_] = {first, second};
        count_ += wanted ? 1U : 0U;
    }
    std::uint32_t room() const noexcept { return kRoom - count_; }
    /// Keeps all that were added, or of them those that have changed. To be called at the end, and where there is no
    /// room.
    void flush(bool all) noexcept {
        const std::uint32_t changed = judge(bonds_.data(), count_, 0);
        out_.append(pool_, all ? bonds_.data() : changed_.data(), all ? count_ : changed);
        count_ = 0;
    }

private:
    static constexpr std::uint32_t kRoom = 32 * simd::kMaxLanes;
    std::uint32_t judge(BoxPair* bonds, std::size_t count, std::uint32_t marks) noexcept {
        return kernels_.judge_bonds({boxes_, bonds, static_cast<std::uint32_t>(count), marks}, changed_.data());
    }

    const simd::KernelTable& kernels_;
    const simd::TrackedBox* boxes_;
    BlockPool& pool_;
    BlockList& out_;
    std::uint32_t count_ = 0;
    base::RawArray<BoxPair, kRoom> bonds_, changed_;
};

/// The bonds of movers, of each two once. Those of leavers are looked up.
void judge_movers(const detail::BroadphaseState& state, std::span<const std::uint32_t> movers,
                  BondJudge& judge) noexcept {
    const NearTable& near = state.near;
    const simd::TrackedBox* const boxes = state.boxes.boxes();
    const auto ahead = [&](std::size_t i) { return movers[std::min(i, movers.size() - 1)]; };
    for (std::size_t i = 0; i < movers.size(); ++i) {
        const std::uint32_t id = movers[i];
        near.prefetch_list(ahead(i + 3 * kAhead));
        near.prefetch_partners(ahead(i + 2 * kAhead));
        for (const std::uint32_t other : near.partners(ahead(i + kAhead))) simd::prefetch_outer(boxes + other);
        for (std::uint32_t bit = 0; const auto others : {near.partners(id), near.near(id)}) {
            for (const std::uint32_t other : others) {
                if (judge.room() == 0) judge.flush(false);
                // Of two movers the first one judges; a leaver has no more bonds here.
                const bool elsewhere = state.leavers.has(other) || (other < id && state.movers.has(other));
                judge.add(id, other | bit, !elsewhere);
            }
            bit = simd::kNoPair;
        }
    }
}

/// Calls f(id) for the boxes of a list whose standing bounds overlap these, which are on the list's axes.
template <class F>
void for_each_overlap(const simd::KernelTable& kernels, const simd::BoundsRange& range, const float* lo,
                      const float* hi, F&& f) noexcept {
    constexpr std::uint32_t kPiece = 16 * simd::kMaxLanes;
    base::RawArray<simd::BoundsHit, kPiece + simd::kMaxLanes> hits;
    simd::NearBoundsArgs args{range, {lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}, 0};
    for_each_piece(range, kPiece, [&](const simd::BoundsRange& piece) {
        args.bounds = piece;
        const std::uint32_t count = kernels.queries.near(args, hits.data());
        for (std::uint32_t i = 0; i < count; ++i) f(hits.data()[i].id);
    });
}

/// Calls f(id, stands) for the boxes whose standing bounds overlap these, in the columns of some grids; more than once
/// for boxes in several columns. `stands`: the box still stands there.
template <class F>
void for_each_in_columns(const simd::KernelTable& kernels, const detail::BroadphaseState& state, const float* from,
                         const float* to, GridRange grids, F&& f) noexcept {
    state.columns.for_each_around(from, to, grids, [&](const ColumnGrid<3>& grid, const StoredList& list) {
        float lo[3], hi[3];
        for (int c = 0; c < 3; ++c) {
            lo[c] = from[grid.axis[c]];
            hi[c] = to[grid.axis[c]];
        }
        for_each_overlap(kernels, state.columns.range(list, lo[0], hi[0]), lo, hi,
                         [&](std::uint32_t id) { f(id, state.standing.in_layer(id, list.layer)); });
    });
}

/// All bonds of leavers.
void look_up(const simd::KernelTable& kernels, const detail::BroadphaseState& state,
             std::span<const std::uint32_t> leavers, BondJudge& judge) noexcept {
    const simd::TrackedBox* const boxes = state.boxes.boxes();
    for (const std::uint32_t id : leavers) {
        const StandingBox& box = state.standing[id];
        if (!exists(box.lo, box.hi)) continue;
        const auto add = [&](std::uint32_t other, bool stands) {
            if (judge.room() == 0) judge.flush(true);
            judge.add(id, other, stands && (is_dynamic(boxes[id]) || is_dynamic(boxes[other])));
        };
        for_each_overlap(kernels, state.standing.strays(), box.lo, box.hi,
                         [&](std::uint32_t other) { add(other, other != id); });
        if (state.columns.valid())
            for_each_in_columns(kernels, state, box.lo, box.hi, state.columns.all_layers(),
                                [&](std::uint32_t other, bool stands) { add(other, stands); });
    }
}

/// All bonds of arrivals with these boxes, but for leavers, which look up all of theirs.
void seek_arrivals(const simd::KernelTable& kernels, const detail::BroadphaseState& state,
                   std::span<const std::uint32_t> seekers, BondJudge& judge) noexcept {
    for (const std::uint32_t id : seekers) {
        if (state.leavers.has(id)) continue;
        const StandingBox& box = state.standing[id];
        for_each_in_columns(kernels, state, box.lo, box.hi, state.columns.last_layer(),
                            [&](std::uint32_t arrival, bool) {
                                if (judge.room() == 0) judge.flush(true);
                                judge.add(arrival, id, true);
                            });
    }
}

/// Keeps all candidates, and notes which are pairs.
class BondSink final : public ColumnSink<3> {
public:
    BondSink(const simd::KernelTable& kernels, const simd::TrackedBox* boxes, std::uint64_t max_pairs) noexcept
        : kernels_(kernels), boxes_(boxes), max_pairs_(max_pairs) {}

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        for (std::uint32_t k = 0; k < count; ++k) out[k] = {first[k], second[k]};
        base::RawArray<BoxPair, kPairBuffer> apart;
        const std::uint32_t apart_count = kernels_.judge_bonds({boxes_, out, count, 0}, apart.data());
        if (max_pairs_ != 0) pair_count_.fetch_add(count - apart_count, std::memory_order_relaxed);
        return count;
    }
    bool full() const noexcept override {
        return max_pairs_ != 0 && pair_count_.load(std::memory_order_relaxed) > max_pairs_;
    }

private:
    const simd::KernelTable& kernels_;
    const simd::TrackedBox* boxes_;
    std::uint64_t max_pairs_;
    mutable std::atomic<std::uint64_t> pair_count_{0};
};

}  // namespace

Status find_seekers(const simd::KernelTable& kernels, WorkspaceLock& workspace, detail::BroadphaseState& state,
                    ChangedBoxes& changed) noexcept {
    SATORI_ASSERT(state.columns.valid());
    const simd::TrackedBox* const boxes = state.boxes.boxes();
    Extent around;
    for (const std::uint32_t id : changed.arrivals) enclose(around, boxes[id].lo, boxes[id].hi);
    const std::size_t most = state.boxes.size() / kBoxesPerSeeker + std::size_t{1};
    auto* const ids = workspace.grow<std::uint32_t>(Scratch::neighbor_begins, most);
    if (ids == nullptr) return Status::out_of_memory;
    // A box in several columns comes more than once. The set of movers is not in use yet.
    std::size_t count = 0;
    const auto add = [&](std::uint32_t id, bool stands) {
        if (count == most || !stands || !is_dynamic(boxes[id]) || state.movers.has(id)) return;
        state.movers.add({&id, 1});
        ids[count++] = id;
    };
    for_each_overlap(kernels, state.standing.strays(), around.lo, around.hi, [&](std::uint32_t id) { add(id, true); });
    for_each_in_columns(kernels, state, around.lo, around.hi, state.columns.all_layers(), add);
    changed.seekers = {ids, count};
    state.movers.clear(changed.seekers);
    std::sort(ids, ids + count);
    return Status::ok;
}

Status find_changed_bonds(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state,
                          const ChangedBoxes& changed, std::span<BoxPair>& out, bool& complete) noexcept {
    const parallel::Chunking of_bonds(changed.bonds.size(), kChunkBonds, kMostChunks),
        of_movers(changed.movers.size(), kChunkBoxes, kMostChunks),
        of_seekers(changed.seekers.size(), kChunkBoxes, kMostChunks),
        of_leavers(changed.leavers.size(), kChunkBoxes, kMostChunks);
    const std::uint32_t first_mover = of_bonds.chunk_count(), first_seeker = first_mover + of_movers.chunk_count(),
                        first_leaver = first_seeker + of_seekers.chunk_count(),
                        chunk_count = first_leaver + of_leavers.chunk_count();
    auto* const found = workspace.grow<BlockList>(Scratch::tasks, chunk_count);
    if (found == nullptr) return Status::out_of_memory;
    const std::uint64_t size = state.boxes.size();
    const auto exists = [&](std::uint32_t id) { return state.boxes.contains(id); };
    const std::uint64_t looked_up =
        changed.seekers.size() +
        static_cast<std::uint64_t>(std::count_if(changed.leavers.begin(), changed.leavers.end(), exists));
    // Of each of these four times as many as a box has bonds in the mean.
    const std::uint64_t of_each = 16 + 8 * (state.near.pair_count() / std::max<std::uint64_t>(size, 1));
    const std::uint64_t most = size <= kFewBoxes ? 2 * size * size : 2 * size + of_each * looked_up;
    BlockPool pool;
    Status status = pool.reserve_no_more(workspace, chunk_count, most);
    if (status != Status::ok) return status;
    status = call.run(chunk_count, [&](std::uint32_t chunk) noexcept {
        BondJudge judge(call.kernels(), state.boxes.boxes(), pool, *new (found + chunk) BlockList);
        const auto part = [](auto all, const parallel::ChunkRange& range) {
            return all.subspan(range.begin, range.end - range.begin);
        };
        if (chunk < first_mover) return judge.judge(part(changed.bonds, of_bonds[chunk]));
        if (chunk < first_seeker)
            judge_movers(state, part(changed.movers, of_movers[chunk - first_mover]), judge);
        else if (chunk < first_leaver)
            seek_arrivals(call.kernels(), state, part(changed.seekers, of_seekers[chunk - first_seeker]), judge);
        else
            look_up(call.kernels(), state, part(changed.leavers, of_leavers[chunk - first_leaver]), judge);
        judge.flush(chunk >= first_seeker);
    });
    return status == Status::ok ? join(workspace, pool, {found, chunk_count}, out, complete) : status;
}

Status sweep_bonds(parallel::Call& call, WorkspaceLock& workspace, const detail::BroadphaseState& state,
                   Bonds& out) noexcept {
    const simd::TrackedBox* const boxes = state.boxes.boxes();
    BoundsSet<3> bounds;
    Status status = fill_standing(
        call, workspace, state.standing,
        [&](std::uint32_t id) { return !state.standing.in_columns(id) ? kLeftOut
                                       : is_dynamic(boxes[id])        ? 0U
                                                                      : 1U; },
        bounds);
    if (status != Status::ok) return status;
    const BondSink sink(call.kernels(), boxes, call.max_pairs());
    PairResult result;
    status = sweep_bounds(call, workspace, bounds, sink, {}, {}, result);
    out = result.pairs;
    return status == Status::ok && sink.full() ? Status::limit_exceeded : status;
}

}  // namespace satori::v0::broadphase
