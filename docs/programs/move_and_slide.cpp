// A walker among boxes: pushed as far as it goes, then on along what stands in its way. For docs/move_and_slide.md.

#include <cstdio>

#include <satori/satori.hpp>

namespace {

using satori::Status;
using satori::Vec3d;

double dot(const Vec3d& a, const Vec3d& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Moves a box by `way`, in four pushes at most, and says what it met last.
Status move_and_slide(satori::World& world, satori::WorldBoxCast& box, Vec3d way, satori::WorldHit& hit) {
    Vec3d last_normal{};
    for (int push = 0; push < 4 && dot(way, way) > 1e-12; ++push) {
        box.direction = way;
        box.max_distance = 1;
        satori::WorldHit found;
        if (const Status status = satori::cast_boxes(world, {&box, 1}, {&found, 1}); status != Status::ok)
            return status;
        if (found.box == satori::BoxId{}) {
            box.pose.position = box.pose.position + way;
            break;
        }
        hit = found;
        box.pose.position = box.pose.position + hit.distance * way;
        const Vec3d normal = to_double(hit.normal);
        // Out of what it stands in, if it does.
        box.pose.position = box.pose.position + hit.depth * normal;
        // What is left of the way, without its part into the face.
        way = (1 - hit.distance) * way;
        way = way - dot(way, normal) * normal;
        // Back into the face before it: this is a corner.
        if (push > 0 && dot(way, last_normal) < 0) break;
        last_normal = normal;
    }
    return Status::ok;
}

}  // namespace

int main() {
    satori::World world;
    satori::BoxDef defs[4];
    for (satori::BoxDef& def : defs) def.motion = satori::MotionType::static_box;
    defs[0].pose.position = {0, -0.5, 0};  // floor
    defs[0].half_extents = {20, 0.5F, 20};
    defs[1].pose.position = {5, 1, 0};  // walls
    defs[1].half_extents = {0.5F, 1, 10};
    defs[2].pose.position = {0, 1, 8};
    defs[2].half_extents = {10, 1, 0.5F};
    defs[3].pose.position = {-3, 0.25, 0};  // crate
    defs[3].half_extents = {1, 0.25F, 1};
    satori::BoxId ids[4];
    if (world.create(defs, ids) != Status::ok) return 1;

    satori::WorldBoxCast walker;
    walker.pose.position = {0, 2, 0};
    walker.half_extents = {0.25F, 0.5F, 0.25F};
    const Vec3d ways[] = {{0, -5, 0}, {2, 0, 0}, {5, 0, 3}, {5, 0, 9}, {-6.5, 0, -7}, {0, 1, 0}, {-1, -1, 0}};
    for (const Vec3d& way : ways) {
        satori::WorldHit hit;
        if (move_and_slide(world, walker, way, hit) != Status::ok) return 1;
        const Vec3d& at = walker.pose.position;
        std::printf("by (%4g, %2g, %2g) to (%6.3f, %5.3f, %6.3f)", way.x, way.y, way.z, at.x, at.y, at.z);
        if (hit.box != satori::BoxId{}) std::printf(", beside box %u", hit.box.index);
        std::printf("\n");
    }
    return 0;
}
