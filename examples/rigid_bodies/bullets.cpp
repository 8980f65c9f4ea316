#include <algorithm>
#include <vector>

#include "rigid_bodies/engine.hpp"
#include "rigid_bodies/expect.hpp"

// Bullets are continuous boxes of the World. The World's update says what they have met on their way, also while they
// turn.

namespace rigid_bodies {

/// A bullet and what it meets stop where they meet, a little in each other, so that the next step has their contact.
void Engine::stop_bullets() {
    if (std::ranges::none_of(bodies_, [](const Body& body) { return body.bullet; })) return;
    satori::WorldUpdate update;
    expect(world_.update(update, settings_.execution));
    next_events_.add(update);
    std::vector<double> ends(bodies_.size(), 1);
    for (const satori::WorldImpact& impact : update.impacts) {
        for (const satori::BoxId id : {impact.pair.first, impact.pair.second})
            ends[id.index] = std::min(ends[id.index], double{impact.time()});
    }
    for (Body& body : bodies_) {
        const double end = ends[body.id.index];
        if (end == 1 || !body.moves()) continue;
        const Vector turn = to_vector(body.rotation * inverse(body.start_rotation));
        body.position = body.start + end * (body.position - body.start);
        body.rotation = body.start_rotation;
        constexpr int kParts = 16;  // turned() is for small angles
        for (int i = 0; i < kParts; ++i) body.rotation = turned(body.rotation, end / kParts * turn);
        body.axes = to_matrix(body.rotation);
        expect(world_.set_pose(body.id, pose_of(body)));
        // Its way begins anew, so that it does not meet anything on the way back.
        expect(world_.set_continuous(body.id, body.bullet));
    }
}

}  // namespace rigid_bodies
