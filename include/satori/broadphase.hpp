#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/allocator.hpp>
#include <satori/box_batch.hpp>
#include <satori/columns.hpp>
#include <satori/executor.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

namespace detail {
struct BroadphaseState;
struct BroadphaseAccess;
}  // namespace detail

/// What may move a box. Two boxes make a pair when at least one of them is dynamic: static against static, static against
/// kinematic and kinematic against kinematic are never tested and never reported.
enum class MotionType : std::uint32_t {
    static_box,     ///< part of the world
    kinematic_box,  ///< moved by the program, by nothing else
    dynamic_box,    ///< moved by what it hits
};

/// How a Broadphase is made.
struct BroadphaseOptions {
    /// What is added to a box's bounds on all sides: m = margin (metres) + relative_margin * longest edge of the bounds.
    /// Finite, not negative.
    float margin = 0;
    float relative_margin = 0;
};

/// How an update found its pairs. The pairs do not depend on it.
enum class UpdatePath : std::uint32_t {
    none,         ///< nothing had changed
    incremental,  ///< boxes that changed were looked up in columns or notes of what is near; or a few compared with all others
    bulk,         ///< so many had changed that all were swept anew
};

/// What Broadphase::update() gives.
struct BroadphaseUpdate {
    /// Pairs that exist now and did not at the last update, and the reverse. first < second, sorted by (first, second), each
    /// once. Valid until the next update() or destruction. A pair that names a removed box is lost.
    std::span<const BoxPair> new_pairs;
    std::span<const BoxPair> lost_pairs;
    std::uint64_t pair_count = 0;  ///< pairs that exist now
    std::uint32_t changed_count =
        0;  ///< boxes added, removed, re-keyed, or given another motion type since the last update
    UpdatePath path = UpdatePath::none;
    bool columns_rebuilt = false;    ///< an incremental update had to sort the world anew first
    std::uint32_t thread_count = 0;  ///< threads that took part
    Isa isa = Isa::best;             ///< the set that ran
};

/// A world of moving axis-aligned boxes that keeps its pairs, and reports at each update which are new and which are lost.
///
/// **Ids** are small integers: a new box gets the lowest id that is free. The id of a removed box becomes free with the next
/// successful update(), so that new_pairs and lost_pairs never speak of two boxes by one id.
///
/// **Bounds.** Pairs are pairs of *fat* bounds: the box's bounds, m larger on every side (see BroadphaseOptions). They are made
/// when a box is added, and by a move only when they do not fit any more: they are kept as long as they contain the box's new
/// bounds and reach at most 4 m beyond them on each side. With no margin they are the bounds themselves. Touching counts.
///
/// **Sleep.** A sleeping box is at rest until it is moved: a move that changes its fat bounds wakes it. Asleep it keeps its
/// pairs, with other sleeping boxes as well, and nothing about it is tested again but what comes to it.
///
/// **Cost.** What has not changed costs nothing: an update is O(changed + their candidates) while few boxes change, that of
/// find_pairs() plus the changes when many do. Removing a box looks at its own surroundings only. A few boxes, up to about
/// a hundred, that change when nothing is sorted yet are compared with all others instead, in O(changed * ids).
/// With no margin, a box that has moved by no more than a 32nd of its longest edge notes what is within a 16th of it; while it stays
/// within that, and this is no more than 15 boxes, updates look at those alone, in a third of the time. Where most boxes that
/// change when boxes are sorted have moved so little, all dynamic ones get their notes then; otherwise each does when it moves, in
/// twice the time of looking once, until so many have that boxes are sorted again. No notes are made where there are more than
/// four pairs per box, or where many boxes' notes had no room, nor all at once where more than eight pairs per dynamic box are that
/// near: this is found out while they are made, and the boxes are sorted again without. The more often in a row, the more
/// sortings it takes until it is tried again.
///
/// Functions that change the world wait for nothing: pairs, partners and counts are those of the last update(). All or nothing:
/// a call that fails has changed nothing, and can be repeated. One call at a time.
///
/// The first update of few boxes, but more than those, after one of many sorts the world anew, which costs about as much as
/// find_pairs(), or three to four times that where all boxes get their notes. Where many change, what counts is the number of ids
/// there have been at once, removed ones included.
///
/// Memory: 100 bytes per box and 48 per pair that stay, and 200 per box for notes of what is near; and for the largest update so
/// far 500 bytes per box and 64 per pair that was new or lost in it.
class SATORI_API Broadphase {
public:
    /// Allocates nothing yet. Options that are not legal make add() and move() give `invalid_argument`.
    explicit Broadphase(const BroadphaseOptions& options = {}, Allocator allocator = {}) noexcept;
    Broadphase(Broadphase&& other) noexcept;
    Broadphase& operator=(Broadphase&& other) noexcept;
    ~Broadphase();

