// Grains that fall into a bin and come to rest, on all ranks of MPI: granular flow by springs (discrete element
// method). Each rank has the contacts of its part. Near a cut, it fetches the velocities of grains of other ranks, and
// sends forces back to them. The spring of friction is a payload of its contact. Forces are sums of integers, so their
// order does not count, and all it prints is the same for any number of ranks:
//     mpirun -n 4 mpi_grains
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include <satori/mpi.hpp>

using namespace satori;

namespace {

constexpr int kSteps = 1500, kGrains = 1000;
constexpr float kStep = 0.001F;                     // seconds
constexpr float kRadius = 0.05F, kMass = 0.5F;      // of a grain: meters, kilograms
constexpr float kStiffness = 40000, kDamping = 60;  // of a contact: N/m, N s/m
constexpr float kShear = 20000, kFriction = 0.5F;   // of its spring across: N/m, at most this share of the normal force
constexpr float kGravity = -9.81F;
constexpr float kBin = 0.45F;  // half of its edge, meters

struct Force {
    static constexpr float kUnit = 1e-6F;  // N
    std::int64_t x = 0, y = 0, z = 0;

    void add(const Vec3& force) {
        x += std::llround(force.x / kUnit);
        y += std::llround(force.y / kUnit);
        z += std::llround(force.z / kUnit);
    }
    void add(const Force& other) {
        x += other.x;
        y += other.y;
        z += other.z;
    }
};

/// A grain, or a wall of the bin: all that its rank must know.
struct Body {
    std::uint64_t id;
    OrientedBox box;
    float radius;
    MotionType motion;
    Vec3 velocity;
};

/// The bodies with ids 0, 1, ...: five walls, and grains in layers above each other.
Body make_body(std::uint64_t id) {
    constexpr float kThick = 0.1F, kTall = 2;
    const float side = kBin + kThick;
    const OrientedBox walls[] = {{{0, -kThick, 0}, {side, kThick, side}, {}},
                                 {{-side, kTall, 0}, {kThick, kTall, side}, {}},
                                 {{side, kTall, 0}, {kThick, kTall, side}, {}},
                                 {{0, kTall, -side}, {side, kTall, kThick}, {}},
                                 {{0, kTall, side}, {side, kTall, kThick}, {}}};
    if (id < 5) return {id, walls[id], 0, MotionType::static_box, {}};
    const std::uint64_t grain = id - 5, layer = grain / 64, row = grain / 8 % 8, place = grain % 8;
    const auto at = [&](std::uint64_t k) { return (static_cast<float>(k) - 3.5F) * 2.1F * kRadius; };
    const float aside = static_cast<float>(layer % 3) * 0.3F * kRadius;
    const OrientedBox sphere{
        {at(place) + aside, 2.2F * kRadius * static_cast<float>(layer + 1), at(row) - aside}, {0, 0, 0}, {}};
    return {id, sphere, kRadius, MotionType::dynamic_box, {}};
}

Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Vec3 operator*(float s, const Vec3& v) {
    return {s * v.x, s * v.y, s * v.z};
}
float dot(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The force of a contact on box B, by springs and dampers along its normal and across. `stretch` is that of the spring
/// across, which holds grains in their places until it slips. Grains do not turn.
Vec3 force_on_b(const ContactManifold& manifold, const Vec3& velocity_a, const Vec3& velocity_b, Vec3& stretch) {
    const Vec3 apart = velocity_b + -1.0F * velocity_a;
    const float along = dot(apart, manifold.normal);
    float normal = 0;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p)
        normal += std::max(-kStiffness * manifold.points[p].separation - kDamping * along, 0.0F);
    const Vec3 slide = apart + -along * manifold.normal;
    stretch = stretch + kStep * slide;
    stretch = stretch + -dot(stretch, manifold.normal) * manifold.normal;
    Vec3 across = -kShear * stretch + -kDamping * slide;
    const float length = std::sqrt(dot(across, across));
    if (length > kFriction * normal) {
        const float share = kFriction * normal / length;
        across = share * across;
        stretch = share * stretch;
    }
    return normal * manifold.normal + across;
}

void move(Body& body, const Force& force) {
    if (body.motion != MotionType::dynamic_box) return;
    const Vec3 newtons{static_cast<float>(force.x) * Force::kUnit, static_cast<float>(force.y) * Force::kUnit,
                       static_cast<float>(force.z) * Force::kUnit};
    body.velocity = body.velocity + kStep * (Vec3{0, kGravity, 0} + (1 / kMass) * newtons);
    body.box.center = body.box.center + kStep * body.velocity;
}

/// The bodies of this rank, and its contacts.
class Bin {
public:
    Bin(int rank, int rank_count) {
        for (auto id = static_cast<std::uint64_t>(rank); id < 5 + kGrains; id += static_cast<std::uint64_t>(rank_count))
            bodies_.push_back(make_body(id));
    }

