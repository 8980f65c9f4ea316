#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "base/owned_array.hpp"
#include "base/partition_near.hpp"
#include "broadphase/columns/column_regions.hpp"
#include "broadphase/columns/columns.hpp"
#include "broadphase/moving/tracked_box.hpp"
#include "broadphase/moving/tracked_rows.hpp"
#include "geometry/rounding.hpp"
#include "simd/kernel_abi.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

/// The boxes of one role in one column, sorted by (lower bound on the sweep axis, id), with room to grow.
/// In a cache line of its own, which is asked for before it is read.
struct alignas(64) StoredList {
    std::uint32_t begin;  ///< position in the streams
    std::uint32_t count;
    std::uint32_t room;
    float widest;  ///< no box of the list is wider along the sweep axis
    float lo[3];   ///< no box reaches beyond these, on the grid's axes
    float hi[3];
    float density;  ///< boxes per meter of the sweep axis at the last edit, or 0; for guesses

    /// A list whose boxes are not known yet.
    void begin_at(std::uint32_t position, std::uint32_t boxes, std::uint32_t places) noexcept {
        constexpr float kFar = std::numeric_limits<float>::infinity();
        *this = {position, boxes, places, 0, {kFar, kFar, kFar}, {-kFar, -kFar, -kFar}, 0};
    }
    void find_density() noexcept { density = hi[0] > lo[0] ? static_cast<float>(count) / (hi[0] - lo[0]) : 0.0F; }
    /// Where a key probably stands, another one's position being known: as if keys were spread evenly between.
    std::uint32_t guess(float key, float known_key, std::uint32_t known_position) const noexcept {
        if (count == 0) return 0;
        const float at = static_cast<float>(known_position) + (key - known_key) * density;
        // What is not a number, of bounds far out, is 0.
        return static_cast<std::uint32_t>(at > 0 ? std::min(at, static_cast<float>(count - 1)) : 0.0F);
    }
    std::uint32_t guess(float key) const noexcept { return guess(key, lo[0], 0); }
    /// Takes note of a box in the streams.
    void enclose(const simd::SweepArrays<3>& arrays, std::ptrdiff_t at) noexcept {
        widest = std::max(widest, arrays.hi[0][at] - arrays.lo[0][at]);
        for (int a = 0; a < 3; ++a) {
            lo[a] = std::min(lo[a], arrays.lo[a][at]);
            hi[a] = std::max(hi[a], arrays.hi[a][at]);
        }
    }
};

/// A box that is to stand in a list.
struct ListEntry {
    float key;  ///< its lower bound on the sweep axis
    std::uint32_t id;
    std::uint32_t position;  ///< in the list, before any edit
};

/// A grid in which boxes of a class stand, and whether they are its natives.
struct ClassPlace {
    std::uint32_t grid;
    bool native;
};

/// The columns of fill_columns(), sorted and kept between updates: with bounds that contain the boxes as they were at
/// the last update, and are those where NeighbourLists does not say otherwise. Set 1
/// (kNativeOther, kGuestOther) are those that are not dynamic. A cache: dropped whenever it cannot be kept up.
class StoredColumns {
public:
    explicit StoredColumns(base::CountedMemory& memory) noexcept
        : lists_(memory), streams_(memory), first_column_(memory), places_(memory) {}

    bool valid() const noexcept { return valid_; }
    void drop() noexcept { valid_ = false; }
    /// Another one after every change.
    std::uint64_t revision() const noexcept { return revision_; }
    void revise() noexcept { ++revision_; }
    /// Another one after every build(), and not 0.
    std::uint32_t build_number() const noexcept { return build_number_; }

    /// Sorts the boxes [0, limit) as they were anew. On errors the columns are not valid. The grids lie in the
    /// workspace's Scratch::grid_tables and shared_grid_tables: nothing else may use those while the columns are valid.
    Status build(parallel::Call& call, WorkspaceLock& workspace, const simd::TrackedBox* boxes,
                 std::uint32_t limit) noexcept;
    /// The same with these bounds, and `columns` to be swept.
    Status build(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<3>& bounds,
                 Columns<3>& columns) noexcept;

    /// Each class's own grid comes before shared ones.
    std::uint32_t own_grid_count() const noexcept { return grids_.class_count; }
    /// Columns count through all grids.
    std::uint32_t column_count() const noexcept { return first_column_[grids_.count()]; }
    std::uint32_t first_column(std::uint32_t grid) const noexcept { return first_column_[grid]; }
    std::uint32_t grid_of_column(std::uint32_t column) const noexcept;
    const ClassGrid<3>& grid(std::uint32_t index) const noexcept { return grids_[index]; }
    /// Where a box of these bounds stands; for one unlike all that there were, where those most like it do.
    std::span<const ClassPlace> places(const float* lo, const float* hi) const noexcept {
        const std::uint32_t c = table_.class_of[table_.key({{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}, 0, 0})];
        return {places_.data() + first_place_[c], places_.data() + first_place_[c + 1]};
    }

