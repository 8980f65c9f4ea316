#pragma once

#include <cstdint>
#include <string>

#include <satori/box_batch.hpp>
#include <satori/rect_batch.hpp>
#include <satori/status.hpp>

namespace satori::cli {

/// The most candidate pairs that a command finds without --force: 2e8, or as many as fit half of the free memory.
class PairLimit {
public:
    /// `bytes_per_pair`: memory of a result, when every candidate is one.
    PairLimit(bool force, std::uint64_t bytes_per_pair);

    /// For Execution::max_pairs.
    std::uint64_t most() const noexcept { return most_; }

    /// Throws CliError (usage) when `status` is `limit_exceeded`, and does nothing otherwise. The message has the
    /// scene's name, an estimate of the candidates of the batch with bounds enlarged by `distance`, and the memory that
    /// they would need. O(boxes), some tenths of a second for a million.
    void check(Status status, const std::string& scene, const BoxBatch& boxes, float distance) const;
    void check(Status status, const std::string& scene, const RectBatch& rects, float distance) const;
    /// Does the same without a batch. The message has a lower bound of the candidates.
    void check(Status status, const std::string& scene) const;

private:
    [[noreturn]] void refuse(const std::string& scene, const std::string& count, double pairs) const;
    template <typename Bounds, typename Batch>
    void check_batch(Status status, const std::string& scene, const Batch& batch, float distance) const;

    std::uint64_t bytes_per_pair_;
    std::uint64_t most_;
};

}  // namespace satori::cli
