#include "broadphase/moving/incremental_changes.hpp"

#include <algorithm>
#include <new>
#include <numeric>

#include "base/assert.hpp"
#include "broadphase/columns/result_blocks.hpp"
#include "broadphase/moving/column_update.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

namespace {

constexpr std::size_t kChunkBoxes = 256;
constexpr std::uint32_t kMostChunks = 64;
/// Boxes between asking for one and looking at it.
constexpr std::size_t kAhead = 12;

/// Changed boxes by what has to be looked at for them.
struct ChangedBoxes {
    std::span<const std::uint32_t> near;  ///< their neighbours
    std::span<const std::uint32_t> far;   ///< the columns
    NeighbourLists::Usage usage;
};

/// Tells them apart, and places the far ones.
Status sort_out(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table, NeighbourLists& neighbours,
                ChangedBoxes& out) noexcept {
    const std::span<const std::uint32_t> changed = table.changed();
    auto* const ids = workspace.grow<std::uint32_t>(Scratch::changed_boxes, 2 * changed.size());
    if (ids == nullptr) return Status::out_of_memory;
    std::uint32_t *const near_ids = ids, *const far_ids = ids + changed.size();
    const parallel::Chunking chunks(changed.size(), kChunkBoxes, kMostChunks);
    std::uint32_t near_counts[kMostChunks], far_counts[kMostChunks], crowded_counts[kMostChunks],
        made_counts[kMostChunks];
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        std::uint32_t near = 0, far = 0, crowded = 0, made = 0;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const std::uint32_t ahead = changed[std::min(i + kAhead, range.end - 1)], id = changed[i];
            simd::prefetch_outer(table.boxes() + ahead);
            neighbours.prefetch_stored(ahead);
            neighbours.prefetch_list(ahead);
            const simd::TrackedBox& box = table.boxes()[id];
            if (neighbours.suffices(box, id)) {
                near_ids[range.begin + near++] = id;
            } else {
                const bool bare = !neighbours.has_skin(id);
                crowded += neighbours.is_crowded(id) ? 1 : 0;
                neighbours.place(box, id);
                made += bare && neighbours.has_list(id) ? 1 : 0;
                far_ids[range.begin + far++] = id;
            }
        }
        near_counts[chunk] = near;
        far_counts[chunk] = far;
        crowded_counts[chunk] = crowded;
        made_counts[chunk] = made;
    });
    if (status != Status::ok) return status;
    out.near = {near_ids, parallel::join_chunks(near_ids, chunks, near_counts)};
    out.far = {far_ids, parallel::join_chunks(far_ids, chunks, far_counts)};
    const auto sum = [&](const std::uint32_t* counts) {
        return std::accumulate(counts, counts + chunks.chunk_count(), std::size_t{0});
    };
    out.usage = {out.near.size(), sum(crowded_counts), sum(made_counts)};
    return status;
}

/// Both boxes of each candidate, of which the first one has been placed, become neighbours.
void add_neighbours(std::span<const BoxPair> candidates, NeighbourLists& neighbours) noexcept {
    const auto ahead = [&](std::size_t k) { return candidates[std::min(k, candidates.size() - 1)].second; };
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        neighbours.prefetch_state(ahead(k + 4 * kAhead));
        if (neighbours.has_list(ahead(k + 2 * kAhead))) neighbours.prefetch_list(ahead(k + 2 * kAhead));
        const auto [placed, other] = candidates[k];
        if (placed == other) continue;  // one that stays in a column meets itself as it was
        neighbours.add(placed, other);
        neighbours.add(other, placed);
    }
}

/// Candidates one after the other, of which those are kept that have changed.
class ChangeFilter {
public:
    ChangeFilter(const simd::KernelTable& kernels, const simd::TrackedBox* boxes, BlockPool& pool,
                 BlockList& changes) noexcept
        : kernels_(kernels), boxes_(boxes), pool_(pool), changes_(changes) {}

    void add(std::uint32_t first, std::uint32_t second) noexcept {
        if (count_ == kRoom) flush();
        first_[count_] = first;
        second_[count_++] = second;
    }
    /// To be called at the end.
    void flush() noexcept {
        BoxPair found[kRoom + simd::kMaxLanes];
        changes_.append(pool_, found, kernels_.filter_changes({boxes_, first_, second_, count_}, found));
        count_ = 0;
    }

private:
    static constexpr std::uint32_t kRoom = 16 * simd::kMaxLanes;
    const simd::KernelTable& kernels_;
    const simd::TrackedBox* boxes_;
    BlockPool& pool_;
    BlockList& changes_;
    std::uint32_t count_ = 0;
    std::uint32_t first_[kRoom] = {}, second_[kRoom] = {};
};

