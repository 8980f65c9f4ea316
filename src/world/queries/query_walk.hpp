#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "base/assert.hpp"
#include "base/rounding.hpp"
#include "simd/prefetch.hpp"
#include "world/queries/query_probes.hpp"

namespace satori::v0::world {

/// The number of bounds that a kernel tests before the walk visits the hits.
inline constexpr std::uint32_t kQueryPiece = 256;
/// More hits than these are sorted at once.
inline constexpr std::uint32_t kFewHits = 32;

/// Room for the hits of one piece.
struct PieceHits {
    simd::BoundsHit hits[kQueryPiece + simd::kMaxLanes];
    std::uint32_t count = 0;

    /// Moves the nearest of the hits from `begin` on to `begin`.
    void bring_nearest(std::uint32_t begin) noexcept {
        // Keys are not negative, so their bits ascend as they do; -0 comes first.
        std::uint32_t nearest = begin;
        auto least = std::bit_cast<std::int32_t>(hits[begin].key);
        for (std::uint32_t i = begin + 1; i < count; ++i) {
            const auto key = std::bit_cast<std::int32_t>(hits[i].key);
            nearest = key < least ? i : nearest;
            least = std::min(key, least);
        }
        std::swap(hits[begin], hits[nearest]);
    }
    /// Sorts the nearest first.
    void sort() noexcept {
        std::sort(hits, hits + count, [](const simd::BoundsHit& a, const simd::BoundsHit& b) { return a.key < b.key; });
    }
};

/// The order in which boxes are visited. Only searches that shorten their probe need one.
enum class Order { any, nearest_first };

/// Calls visit(index) for the boxes whose bounds the probe meets, and may visit a box several times. The order is
/// rough: it holds among lists of a group, and among a few boxes of a list.
template <Order order, class Probe, class Visit>
class QueryWalk {
public:
    QueryWalk(const QuerySpace& space, const Probe& probe, const Visit& visit) noexcept
        : space_(space), probe_(probe), visit_(visit) {}

    void run() noexcept {
        visit_range(space_.state.queries.changed.range(0, space_.state.stale_count), kNatural,
                    [](std::uint32_t) { return true; });
        if (space_.broadphase == nullptr) return;
        visit_range(space_.broadphase->standing.strays(), kNatural,
                    [&](std::uint32_t index) { return is_unchanged(index); });
        if (!space_.broadphase->columns.valid()) return;
        const broadphase::ColumnIndex& index = space_.state.queries.index;
        if (index.group_count() == 1) return visit_group(0);
        PieceHits groups;
        for (std::uint32_t begin = 0; begin < index.group_count(); begin += kQueryPiece) {
            find(index.groups(begin, std::min(begin + kQueryPiece, index.group_count())), groups);
            for (std::uint32_t i = 0; i < groups.count && probe_.wants(groups.hits[i].key); ++i)
                visit_group(groups.hits[i].id);
        }
    }

private:
    static constexpr int kNatural[3] = {0, 1, 2};

    void find(const simd::BoundsRange& bounds, PieceHits& found) const noexcept {
        SATORI_ASSERT(bounds.end - bounds.begin <= kQueryPiece);
        found.count = probe_.find(space_.kernels, bounds, kNatural, found.hits);
        if constexpr (order == Order::nearest_first) found.sort();
    }

    void visit_group(std::uint32_t group) noexcept {
        const simd::BoundsRange lists = space_.state.queries.index.lists_of(group);
        PieceHits hits;
        find(lists, hits);
        for (std::uint32_t i = 0; i < hits.count && probe_.wants(hits.hits[i].key); ++i)
            visit_list(lists, hits.hits[i].id);
    }

    void visit_list(const simd::BoundsRange& lists, std::uint32_t id) noexcept {
        const broadphase::ColumnIndex::Place& place = space_.state.queries.index.place(id);
        const broadphase::StoredColumns& columns = space_.broadphase->columns;
        const broadphase::StoredList& list = columns.list(place.column);
        const int* const axis = columns.grid(place.grid).axis;
        const Window window = probe_.window(lists, id, axis[0]);
        columns.prefetch(list, window.from);
        visit_range(columns.range(list, window.from, base::rounded_up(window.to)), axis, [&](std::uint32_t index) {
            return !space_.has_left || (is_unchanged(index) && space_.broadphase->standing.in_layer(index, list.layer));
        });
    }

    bool is_unchanged(std::uint32_t index) const noexcept {
        return (space_.state.flags[index] & (kPresent | kStale)) == kPresent;
    }

    /// `stands(index)` is true when the box has to be found here.
    template <class Stands>
    void visit_range(const simd::BoundsRange& range, const int* axis, Stands&& stands) noexcept {
        PieceHits found;
        broadphase::for_each_piece(range, kQueryPiece, [&](const simd::BoundsRange& piece) {
            found.count = probe_.find(space_.kernels, piece, axis, found.hits);
            for (std::uint32_t i = 0; i < found.count; ++i) {
                const Body& body = space_.state.bodies[found.hits[i].id];
                simd::prefetch(&body.shape);
                simd::prefetch(&body.position);
                if (space_.has_left) simd::prefetch(space_.broadphase->standing.boxes() + found.hits[i].id);
            }
            // Of a few hits the first ones mostly end the search.
            const bool few = found.count <= kFewHits;
            if (order == Order::nearest_first && !few) found.sort();
            for (std::uint32_t i = 0; i < found.count; ++i) {
                if (order == Order::nearest_first && few) found.bring_nearest(i);
                if (!probe_.wants(found.hits[i].key)) break;
                if (stands(found.hits[i].id)) visit_(found.hits[i].id);
            }
        });
    }

    const QuerySpace& space_;
    const Probe& probe_;
    const Visit& visit_;
};

template <Order order, class Probe, class Visit>
void walk(const QuerySpace& space, const Probe& probe, const Visit& visit) noexcept {
    QueryWalk<order, Probe, Visit>(space, probe, visit).run();
}

}  // namespace satori::v0::world
