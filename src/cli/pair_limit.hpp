#pragma once

#include <cstdint>
#include <string>

#include <satori/box_batch.hpp>
#include <satori/rect_batch.hpp>
#include <satori/status.hpp>

namespace satori::cli {

/// How many candidate pairs a command looks for without --force: 2e8, or as many as half of the free memory holds.
class PairLimit {
public:
    /// `bytes_per_pair`: of what is found, where all candidates are.
    PairLimit(bool force, std::uint64_t bytes_per_pair);

    /// For Execution::max_pairs.
    std::uint64_t most() const noexcept { return most_; }

    /// CliError (usage) for `limit_exceeded`, with the scene's name, about how many candidates a batch has whose bounds are larger by the
    /// distance, and what memory they would need. Nothing for any other status. O(boxes), some tenths of a second for a million.
    void check(Status status, const std::string& scene, const BoxBatch& boxes, float distance) const;
    void check(Status status, const std::string& scene, const RectBatch& rects, float distance) const;
    /// The same of what there is no batch of: at least how many there are is said.
    void check(Status status, const std::string& scene) const;

private:
    [[noreturn]] void refuse(const std::string& scene, const std::string& count, double pairs) const;
    template <typename Bounds, typename Batch>
    void check_batch(Status status, const std::string& scene, const Batch& batch, float distance) const;

    std::uint64_t bytes_per_pair_;
    std::uint64_t most_;
};

}  // namespace satori::cli
