#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <satori/box_batch.hpp>
#include <satori/pairs.hpp>

#include "mpi/cells.hpp"
#include "mpi/cut_tree.hpp"
#include "ranks.hpp"

namespace satori::test {

/// Cuts of these boxes, as rank 0 makes them.
class Cuts {
public:
    Cuts(const std::vector<Aabb>& boxes, std::uint32_t part_count) : part_count_(part_count) {
        EXPECT_TRUE(tree.reset(part_count));
        std::vector<float> scratch(boxes.size());
        mpi::make_slabs(boxes, scratch.data(), *slabs);
        std::vector<std::uint64_t> counts(slabs->cell_count());
        for (const Aabb& box : boxes) ++counts[slabs->cell_of(mpi::middle_of(box))];
        mpi::bisect(*slabs, counts.data(), *std::make_unique<mpi::SlabSums>(), part_count, tree);
    }

    std::vector<std::uint64_t> shares(const std::vector<Aabb>& boxes) const {
        std::vector<std::uint64_t> shares(part_count_);
        bool alone = false;
        for (const Aabb& box : boxes) ++shares[tree.part_of({mpi::middle_of(box), mpi::middle_of(box)}, alone)];
        return shares;
    }

private:
    std::uint32_t part_count_;
    base::CountedMemory memory{default_allocator()};
    std::unique_ptr<mpi::Slabs> slabs = std::make_unique<mpi::Slabs>();

public:
    mpi::CutTree tree{memory};
};

inline std::vector<Aabb> bounds_of(const std::vector<OrientedBox>& boxes) {
    BoxBatch batch;
    EXPECT_EQ(batch.assign(boxes), Status::ok);
    std::vector<Aabb> bounds(boxes.size());
    EXPECT_EQ(compute_aabbs(batch, bounds), Status::ok);
    return bounds;
}

/// They need no ranks: one rank runs them.
class MpiCuts : public testing::Test {
    void SetUp() override {
        if (rank_count() > 1) GTEST_SKIP() << "the run with one rank has this test";
    }
};

}  // namespace satori::test
