#pragma once

#include <algorithm>
#include <atomic>
#include <span>

#include "base/assert.hpp"
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
    Seen(const detail::WorldState& state, const QueryFilter& filter) noexcept : state_(state), filter_(filter) {}

    bool operator()(std::uint32_t index) const noexcept {
        if (!filter_.sensors && state_.has(index, kSensor)) return false;
        if (index == filter_.ignored.index && state_.id_of(index) == filter_.ignored) return false;
        // The test of the mask comes first: it saves the read of another cache line.
        return filter_.mask == ~std::uint64_t{0} || (state_.infos[index].filter.category & filter_.mask) != 0;
    }

private:
    const detail::WorldState& state_;
    const QueryFilter& filter_;
};

/// Calls run(call, state, space) when all queries are legal, after all that they read is up to date. `answer_count` is
/// the number of answers that the caller has room for.
template <class Query, class Run>
Status run_queries(World& world, std::span<const Query> queries, std::size_t answer_count, const QueryOptions& options,
                   Run&& run) noexcept {
    parallel::Call call(options.execution);
    if (call.status() != Status::ok) return call.status();
    if (answer_count != queries.size()) return Status::invalid_argument;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        if (legal(queries[i])) continue;
        if (options.invalid_index != nullptr) *options.invalid_index = i;
        return Status::invalid_shape;
    }
    Status status = detail::WorldState::ensure(world);
    if (status != Status::ok) return status;
    detail::WorldState& state = *detail::WorldState::of(world);
    QuerySpace space{call.kernels(), state};
    status = prepare_queries(call, state, space);
    return status == Status::ok ? run(call, state, space) : status;
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
Status answer_queries(World& world, std::span<const Query> queries, std::size_t answer_count,
                      const QueryOptions& options, Answer&& answer) noexcept {
    return run_queries(world, queries, answer_count, options,
                       [&](parallel::Call& call, detail::WorldState&, const QuerySpace& space) noexcept {
                           return for_each_query(call, queries.size(),
                                                 [&](std::size_t i) noexcept { answer(space, i); });
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

/// Calls ask(i, found) for all i < count, in parallel, and writes the results to lists.items, in the order of the
/// queries. `result` refers to them. Where there is too little room, it calls again with more room. The larger room is
/// kept for later calls.
template <class Item, class Result, class Ask>
Status collect(parallel::Call& call, QueryLists<Item>& lists, std::size_t count, Result& result, Ask&& ask) noexcept {
    using Part = typename QueryLists<Item>::Part;
    const parallel::Chunking chunks(count, kChunkQueries, parallel::kMaxChunks);
    const unsigned workers = std::min(call.concurrency(), std::max(1U, chunks.chunk_count()));
    if (!lists.parts.reserve(count, 0) || !lists.begin.reserve(count + 1, 0)) return Status::out_of_memory;
    Part* const parts = lists.parts.data();
    std::uint64_t total = 0;
    for (bool complete = false; !complete;) {
        if (!lists.scratch.reserve(workers * lists.scratch_room, 0) || !lists.found.reserve(total, 0))
            return Status::out_of_memory;
        const std::uint64_t found_room = lists.found.capacity();
        std::atomic<std::uint64_t> end{0};
        std::atomic<std::size_t> most{0};
        parallel::SlotPool slots(workers);
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            const parallel::SlotPool::Slot slot(slots);
            const std::span<Item> room(lists.scratch.data() + slot.index() * lists.scratch_room, lists.scratch_room);
            const parallel::ChunkRange range = chunks[chunk];
            for (std::size_t i = range.begin; i < range.end; ++i) {
                Found<Item> found(room);
                ask(i, found);
                if (!found.complete()) {
                    std::size_t seen = most.load(std::memory_order_relaxed);
                    while (seen < found.count() && !most.compare_exchange_weak(seen, found.count())) {
                    }
                    continue;
                }
                parts[i] = {end.fetch_add(found.count(), std::memory_order_relaxed), found.count()};
                if (parts[i].begin + parts[i].count <= found_room)
                    std::copy_n(room.data(), parts[i].count, lists.found.data() + parts[i].begin);
            }
        });
        if (status != Status::ok) return status;
        total = end.load(std::memory_order_relaxed);
        const bool too_large = most.load(std::memory_order_relaxed) > lists.scratch_room;
        if (too_large) lists.scratch_room = most.load(std::memory_order_relaxed) * 3 / 2;
        complete = !too_large && total <= found_room;
    }
    if (!lists.items.reserve(total, 0)) return Status::out_of_memory;
    lists.begin[0] = 0;
    for (std::size_t i = 0; i < count; ++i) lists.begin[i + 1] = lists.begin[i] + parts[i].count;
    SATORI_ASSERT(lists.begin[count] == total);
    const Status status = for_each_query(call, count, [&](std::size_t i) noexcept {
        std::copy_n(lists.found.data() + parts[i].begin, parts[i].count, lists.items.data() + lists.begin[i]);
    });
    if (status == Status::ok)
        result = {{lists.items.data(), static_cast<std::size_t>(total)}, {lists.begin.data(), count + 1}};
    return status;
}

}  // namespace satori::v0::world
