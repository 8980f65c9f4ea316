// A world, step by step: a crate slides along a floor far from the origin, through a gate that is a sensor. Prints
// which boxes begin and end to touch, and the data that a solver keeps for a contact point.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <satori/satori.hpp>

namespace {

satori::BoxDef box(double x, double y, satori::Vec3 half_extents, satori::MotionType motion, const char* name) {
    satori::BoxDef def;
    def.pose.position = {1e7 + x, y, 0};
    def.half_extents = half_extents;
    def.motion = motion;
    def.user_data = reinterpret_cast<std::uintptr_t>(name);
    return def;
}

}  // namespace

int main() {
    using satori::MotionType;
    using satori::Status;
    satori::BoxDef defs[] = {
        box(0, -0.5, {5, 0.5F, 5}, MotionType::static_box, "floor"),
        box(2, 1, {0.1F, 1, 2}, MotionType::static_box, "gate"),
        box(-1, 0.4990234375, {0.5F, 0.5F, 0.5F}, MotionType::dynamic_box, "crate"),
    };
    defs[1].sensor = true;
    satori::World world;
    satori::BoxId ids[3];
    if (world.create(defs, ids) != Status::ok) return 1;
    const auto name = [&](satori::BoxId id) { return reinterpret_cast<const char*>(world.box(id).user_data); };

    satori::BoxPose crate = defs[2].pose;
    std::vector<satori::WorldContact> contacts;
    for (int step = 0; step < 12; ++step, crate.position.x += 0.375) {
        satori::WorldUpdate update;
        if (world.set_pose(ids[2], crate) != Status::ok || world.update(update) != Status::ok) return 1;
        for (const satori::WorldContact& contact : update.begun)
            std::printf("step %2d: %s meets %s\n", step, name(contact.pair.first), name(contact.pair.second));
        for (const satori::WorldContact& contact : update.ended)
            std::printf("step %2d: %s leaves %s\n", step, name(contact.pair.first), name(contact.pair.second));

        contacts.resize(update.contact_count);
        if (world.copy_contacts(contacts) != Status::ok) return 1;
        for (const satori::WorldContact& contact : contacts) {
            if (contact.is_sensor()) continue;  // it has no manifold
            const satori::ContactManifold& manifold = world.manifold(contact.slot);
            for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
                std::byte& age = world.payloads(contact.slot)[p].bytes[0];
                age = std::byte(static_cast<unsigned char>(age) + 1);
            }
            if (step == 11)
                std::printf("%u points between %s and %s, %.3f mm deep, in touch for %d steps\n", manifold.point_count,
                            name(contact.pair.first), name(contact.pair.second),
                            -1e3 * static_cast<double>(manifold.points[0].separation),
                            static_cast<int>(world.payloads(contact.slot)[0].bytes[0]));
        }
    }
}
