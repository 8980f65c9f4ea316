#include <satori/world_queries.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>
#include <utility>

#include "world/queries/box_casts.hpp"
#include "world/queries/placed_shape.hpp"
#include "world/queries/prepared.hpp"
#include "world/queries/query_batch.hpp"
#include "world/queries/query_walk.hpp"

namespace satori::v0 {

namespace world {
namespace {

/// More indices than these are sorted otherwise: the steps of the kernel's network grow with their number.
constexpr std::size_t kFewIndices = 256;

/// Returns the form of a query that probes and boxes are tested with.
const WorldRay& moving(const WorldRay& ray) noexcept {
    return ray;
}
MovingBox moving(const WorldBoxCast& cast) noexcept {
    return MovingBox(cast);
}
bool aim(RayProbe& probe, const QuerySpace& space, const WorldRay& ray) noexcept {
    return probe.aim(space, wide(ray.origin) - wide(space.state.origin), wide(ray.direction), ray.max_distance, {});
}
bool aim(RayProbe& probe, const QuerySpace& space, const MovingBox& box) noexcept {
    return probe.aim(space, wide(box.position) - wide(space.state.origin), box.direction, box.max_distance,
                     box.reach());
}

/// Calls found(probe, hit) for every box that a ray or cast box meets and its filter lets pass, until the probe wants
/// no more.
template <Order order, class Moving, class OnHit>
void for_each_hit(const QuerySpace& space, const Moving& moving, const Seen& seen, OnHit&& found) noexcept {
    RayProbe probe;
    if (!aim(probe, space, moving)) return;
    const auto visit = [&](std::uint32_t index) {
        WorldHit hit;
        if (!seen(index) || !meets(space.state.bodies[index], moving, hit)) return;
        hit.box = space.state.id_of(index);
        found(probe, hit);
    };
    walk<order>(space, probe, visit);
}

/// True when `a` is nearer, or equally near with a lower index.
template <class Answer>
bool before(const Answer& a, const Answer& b) noexcept {
    return a.distance != b.distance ? a.distance < b.distance : a.box.index < b.box.index;
}

/// Finds the first hit of each query.
template <class Query>
Status first_hits(const World& world, std::span<const Query> queries, std::span<WorldHit> hits,
                  const QueryOptions& options) noexcept {
    return answer_queries(world, queries, hits.size(), options, [&](const QuerySpace& space, std::size_t i) noexcept {
        const Seen seen(space.state, options, i);
        const auto& asked = moving(queries[i]);
        WorldHit first;
        for_each_hit<Order::nearest_first>(space, asked, seen, [&](RayProbe& probe, const WorldHit& hit) {
            if (first.box != BoxId{} && !before(hit, first)) return;
            if (!seen.accepts(hit.box)) return;
            first = hit;
            probe.shorten(hit.distance);
        });
        if (first.box != BoxId{}) first.point = point_of(space.state.bodies[first.box.index], asked, first);
        hits[i] = first;
    });
}

/// Finds all hits of each query.
template <class Query>
Status every_hit(const World& world, std::span<const Query> queries, WorldHits& result, Workspace& workspace,
                 const QueryOptions& options) noexcept {
    const auto run = [&](parallel::Call& call, const QuerySpace& space, WorkspaceLock& memory) noexcept {
        const auto ask = [&](std::size_t i, Found<WorldHit>& found) noexcept {
            const Seen seen(space.state, options, i);
            const auto& asked = moving(queries[i]);
            for_each_hit<Order::any>(space, asked, seen, [&](RayProbe&, const WorldHit& hit) { found.add(hit); });
            if (!found.complete()) return;
            const std::span<WorldHit> hits = found.items();
            std::sort(hits.begin(), hits.end(), before<WorldHit>);
            const auto same = [](const WorldHit& a, const WorldHit& b) { return a.box == b.box; };
            const std::span distinct(hits.begin(), std::unique(hits.begin(), hits.end(), same));
            found.keep(seen.keep_accepted(distinct, [](const WorldHit& hit) { return hit.box; }));
            for (WorldHit& hit : found.items()) hit.point = point_of(space.state.bodies[hit.box.index], asked, hit);
        };
        return collect<WorldHit>(call, memory, queries.size(), result, ask, std::identity());
    };
    return run_queries(world, queries, workspace, options, run);
}

/// Finds the boxes of each shape: WorldBoxes or WorldContainments.
template <class Result>
Status boxes_of_shapes(const World& world, std::span<const WorldShape> shapes, Result& result, Workspace& workspace,
                       const QueryOptions& options) noexcept {
    constexpr bool kClassifies = std::is_same_v<Result, WorldContainments>;
    const auto run = [&](parallel::Call& call, const QuerySpace& space, WorkspaceLock& memory) noexcept {
        const detail::WorldState& state = space.state;
        const auto id_of = [&](std::uint32_t index) noexcept { return state.id_of(index); };
        const auto ask = [&](std::size_t i, Found<std::uint32_t>& found) noexcept {
            const Seen seen(state, options, i);
            const PlacedShape shape(shapes[i]);
            const NearProbe probe = shape.probe(state.origin);
            const auto visit = [&](std::uint32_t index) {
                if (seen(index)) found.add(index);
            };
            walk<Order::any>(space, probe, visit);
            if (!found.complete()) return;
            const std::span<std::uint32_t> boxes = found.items();
            if (boxes.size() <= kFewIndices)
                call.kernels().queries.sort(boxes.data(), static_cast<std::uint32_t>(boxes.size()));
            else
                std::sort(boxes.begin(), boxes.end());
            const auto end = std::unique(boxes.begin(), boxes.end());
            const auto count = shape.keep_overlapping(call.kernels(), state.bodies.data(), {boxes.begin(), end});
            found.keep(seen.keep_accepted(boxes.first(count), id_of));
            if constexpr (kClassifies) shape.mark_inside(call.kernels(), state.bodies.data(), found.items());
        };
        if constexpr (kClassifies) {
            const auto contained = [&](std::uint32_t marked) noexcept {
                return WorldContained{id_of(marked & ~kInside),
                                      (marked & kInside) != 0 ? Containment::inside : Containment::crossing};
            };
            return collect<std::uint32_t>(call, memory, shapes.size(), result, ask, contained);
        } else {
            return collect<std::uint32_t>(call, memory, shapes.size(), result, ask, id_of);
        }
    };
    return run_queries(world, shapes, workspace, options, run);
}

/// Finds the box nearest to one point, within a distance that grows. Without a limit, the search would visit all boxes
/// in no useful order.
class NearestSearch {
public:
    NearestSearch(const QuerySpace& space, const WorldPoint& point, const Seen& seen) noexcept
        : space_(space), point_(point), seen_(seen) {}