    /// One box. Errors: `invalid_bounds` (not finite, or minimum above maximum), `invalid_argument` (unknown motion type,
    /// illegal options), `capacity_exceeded` (2^31 - 1 ids), `out_of_memory`. `id` is unchanged by errors.
    Status add(const Aabb& bounds, MotionType motion, std::uint32_t& id) noexcept;
    /// As many as `ids` has room for: ids[i] for bounds i, ascending where none had been freed. `invalid_argument` also when
    /// bounds.count != ids.size() or for a view that find_pairs() would refuse. `*invalid_index` (if given) is the first index
    /// at fault.
    Status add(const AabbView& bounds, MotionType motion, std::span<std::uint32_t> ids,
               std::uint64_t* invalid_index = nullptr) noexcept;
    /// By the bounds that compute_aabbs() gives them. A box skipped as illegal gives `invalid_bounds`.
    Status add(const BoxBatch& boxes, MotionType motion, std::span<std::uint32_t> ids,
               std::uint64_t* invalid_index = nullptr, const Execution& execution = {}) noexcept;

    /// Takes boxes away. `invalid_id` for an id that does not exist or comes twice: `*invalid_index` is where.
    Status remove(std::uint32_t id) noexcept;
    Status remove(std::span<const std::uint32_t> ids, std::uint64_t* invalid_index = nullptr) noexcept;

    /// New bounds. `invalid_id`, `invalid_bounds` and `invalid_argument` as above, `unsupported_isa`; of an id that comes twice the
    /// last counts. Allocates nothing but for the BoxBatch form. O(1) per box, by vectors where ids ascend and each box's upper
    /// bounds follow its lower ones.
    Status move(std::uint32_t id, const Aabb& bounds) noexcept;
    Status move(std::span<const std::uint32_t> ids, const AabbView& bounds, std::uint64_t* invalid_index = nullptr,
                const Execution& execution = {}) noexcept;
    Status move(std::span<const std::uint32_t> ids, const BoxBatch& boxes, std::uint64_t* invalid_index = nullptr,
                const Execution& execution = {}) noexcept;

    Status set_motion(std::span<const std::uint32_t> ids, MotionType motion,
                      std::uint64_t* invalid_index = nullptr) noexcept;
    Status set_sleeping(std::span<const std::uint32_t> ids, bool sleeping,
                        std::uint64_t* invalid_index = nullptr) noexcept;

    /// Finds what has changed. Errors, after which the update can be repeated: `out_of_memory`, `unsupported_isa`,
    /// `executor_failed`, `workspace_in_use` (called from within itself), `limit_exceeded`: there would be more pairs than
    /// execution.max_pairs after it.
    Status update(BroadphaseUpdate& result, const Execution& execution = {}) noexcept;

    std::uint32_t size() const noexcept;      ///< boxes
    std::uint32_t id_limit() const noexcept;  ///< every id is below
    bool contains(std::uint32_t id) const noexcept;
    MotionType motion(std::uint32_t id) const noexcept;  ///< static_box for an id that does not exist
    bool sleeping(std::uint32_t id) const noexcept;      ///< false for an id that does not exist
    Aabb fat_bounds(std::uint32_t id) const noexcept;    ///< zeros for an id that does not exist

    /// Pairs of the last update.
    std::uint64_t pair_count() const noexcept;
    /// The boxes that `id` makes pairs with, ascending. Valid until the next update(). Empty for an id that has none. O(1).
    std::span<const std::uint32_t> partners(std::uint32_t id) const noexcept;
    /// All pairs, sorted by (first, second), to `out`. `capacity_exceeded` when out.size() < pair_count(): nothing is
    /// written. O(ids + pairs).
    Status copy_pairs(std::span<BoxPair> out) const noexcept;

    /// The columns (satori/columns.hpp) that the boxes' fat bounds stand in, as of the last update(): what has been added, removed or
    /// moved since does not count. With no margin, boxes that have moved little, or all dynamic ones, stand in them with bounds a
    /// 16th of their longest edge larger on all sides. Columns are kept from one incremental update to the next, unless one had
    /// no room for what came, and from the first query of a World on. There are none before, and none after an update that swept
    /// all anew (UpdatePath::bulk), failed, or found that notes of what is near (see Cost) are of no use or had better be made
    /// all at once: what such a sweep divides, find_columns() tells. A few boxes that change after that are compared with all
    /// others, and still leave none. The same for every instruction set and number of threads.
    std::uint32_t column_count() const noexcept;  ///< O(columns)
    /// All of them to `out`, by grid. `capacity_exceeded` when out.size() < column_count(): nothing is written. O(columns).
    Status copy_columns(std::span<BoxColumn> out) const noexcept;

    /// Returns true when all internal tables agree with each other. For tests. Allocates nothing; O(boxes + pairs + candidates).
    bool validate() const noexcept;

    std::uint64_t bytes() const noexcept;       ///< memory held now
    std::uint64_t peak_bytes() const noexcept;  ///< most ever held

private:
    friend struct detail::BroadphaseAccess;
    Status ensure_state() noexcept;
    void free_state() noexcept;

    BroadphaseOptions options_;
    Allocator allocator_;
    detail::BroadphaseState* state_ = nullptr;
};

SATORI_NAMESPACE_END
