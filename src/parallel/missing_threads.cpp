// Replaces thread_executor.cpp on platforms without threads: ThreadExecutor runs everything on the calling thread.
#include <satori/executor.hpp>

namespace satori::v0 {

ThreadExecutor::ThreadExecutor(unsigned) noexcept : thread_count_(1) {}

void ThreadExecutor::run(std::uint32_t chunk_count, Body body, void* context) {
    serial_executor().run(chunk_count, body, context);
}

unsigned ThreadExecutor::concurrency() const noexcept {
    return thread_count_;
}

}  // namespace satori::v0
