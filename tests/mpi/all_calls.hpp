#pragma once

#include <string>

#include "ranks.hpp"
#include "scenes.hpp"

namespace satori::test {

/// Compares on rank 0; the other ranks only send.
inline void expect_same(const Records& own, const Records& expected, const std::string& what) {
    const Records found = gathered(own);
    if (rank_here() != 0) return;
    EXPECT_EQ(found.size(), expected.size()) << what;
    EXPECT_TRUE(found == expected) << what;
}

/// More ranks than cores take long: with many of them, each scene has fewer calls and one dealing.
inline bool few_ranks() {
    return rank_count() <= 4;
}

/// Calls f(dealing, text) for the ways to deal the boxes of a scene; with many ranks for one of them.
template <class F>
void for_each_dealing(const NamedScene& scene, F&& f) {
    for (const Dealing dealing : {Dealing::in_turn, Dealing::in_blocks, Dealing::to_last, Dealing::scattered}) {
        const int number = static_cast<int>(dealing);
        if (few_ranks() || number == scene.dealing)
            f(dealing, std::string(scene.name) + ", dealing " + std::to_string(number));
    }
}

/// All calls of a Partition must find what one process finds.
inline void expect_all_calls_same(mpi::Partition& partition, const mpi::RankBoxes& boxes, OneProcess& one,
                                  const std::string& what) {
    mpi::PairResult pairs;
    for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
        if (boundary == Boundary::open && !few_ranks()) continue;
        EXPECT_EQ(partition.find_overlaps(boxes, pairs, {boundary, serial()}), Status::ok)
            << what << ": " << partition.fault().message;
        expect_same(records_of(pairs), one.overlaps(boundary), what + ", overlaps");
    }
    for (const float distance : {0.3F, 0.0F}) {
        if (distance == 0 && !few_ranks()) continue;
        EXPECT_EQ(partition.find_near_pairs(boxes, distance, pairs, {.execution = serial()}), Status::ok) << what;
        expect_same(records_of(pairs), one.near_pairs(distance), what + ", near pairs");
    }
    mpi::ContactResult contacts;
    ContactOptions options;
    for (const float distance : {0.1F, 0.0F}) {
        if (distance == 0 && !few_ranks()) continue;
        options.speculative_distance = distance;
        EXPECT_EQ(partition.collide(boxes, contacts, {options, serial()}), Status::ok) << what;
        expect_same(records_of(contacts), one.contacts(options), what + ", contacts");
    }
}

}  // namespace satori::test