    WorldClosest run() noexcept {
        // Of the bounds of everything: the edges, and the squared distances from the point to the nearest and farthest
        // place.
        double edges[3], near = 0, far = 0;
        const geometry::Double3 at = wide(point_.position) - wide(space_.state.origin);
        for (std::size_t k = 0; k < 3; ++k) {
            edges[k] = space_.hi[k] - space_.lo[k];
            if (!(edges[k] >= 0)) return {};  // no box at all
            const double below = space_.lo[k] - at[k], above = at[k] - space_.hi[k];
            const double gap = std::max({below, above, 0.0}), reach = std::max(-below, -above);
            near += gap * gap;
            far += reach * reach;
        }
        // About the distance from one box to the next, if boxes are spread evenly. It affects only the running time.
        const double share = edges[0] * edges[1] * edges[2] / space_.state.broadphase.size();
        const double step = std::max({std::cbrt(share), 1e-3 * std::max({edges[0], edges[1], edges[2]}), 1e-6});
        const double most = std::min(point_.max_distance, std::sqrt(far) + step);
        double reach = std::sqrt(near) + step;
        for (;;) {
            look(std::min(reach, most));
            if (best_.distance <= reach || reach >= most) return best_;
            // The search has found a box outside its reach, or none.
            reach = std::min(best_.distance, 3 * reach);
        }
    }

private:
    void look(double reach) noexcept {
        NearProbe probe = probe_about(point_.position, reach, space_.state.origin);
        const auto visit = [&](std::uint32_t index) {
            if (!seen_(index)) return;
            WorldClosest found;
            found.distance = distance_to(space_.state.bodies[index], point_.position, found.point);
            found.box = space_.state.id_of(index);
            if (!(found.distance <= point_.max_distance) || (best_.box != BoxId{} && !before(found, best_))) return;
            if (!seen_.accepts(found.box)) return;
            best_ = found;
            probe.shorten(best_.distance);
        };
        walk<Order::nearest_first>(space_, probe, visit);
    }

