#pragma once

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/box_defs.hpp"
#include "support/calls.hpp"
#include "support/test_scenes.hpp"

namespace satori::test {

/// Boxes, and the result that they give when the call runs alone.
struct Job {
    std::vector<OrientedBox> rows;
    std::vector<BoxPair> overlaps;
};

inline std::vector<Job> make_jobs(std::uint32_t count, std::uint32_t boxes) {
    std::vector<Job> jobs(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        jobs[i].rows = make_test_scene(kSceneKinds[i % 4], boxes, i);
        jobs[i].overlaps = overlaps_of(make_batch(jobs[i].rows), {Isa::best, &serial_executor()});
    }
    return jobs;
}

/// Returns true when a call on `execution` gives that result.
inline bool done_right(const Job& job, const Execution& execution, std::uint32_t* threads = nullptr) {
    BoxBatch batch;
    Workspace workspace;
    PairResult result;
    if (batch.assign(box_rows(job.rows), OnInvalid::refuse, execution) != Status::ok) return false;
    if (find_overlaps(batch, workspace, result, {.execution = execution}) != Status::ok) return false;
    if (threads != nullptr) *threads = result.thread_count;
    return same_bytes(std::vector<BoxPair>(result.pairs.begin(), result.pairs.end()), job.overlaps);
}

/// A World with the boxes of a job.
struct FilledWorld {
    explicit FilledWorld(const Job& job) : ids(job.rows.size()) {
        std::vector<BoxDef> defs;
        for (const OrientedBox& box : job.rows) {
            defs.push_back(box_def(box));
            poses.push_back(defs.back().pose);
        }
        EXPECT_EQ(world.create(defs, ids), Status::ok);
    }
    /// Changes all boxes and updates.
    Status update_all(const Execution& execution) {
        EXPECT_EQ(world.set_poses(ids, poses), Status::ok);
        return world.update(update, execution);
    }

    World world;
    WorldUpdate update;
    std::vector<BoxId> ids;
    std::vector<BoxPose> poses;
};

}  // namespace satori::test
