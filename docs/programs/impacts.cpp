// The program of docs/impacts.md: when moving boxes meet.

#include <cstdio>
#include <vector>

#include <satori/satori.hpp>

/// The same bullet and wall in a World: the bullet stops at the wall. Returns whether all calls succeed.
static bool stop_bullet() {
    using satori::Status;
    satori::BoxDef defs[2];
    defs[0].half_extents = {0.05F, 2, 2};
    defs[0].motion = satori::MotionType::static_box;
    defs[1].half_extents = {0.02F, 0.01F, 0.01F};
    defs[1].pose.position = {-5, 0, 0};
    defs[1].continuous = true;

    satori::WorldOptions options;
    options.impact_depth = 0.002F;  // how deep the bullet may be in the wall: it is small
    satori::World world(options);
    satori::BoxId ids[2];
    satori::WorldUpdate update;
    if (world.create(defs, ids) != Status::ok || world.update(update) != Status::ok) return false;

    const satori::Vec3d start = defs[1].pose.position, end = {5, 0, 0};
    satori::BoxPose pose = defs[1].pose;
    pose.position = end;
    if (world.set_pose(ids[1], pose) != Status::ok || world.update(update) != Status::ok) return false;
    if (!update.impacts.empty()) {
        const satori::WorldImpact first = update.impacts[0];
        const auto time = static_cast<double>(first.time());
        std::printf("in a World, boxes %u and %u: time %.3f\n", first.pair.first.index, first.pair.second.index, time);
        pose.position.x = start.x + time * (end.x - start.x);
        if (world.set_pose(ids[1], pose) != Status::ok) return false;
        if (world.set_continuous(ids[1], true) != Status::ok) return false;  // its way begins at the wall
        if (world.update(update) != Status::ok) return false;
    }
    std::printf("the bullet is at %.2f and has %zu contact\n", pose.position.x, update.contact_count);
    return true;
}

int main() {
    // A bullet that is behind the wall after the step, a door that turns by a right angle, and a ball beside its way.
    const std::vector<satori::OrientedBox> boxes = {
        {{-5, 1, 1}, {0.02F, 0.01F, 0.01F}, {}},  // 0: bullet
        {{0, 1, 0}, {0.05F, 2, 2}, {}},           // 1: wall
        {{8, 0, 1}, {1, 0.03F, 1}, {}},           // 2: door
        {{8, 0.8F, 1}, {0.1F, 0.1F, 0.1F}, {}},   // 3: ball
    };
    std::vector<satori::BoxMotion> motions(boxes.size());
    motions[0].translation = {10, 0, 0};
    motions[2].rotation = {0, 0, 1.5708F};
    satori::BoxBatch batch;
    if (batch.assign(satori::box_rows(boxes)) != satori::Status::ok) return 1;

    satori::Workspace workspace;
    satori::PairResult meeting;
    if (satori::find_impacts({batch, {motions}}, workspace, meeting) != satori::Status::ok) return 1;
    if (satori::sort_pairs(meeting.pairs, workspace) != satori::Status::ok) return 1;

    std::vector<satori::TimeOfImpact> impacts(meeting.pairs.size());
    if (satori::times_of_impact({batch, {motions}}, meeting.pairs, impacts, workspace) != satori::Status::ok) return 1;

    for (std::size_t k = 0; k < impacts.size(); ++k) {
        const satori::Vec3& direction = impacts[k].closest.direction;
        std::printf("boxes %u and %u: time %.3f, from the first towards (%.2f, %.2f, %.2f)\n", meeting.pairs[k].first,
                    meeting.pairs[k].second, impacts[k].time, direction.x, direction.y, direction.z);
    }
    return stop_bullet() ? 0 : 1;
}
