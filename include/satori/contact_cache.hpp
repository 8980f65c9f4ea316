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
#include <satori/status.hpp>

SATORI_NAMESPACE_BEGIN

namespace detail {
struct ContactCacheState;
}

/// What a step's manifolds were, looked up by pair in the next step: their axes, so that collide() keeps them, and their
/// points, so that a solver can warm start.
///
///     collide(boxes, workspace, result, options, execution, {}, &cache);
///     match_points(cache, boxes, result.manifolds, matches);
///     carry_payloads(matches, old_payloads, new_payloads);
///     cache.remember(result.manifolds);
///
/// It holds manifolds of boxes or of rectangles (satori/rect_contacts.hpp): those it was last given. To calls about the other
/// kind it is empty.
///
/// Memory: 76 bytes per manifold and 8 to 16 for looking it up, of the largest step so far; half as much again at most where
/// steps grow. A step that is no larger than one before allocates nothing.
class SATORI_API ContactCache {
public:
    /// Allocates nothing yet.
    explicit ContactCache(Allocator allocator = {}) noexcept;
    ContactCache(ContactCache&& other) noexcept;
    ContactCache& operator=(ContactCache&& other) noexcept;
    ~ContactCache();

    /// Forgets what it held and remembers these instead. Each pair once: of a pair that comes twice the first counts.
    /// O(n), on this thread. `invalid_argument` (a point count above 4, of rectangles 2), `capacity_exceeded` (more than 2^30 -
    /// 1 manifolds), `out_of_memory`: it still holds what it did.
    Status remember(std::span<const ContactManifold> manifolds) noexcept;
    Status remember(std::span<const RectManifold> manifolds) noexcept;
    /// Forgets all, keeps the memory.
    void clear() noexcept;

    std::uint64_t size() const noexcept;   ///< manifolds, repeats of a pair among them
    std::uint64_t bytes() const noexcept;  ///< memory held

private:
    friend struct detail::ContactCacheState;
    Allocator allocator_;
    detail::ContactCacheState* state_ = nullptr;
};

/// No point of the last step.
inline constexpr std::uint32_t kNoPoint = 0xffffffffU;

/// Largest MatchOptions::max_distance.
inline constexpr float kMaxMatchDistance = 1e9F;

/// How a point is found again in the last step. Legal: max_distance 0 to kMaxMatchDistance.
struct MatchOptions {
    /// How far from its old place a point is looked for whose feature id is new, in units of the smaller box's size,
    /// the sum of its half extents: 2.25 cm for cubes of 1 m. 0: feature ids alone.
    float max_distance = 0.015F;
};

/// matches[4 * m + p], for point p of manifolds[m]: 4 * (index of its pair's manifold in the last step) + (index of the
/// old point there), or kNoPoint; kNoPoint too for p >= point_count. Expected O(n).
///
/// Which old point: first, each point takes the first old one with its feature id. Then each of the others, in order,
/// takes the nearest old one that no point has taken, within the options' distance; of equally near ones the first. So
/// a box that rests and sways keeps its points where corners change their name. Distances are of offsets (from A's
/// center, world directions) as they are now and as they were; an old point goes to one new point. (Points of one id,
/// which manifolds of collide() do not have, all take the first old one with that id.)
///
/// The batch is the one that the manifolds name boxes of, as it is now; only sizes are read. A box that was skipped as
/// illegal has none: points of its pairs are found by id alone.
///
/// `invalid_argument` unless matches.size() is 4 * manifolds.size(), for a point count above 4, for options that are
/// not legal; `invalid_id` when a manifold names a box that there is not (of several manifolds at fault the first
/// decides); `unsupported_isa`: nothing is written. `executor_failed`: the matches are unspecified.
SATORI_API Status match_points(const ContactCache& last, const BoxBatch& boxes,
                               std::span<const ContactManifold> manifolds, std::span<std::uint32_t> matches,
                               const MatchOptions& options = {}, const Execution& execution = {}) noexcept;
/// Of two sets: A is a box of `first`, B one of `second`.
SATORI_API Status match_points(const ContactCache& last, const BoxBatch& first, const BoxBatch& second,
                               std::span<const ContactManifold> manifolds, std::span<std::uint32_t> matches,
                               const MatchOptions& options = {}, const Execution& execution = {}) noexcept;
/// Of rectangles: two points instead of four, matches[2 * m + p] and 2 * (index ...) + ...
SATORI_API Status match_points(const ContactCache& last, const RectBatch& rects,
                               std::span<const RectManifold> manifolds, std::span<std::uint32_t> matches,
                               const MatchOptions& options = {}, const Execution& execution = {}) noexcept;
SATORI_API Status match_points(const ContactCache& last, const RectBatch& first, const RectBatch& second,
                               std::span<const RectManifold> manifolds, std::span<std::uint32_t> matches,
                               const MatchOptions& options = {}, const Execution& execution = {}) noexcept;

/// Anything a solver keeps for a point: its impulses, say.
struct alignas(16) PointPayload {
    std::byte bytes[32] = {};
};

/// now[k] = last[matches[k]], zero for kNoPoint. O(n). `invalid_argument` unless now.size() is matches.size(), or where `last`
/// and `now` overlap; `invalid_id` when a match is neither kNoPoint nor an index of `last`; `unsupported_isa`: nothing is
/// written.
/// `executor_failed`: the payloads are unspecified.
SATORI_API Status carry_payloads(std::span<const std::uint32_t> matches, std::span<const PointPayload> last,
                                 std::span<PointPayload> now, const Execution& execution = {}) noexcept;

SATORI_NAMESPACE_END
