#include <satori/world_queries.hpp>

#include "narrowphase/impact_finder.hpp"
#include "narrowphase/record_tile.hpp"
#include "world/queries/prepared.hpp"
#include "world/queries/query_batch.hpp"
#include "world/queries/query_walk.hpp"
#include "world/relative_pair.hpp"

namespace satori::v0 {

namespace world {
namespace {

/// Boxes that a moving box is tested against at once: those that it reaches first may end the search.
constexpr std::uint32_t kAtOnce = simd::kMaxLanes;

/// Finds the first box of a World that one moving box meets.
class FirstImpact {
public:
    FirstImpact(const QuerySpace& space, const WorldMovingBox& moving, const Seen& seen) noexcept
        : space_(space), moving_(moving), seen_(seen) {
        narrowphase::RecordTile tile;
        tile.rows[0] = {{}, geometry::flattened(moving.half_extents), moving.pose.rotation};
        tile.radii[0] = moving.radius;
        tile.take_in(space.kernels, 1, 0);
        record_ = tile.records[0];
        motion_ = narrowphase::motion_row(moving.motion, record_);
    }

    WorldBoxImpact run() noexcept {
        // A ball about the box contains it while it turns. The slack is more than the error of distances.
        constexpr double kSlack = 4.0 * simd::kLeastTolerance * double{simd::kImpactDelta};
        const Vec3 &half = moving_.half_extents, &way = moving_.motion.translation;
        const geometry::Double3 translation{{way.x, way.y, way.z}};
        const double size = geometry::length({{half.x, half.y, half.z}}) + double{moving_.radius};
        const double reach = size + double{moving_.distance} + double{moving_.tolerance} +
                             kSlack * (size + double{moving_.distance} + geometry::length(translation));
        const geometry::Double3 from = wide(moving_.pose.position) - wide(space_.state.origin);
        if (!probe_.aim(space_, from, translation, 1, {{reach, reach, reach}})) return {};
        walk<Order::nearest_first>(space_, probe_, [&](std::uint32_t index) {
            if (!seen_(index)) return;
            indices_[count_++] = index;
            if (count_ == kAtOnce) test();
        });
        test();
        return first_;
    }

private:
    /// Tests the boxes that are collected.
    void test() noexcept {
        if (count_ == 0) return;
        narrowphase::PairTile pairs;
        simd::BoxRecord moving[kAtOnce], standing[kAtOnce];
        simd::MotionRow<3> motions[kAtOnce], none[kAtOnce];
        for (std::uint32_t k = 0; k < count_; ++k) {
            const Body& body = space_.state.bodies[indices_[k]];
            pairs.first[k] = pairs.second[k] = k;
            moving[k] = record_;
            standing[k] = body.shape;
            set_centers(wide(body.position) - wide(moving_.pose.position), moving[k], standing[k]);
            motions[k] = motion_;
            none[k] = narrowphase::motion_row(BoxMotion{}, standing[k]);
        }
        pairs.count = count_;
        pairs.pad();
        const narrowphase::MovingRecords<3> records{{moving, standing}, {motions, none}};
        const narrowphase::ImpactFinder<3> finder(space_.kernels, records, {moving_.distance, moving_.tolerance});
        narrowphase::ImpactTile<3> found;
        finder.find(pairs.first, pairs.second, count_, found);
        for (std::uint32_t k = 0; k < count_; ++k)
            consider({space_.state.id_of(indices_[k]), narrowphase::impact_of<3>(found, k, false)});
        count_ = 0;
    }
    void consider(const WorldBoxImpact& found) noexcept {
        if (found.impact.kind == ImpactKind::none) return;
        if (first_.box != BoxId{} && !(found.impact.time != first_.impact.time ? found.impact.time < first_.impact.time
                                                                               : found.box.index < first_.box.index))
            return;
        if (!seen_.accepts(found.box)) return;
        first_ = found;
        probe_.shorten(found.impact.time);
    }

    const QuerySpace& space_;
    const WorldMovingBox& moving_;
    const Seen& seen_;
    simd::BoxRecord record_;
    simd::MotionRow<3> motion_;
    RayProbe probe_;
    std::uint32_t indices_[kAtOnce], count_ = 0;
    WorldBoxImpact first_;
};

}  // namespace
}  // namespace world

Status first_impacts(const World& world, std::span<const WorldMovingBox> boxes, std::span<WorldBoxImpact> impacts,
                     const QueryOptions& options) noexcept {
    return world::answer_queries(world, boxes, impacts.size(), options,
                                 [&](const world::QuerySpace& space, std::size_t i) noexcept {
                                     const world::Seen seen(space.state, options, i);
                                     impacts[i] = world::FirstImpact(space, boxes[i], seen).run();
                                 });
}

Status first_impacts(World& world, std::span<const WorldMovingBox> boxes, std::span<WorldBoxImpact> impacts,
                     const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) { return first_impacts(seen, boxes, impacts, options); };
    return world::prepared(world, options, ask);
}

}  // namespace satori::v0
