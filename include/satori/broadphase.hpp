#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/allocator.hpp>
#include <satori/box_batch.hpp>
#include <satori/columns.hpp>
#include <satori/executor.hpp>
#include <satori/filters.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

namespace detail {
struct BroadphaseState;
struct BroadphaseAccess;
}  // namespace detail

/// @addtogroup broadphase
/// @{

/// How much larger than a box its fat bounds are.
struct BroadphaseOptions {
    /// How much larger than the box its fat bounds are on every side, meters. In all, m = margin + relative_margin *
    /// longest edge of the bounds. Finite, not negative.
    float margin = 0;
    float relative_margin = 0;  ///< how much larger still, in longest edges of the bounds; finite, not negative
};

/// How an update found its pairs. The pairs do not depend on it.
enum class UpdatePath : std::uint32_t {
    none,         ///< did nothing: nothing had changed
    incremental,  ///< compared only the changed boxes with the boxes near them
    bulk,         ///< swept all boxes again: so much had changed
};

/// The results of Broadphase::update().
struct BroadphaseUpdate {
    /// Pairs that began to exist since the last update. first < second, sorted by (first, second), each once. Valid
    /// until the next update() or destruction.
    std::span<const BoxPair> new_pairs;
    /// Pairs that ceased to exist since the last update, likewise. A pair that names a removed box is lost.
    std::span<const BoxPair> lost_pairs;
    std::uint64_t pair_count = 0;  ///< pairs that exist now
    /// Boxes added, removed, given new fat bounds or another motion type since the last update.
    std::uint32_t changed_count = 0;
    UpdatePath path = UpdatePath::none;  ///< how the pairs were found
    bool columns_rebuilt = false;        ///< an incremental update first had to build the columns
    std::uint32_t thread_count = 0;      ///< threads that took part
    Isa isa = Isa::best;                 ///< the instruction set that ran
};

/// A set of moving AABBs that keeps its pairs. Each update reports which pairs are new and which are lost.
///
/// **Ids** are small integers: a new box gets the lowest free id. The id of a removed box becomes free with the next
/// successful update(), so that new_pairs and lost_pairs never use one id for two boxes.
///
/// **Bounds.** Pairs are pairs of *fat bounds*: the box's bounds, larger by m on every side (see BroadphaseOptions).
/// Without margin the fat bounds are the bounds. add() makes the fat bounds, and move() makes new ones only when
/// needed: they stay as long as they contain the box's new bounds and reach at most 4 times m beyond them on each side.
/// Bounds that touch overlap.
///
/// **Sleep.** A sleeping box is at rest until it is moved: a move that changes its fat bounds wakes it. A sleeping
/// box keeps its pairs, also those with other sleeping boxes, and update() compares it only with boxes that changed.
///
/// **Calls.** add(), remove(), move(), set_motion() and set_sleeping() do not change pairs: pairs, partners and
/// counts of pairs are those of the last update(). A call that fails changes nothing and can be repeated. Calls must
/// not overlap in time, unless all of them are `const`.
///
/// **Cost.** Boxes that do not change cost nothing; while boxes move little, or few boxes move, update() is O(changed
/// boxes and the boxes near them). Otherwise it sweeps all boxes again, which costs two to four times as much as
/// find_pairs() over id_limit() boxes.
///
/// **Memory.** 64 bytes per box for bounds, and 16 plus 4 to 8 per near box for its list; 8 more for each two boxes
/// near each other. Near are a box's partners, and boxes that could become partners if both moved a little. Columns
/// take 28 bytes per box and column. With what updates need for a while: at most 600 bytes per box and 80 per pair of
/// the largest update so far, and 64 per pair that it added or lost.
class SATORI_API Broadphase {
public:
    /// Creates an empty broadphase. Allocates nothing yet. With options that are not legal, add() and move() fail
    /// with `invalid_argument`.
    explicit Broadphase(const BroadphaseOptions& options = {}, Allocator allocator = {}) noexcept;
    /// Takes the content of `other`, which is then empty.
    Broadphase(Broadphase&& other) noexcept;
    /// Takes the content of `other`, which gets that of this one.
    Broadphase& operator=(Broadphase&& other) noexcept;
    /// Releases all memory; its boxes and pairs are gone.
    ~Broadphase();

    /// Adds one box. Errors, which leave `id` unchanged: `invalid_bounds` (not finite, or minimum above maximum),
    /// `invalid_argument` (unknown motion type, options that are not legal), `capacity_exceeded` (2^31 - 1 ids),
    /// `out_of_memory`.
    Status add(const Aabb& bounds, MotionType motion, std::uint32_t& id) noexcept;
    /// Adds ids.size() boxes: ids[i] for bounds i. The ids ascend when no id was free. Errors as above;
    /// `invalid_argument` also when bounds.count != ids.size() or when find_pairs() does not accept the view.
    /// `*invalid_index` (if given) is the first faulty index.
    Status add(const AabbView& bounds, MotionType motion, std::span<std::uint32_t> ids,
               std::uint64_t* invalid_index = nullptr) noexcept;
    /// Adds the boxes of a batch, with the bounds of compute_aabbs(). Errors as above; a box skipped as illegal gives
    /// `invalid_bounds`.
    Status add(const BoxBatch& boxes, MotionType motion, std::span<std::uint32_t> ids,
               std::uint64_t* invalid_index = nullptr, const Execution& execution = {}) noexcept;

