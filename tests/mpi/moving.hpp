#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstring>
#include <map>
#include <vector>

#include <satori/contact_cache.hpp>

#include "ranks.hpp"
#include "scenes/random.hpp"

namespace satori::test {

/// Boxes that slide over a ground, spin, bounce and pass through each other; some come and go. At times all of them
/// leap together, across many parts. Each rank can compute all of them. With `rounded`, three of four are spheres,
/// capsules and rounded boxes.
class MovingBoxes {
public:
    explicit MovingBoxes(std::size_t count, bool rounded = false) : tracks_(count) {
        scenes::Random random(11);
        const auto about = [&](double size) { return static_cast<float>(random.between(-size, size)); };
        for (std::size_t i = 0; i < count; ++i) {
            Track& track = tracks_[i];
            const float spread = i % 2 == 0 ? 6.0F : 1.5F;  // every other one is in a cluster
            track.start = {about(spread), 0.45F + (i % 3 == 0 ? 0 : std::fabs(about(2))), about(spread)};
            track.speed = {about(0.12), i % 3 == 0 ? 0 : about(0.05), about(0.12)};
            track.half_extents = {0.3F + about(0.1), 0.4F + about(0.1), 0.3F + about(0.1)};
            track.rotation = i % 3 == 0 ? random.rotation_about(1) : random.rotation();
            track.spin = i % 3 == 0 ? Quat{0, about(0.03), 0, 0} : Quat{about(0.02), about(0.02), about(0.02), 0};
            if (rounded) round(track, i % 4);
        }
        tracks_[0] = {{0, -1, 0}, {}, {20, 1, 20}, {}, {0, 0, 0, 0}, 0};  // the ground
    }

    std::size_t size() const { return tracks_.size(); }
    static bool exists(std::size_t box, int step) {
        return box % 5 != 1 || (step + static_cast<int>(box) * 7) % 23 >= 4;
    }
    OrientedBox at(std::size_t box, int step) const {
        const Track& track = tracks_[box];
        const auto t = static_cast<float>(step);
        const auto leap = static_cast<float>(step / 20 * 9);
        const auto turned = [t](float now, float spin) { return now + t * spin; };
        return {{folded(track.start.x + t * track.speed.x) + leap, track.start.y + std::fabs(t * track.speed.y),
                 folded(track.start.z + t * track.speed.z)},
                track.half_extents,
                {turned(track.rotation.x, track.spin.x), turned(track.rotation.y, track.spin.y),
                 turned(track.rotation.z, track.spin.z), track.rotation.w + 1e-3F}};
    }
    float radius(std::size_t box) const { return tracks_[box].radius; }
    /// Which of the ranks brings a box: it changes from time to time. In each step one rank brings no radii.
    int bringer(std::size_t box, int step) const {
        const std::size_t turn = (static_cast<std::size_t>(step) + box) / (3 + box % 5);
        const int rank =
            static_cast<int>(((box + 13 * turn) * 2654435761U >> 7) % static_cast<std::size_t>(rank_count()));
        const bool moves_on = tracks_[box].radius != 0 && rank == step % rank_count();
        return moves_on ? (rank + 1) % rank_count() : rank;
    }

private:
    struct Track {
        Vec3 start, speed, half_extents;
        Quat rotation, spin;
        float radius = 0;
    };
    static void round(Track& track, std::size_t kind) {
        const Vec3 half = track.half_extents;
        if (kind == 0) return;
        track.radius = kind == 3 ? 0.1F : half.y;
        track.half_extents = {kind == 1 ? 0 : half.x, 0, 0};
        if (kind == 3) track.half_extents = {half.x - 0.1F, half.y - 0.1F, half.z - 0.1F};
    }
    /// Back and forth between two walls.
    static float folded(float x) { return std::fabs(std::remainder(x - 7, 28.0F)) - 7; }

    std::vector<Track> tracks_;
};

/// The boxes that this rank brings in a step.
inline Hand hand_at(const MovingBoxes& boxes, int step, IdOf id_of = wide_id) {
    Hand hand({}, Dealing::in_turn);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!MovingBoxes::exists(i, step) || boxes.bringer(i, step) != rank_here()) continue;
        hand.boxes.push_back(boxes.at(i, step));
        hand.ids.push_back(id_of(i));
        hand.radii.push_back(boxes.radius(i));
    }
    if (std::ranges::all_of(hand.radii, [](float radius) { return radius == 0; })) hand.radii.clear();
    return hand;
}

/// A contact by ids, with all that must not depend on the ranks.
struct StepRecord {
    Record contact;
    unsigned char points[4 * sizeof(PointPayload)];
    unsigned char payload[sizeof(PointPayload)];

    friend bool operator<(const StepRecord& a, const StepRecord& b) { return a.contact < b.contact; }
    friend bool operator==(const StepRecord& a, const StepRecord& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
};
static_assert(sizeof(StepRecord) == sizeof(Record) + 160);

/// Contacts and events of a step, of all ranks.
struct Step {
    std::vector<StepRecord> contacts;
    std::vector<mpi::IdPair> begun, ended;