    bool step() {
        const auto contacts = find_contacts();
        if (status_ != Status::ok) return false;
        // Velocities of all boxes of the part, also of those that other ranks move.
        std::vector<Vec3> own;
        for (const Body& body : bodies_) own.push_back(body.velocity);
        std::span<const Vec3> velocities;
        status_ = tracker_.partition().fetch(std::span<const Vec3>{own}, velocities);
        if (status_ != Status::ok) return false;

        std::vector<Force> of_part(contacts.boxes.size());
        for (std::size_t m = 0; m < contacts.manifolds.size(); ++m) {
            const auto [a, b] = contacts.manifolds[m].pair;
            Vec3 stretch;  // stays with the contact from step to step, on whichever rank; zero when it begins
            std::memcpy(&stretch, contacts.contact_payloads[m].bytes, sizeof stretch);
            const Vec3 force = force_on_b(contacts.manifolds[m], velocities[a], velocities[b], stretch);
            std::memcpy(contacts.contact_payloads[m].bytes, &stretch, sizeof stretch);
            of_part[a].add(-1.0F * force);
            of_part[b].add(force);
        }
        // Forces of all parts go to the rank that moves the body.
        std::span<const Force> forces;
        std::span<const std::uint32_t> indices;
        status_ = tracker_.partition().send_back(std::span<const Force>{of_part}, indices, forces);
        if (status_ != Status::ok) return false;
        std::vector<Force> sums(bodies_.size());
        for (std::size_t j = 0; j < forces.size(); ++j) sums[indices[j]].add(forces[j]);
        for (std::size_t i = 0; i < bodies_.size(); ++i) move(bodies_[i], sums[i]);

        // Each body goes to the rank in whose part it is now.
        std::span<const Body> mine;
        status_ = tracker_.partition().migrate({boxes(), {}}, std::span<const Body>{bodies_}, mine);
        bodies_.assign(mine.begin(), mine.end());
        return status_ == Status::ok;
    }
    const char* fault() const { return tracker_.fault().message; }
    std::uint64_t contact_count() const { return contact_count_; }
    const std::vector<Body>& bodies() const { return bodies_; }

private:
    BoxView boxes() const {
        return bodies_.empty() ? BoxView{} : box_rows(&bodies_[0].box.center.x, bodies_.size(), sizeof(Body));
    }
    mpi::TrackedContacts find_contacts() {
        std::vector<std::uint64_t> ids;
        std::vector<float> radii;
        std::vector<MotionType> motions;
        for (const Body& body : bodies_) {
            ids.push_back(body.id);
            radii.push_back(body.radius);
            motions.push_back(body.motion);
        }
        mpi::RankBoxes mine{boxes(), ids, radii};
        mine.motions = motions;
        mpi::TrackOptions options;
        options.execution.executor = &serial_executor();  // one thread per rank
        mpi::TrackedContacts contacts;
        status_ = tracker_.update(mine, contacts, options);
        contact_count_ = contacts.report.all_pairs_count;
        return contacts;
    }

    mpi::ContactTracker tracker_{MPI_COMM_WORLD};
    std::vector<Body> bodies_;
    Status status_ = Status::ok;
    std::uint64_t contact_count_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, rank_count = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    bool ok = true;
    {
        Bin bin(rank, rank_count);
        for (int step = 0; step < kSteps && ok; ++step) ok = bin.step();
        float most[2] = {0, 0};  // height of a grain, and speed
        for (const Body& body : bin.bodies()) {
            if (body.motion != MotionType::dynamic_box) continue;
            most[0] = std::max(most[0], body.box.center.y);
            most[1] = std::max(most[1], std::sqrt(dot(body.velocity, body.velocity)));
        }
        MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
        if (rank == 0 && !ok) std::printf("%s\n", bin.fault());
        if (rank == 0 && ok)
            std::printf("%d grains after %.1f s: %llu contacts, highest at %.5f m, fastest %.5f m/s\n", kGrains,
                        static_cast<double>(kSteps * kStep), static_cast<unsigned long long>(bin.contact_count()),
                        static_cast<double>(most[0]), static_cast<double>(most[1]));
    }
    MPI_Finalize();
    return ok ? 0 : 1;
}