/// All that may have changed, then and now: neighbours of the boxes that have lists, and candidates of those that have
/// none.
Status test_changes(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table, const PairTable& pairs,
                    const NeighbourLists& neighbours, const ChangedBoxes& boxes, std::span<const BoxPair> candidates,
                    std::uint64_t expected, Changes& out, bool& complete) noexcept {
    const parallel::Chunking of_near(boxes.near.size(), kChunkBoxes, kMostChunks),
        of_far(boxes.far.size(), kChunkBoxes, kMostChunks),
        of_candidates(candidates.size(), parallel::kChunkPairs, kMostChunks);
    const std::uint32_t first_far = of_near.chunk_count(), first_candidate = first_far + of_far.chunk_count(),
                        chunk_count = first_candidate + of_candidates.chunk_count();
    auto* const changes = workspace.grow<BlockList>(Scratch::tasks, chunk_count);
    if (changes == nullptr) return Status::out_of_memory;
    BlockPool pool;
    Status status = pool.reserve_no_more(workspace, chunk_count, expected);
    if (status != Status::ok) return status;
    const auto test_boxes = [&](std::span<const std::uint32_t> ids, bool far, ChangeFilter& filter) noexcept {
        const auto ahead = [&](std::size_t i) { return ids[std::min(i, ids.size() - 1)]; };
        for (std::size_t i = 0; i < ids.size(); ++i) {
            neighbours.prefetch_list(ahead(i + 2 * kAhead));
            for (const std::uint32_t other : neighbours[ahead(i + kAhead)]) simd::prefetch_outer(table.boxes() + other);
            for (const std::uint32_t other : neighbours[ids[i]]) filter.add(ids[i], other);
            // What a box has left is among its partners.
            if (!far || !neighbours.left_others(table.boxes()[ids[i]], ids[i])) continue;
            for (const std::uint32_t other : pairs.partners(ids[i])) filter.add(ids[i], other);
        }
    };
    status = call.run(chunk_count, [&](std::uint32_t chunk) noexcept {
        ChangeFilter filter(call.kernels(), table.boxes(), pool, *new (changes + chunk) BlockList);
        if (chunk < first_candidate) {
            const bool far = chunk >= first_far;
            const parallel::ChunkRange range = far ? of_far[chunk - first_far] : of_near[chunk];
            test_boxes((far ? boxes.far : boxes.near).subspan(range.begin, range.end - range.begin), far, filter);
        } else {
            const parallel::ChunkRange range = of_candidates[chunk - first_candidate];
            for (const auto [placed, other] : candidates.subspan(range.begin, range.end - range.begin))
                if (!neighbours.has_list(placed)) filter.add(placed, other);
        }
        filter.flush();
    });
    if (status != Status::ok) return status;
    return join(workspace, pool, {changes, chunk_count}, out, complete);
}

/// The share of changed boxes of which it is true, of a sample.
template <class Predicate>
double share_of(const BoxTable& table, Predicate&& is_true) noexcept {
    constexpr std::size_t kSamples = 64;
    const std::span<const std::uint32_t> changed = table.changed();
    const std::size_t samples = std::min(kSamples, changed.size());
    if (samples == 0) return 0;
    std::size_t count = 0;
    for (std::size_t s = 0; s < samples; ++s) count += is_true(changed[changed.size() * s / samples]) ? 1 : 0;
    return static_cast<double>(count) / static_cast<double>(samples);
}

}  // namespace

bool most_creep(const BoxTable& table) noexcept {
    return share_of(table, [&](std::uint32_t id) { return NeighbourLists::creeps(table.boxes()[id]); }) > 0.5;
}

double incremental_cost(const BoxTable& table, const StoredColumns& columns,
                        const NeighbourLists& neighbours) noexcept {
    const std::span<const std::uint32_t> changed = table.changed();
    const auto size = static_cast<double>(changed.size());
    const bool in_use = neighbours.in_use(columns);
    // Lists that are due come with the columns.
    if (!in_use && !neighbours.due()) return size;
    constexpr double kNearCost = 0.3;
    const double near = share_of(table, [&](std::uint32_t id) {
        const simd::TrackedBox& box = table.boxes()[id];
        return in_use ? neighbours.suffices(box, id) : NeighbourLists::creeps(box);
    });
    return size * (1 - (1 - kNearCost) * near);
}

Status find_changes_incremental(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table,
                                const PairTable& pairs, StoredColumns& columns, NeighbourLists& neighbours,
                                Changes& out, bool& complete) noexcept {
    SATORI_ASSERT(columns.valid());
    // Of each changed box eight times as many as a box has pairs in the mean. What does not fit costs a bulk update.
    const std::uint64_t size = std::max(1U, table.size());
    const std::uint64_t expected = std::max(2 * size, 8 * pairs.pair_count() / size * table.changed().size());
    if (!neighbours.in_use(columns)) {
        return update_columns(call, workspace, table.changed(), TrackedRows(table.boxes()), SweepFor::changes, expected,
                              columns, out, complete);
    }
    complete = false;
    ChangedBoxes boxes;
    Status status = sort_out(call, workspace, table, neighbours, boxes);
    if (status != Status::ok) return status;
    std::span<const BoxPair> candidates;
    if (!boxes.far.empty()) {
        status = update_columns(call, workspace, boxes.far, neighbours.stored(), SweepFor::candidates, expected,
                                columns, candidates, complete);
        // More of them than of what an update may find: a crowd moves.
        if (status == Status::ok && !complete) neighbours.give_up();
        if (status != Status::ok || !complete) return status;
        add_neighbours(candidates, neighbours);
    }
    if (!neighbours.note_usage(boxes.usage, table.size())) columns.drop();
    return test_changes(call, workspace, table, pairs, neighbours, boxes, candidates, expected, out, complete);
}

}  // namespace satori::v0::broadphase
