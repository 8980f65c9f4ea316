// docs/world.md: a world, step by step. A crate of 2 kg falls on a floor; a solver of a dozen lines holds it there. The
// program knows the contacts in two ways, and compares them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <vector>

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
double solve(satori::World& world, std::span<const satori::WorldContact> contacts, double& velocity) {
    double changed = 0;
    for (const satori::WorldContact& contact : contacts) {
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

// What a solver may keep for a contact while its boxes rest. A constraint without points belongs to a free slot.
struct Constraint {
    satori::WorldPair pair;
    std::uint32_t point_count = 0;
};

// Edits constraints after an update. Each one lies at the slot of its contact.
void follow(const satori::World& world, const satori::WorldUpdate& update, std::vector<Constraint>& constraints) {
    for (const satori::WorldContact& contact : update.ended)
        if (!contact.is_sensor()) constraints[contact.slot] = {};
    for (const auto contacts : {update.begun, update.changed}) {
        for (const satori::WorldContact& contact : contacts) {
            if (contact.is_sensor()) continue;
            if (contact.slot >= constraints.size()) constraints.resize(contact.slot + std::size_t{1});
            constraints[contact.slot] = {contact.pair, world.manifold(contact.slot).point_count};
        }
    }
}

// Returns whether the constraints are those of the contacts.
bool agree(std::span<const satori::WorldContact> contacts, std::span<const Constraint> constraints) {
    const auto is_used = [](const Constraint& constraint) { return constraint.point_count != 0; };
    const auto is_kept = [&](const satori::WorldContact& contact) {
        return constraints[contact.slot].pair == contact.pair;
    };
    return std::count_if(constraints.begin(), constraints.end(), is_used) == std::ssize(contacts) &&
           std::all_of(contacts.begin(), contacts.end(), is_kept);
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
    std::vector<satori::WorldContact> contacts;
    std::vector<Constraint> constraints;
    for (int step = 0; step < 128; ++step) {
        satori::WorldUpdate update;
        if (world.set_pose(ids[1], pose) != Status::ok) return 1;
        if (world.update(update) != Status::ok) return 1;
        for (const satori::WorldContact& contact : update.begun)
            std::printf("step %d: boxes %u and %u begin to touch\n", step, contact.pair.first.index,
                        contact.pair.second.index);

        contacts.resize(update.contact_count);
        if (world.copy_contacts(contacts) != Status::ok) return 1;
        follow(world, update, constraints);
        if (!agree(contacts, constraints)) return 1;

        velocity += kGravity * kStep;
        const double changed = solve(world, contacts, velocity);
        pose.position.y += velocity * kStep;
        if (step != 36 && step != 127) continue;
        std::printf("step %d: crate at %.3f m, impulses changed by %.3f Ns\n", step, pose.position.y, changed);
    }

    satori::WorldUpdate update;
    if (world.destroy(ids[1]) != Status::ok || world.update(update) != Status::ok) return 1;
    follow(world, update, constraints);
    if (!agree({}, constraints)) return 1;
    for (const satori::WorldContact& contact : update.ended)
        std::printf("boxes %u and %u touch no more\n", contact.pair.first.index, contact.pair.second.index);
}
