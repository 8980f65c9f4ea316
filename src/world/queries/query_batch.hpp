#pragma once

#include <algorithm>
#include <atomic>
#include <span>
#include <type_traits>

#include "base/assert.hpp"
#include "base/workspace_state.hpp"
#include "parallel/slot_pool.hpp"
#include "world/legal.hpp"
#include "world/queries/query_space.hpp"

// Common parts of all queries of a World: how a batch runs, and which boxes it sees.

namespace satori::v0::world {

/// The number of queries that make a chunk.
inline constexpr std::size_t kChunkQueries = 32;

/// Selects the boxes that a query sees.
class Seen {
public:
    Seen(const detail::WorldState& state, const QueryOptions& options, std::size_t query) noexcept
        : state_(state),
          filter_(options.filters.empty() ? options.filter : options.filters[query]),
          options_(options),
          query_(query),
          selects_(filter_.mask != ~std::uint64_t{0} || filter_.ignored_owner != 0 || filter_.ignored_motions != 0 ||
                   filter_.ignored_count != 0) {}

    /// Returns whether the filter lets a box pass.
    bool operator()(std::uint32_t index) const noexcept {
        if (!filter_.sensors && state_.has(index, kSensor)) return false;
        if (index == filter_.ignored.index && state_.id_of(index) == filter_.ignored) return false;
        // Most filters need no more of a box: this saves the read of another cache line.
        return !selects_ || is_selected(index);
    }
    /// Asks the predicate about a box that the query meets.
    bool accepts(BoxId box) const noexcept {
        return options_.predicate == nullptr || options_.predicate(query_, box, options_.predicate_user);
    }
    /// Keeps those items that the predicate accepts, in order. Returns their number.
    template <class Item, class BoxOf>
    std::size_t keep_accepted(std::span<Item> items, BoxOf&& box_of) const noexcept {
        if (options_.predicate == nullptr) return items.size();
        const auto rejected = [&](const Item& item) { return !accepts(box_of(item)); };
        return static_cast<std::size_t>(std::remove_if(items.begin(), items.end(), rejected) - items.begin());
    }

private:
    bool is_selected(std::uint32_t index) const noexcept {
        const BoxFilter& box = state_.infos[index].filter;
        if (filter_.mask != ~std::uint64_t{0} && (box.category & filter_.mask) == 0) return false;
        if (filter_.ignored_owner != 0 && box.owner == filter_.ignored_owner) return false;
        if (filter_.ignored_motions != 0 &&
            (filter_.ignored_motions & motion_bit(state_.broadphase.motion(index))) != 0)
            return false;
        const BoxId* const end = filter_.ignored_boxes + filter_.ignored_count;
        return std::find(filter_.ignored_boxes, end, state_.id_of(index)) == end;
    }

    const detail::WorldState& state_;
    const QueryFilter& filter_;
    const QueryOptions& options_;
    const std::size_t query_;
    const bool selects_;
};

/// True when there is a legal filter for each query.
inline bool legal_filters(const QueryOptions& options, std::size_t query_count) noexcept {
    const auto legal = [](const QueryFilter& filter) {
        return filter.ignored_boxes != nullptr || filter.ignored_count == 0;
    };
    if (options.filters.empty()) return legal(options.filter);
    return options.filters.size() == query_count && std::ranges::all_of(options.filters, legal);
}

/// Calls run(call, space) when all queries are legal and all that they read is up to date. `answer_count` is the number
/// of answers that the caller has room for.
template <class Query, class Run>
Status run_queries(const World& world, std::span<const Query> queries, std::size_t answer_count,
                   const QueryOptions& options, Run&& run) noexcept {
    parallel::Call call(options.execution);
    if (call.status() != Status::ok) return call.status();
    if (answer_count != queries.size() || !legal_filters(options, queries.size())) return Status::invalid_argument;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        if (legal(queries[i])) continue;
        if (options.invalid_index != nullptr) *options.invalid_index = i;
        return Status::invalid_shape;
    }
    const detail::WorldState* const state = detail::WorldState::of(world);
    if (state == nullptr || !state->queries.prepared) return Status::not_prepared;
    return run(call, QuerySpace(call.kernels(), *state));
}

/// Calls f(i) for all i < count, in parallel.
template <class F>
Status for_each_query(parallel::Call& call, std::size_t count, F&& f) noexcept {
    const parallel::Chunking chunks(count, kChunkQueries, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) f(i);
    });
}

/// Calls answer(space, i) for all queries, in parallel.
template <class Query, class Answer>
Status answer_queries(const World& world, std::span<const Query> queries, std::size_t answer_count,
                      const QueryOptions& options, Answer&& answer) noexcept {
    return run_queries(
        world, queries, answer_count, options, [&](parallel::Call& call, const QuerySpace& space) noexcept {
            return for_each_query(call, queries.size(), [&](std::size_t i) noexcept { answer(space, i); });
        });
}

/// The results of one query so far. Results without room are only counted.
template <class Item>
class Found {
public:
    explicit Found(std::span<Item> room) noexcept : room_(room) {}

