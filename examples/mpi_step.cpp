// Boxes that fly around in a room, on all ranks of MPI. Each rank moves its own boxes, hands those that have left its
// part of space to the rank where they are now, and gets the contacts of its part. All it prints is the same for any
// number of ranks:
//     mpirun -n 4 mpi_step
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include <satori/mpi.hpp>

using namespace satori;

namespace {

constexpr int kSteps = 100;
constexpr std::uint64_t kBoxes = 1000;
constexpr float kRoom = 9;  // half of its edge

/// All that a rank must know of a box; it goes along when the box gets another rank.
struct Body {
    std::uint64_t id;
    OrientedBox box;
    Vec3 velocity;  // per step
};

/// Numbers from 0 to 1, by the id alone.
float number(std::uint64_t id, std::uint64_t which) {
    std::uint64_t bits = (id * 16 + which + 1) * 0x9e3779b97f4a7c15ULL;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9ULL;
    return static_cast<float>(bits >> 40) / (1 << 24);
}

Body make_body(std::uint64_t id) {
    const auto about = [&](std::uint64_t which, float most) { return (2 * number(id, which) - 1) * most; };
    Body body{id, {}, {about(0, 0.2F), about(1, 0.2F), about(2, 0.2F)}};
    body.box.center = {about(3, kRoom), about(4, kRoom), about(5, kRoom)};
    body.box.half_extents = {0.3F + number(id, 6), 0.3F + number(id, 7), 0.3F};
    body.box.rotation = {about(8, 1), about(9, 1), about(10, 1), 1};
    return body;
}

void move(Body& body) {
    const auto along = [](float& place, float& speed) {
        place += speed;
        if (std::fabs(place) > kRoom) speed = std::copysign(speed, -place);
    };
    along(body.box.center.x, body.velocity.x);
    along(body.box.center.y, body.velocity.y);
    along(body.box.center.z, body.velocity.z);
}

BoxView view_of(const std::vector<Body>& bodies) {
    return bodies.empty() ? BoxView{} : box_rows(&bodies[0].box.center.x, bodies.size(), sizeof(Body));
}

/// What this program keeps for a point: for how many steps it has been there. A solver would keep impulses.
void age(PointPayload& payload) {
    std::uint32_t steps;
    std::memcpy(&steps, payload.bytes, sizeof steps);
    ++steps;
    std::memcpy(payload.bytes, &steps, sizeof steps);
}

void add(std::uint64_t& hash, const void* data, std::size_t size) {  // FNV-1a
    for (std::size_t i = 0; i < size; ++i)
        hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3ULL;
}

/// Of the ids, the manifold without its indices, and the payloads.
std::uint64_t hash_of(const mpi::TrackedContacts& contacts, std::size_t m) {
    const ContactManifold& manifold = contacts.manifolds[m];
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    add(hash, &contacts.boxes[manifold.pair.first].id, sizeof(std::uint64_t));
    add(hash, &contacts.boxes[manifold.pair.second].id, sizeof(std::uint64_t));
    add(hash, &manifold.normal, sizeof manifold.normal);
    add(hash, manifold.points, sizeof manifold.points);
    add(hash, &contacts.point_payloads[4 * m], 4 * sizeof(PointPayload));
    return hash;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, rank_count = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    Status status = Status::ok;
    {
        mpi::ContactTracker tracker(MPI_COMM_WORLD);
        mpi::TrackOptions options;
        options.execution.executor = &serial_executor();  // one thread per rank
        std::vector<Body> bodies;                         // of this rank
        for (auto id = static_cast<std::uint64_t>(rank); id < kBoxes; id += static_cast<std::uint64_t>(rank_count))
            bodies.push_back(make_body(id));
        std::uint64_t sums[4] = {};  // contacts, begun, ended, hash of the last step
        for (int step = 0; step < kSteps && status == Status::ok; ++step) {
            for (Body& body : bodies) move(body);
            std::span<const Body> mine;
            status = tracker.partition().migrate({view_of(bodies), {}}, std::span<const Body>{bodies}, mine);
            if (status != Status::ok) break;
            bodies.assign(mine.begin(), mine.end());

            std::vector<std::uint64_t> ids;
            for (const Body& body : bodies) ids.push_back(body.id);
            mpi::TrackedContacts contacts;
            status = tracker.update({view_of(bodies), ids}, contacts, options);
            sums[0] = contacts.manifolds.size();
            sums[1] += contacts.begun.size();
            sums[2] += contacts.ended.size();
            sums[3] = 0;
            for (std::size_t m = 0; m < contacts.manifolds.size(); ++m) {
                for (std::uint32_t p = 0; p < contacts.manifolds[m].point_count; ++p)
                    age(contacts.point_payloads[4 * m + p]);
                sums[3] += hash_of(contacts, m);
            }
        }
        MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0 && status != Status::ok) std::printf("%s\n", tracker.fault().message);
        if (rank == 0 && status == Status::ok)
            std::printf("%d steps: %llu contacts, %llu begun, %llu ended, hash %016llx\n", kSteps,
                        static_cast<unsigned long long>(sums[0]), static_cast<unsigned long long>(sums[1]),
                        static_cast<unsigned long long>(sums[2]), static_cast<unsigned long long>(sums[3]));
    }
    MPI_Finalize();
    return status == Status::ok ? 0 : 1;
}