    const QuerySpace& space_;
    const WorldPoint& point_;
    const Seen& seen_;
    WorldClosest best_;
};

}  // namespace
}  // namespace world

Status prepare_queries(World& world, const Execution& execution) noexcept {
    parallel::Call call(execution);
    Status status = call.status();
    if (status == Status::ok) status = detail::WorldState::ensure(world);
    return status == Status::ok ? world::prepare_queries(call, *detail::WorldState::of(world)) : status;
}

Status closest_hits(const World& world, std::span<const WorldRay> rays, std::span<WorldHit> hits,
                    const QueryOptions& options) noexcept {
    return world::first_hits(world, rays, hits, options);
}

Status cast_boxes(const World& world, std::span<const WorldBoxCast> casts, std::span<WorldHit> hits,
                  const QueryOptions& options) noexcept {
    return world::first_hits(world, casts, hits, options);
}

Status any_hits(const World& world, std::span<const WorldRay> rays, std::span<std::uint8_t> blocked,
                const QueryOptions& options) noexcept {
    return world::answer_queries(world, rays, blocked.size(), options,
                                 [&](const world::QuerySpace& space, std::size_t i) noexcept {
                                     const world::Seen seen(space.state, options, i);
                                     std::uint8_t met = 0;
                                     world::for_each_hit<world::Order::any>(
                                         space, rays[i], seen, [&](world::RayProbe& probe, const WorldHit& hit) {
                                             if (!seen.accepts(hit.box)) return;
                                             met = 1;
                                             probe.end();
                                         });
                                     blocked[i] = met;
                                 });
}

Status all_hits(const World& world, std::span<const WorldRay> rays, WorldHits& result, Workspace& workspace,
                const QueryOptions& options) noexcept {
    return world::every_hit(world, rays, result, workspace, options);
}

Status all_hits(const World& world, std::span<const WorldBoxCast> casts, WorldHits& result, Workspace& workspace,
                const QueryOptions& options) noexcept {
    return world::every_hit(world, casts, result, workspace, options);
}

Status find_boxes(const World& world, std::span<const WorldShape> shapes, WorldBoxes& result, Workspace& workspace,
                  const QueryOptions& options) noexcept {
    return world::boxes_of_shapes(world, shapes, result, workspace, options);
}

Status classify_boxes(const World& world, std::span<const WorldShape> shapes, WorldContainments& result,
                      Workspace& workspace, const QueryOptions& options) noexcept {
    return world::boxes_of_shapes(world, shapes, result, workspace, options);
}

Status closest_boxes(const World& world, std::span<const WorldPoint> points, std::span<WorldClosest> closest,
                     const QueryOptions& options) noexcept {
    return world::answer_queries(
        world, points, closest.size(), options, [&](const world::QuerySpace& space, std::size_t i) noexcept {
            closest[i] = world::NearestSearch(space, points[i], world::Seen(space.state, options, i)).run();
        });
}

Status closest_hits(World& world, std::span<const WorldRay> rays, std::span<WorldHit> hits,
                    const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) { return closest_hits(seen, rays, hits, options); };
    return world::prepared(world, options, ask);
}

Status cast_boxes(World& world, std::span<const WorldBoxCast> casts, std::span<WorldHit> hits,
                  const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) { return cast_boxes(seen, casts, hits, options); };
    return world::prepared(world, options, ask);
}

Status any_hits(World& world, std::span<const WorldRay> rays, std::span<std::uint8_t> blocked,
                const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) { return any_hits(seen, rays, blocked, options); };
    return world::prepared(world, options, ask);
}

Status all_hits(World& world, std::span<const WorldRay> rays, WorldHits& result, const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) {
        return all_hits(seen, rays, result, detail::WorldState::of(world)->queries.hits, options);
    };
    return world::prepared(world, options, ask);
}

Status all_hits(World& world, std::span<const WorldBoxCast> casts, WorldHits& result,
                const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) {
        return all_hits(seen, casts, result, detail::WorldState::of(world)->queries.hits, options);
    };
    return world::prepared(world, options, ask);
}

Status find_boxes(World& world, std::span<const WorldShape> shapes, WorldBoxes& result,
                  const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) {
        return find_boxes(seen, shapes, result, detail::WorldState::of(world)->queries.boxes, options);
    };
    return world::prepared(world, options, ask);
}

Status classify_boxes(World& world, std::span<const WorldShape> shapes, WorldContainments& result,
                      const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) {
        return classify_boxes(seen, shapes, result, detail::WorldState::of(world)->queries.boxes, options);
    };
    return world::prepared(world, options, ask);
}

Status closest_boxes(World& world, std::span<const WorldPoint> points, std::span<WorldClosest> closest,
                     const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) { return closest_boxes(seen, points, closest, options); };
    return world::prepared(world, options, ask);
}

}  // namespace satori::v0
