// satori-bench-queries [COUNT [QUERIES [ROUNDS]]]: times queries of a World of COUNT boxes (default 1e5) of `make
// uniform`, and other libraries' queries of the same AABBs, on one thread. Prints the CPU time of one query, the
// minimum of ROUNDS (default 5); the libraries run in turns. Exit code 1 when a peer misses a box that satori finds.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <satori/satori.hpp>

#include "common/expect.hpp"
#include "common/timing.hpp"
#include "peers/query_peer.hpp"
#include "scenes/generator.hpp"
#include "scenes/random.hpp"

namespace satori::bench {
namespace {

const Execution kOneThread{Isa::best, &serial_executor()};

QueryPeers make_peers() {
#ifdef SATORI_HAVE_PEER_BULLET
    return make_bullet_query_peers();
#else
    return {};
#endif
}

/// A world and its queries.
struct Setting {
    Setting(std::uint32_t count, std::size_t queries) {
        const scenes::SceneGenerator scene({.count = count});
        const std::span<const OrientedBox> boxes = scene.boxes();
        std::vector<BoxDef> defs(boxes.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const Vec3& at = boxes[i].center;
            defs[i].pose = {{at.x, at.y, at.z}, boxes[i].rotation};
            defs[i].half_extents = boxes[i].half_extents;
        }
        std::vector<BoxId> ids(boxes.size());
        WorldUpdate update;
        expect(world.create(defs, ids), "creating boxes");
        expect(world.update(update), "updating the world");
        BoxBatch batch;
        bounds.resize(boxes.size());
        expect(batch.assign(box_rows(boxes)), "taking in the boxes");
        expect(compute_aabbs(batch, bounds), "bounds");

        // The queries are segments between any two places among the boxes, short segments, and regions of about the
        // size of a box.
        Aabb all = bounds[0];
        double edges = 0;
        for (const Aabb& b : bounds) {
            all.min = {std::min(all.min.x, b.min.x), std::min(all.min.y, b.min.y), std::min(all.min.z, b.min.z)};
            all.max = {std::max(all.max.x, b.max.x), std::max(all.max.y, b.max.y), std::max(all.max.z, b.max.z)};
            edges += double{b.max.x} - double{b.min.x};
        }
        const double edge = edges / static_cast<double>(bounds.size());
        scenes::Random random(7);
        const auto place = [&] {
            const auto between = [&](float lo, float hi) { return static_cast<float>(random.between(lo, hi)); };
            return Vec3{between(all.min.x, all.max.x), between(all.min.y, all.max.y), between(all.min.z, all.max.z)};
        };
        const auto beside = [&](const Vec3& from, double reach) {
            const auto along = random.in_ball();
            return Vec3{from.x + static_cast<float>(reach * along[0]), from.y + static_cast<float>(reach * along[1]),
                        from.z + static_cast<float>(reach * along[2])};
        };
        for (std::size_t i = 0; i < queries; ++i) {
            const Vec3 from = place(), to = place(), near = beside(from, 8 * edge);
            segments[0].push_back({from, to});
            segments[1].push_back({from, near});
            const auto half = static_cast<float>(0.5 * edge);
            regions.push_back(
                {{from.x - half, from.y - half, from.z - half}, {from.x + half, from.y + half, from.z + half}});
        }
    }

