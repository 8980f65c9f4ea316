#pragma once

#include <satori/executor.hpp>
#include <satori/status.hpp>

#include "base/assert.hpp"
#include "parallel/run_chunks.hpp"
#include "simd/dispatch.hpp"

namespace satori::v0::parallel {

/// The state that every public call sets up first: the kernels, the executor, IEEE arithmetic on this thread, the
/// number of threads, and the limit of pairs.
class Call {
public:
    explicit Call(const Execution& execution) noexcept
        : executor_(execution.executor != nullptr ? *execution.executor : default_executor()),
          max_pairs_(execution.max_pairs),
          status_(resolve_isa(execution.isa, isa_)) {
        if (status_ == Status::ok) kernels_ = simd::kernel_table_of(isa_);
    }

    Status status() const noexcept { return status_; }
    Isa isa() const noexcept { return isa_; }
    const simd::KernelTable& kernels() const noexcept {
        SATORI_ASSERT(kernels_ != nullptr);
        return *kernels_;
    }
    std::uint32_t thread_count() const noexcept { return tally_.count(); }
    /// Returns Execution::max_pairs.
    std::uint64_t max_pairs() const noexcept { return max_pairs_; }
    unsigned concurrency() const noexcept { return concurrency_of(executor_); }

    template <class F>
    Status run(std::uint32_t chunk_count, F&& f) noexcept {
        return run_chunks(executor_, chunk_count, tally_, f);
    }

private:
    FpEnvironment ieee_;
    Executor& executor_;
    std::uint64_t max_pairs_;
    Isa isa_ = Isa::best;
    Status status_;
    const simd::KernelTable* kernels_ = nullptr;
    ThreadTally tally_;
};

}  // namespace satori::v0::parallel
