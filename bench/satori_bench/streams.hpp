#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <satori/executor.hpp>

#include "common/block.hpp"
#include "probes/probe_abi.hpp"

namespace satori::bench {

/// Memory for bandwidth probes: a part for each thread. A read reads the whole part. A copy copies one half of the part
/// to the other.
class Stream {
public:
    /// `bytes` for each thread, rounded up.
    Stream(const ProbeTable& probes, std::size_t bytes, unsigned threads);

    /// Returns the bytes that a call moves on all threads: at least 1 MiB on each. A call moves a smaller part several
    /// times.
    std::size_t bytes() const noexcept { return parts_.size() * passes_ * floats_ * sizeof(float); }
    void read(Executor& executor);
    void copy(Executor& executor);
    /// Returns a checksum of all data that was read (nothing: 0) and of the data that copies left.
    std::uint32_t checksum() const noexcept;

private:
    const ProbeTable& probes_;
    std::size_t floats_, passes_;
    std::vector<Block> parts_;
    std::atomic<std::uint32_t> joined_{0};
};

}  // namespace satori::bench