    const StoredList& list(std::uint32_t column, std::uint32_t role) const noexcept {
        return lists_[std::size_t{column} * kRoles + role];
    }
    /// Asks for the key at a position of a list.
    void fetch_key(const StoredList& list, std::uint32_t position) const noexcept {
        simd::prefetch(streams_.data() + list.begin + position);
    }
    /// Where a key probably stands, from the key at a first guess. Asks for the boxes from about there on, `width`
    /// meters of their keys; for their ids too, when they are to be found.
    std::uint32_t fetch(const StoredList& list, std::uint32_t guessed, float key, float width,
                        bool with_ids) const noexcept {
        // Some more before them and behind, because neither guess is exact; of crowded lists not all. Lists begin with
        // a line.
        constexpr std::uint32_t kMargin = 4;
        constexpr float kMost = 80;
        const std::uint32_t streams = with_ids ? kStreams : kStreams - 1;
        const std::uint32_t position = list.guess(key, streams_[list.begin + guessed], guessed);
        const float boxes = width * list.density;
        const std::uint32_t begin = (position - std::min(position, kMargin)) / simd::kMaxLanes * simd::kMaxLanes;
        const std::uint32_t end =
            position + kMargin + static_cast<std::uint32_t>(boxes > 0 ? std::min(boxes, kMost) : 0.0F);
        for (std::uint32_t i = begin; i < end; i += simd::kMaxLanes) {
            const float* at = streams_.data() + list.begin + i;
            for (std::uint32_t s = 0; s < streams; ++s, at += stream_room_) simd::prefetch_outer(at);
        }
        return position;
    }

    /// Columns that hold a box; none when the columns are not valid.
    std::uint32_t held_count() const noexcept;
    /// f(BoxColumn) for each of them, by grid.
    template <class F>
    void for_each_held(F&& f) const noexcept;

    StoredList& list(std::uint32_t column, std::uint32_t role) noexcept {
        return lists_[std::size_t{column} * kRoles + role];
    }
    simd::SweepArrays<3> arrays(const StoredList& list) noexcept {
        const auto floats = [&](std::uint32_t i) { return stream(i) + list.begin; };
        const auto words = [&](std::uint32_t i) { return reinterpret_cast<std::uint32_t*>(floats(i)); };
        return {{floats(0), floats(2), floats(4)}, {floats(1), floats(3), floats(5)}, words(6), nullptr, list.count};
    }

    /// Returns the number of places in each stream.
    std::size_t stream_room() const noexcept { return stream_room_; }

    /// Makes the entry at `position` overlap nothing: its numbers are those of the past. It has to be taken out
    /// afterwards.
    void blank(const StoredList& list, std::uint32_t position) noexcept {
        stream(3)[list.begin + position] = -std::numeric_limits<float>::infinity();
    }
    /// Takes out the entries at `removed` (ascending) and puts in `inserted` (ascending by key and id). False, and
    /// nothing done, when there is no room.
    bool edit(StoredList& list, const int* axis, std::span<const std::uint32_t> removed,
              std::span<const ListEntry> inserted, TrackedRows boxes) noexcept;

private:
    static constexpr std::uint32_t kStreams = 7;  // the last one the ids
    struct Segment;

    float* stream(std::uint32_t index) noexcept { return streams_.data() + index * stream_room_; }
    /// Notes which class goes where.
    Status set_places(const ClassTable<3>& table) noexcept;
    Status sort_lists(parallel::Call& call, WorkspaceLock& workspace, const Columns<3>& columns) noexcept;
    void sort_list(const simd::KernelTable& kernels, const Segment& segment, std::byte* scratch) noexcept;
    void sort_ties(const simd::SweepArrays<3>& arrays) noexcept;

    base::OwnedArray<StoredList> lists_;  // [column][role]
    base::OwnedArray<float> streams_;
    std::size_t stream_room_ = 0;
    ClassGrids<3> grids_;
    base::OwnedArray<std::uint32_t> first_column_;  // [grid], and the end
    base::OwnedArray<ClassPlace> places_;
    std::uint32_t first_place_[kMaxClasses + 1] = {};
    ClassTable<3> table_;
    bool valid_ = false;
    std::uint64_t revision_ = 0;
    std::uint32_t build_number_ = 0;
};

template <class F>
void StoredColumns::for_each_held(F&& f) const noexcept {
    for (std::uint32_t g = 0; valid_ && g < grids_.count(); ++g) {
        if (first_column_[g] == first_column_[g + 1]) continue;
        const ColumnGrid<3>& grid = grids_[g].columns;
        for_each_region(grid, [&](std::uint32_t of_grid, const Region<3>& region) {
            const std::uint32_t column = first_column_[g] + of_grid;
            StoredList all;
            all.begin_at(0, 0, 0);
            for (std::uint32_t role = 0; role < kRoles; ++role) {
                const StoredList& of_role = list(column, role);
                all.count += of_role.count;
                for (int c = 0; c < 3 && of_role.count != 0; ++c) {
                    all.lo[c] = std::min(all.lo[c], of_role.lo[c]);
                    all.hi[c] = std::max(all.hi[c], of_role.hi[c]);
                }
            }
            if (all.count != 0) f(column_around(grid, region, all.lo, all.hi, all.count, g));
        });
    }
}

/// Begin of the first vector of `keys` (ascending, `count` of them) whose last key is not below `from`, sought from the
/// vector at `hint` on; at most `count`.
inline std::uint32_t vector_near(const float* keys, std::uint32_t count, std::uint32_t hint, float from) noexcept {
    constexpr std::uint32_t kWidth = simd::kMaxLanes;
    return kWidth * base::partition_near(count / kWidth, hint / kWidth,
                                         [&](std::uint32_t v) { return keys[kWidth * v + kWidth - 1] < from; });
}

/// No box of a list that reaches `key` begins before this: at most `widest` before it, and the rest is for rounding.
inline float reaching(double key, float widest) noexcept {
    return geometry::rounded(key - double{widest} * (1 + 1e-6) - 1e-15 * std::abs(key));
}

/// Where (key, id) stands or would stand in a list, sought from `hint` on.
inline std::uint32_t position_near(const simd::SweepArrays<3>& arrays, float key, std::uint32_t id,
                                   std::uint32_t hint) noexcept {
    return base::partition_near(arrays.count, hint, [&](std::uint32_t i) {
        return arrays.lo[0][i] < key || (arrays.lo[0][i] == key && arrays.id[i] < id);
    });
}

}  // namespace satori::v0::broadphase