    World world;
    std::vector<Aabb> bounds;
    std::vector<Segment> segments[2];  // long, short
    std::vector<Aabb> regions;
};

Vec3d wide(const Vec3& v) {
    return {v.x, v.y, v.z};
}

/// The same queries in the form that a World takes.
struct Questions {
    explicit Questions(const Setting& setting) {
        for (std::size_t k = 0; k < 2; ++k) {
            for (const Segment& s : setting.segments[k]) {
                const Vec3d a = wide(s.start), b = wide(s.end);
                rays[k].push_back({a, {b.x - a.x, b.y - a.y, b.z - a.z}, 1});
            }
        }
        for (std::size_t i = 0; i < setting.regions.size(); ++i) {
            const WorldRay& ray = rays[1][i];
            shapes.push_back({{}, setting.regions[i]});
            points.push_back({ray.origin});
            casts.push_back({{ray.origin, {}}, {0.5F, 0.5F, 0.5F}, ray.direction, 1});
            const Segment& way = setting.segments[1][i];
            const Vec3 along{way.end.x - way.start.x, way.end.y - way.start.y, way.end.z - way.start.z};
            straight.push_back({{ray.origin, {}}, {0.5F, 0.5F, 0.5F}, 0, {along, {}}});
            turning.push_back({{ray.origin, {}}, {0.5F, 0.5F, 0.5F}, 0, {along, {0, 1, 0}}});
        }
    }
    std::vector<WorldRay> rays[2];
    std::vector<WorldShape> shapes;
    std::vector<WorldPoint> points;
    std::vector<WorldBoxCast> casts;
    std::vector<WorldMovingBox> straight, turning;  // the same ways
};

/// A line of the table: satori's call, and a peer's call for the same query, where the peer has one.
struct Row {
    const char* name;
    std::function<void()> ours;
    std::function<void(QueryPeer&, std::size_t, std::vector<std::uint32_t>&)> theirs;  ///< query i
    double our_ms = 1e300;
    std::vector<double> peer_ms;
};

/// Throws when the peer misses a box that satori finds.
template <class Ids>
void check(std::size_t query, const Ids& ours, std::vector<std::uint32_t> theirs) {
    std::sort(theirs.begin(), theirs.end());
    for (const BoxId& id : ours)
        if (!std::binary_search(theirs.begin(), theirs.end(), id.index))
            throw std::runtime_error("a peer misses a box of query " + std::to_string(query));
}

void check_peer(Setting& setting, const Questions& questions, QueryPeer& peer) {
    const std::size_t checked = std::min<std::size_t>(2000, setting.regions.size());
    std::vector<std::uint32_t> theirs;
    WorldHits hits;
    expect(all_hits(setting.world, std::span(questions.rays[0]).first(checked), hits, {.execution = kOneThread}),
           "rays");
    for (std::size_t i = 0; i < checked; ++i) {
        theirs.clear();
        peer.find(setting.segments[0][i], theirs);
        std::vector<BoxId> ours;
        for (std::uint64_t k = hits.begin[i]; k < hits.begin[i + 1]; ++k) ours.push_back(hits.hits[k].box);
        check(i, ours, theirs);
    }
    WorldBoxes boxes;
    expect(find_boxes(setting.world, std::span(questions.shapes).first(checked), boxes, {.execution = kOneThread}),
           "regions");
    for (std::size_t i = 0; i < checked; ++i) {
        theirs.clear();
        peer.find(setting.regions[i], theirs);
        check(i, boxes.boxes.subspan(boxes.begin[i], boxes.begin[i + 1] - boxes.begin[i]), theirs);
    }
}

void measure(std::uint32_t count, std::size_t queries, int rounds) {
    Setting setting(count, queries);
    const Questions questions(setting);
    QueryPeers peers = make_peers();
    for (const auto& peer : peers) {
        peer->prepare(setting.bounds);
        std::printf("%s %s: %s.\n", peer->name().c_str(), peer->version().c_str(), peer->timed().c_str());
        check_peer(setting, questions, *peer);
    }
    std::vector<WorldHit> hits(queries);
    std::vector<std::uint8_t> blocked(queries);
    std::vector<WorldClosest> closest(queries);
    WorldHits all;
    WorldBoxes boxes;
    World& world = setting.world;
    std::vector<Row> rows;
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
        const std::vector<WorldRay>& rays = questions.rays[k];
        const auto theirs = [&setting, k](QueryPeer& peer, std::size_t i, std::vector<std::uint32_t>& found) {
            peer.find(setting.segments[k][i], found);
        };
        const auto add = [&](const char* name, std::function<void()> ours) {
            rows.push_back({name, ours, theirs, 1e300, {}});
        };
        add(k == 0 ? "first hit" : "first hit, short",
            [&] { expect(closest_hits(world, rays, hits, {.execution = kOneThread}), "rays"); });
        add(k == 0 ? "any hit" : "any hit, short",
            [&] { expect(any_hits(world, rays, blocked, {.execution = kOneThread}), "rays"); });
        add(k == 0 ? "all hits" : "all hits, short",
            [&] { expect(all_hits(world, rays, all, {.execution = kOneThread}), "rays"); });
    }
    rows.push_back({"region",
                    [&] { expect(find_boxes(world, questions.shapes, boxes, {.execution = kOneThread}), "regions"); },
                    [&](QueryPeer& peer, std::size_t i, std::vector<std::uint32_t>& found) {
                        peer.find(setting.regions[i], found);
                    },
                    1e300,
                    {}});
    rows.push_back(
        {"nearest box",
         [&] { expect(closest_boxes(world, questions.points, closest, {.execution = kOneThread}), "points"); },
         {},
         1e300,
         {}});
    rows.push_back({"pushed box",
                    [&] { expect(cast_boxes(world, questions.casts, hits, {.execution = kOneThread}), "casts"); },
                    {},
                    1e300,
                    {}});
    std::vector<WorldBoxImpact> impacts(queries);
    const auto add_impacts = [&](const char* name, const std::vector<WorldMovingBox>& moving) {
        const auto ours = [&] { expect(first_impacts(world, moving, impacts, {.execution = kOneThread}), "impacts"); };
        rows.push_back({name, ours, {}, 1e300, {}});
    };
    add_impacts("first impact", questions.straight);
    add_impacts("first impact, turned", questions.turning);
    for (int round = 0; round < rounds; ++round) {
        for (Row& row : rows) {
            row.peer_ms.resize(row.theirs ? peers.size() : 0, 1e300);
            double begin = cpu_ms();
            row.ours();
            row.our_ms = std::min(row.our_ms, cpu_ms() - begin);
            for (std::size_t p = 0; p < row.peer_ms.size(); ++p) {
                std::vector<std::uint32_t> found;
                begin = cpu_ms();
                for (std::size_t i = 0; i < queries; ++i) {
                    found.clear();
                    row.theirs(*peers[p], i, found);
                }
                row.peer_ms[p] = std::min(row.peer_ms[p], cpu_ms() - begin);
            }
        }
    }
    std::printf("%u boxes; all hits: %.1f boxes a ray, %.1f a region\n", count,
                static_cast<double>(all.hits.size()) / static_cast<double>(queries),
                static_cast<double>(boxes.boxes.size()) / static_cast<double>(queries));
    std::printf("%-20s %10s", "us per query", "satori");
    for (const auto& peer : peers) std::printf(" %10s %8s", peer->name().c_str(), "times");
    std::printf("\n");
    for (const Row& row : rows) {
        const double per_query = 1e3 / static_cast<double>(queries);
        std::printf("%-20s %10.3f", row.name, row.our_ms * per_query);
        for (const double ms : row.peer_ms) std::printf(" %10.3f %8.1f", ms * per_query, ms / row.our_ms);
        std::printf("\n");
    }
}

}  // namespace
}  // namespace satori::bench

int main(int argc, char** argv) {
    const double count = argc > 1 ? std::atof(argv[1]) : 1e5, queries = argc > 2 ? std::atof(argv[2]) : 1e5;
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
    if (!(count >= 1 && count <= 1e8 && queries >= 1 && queries <= 1e8) || rounds < 1) {
        std::fputs("usage: satori-bench-queries [COUNT [QUERIES [ROUNDS]]]\n", stderr);
        return 2;
    }
    try {
        satori::bench::measure(static_cast<std::uint32_t>(count), static_cast<std::size_t>(queries), rounds);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "satori-bench-queries: %s\n", error.what());
        return 1;
    }
}
