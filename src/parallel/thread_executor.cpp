#include <satori/executor.hpp>

#include "parallel/thread_pool.hpp"

namespace satori::v0 {

ThreadExecutor::ThreadExecutor(unsigned thread_count) noexcept
    : thread_count_(parallel::ThreadPool(thread_count).concurrency()) {}

void ThreadExecutor::run(std::uint32_t chunk_count, Body body, void* context) {
    parallel::ThreadPool(thread_count_).run(chunk_count, body, context);
}

unsigned ThreadExecutor::concurrency() const noexcept {
    return thread_count_;
}

}  // namespace satori::v0
