// docs/world.md: a world, step by step. A crate of 2 kg falls on a floor; a solver of a dozen lines holds it there.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <satori/world.hpp>

using satori::Status;

namespace {

constexpr double kStep = 1.0 / 64, kGravity = -9.75, kMass = 2;

// What this solver keeps for a point, at the beginning of its payload: an impulse, Ns.
double kept_impulse(const satori::PointPayload& payload) {
    double impulse;
    std::memcpy(&impulse, payload.bytes, sizeof impulse);
    return impulse;
}

// Applies the impulses that let the crate reach the floor and not enter it, starting from the impulses of the last
// step. Returns the sum of their changes.
double solve(satori::World& world, const satori::WorldUpdate& update, double& velocity) {
    double changed = 0;
    for (const satori::WorldContact& contact : update.contacts) {
        const satori::ContactManifold& manifold = world.manifold(contact.slot);
        const std::span<satori::PointPayload> payloads = world.payloads(contact.slot);
        const auto up = static_cast<double>(manifold.normal.y);  // from the floor, whose index is lower, to the crate
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) velocity += up * kept_impulse(payloads[p]) / kMass;
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            const double approach = up * velocity + static_cast<double>(manifold.points[p].separation) / kStep;
            const double last = kept_impulse(payloads[p]), impulse = std::max(last - kMass * approach, 0.0);
            std::memcpy(payloads[p].bytes, &impulse, sizeof impulse);
            velocity += up * (impulse - last) / kMass;
            changed += std::abs(impulse - last);
        }
    }
    return changed;
}

}  // namespace

int main() {
    satori::BoxDef defs[2];
    defs[0].half_extents = {10, 1, 10};
    defs[0].motion = satori::MotionType::static_box;
    defs[1].pose.position = {0, 3, 0};  // its lower side 1.5 m above the floor

    satori::WorldOptions options;
    options.contacts.speculative_distance = 0.125F;
    satori::World world(options);
    satori::BoxId ids[2];
    if (world.create(defs, ids) != Status::ok) return 1;

    satori::BoxPose pose = defs[1].pose;
    double velocity = 0;
    for (int step = 0; step < 128; ++step) {
        satori::WorldUpdate update;
        if (world.set_pose(ids[1], pose) != Status::ok) return 1;
        if (world.update(update) != Status::ok) return 1;
        for (const satori::WorldPair& pair : update.begun)
            std::printf("step %d: boxes %u and %u begin to touch\n", step, pair.first.index, pair.second.index);

        velocity += kGravity * kStep;
        const double changed = solve(world, update, velocity);
        pose.position.y += velocity * kStep;
        if (step != 36 && step != 127) continue;
        std::printf("step %d: crate at %.3f m, impulses changed by %.3f Ns\n", step, pose.position.y, changed);
    }

    satori::WorldUpdate update;
    if (world.destroy(ids[1]) != Status::ok || world.update(update) != Status::ok) return 1;
    for (const satori::WorldPair& pair : update.ended)
        std::printf("boxes %u and %u touch no more\n", pair.first.index, pair.second.index);
}
