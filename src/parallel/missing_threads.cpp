// Replaces thread_executor.cpp on platforms without threads: ThreadExecutor runs everything on the calling thread.
#include <satori/executor.hpp>

namespace satori::v0 {

ThreadExecutor::ThreadExecutor(unsigned) noexcept : pool_(nullptr) {}

ThreadExecutor::ThreadExecutor(const ThreadOptions&) noexcept : pool_(nullptr) {}

ThreadExecutor::~ThreadExecutor() = default;

void ThreadExecutor::run(std::uint32_t chunk_count, Body body, void* context) {
    serial_executor().run(chunk_count, body, context);
}

unsigned ThreadExecutor::concurrency() const noexcept {
    return 1;
}

}  // namespace satori::v0