    /// Removes one box. Errors: `invalid_id`.
    Status remove(std::uint32_t id) noexcept;
    /// Removes boxes. Errors: `invalid_id` for an id that does not exist or comes twice; `*invalid_index` (if given)
    /// is the place of that id in `ids`.
    Status remove(std::span<const std::uint32_t> ids, std::uint64_t* invalid_index = nullptr) noexcept;

    /// Sets new bounds of one box. In calls for many boxes, when an id comes twice, the last bounds count. O(1) per
    /// box; fastest when ids ascend and each box's maximum follows its minimum in memory. Allocates nothing, except for
    /// the BoxBatch form. Errors: `invalid_id`, `invalid_bounds`, `invalid_argument` as above, `unsupported_isa`.
    Status move(std::uint32_t id, const Aabb& bounds) noexcept;
    /// Sets new bounds of many boxes: bounds i for ids[i].
    Status move(std::span<const std::uint32_t> ids, const AabbView& bounds, std::uint64_t* invalid_index = nullptr,
                const Execution& execution = {}) noexcept;
    /// Sets new bounds to those of the boxes of a batch: box i for ids[i].
    Status move(std::span<const std::uint32_t> ids, const BoxBatch& boxes, std::uint64_t* invalid_index = nullptr,
                const Execution& execution = {}) noexcept;

    /// Sets the motion type of boxes. Errors: `invalid_id`, `invalid_argument` (unknown motion type).
    Status set_motion(std::span<const std::uint32_t> ids, MotionType motion,
                      std::uint64_t* invalid_index = nullptr) noexcept;
    /// Sets the motion type of one box.
    Status set_motion(std::uint32_t id, MotionType motion) noexcept { return set_motion({&id, 1}, motion); }
    /// Puts boxes to sleep, or wakes them. Errors: `invalid_id`.
    Status set_sleeping(std::span<const std::uint32_t> ids, bool sleeping,
                        std::uint64_t* invalid_index = nullptr) noexcept;
    /// Puts one box to sleep, or wakes it.
    Status set_sleeping(std::uint32_t id, bool sleeping) noexcept { return set_sleeping({&id, 1}, sleeping); }

    /// Finds the changes of pairs. Errors, after which the update can be repeated: `out_of_memory`,
    /// `unsupported_isa`, `executor_failed`, `workspace_in_use` (called from within itself), `limit_exceeded` (more
    /// pairs would exist after it than execution.max_pairs).
    Status update(BroadphaseUpdate& result, const Execution& execution = {}) noexcept;

    /// Returns the number of boxes.
    std::uint32_t size() const noexcept;
    /// Returns a number that every id is below.
    std::uint32_t id_limit() const noexcept;
    /// Returns whether a box has this id.
    bool contains(std::uint32_t id) const noexcept;
    /// Returns the motion type of a box; static_box for an id that does not exist.
    MotionType motion(std::uint32_t id) const noexcept;
    /// Returns whether a box sleeps; false for an id that does not exist.
    bool sleeping(std::uint32_t id) const noexcept;
    /// Returns the fat bounds of a box; zeros for an id that does not exist.
    Aabb fat_bounds(std::uint32_t id) const noexcept;

    /// Returns the number of pairs of the last update.
    std::uint64_t pair_count() const noexcept;
    /// Returns the boxes that make pairs with `id`, ascending; empty when there are none. Valid until the next
    /// update(). O(1).
    std::span<const std::uint32_t> partners(std::uint32_t id) const noexcept;
    /// Copies all pairs to `out`, sorted by (first, second). `capacity_exceeded` when out.size() < pair_count():
    /// nothing is written. O(ids + pairs).
    Status copy_pairs(std::span<BoxPair> out) const noexcept;

    /// Returns the number of columns (satori/columns.hpp) that hold boxes. Columns are a snapshot. An update never
    /// changes columns that are there, but it may add some: for static and kinematic boxes, if at least 256 are new in
    /// it. Now and then it makes all of them anew. Boxes that have left their bounds there since stand beside them. The
    /// bounds there are the fat bounds, larger by up to a 16th of their longest edge on all sides.
    ///
    /// A Broadphase has columns from the first update that looks up boxes there (BroadphaseUpdate::columns_rebuilt),
    /// or from the first query of its World. It has none after an update that swept all boxes again (UpdatePath::bulk;
    /// find_columns() shows the columns of such a sweep) or that failed. Worlds of up to 128 boxes get none. The number
    /// is the same for every instruction set and number of threads. O(columns).
    std::uint32_t column_count() const noexcept;
    /// Copies all columns to `out`, by grid. `capacity_exceeded` when out.size() < column_count(): nothing is
    /// written. O(columns).
    Status copy_columns(std::span<BoxColumn> out) const noexcept;

    /// Returns true when all internal tables agree with each other and with the boxes. For tests. Allocates nothing.
    /// O(bonds log bonds + entries in columns), and O(ids^2) for few ids; a bond is two boxes near each other.
    bool validate() const noexcept;

    /// Returns the memory held now, bytes.
    std::uint64_t bytes() const noexcept;
    /// Returns the most memory ever held, bytes.
    std::uint64_t peak_bytes() const noexcept;

private:
    friend struct detail::BroadphaseAccess;
    Status ensure_state() noexcept;
    void free_state() noexcept;

    BroadphaseOptions options_;
    Allocator allocator_;
    detail::BroadphaseState* state_ = nullptr;
};

/// @}

SATORI_NAMESPACE_END