    void add(const Item& item) noexcept {
        if (count_ < room_.size()) room_[count_] = item;
        ++count_;
    }
    bool complete() const noexcept { return count_ <= room_.size(); }
    std::size_t count() const noexcept { return count_; }
    /// Requires complete().
    std::span<Item> items() const noexcept {
        SATORI_ASSERT(complete());
        return room_.first(count_);
    }
    void keep(std::size_t count) noexcept {
        SATORI_ASSERT(complete() && count <= count_);
        count_ = count;
    }

private:
    std::span<Item> room_;
    std::size_t count_ = 0;
};

/// The position of a query's results among those in the order in which the queries ran.
struct QueryPart {
    std::uint64_t begin;
    std::uint64_t count;
};

/// Room for the results of one query per worker, at least.
inline constexpr std::size_t kLeastRoom = 256;

/// Calls ask(i, found) for all i < count, in parallel, and keeps answer(item) of all items found in `memory`, in the
/// order of the queries. `result` refers to them. Where there is too little room, it calls again with more room. The
/// larger room is kept for later calls.
template <class Item, class Result, class Ask, class Answer>
Status collect(parallel::Call& call, WorkspaceLock& memory, std::size_t count, Result& result, Ask&& ask,
               Answer&& answer) noexcept {
    using Answered = std::remove_cvref_t<std::invoke_result_t<Answer, const Item&>>;
    const parallel::Chunking chunks(count, kChunkQueries, parallel::kMaxChunks);
    const unsigned workers = std::min(call.concurrency(), std::max(1U, chunks.chunk_count()));
    auto* const parts = memory.grow<QueryPart>(Scratch::query_parts, count);
    auto* const begin = memory.grow<std::uint64_t>(Scratch::query_begins, count + 1);
    if (parts == nullptr || begin == nullptr) return Status::out_of_memory;
    // Whole cache lines.
    std::size_t room =
        std::max(kLeastRoom, memory.capacity<Item>(Scratch::workers) / workers / simd::kMaxLanes * simd::kMaxLanes);
    const Item* all = nullptr;
    std::uint64_t total = 0;
    for (bool complete = false; !complete;) {
        Item* const rooms = memory.grow<Item>(Scratch::workers, std::uint64_t{workers} * room);
        Item* const found_items = memory.grow<Item>(Scratch::result_blocks, total);
        if (rooms == nullptr || found_items == nullptr) return Status::out_of_memory;
        const std::uint64_t found_room = memory.capacity<Item>(Scratch::result_blocks);
        std::atomic<std::uint64_t> end{0};
        std::atomic<std::size_t> most{0};
        parallel::SlotPool slots(workers);
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            const parallel::SlotPool::Slot slot(slots);
            const std::span<Item> own_room(rooms + slot.index() * room, room);
            const parallel::ChunkRange range = chunks[chunk];
            for (std::size_t i = range.begin; i < range.end; ++i) {
                Found<Item> found(own_room);
                ask(i, found);
                if (!found.complete()) {
                    std::size_t seen = most.load(std::memory_order_relaxed);
                    while (seen < found.count() && !most.compare_exchange_weak(seen, found.count())) {
                    }
                    continue;
                }
                parts[i] = {end.fetch_add(found.count(), std::memory_order_relaxed), found.count()};
                if (parts[i].begin + parts[i].count <= found_room)
                    std::copy_n(own_room.data(), parts[i].count, found_items + parts[i].begin);
            }
        });
        if (status != Status::ok) return status;
        all = found_items;
        total = end.load(std::memory_order_relaxed);
        const bool too_large = most.load(std::memory_order_relaxed) > room;
        if (too_large) room = simd::padded(most.load(std::memory_order_relaxed) * 3 / 2);
        complete = !too_large && total <= found_room;
    }
    auto* const answers = memory.grow<Answered>(Scratch::result, total);
    if (answers == nullptr) return Status::out_of_memory;
    begin[0] = 0;
    for (std::size_t i = 0; i < count; ++i) begin[i + 1] = begin[i] + parts[i].count;
    SATORI_ASSERT(begin[count] == total);
    const Status status = for_each_query(call, count, [&](std::size_t i) noexcept {
        const Item* const first = all + parts[i].begin;
        std::transform(first, first + parts[i].count, answers + begin[i], answer);
    });
    if (status == Status::ok) result = {{answers, static_cast<std::size_t>(total)}, {begin, count + 1}};
    return status;
}

/// Calls run(call, space, memory) as run_queries() does, with the memory of a workspace.
template <class Query, class Run>
Status run_queries(const World& world, std::span<const Query> queries, Workspace& workspace,
                   const QueryOptions& options, Run&& run) noexcept {
    return run_queries(world, queries, queries.size(), options,
                       [&](parallel::Call& call, const QuerySpace& space) noexcept {
                           WorkspaceLock memory(workspace);
                           return memory.status() == Status::ok ? run(call, space, memory) : memory.status();
                       });
}

}  // namespace satori::v0::world
