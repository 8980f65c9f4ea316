#include "mpi/steps.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

#include <satori/contact_cache.hpp>
#include <satori/executor.hpp>
#include <satori/mpi.hpp>

#include "scenes/random.hpp"

namespace satori::bench {

namespace {

/// How far a box goes in a step, at most; in half extents of it.
constexpr double kSpeed = 0.05;

struct Body {
    std::uint64_t id;
    OrientedBox box;
    Vec3 velocity;  // per step
};

std::vector<Body> make_bodies(const scenes::SceneRecipe& recipe) {
    const std::vector<OrientedBox> boxes = scenes::make_scene(recipe).rows;
    scenes::Random random(recipe.seed);
    std::vector<Body> bodies;
    for (const OrientedBox& box : boxes) {
        const auto speed = [&] { return static_cast<float>(random.between(-kSpeed, kSpeed) * box.half_extents.x); };
        const Vec3 velocity{speed(), speed(), speed()};
        bodies.push_back({bodies.size(), box, velocity});
    }
    return bodies;
}

void move(std::vector<Body>& bodies) {
    for (Body& body : bodies) {
        body.box.center.x += body.velocity.x;
        body.box.center.y += body.velocity.y;
        body.box.center.z += body.velocity.z;
    }
}

BoxView view_of(const std::vector<Body>& bodies) {
    return bodies.empty() ? BoxView{} : box_rows(&bodies[0].box.center.x, bodies.size(), sizeof(Body));
}

double cpu_ms() {
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double reduced(double value, MPI_Op op) {
    double all = value;
    MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    return all;
}

/// Of a step: how many contacts there are, and a sum over them by which two sets of contacts differ.
struct Contacts {
    std::uint64_t count = 0, sum = 0;

    void add(std::uint64_t first, std::uint64_t second, const ContactManifold& manifold) noexcept {
        ++count;
        std::uint64_t bits = first * 0x9e3779b97f4a7c15ULL + second;
        for (std::uint32_t p = 0; p < manifold.point_count; ++p)
            bits = (bits ^ manifold.points[p].feature_id) * 0xbf58476d1ce4e5b9ULL;
        sum += bits ^ bits >> 31;
    }
    void add_ranks() {
        for (std::uint64_t* const value : {&count, &sum})
            MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    }
    friend bool operator==(const Contacts&, const Contacts&) = default;
};

/// The steps of all ranks together, with a line for each.
std::vector<Contacts> run_ranks(std::vector<Body> bodies, int step_count, int rank, int rank_count) {
    std::erase_if(bodies, [&](const Body& body) {
        return body.id % static_cast<std::uint64_t>(rank_count) != static_cast<std::uint64_t>(rank);
    });
    mpi::ContactTracker tracker(MPI_COMM_WORLD);
    mpi::TrackOptions options;
    options.execution.executor = &serial_executor();
    std::vector<Contacts> steps;
    for (int step = 0; step < step_count; ++step) {
        move(bodies);
        const double start = cpu_ms();
        std::span<const Body> mine;
        Status status = tracker.partition().migrate({view_of(bodies), {}}, std::span<const Body>{bodies}, mine);
        bodies.assign(mine.begin(), mine.end());
        const double migrated = cpu_ms();
        std::vector<std::uint64_t> ids;
        for (const Body& body : bodies) ids.push_back(body.id);
        mpi::TrackedContacts result;
        if (status == Status::ok) status = tracker.update({view_of(bodies), ids}, result, options);
        const double updated = cpu_ms();
        if (status != Status::ok) {
            if (rank == 0) std::printf("%s\n", tracker.fault().message);
            return {};
        }
        Contacts contacts;
        for (const ContactManifold& manifold : result.manifolds)
            contacts.add(result.boxes[manifold.pair.first].id, result.boxes[manifold.pair.second].id, manifold);
        contacts.add_ranks();
        steps.push_back(contacts);
        const double begun = reduced(static_cast<double>(result.begun.size()), MPI_SUM);
        const double moved = reduced(static_cast<double>(result.moved_count), MPI_SUM);
        const double sent = reduced(static_cast<double>(result.report.sent_count), MPI_MAX);
        const double migration = reduced(migrated - start, MPI_MAX), update = reduced(updated - migrated, MPI_MAX);
        if (rank == 0)
            std::printf("%4d  %s  %8llu  %8.0f  %8.0f  %8.0f  %8.1f  %8.1f\n", step,
                        result.report.made_cuts ? "new " : "kept", static_cast<unsigned long long>(contacts.count),
                        begun, sent, moved, migration, update);
    }
    return steps;
}

/// The same steps in one process. Returns the CPU time of a step, ms.
double run_one_process(std::vector<Body> bodies, int step_count, std::vector<Contacts>& steps) {
    BoxBatch batch;
    Workspace workspace;
    ContactCache cache;
    std::vector<PointPayload> last, now;
    std::vector<std::uint32_t> matches;
    CollideOptions options;
    options.execution.executor = &serial_executor();
    options.last = &cache;
    double time = 0;
    for (int step = 0; step < step_count; ++step) {
        move(bodies);
        const double start = cpu_ms();
        ContactResult result;
        bool ok = batch.assign(view_of(bodies), OnInvalid::refuse, options.execution) == Status::ok &&
                  collide(batch, workspace, result, options) == Status::ok;
        matches.resize(4 * result.manifolds.size());
        now.resize(4 * result.manifolds.size());
        ok =
            ok && match_points(cache, batch, result.manifolds, matches, {.execution = options.execution}) == Status::ok;
        ok = ok && carry_payloads(matches, last, now, options.execution) == Status::ok;
        if (!ok || cache.remember(result.manifolds) != Status::ok) std::abort();
        std::swap(last, now);
        time += cpu_ms() - start;
        Contacts contacts;
        for (const ContactManifold& manifold : result.manifolds)
            contacts.add(manifold.pair.first, manifold.pair.second, manifold);
        steps.push_back(contacts);
    }
    return time / step_count;
}

}  // namespace

bool print_steps(const scenes::SceneRecipe& recipe, int step_count) {
    int rank = 0, rank_count = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    const std::vector<Body> bodies = make_bodies(recipe);
    if (rank == 0)
        std::printf(
            "steps of %u boxes of %s, %d ranks; CPU time in ms of the slowest rank\n"
            "step  cuts  contacts     begun      sent     moved   migrate    update\n",
            recipe.count, scenes::describe_kind(recipe.kind).name, rank_count);
    const std::vector<Contacts> found = run_ranks(bodies, step_count, rank, rank_count);
    int same = 1;
    if (rank == 0) {
        std::vector<Contacts> expected;
        const double time = run_one_process(bodies, step_count, expected);
        same = found == expected ? 1 : 0;
        std::printf("one process with a ContactCache: %.1f ms of CPU time per step, %s contacts\n", time,
                    same != 0 ? "the same" : "OTHER");
    }
    MPI_Bcast(&same, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return same != 0;
}

}  // namespace satori::bench
