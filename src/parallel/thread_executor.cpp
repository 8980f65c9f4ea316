#include <new>

#include <satori/executor.hpp>

#include "parallel/thread_pool.hpp"

namespace satori::v0 {

ThreadExecutor::ThreadExecutor(unsigned thread_count) noexcept
    : ThreadExecutor(ThreadOptions{.thread_count = thread_count}) {}

ThreadExecutor::ThreadExecutor(const ThreadOptions& options) noexcept
    : pool_(new (std::nothrow) parallel::ThreadPool(options)) {}

ThreadExecutor::~ThreadExecutor() {
    // A forked child would wait for threads that it does not have.
    if (pool_ != nullptr && !static_cast<parallel::ThreadPool*>(pool_)->in_forked_child()) delete pool_;
}

void ThreadExecutor::run(std::uint32_t chunk_count, Body body, void* context) {
    (pool_ != nullptr ? *pool_ : serial_executor()).run(chunk_count, body, context);
}

unsigned ThreadExecutor::concurrency() const noexcept {
    return pool_ != nullptr ? pool_->concurrency() : 1;
}

}  // namespace satori::v0
