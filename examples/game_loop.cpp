// The loop of a game on a World: poses in, update, contacts to a solver. Crates fall on a floor and make a stack. The
// solver has no rotation and no friction; examples/rigid_bodies/ has a whole one.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include <satori/satori.hpp>

using satori::Status;
using satori::Vec3d;

namespace {

constexpr double kStep = 1.0 / 60, kGravity = -10;
constexpr int kCrates = 4, kIterations = 20;

/// Keeps bodies of mass 1 from sinking in. Body 0 is the floor. Impulses stay in the payloads from step to step.
class Solver {
public:
    std::vector<Vec3d> velocities;

    void clear() { contacts_.clear(); }
    void add(const satori::WorldPair& pair, const satori::ContactManifold& manifold,
             std::span<satori::PointPayload> payloads) {
        contacts_.push_back({pair.first.index, pair.second.index, &manifold, payloads});
        for (const satori::PointPayload& payload : payloads.first(manifold.point_count))
            push(contacts_.back(), impulse_of(payload));
    }
    void solve() {
        for (int i = 0; i < kIterations; ++i)
            for (const Contact& contact : contacts_) solve(contact);
    }

private:
    struct Contact {
        std::uint32_t a, b;
        const satori::ContactManifold* manifold;
        std::span<satori::PointPayload> payloads;
    };

    static double impulse_of(const satori::PointPayload& payload) {
        double impulse;
        std::memcpy(&impulse, payload.bytes, sizeof impulse);
        return impulse;
    }
    /// Changes the velocities of both bodies by an impulse along the normal, which points from a to b.
    void push(const Contact& contact, double impulse) {
        const satori::Vec3& n = contact.manifold->normal;
        for (const auto& [body, sign] : {std::pair(contact.a, -impulse), std::pair(contact.b, impulse)}) {
            if (body == 0) continue;
            Vec3d& v = velocities[body];
            v = {v.x + sign * static_cast<double>(n.x), v.y + sign * static_cast<double>(n.y),
                 v.z + sign * static_cast<double>(n.z)};
        }
    }
    void solve(const Contact& contact) {
        const satori::Vec3& n = contact.manifold->normal;
        for (std::uint32_t p = 0; p < contact.manifold->point_count; ++p) {
            const Vec3d &a = velocities[contact.a], &b = velocities[contact.b];
            const double apart = (b.x - a.x) * static_cast<double>(n.x) + (b.y - a.y) * static_cast<double>(n.y) +
                                 (b.z - a.z) * static_cast<double>(n.z);
            const double room = static_cast<double>(contact.manifold->points[p].separation) / kStep;
            const double last = impulse_of(contact.payloads[p]);
            const double impulse = std::max(last - 0.5 * (apart + room), 0.0);
            std::memcpy(contact.payloads[p].bytes, &impulse, sizeof impulse);
            push(contact, impulse - last);
        }
    }

    std::vector<Contact> contacts_;
};

struct Game {
    satori::World world{{.contacts = {.speculative_distance = 0.2F}}};
    std::vector<satori::BoxId> ids;
    std::vector<satori::BoxPose> poses;
    std::vector<satori::WorldContact> contacts;
    Solver solver;

    bool step();
    bool fill();
    void move();
};

bool Game::step() {
    satori::WorldUpdate update;
    if (world.set_poses(ids, poses) != Status::ok) return false;  // poses in: of the bodies that have moved
    if (world.update(update) != Status::ok) return false;
    for (const satori::WorldContact& contact : update.begun)
        std::printf("%u meets %u\n", contact.pair.first.index, contact.pair.second.index);
    contacts.resize(update.contact_count);
    if (world.copy_contacts(contacts) != Status::ok) return false;
    solver.clear();
    for (const satori::WorldContact& contact : contacts)  // normal, points with depths, the impulses of the last step
        solver.add(contact.pair, world.manifold(contact.slot), world.payloads(contact.slot));
    move();  // gravity, solver.solve(), new poses
    return true;
}

bool Game::fill() {
    satori::BoxDef floor;
    floor.half_extents = {10, 0.5F, 10};
    floor.motion = satori::MotionType::static_box;
    std::vector<satori::BoxDef> defs{floor};
    for (int i = 1; i <= kCrates; ++i) {
        satori::BoxDef crate;  // half extents of 0.5
        crate.pose.position.y = 1.5 * i;
        defs.push_back(crate);
        poses.push_back(crate.pose);
    }
    ids.resize(defs.size());
    solver.velocities.resize(defs.size());
    if (world.create(defs, ids) != Status::ok) return false;
    ids.erase(ids.begin());  // the floor never moves
    return true;
}

void Game::move() {
    for (const satori::BoxId id : ids) solver.velocities[id.index].y += kGravity * kStep;
    solver.solve();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const Vec3d& v = solver.velocities[ids[i].index];
        satori::BoxPose& pose = poses[i];
        pose.position = {pose.position.x + kStep * v.x, pose.position.y + kStep * v.y, pose.position.z + kStep * v.z};
    }
}

}  // namespace

int main() {
    Game game;
    if (!game.fill()) return 1;
    for (int step = 0; step < 180; ++step)
        if (!game.step()) return 1;
    std::printf("the highest of %d crates is at %.2f m\n", kCrates, game.poses.back().position.y);
}
