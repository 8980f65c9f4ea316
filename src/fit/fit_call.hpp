#pragma once

#include <satori/executor.hpp>
#include <satori/status.hpp>

#include "parallel/run_chunks.hpp"

namespace satori::v0::fit {

/// An exception inside the library. Only fit_box() catches it.
struct Failure {
    Status status;
};

/// Runs the parallel parts of one call of fit_box().
class FitCall {
public:
    explicit FitCall(Executor* executor) : executor_(executor != nullptr ? *executor : default_executor()) {}

    unsigned concurrency() const noexcept { return parallel::concurrency_of(executor_); }
    std::uint32_t thread_count() const noexcept { return tally_.count(); }

    /// Calls f(chunk) for each chunk. f is noexcept and allocates nothing. Throws Failure when the executor fails.
    template <class F>
    void run(std::uint32_t chunk_count, F&& f) {
        const Status status = parallel::run_chunks(executor_, chunk_count, tally_, f);
        if (status != Status::ok) throw Failure{status};
    }

private:
    Executor& executor_;
    parallel::ThreadTally tally_;
};

}  // namespace satori::v0::fit
