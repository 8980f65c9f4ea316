#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/allocator.hpp>
#include <satori/box_batch.hpp>
#include <satori/contacts.hpp>
#include <satori/executor.hpp>
#include <satori/rect_batch.hpp>
#include <satori/rect_manifold.hpp>
#include <satori/rect_pairs.hpp>
#include <satori/status.hpp>

SATORI_NAMESPACE_BEGIN

namespace detail {
struct ContactCacheState;
}

/// @addtogroup last_step
/// @{

/// The manifolds of one step, looked up by pair in the next step. collide() and
/// collide_pairs() use their axes, to keep them.
/// match_points() uses their points, for a solver that warm starts.
///
///     collide(boxes, workspace, result, {.last = &cache});
///     match_points(cache, boxes, result.manifolds, matches);  // 4 matches per manifold
///     carry_payloads(matches, old_payloads, new_payloads);    // 4 payloads per manifold
///     solve(result.manifolds, new_payloads);                  // the program's own solver
///     cache.remember(result.manifolds);                       // copies them
///     std::swap(old_payloads, new_payloads);
///
/// A cache holds manifolds of boxes or of rectangles (satori/rect_contacts.hpp): those of the last remember(). Calls
/// about the other kind treat it as empty.
///
/// Memory, for the largest step so far: 76 bytes per manifold plus 8 to 16 for the hash table; up to a quarter
/// more when steps grow. A step that is no larger than an earlier one allocates nothing.
class SATORI_API ContactCache {
public:
    /// Creates an empty cache. Allocates nothing yet.
    explicit ContactCache(Allocator allocator = {}) noexcept;
    /// Takes the content of `other`, which is then empty.
    ContactCache(ContactCache&& other) noexcept;
    /// Takes the content of `other`, which gets that of this one.
    ContactCache& operator=(ContactCache&& other) noexcept;
    /// Releases all memory; its manifolds are gone.
    ~ContactCache();

    /// Replaces the content with these manifolds. Each pair should appear once; when a pair appears twice, the first
    /// one counts. O(n), on the calling thread. Errors, which leave the content unchanged: `invalid_argument` (a
    /// point count above 4, for rectangles above 2), `capacity_exceeded` (more than 2^30 - 1 manifolds),
    /// `out_of_memory`.
    Status remember(std::span<const ContactManifold> manifolds) noexcept;
    /// Replaces the content with these manifolds of rectangles.
    Status remember(std::span<const RectManifold> manifolds) noexcept;
    /// Removes all manifolds and keeps the memory.
    void clear() noexcept;

    /// Returns the number of manifolds, repeats of a pair included.
    std::uint64_t size() const noexcept;
    /// Returns the memory held, bytes.
    std::uint64_t bytes() const noexcept;

private:
    friend struct detail::ContactCacheState;
    Allocator allocator_;
    detail::ContactCacheState* state_ = nullptr;
};

/// A match that is no point of the last step.
inline constexpr std::uint32_t kNoPoint = 0xffffffffU;

/// The largest MatchOptions::max_distance and WorldOptions::match_distance.
inline constexpr float kMaxMatchDistance = 1e9F;

/// The default of MatchOptions::max_distance and WorldOptions::match_distance.
inline constexpr float kMatchDistance = 0.015F;

/// Options of match_points(). Legal: max_distance 0 to kMaxMatchDistance.
struct MatchOptions {
    /// The largest distance between a point with a new feature id and its old point, in sizes of the smaller box. The
    /// size is the sum of its half extents: 2.25 cm for cubes of 1 m. 0: match by feature id only.
    float max_distance = kMatchDistance;
    Execution execution{};  ///< where the call runs
};

/// Finds the old point of each contact point. matches[4 * m + p] is for point p of manifolds[m]: 4 * (index of its
/// pair's manifold in the last step) + (index of the old point there), or kNoPoint. It is kNoPoint for p >=
/// point_count too. Expected O(n).
///
/// Rule: first, each point takes the first old point with its feature id. Then each remaining point, in order, takes
/// the nearest old point that is not yet taken, within the options' distance; of equally near points the first. So a
/// box that rests and sways keeps its points when corners change their ids. Distances are between offsets (from A's
/// center, world directions) now and then. An old point goes to one new point. Manifolds of collide() have no two
/// points of one id; in others, all points of one id take the first old point of that id.
///
/// The manifolds name boxes of `sets`, as they are now; the call reads only their sizes. A box skipped as illegal
/// has no size: points of its pairs are matched by id only.
///
/// Errors: `invalid_argument` (matches.size() is not 4 * manifolds.size(), a point count above 4, options that are
/// not legal), `invalid_id` (a manifold names a box that does not exist), `unsupported_isa`: nothing is written. When
/// several manifolds are faulty, the first decides the error. After `executor_failed` the matches are unspecified.
SATORI_API Status match_points(const ContactCache& last, const BoxSets& sets,
                               std::span<const ContactManifold> manifolds, std::span<std::uint32_t> matches,
                               const MatchOptions& options = {}) noexcept;
/// Finds the old points for rectangles: two points instead of four. matches[2 * m + p] is 2 * (index of the manifold)
/// + (index of the old point there), or kNoPoint.
SATORI_API Status match_points(const ContactCache& last, const RectSets& sets, std::span<const RectManifold> manifolds,
                               std::span<std::uint32_t> matches, const MatchOptions& options = {}) noexcept;

/// The program's own data for a contact point, such as impulses of a solver.
struct alignas(16) PointPayload {
    std::byte bytes[32] = {};  ///< the program's data
};

/// Copies payloads to the new points: now[k] = last[matches[k]], zero for kNoPoint. O(n). Errors: `invalid_argument`
/// (now.size() is not matches.size(), or `last` and `now` overlap in memory), `invalid_id` (a match is neither
/// kNoPoint nor an index of `last`), `unsupported_isa`: nothing is written. After `executor_failed` the payloads are
/// unspecified.
SATORI_API Status carry_payloads(std::span<const std::uint32_t> matches, std::span<const PointPayload> last,
                                 std::span<PointPayload> now, const Execution& execution = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
