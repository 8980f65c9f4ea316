#include "cli/pair_run.hpp"

#include <xxhash.h>

namespace satori::cli {

void PairRun::run(const scenes::SceneFile& scene, const scenes::FrameView& boxes, Isa isa,
                  const scenes::ProgressCallback& progress) {
    const bool exact = options_.stage == Stage::overlap;
    const auto find_in = [&](const auto& batch, const Execution& execution) {
        PairResult result;
        const Status status = exact ? find_overlaps(batch, workspace_, result,
                                                    {.boundary = options_.contacts.boundary, .execution = execution})
                                    : find_pairs(batch, workspace_, result, {.execution = execution});
        limit_.check(status, scene.name(), batch, 0);
        check(status, "finding the pairs");
        pairs_ = result.pairs;
        return CallFigures(result);
    };
    const auto find = [&](const Execution& execution) {
        return scene.dimension() == 2 ? find_in(rects_, execution) : find_in(batch_, execution);
    };
    const auto sort = [&] { check(sort_pairs(pairs_, workspace_), "sorting the pairs"); };
    repeat(scene, boxes, isa, find, sort, progress);
    measurement_.hash = XXH64(pairs_.data(), pairs_.size_bytes(), 0);
    measurement_.found = {{"overlaps", exact ? std::optional<std::uint64_t>(pairs_.size()) : std::nullopt}};
}

}  // namespace satori::cli