    void sort() {
        std::sort(contacts.begin(), contacts.end());
        std::sort(begun.begin(), begun.end());
        std::sort(ended.begin(), ended.end());
    }
};

/// What the program writes to a payload: where and when it was new, and how many steps ago.
inline void touch(PointPayload& payload, int step, const mpi::IdPair& ids, std::uint32_t place) {
    struct Content {
        std::uint64_t first, second;
        std::int32_t step;
        std::uint32_t place, age, none;
    } content;
    static_assert(sizeof content == sizeof payload.bytes);
    std::memcpy(&content, payload.bytes, sizeof content);
    if (content.age == 0) content = {ids.first, ids.second, step, place, 0, 0};
    ++content.age;
    std::memcpy(payload.bytes, &content, sizeof content);
}

/// The program's part of a step: writes all payloads, and records the contact.
inline StepRecord solve(int step, const mpi::IdPair& ids, const ContactManifold& manifold, PointPayload* points,
                        PointPayload& payload) {
    for (std::uint32_t p = 0; p < manifold.point_count; ++p) touch(points[p], step, ids, p);
    touch(payload, step, ids, 4);
    StepRecord record;
    record.contact = record_of(ids.first, ids.second, &manifold);
    std::memcpy(record.points, points, sizeof record.points);
    std::memcpy(record.payload, &payload, sizeof record.payload);
    return record;
}

/// One process with all boxes and a ContactCache. Boxes that do not exist lie far from all others, so that indices
/// never change.
class OneProcessSteps {
public:
    OneProcessSteps(const MovingBoxes& boxes, IdOf id_of) : boxes_(boxes), id_of_(id_of) {
        for (std::size_t i = 0; i < boxes.size(); ++i) order_.push_back(i);
        std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return id_of(a) < id_of(b); });
    }

    Step step(int now, const mpi::TrackOptions& options) {
        std::vector<OrientedBox> rows;
        std::vector<float> radii;
        for (const std::size_t box : order_) {
            rows.push_back(boxes_.at(box, now));
            radii.push_back(boxes_.radius(box));
            if (!MovingBoxes::exists(box, now)) rows.back().center = {1e4F + 100 * static_cast<float>(box), 0, 0};
        }
        BoxBatch batch;
        EXPECT_EQ(batch.assign(rows), Status::ok);
        if (std::ranges::any_of(radii, [](float radius) { return radius != 0; })) {
            EXPECT_EQ(batch.set_radii(radii), Status::ok);
        }
        ContactResult result;
        EXPECT_EQ(collide(batch, workspace_, result, {.contacts = options.contacts, .last = &cache_}), Status::ok);
        const std::size_t count = result.manifolds.size();
        std::vector<std::uint32_t> matches(4 * count);
        std::vector<PointPayload> points(4 * count);
        EXPECT_EQ(match_points(cache_, batch, std::span<const ContactManifold>{result.manifolds}, matches,
                               {options.match_distance}),
                  Status::ok);
        EXPECT_EQ(carry_payloads(matches, points_, points), Status::ok);
        Step step;
        std::map<mpi::IdPair, PointPayload> payloads;
        for (std::size_t m = 0; m < count; ++m) {
            const ContactManifold& manifold = result.manifolds[m];
            const mpi::IdPair ids{id_of_(order_[manifold.pair.first]), id_of_(order_[manifold.pair.second])};
            const auto last = payloads_.find(ids);
            if (last == payloads_.end()) step.begun.push_back(ids);
            PointPayload& payload = payloads[ids] = last == payloads_.end() ? PointPayload{} : last->second;
            step.contacts.push_back(solve(now, ids, manifold, &points[4 * m], payload));
        }
        for (const auto& [ids, payload] : payloads_)
            if (!payloads.contains(ids)) step.ended.push_back(ids);
        EXPECT_EQ(cache_.remember(std::span<const ContactManifold>{result.manifolds}), Status::ok);
        points_.swap(points);
        payloads_.swap(payloads);
        step.sort();
        return step;
    }

private:
    const MovingBoxes& boxes_;
    IdOf id_of_;
    std::vector<std::size_t> order_;
    Workspace workspace_;
    ContactCache cache_;
    std::vector<PointPayload> points_;
    std::map<mpi::IdPair, PointPayload> payloads_;
};

/// What a rank has of a step; writes its payloads.
inline Step own_step(int now, const mpi::TrackedContacts& result) {
    Step step;
    for (std::size_t m = 0; m < result.manifolds.size(); ++m) {
        const ContactManifold& manifold = result.manifolds[m];
        const mpi::IdPair ids{result.boxes[manifold.pair.first].id, result.boxes[manifold.pair.second].id};
        step.contacts.push_back(solve(now, ids, manifold, &result.point_payloads[4 * m], result.contact_payloads[m]));
    }
    for (const std::uint32_t m : result.begun)
        step.begun.push_back({step.contacts[m].contact.first, step.contacts[m].contact.second});
    step.ended.assign(result.ended.begin(), result.ended.end());
    return step;
}
inline Step gathered(const Step& own) {
    return {gathered(own.contacts), gathered(own.begun), gathered(own.ended)};
}

/// Compares with rank 0's one process.
inline void expect_same(const Step& found, const Step& expected, int step) {
    if (rank_here() != 0) return;
    EXPECT_TRUE(found.contacts == expected.contacts)
        << step << ": " << found.contacts.size() << " " << expected.contacts.size();
    EXPECT_TRUE(found.begun == expected.begun) << step << ": " << found.begun.size() << " " << expected.begun.size();
    EXPECT_TRUE(found.ended == expected.ended) << step << ": " << found.ended.size() << " " << expected.ended.size();
}

}  // namespace satori::test
