// docs/poses.md: an arm of two links turns from pose to pose among obstacles. Which poses collide, and with what?
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <vector>

#include <satori/satori.hpp>

using satori::Pose;
using satori::Status;

namespace {

constexpr std::uint32_t kLinks = 2, kPoses = 91;

// A link of the arm: 1 m long from its joint along x, 0.1 m wide.
satori::OrientedBox link_box() {
    satori::OrientedBox box;
    box.center = {0.5F, 0, 0};
    box.half_extents = {0.5F, 0.05F, 0.05F};
    return box;
}

// Turns about z by an angle in degrees, at a joint that is `along` meters from the one before.
bool joint(float along, double degrees, Pose& pose) {
    pose.position = {along, 0, 0};
    return satori::quat_from_axis_angle({0, 0, 1}, degrees * std::numbers::pi / 180, pose.rotation) == Status::ok;
}

// Adds the boxes of a pose: the first joint turns by its number in degrees, the second one back by half of that.
bool add_pose(std::uint32_t number, float clearance, std::vector<satori::OrientedBox>& boxes) {
    Pose first, second, hand;
    if (!joint(0, number, first) || !joint(1, -0.5 * number, second)) return false;
    if (satori::compose(first, second, hand) != Status::ok) return false;
    for (const Pose& place : {first, hand}) {
        satori::OrientedBox box = link_box();
        if (satori::transform(box, place) != Status::ok) return false;
        if (satori::inflate(box, clearance) != Status::ok) return false;
        boxes.push_back(box);
    }
    return true;
}

bool check(float clearance, const satori::BoxBatch& obstacles, satori::Workspace& workspace) {
    std::vector<satori::OrientedBox> boxes;
    for (std::uint32_t number = 0; number < kPoses; ++number)
        if (!add_pose(number, clearance, boxes)) return false;
    satori::BoxBatch arm;
    satori::PairResult found;
    if (arm.assign(boxes) != Status::ok) return false;
    if (satori::find_overlaps({arm, obstacles}, workspace, found) != Status::ok) return false;
    if (satori::sort_pairs(found.pairs, workspace) != Status::ok || found.pairs.empty()) return false;

    const satori::BoxPair& earliest = found.pairs.front();
    std::printf("with %.2f m of clearance: pose %u, link %u meets obstacle %u\n", static_cast<double>(clearance),
                earliest.first / kLinks, earliest.first % kLinks, earliest.second);
    return true;
}

}  // namespace

int main() {
    satori::OrientedBox shelf, post;
    shelf.center = {0, 1.5F, 0};
    shelf.half_extents = {0.4F, 0.1F, 0.5F};
    post.center = {1.7F, 1.2F, 0};
    post.half_extents = {0.05F, 0.05F, 1};
    satori::BoxBatch obstacles;
    satori::Workspace workspace;
    if (obstacles.assign(std::vector{shelf, post}) != Status::ok) return 1;
    for (const float clearance : {0.0F, 0.1F})
        if (!check(clearance, obstacles, workspace)) return 1;
}
