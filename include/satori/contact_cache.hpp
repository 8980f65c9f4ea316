#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/allocator.hpp>
#include <satori/contacts.hpp>
#include <satori/executor.hpp>
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
///     match_points(cache, result.manifolds, matches);
///     carry_payloads(matches, old_payloads, new_payloads);
///     cache.remember(result.manifolds);
///
/// It holds manifolds of boxes or of rectangles (satori/rect_contacts.hpp): those it was last given. To calls about the other
/// kind it is empty.
///
/// Memory: 28 bytes per manifold and 8 to 16 for looking it up, of the largest step so far; half as much again at most where
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

/// matches[4 * m + p], for point p of manifolds[m]: 4 * (index of its pair's manifold in the last step) + (index of the first
/// point with its feature id there), or kNoPoint; kNoPoint too for p >= point_count. Expected O(n).
/// `invalid_argument` unless matches.size() is 4 * manifolds.size(), or for a point count above 4, `unsupported_isa`: nothing
/// is written. `executor_failed`: the matches are unspecified.
SATORI_API Status match_points(const ContactCache& last, std::span<const ContactManifold> manifolds,
                               std::span<std::uint32_t> matches, const Execution& execution = {}) noexcept;
/// Of rectangles: two points instead of four, matches[2 * m + p] and 2 * (index ...) + ...
SATORI_API Status match_points(const ContactCache& last, std::span<const RectManifold> manifolds,
                               std::span<std::uint32_t> matches, const Execution& execution = {}) noexcept;

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
