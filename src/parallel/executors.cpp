#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

#include <satori/executor.hpp>

namespace satori::inline v0 {

namespace {

class SerialExecutor final : public Executor {
public:
    void run(std::uint32_t chunk_count, Body body, void* context) override {
        for (std::uint32_t chunk = 0; chunk < chunk_count; ++chunk) body(context, chunk);
    }
    unsigned concurrency() const noexcept override { return 1; }
};

}  // namespace

Executor::~Executor() = default;

Executor& serial_executor() noexcept {
    static SerialExecutor executor;
    return executor;
}

ThreadExecutor::ThreadExecutor(unsigned thread_count) noexcept
    : thread_count_(thread_count != 0 ? thread_count : std::thread::hardware_concurrency()) {
    if (thread_count_ == 0) thread_count_ = 1;  // hardware_concurrency() may not know
}

void ThreadExecutor::run(std::uint32_t chunk_count, Body body, void* context) {
    std::atomic<std::uint32_t> next{0};
    const auto work = [&]() noexcept {
        for (;;) {
            const std::uint32_t chunk = next.fetch_add(1, std::memory_order_relaxed);
            if (chunk >= chunk_count) return;
            body(context, chunk);
        }
    };
    const unsigned useful = std::min(thread_count_, chunk_count);
    std::vector<std::jthread> helpers;
    try {
        helpers.reserve(useful);
        for (unsigned i = 1; i < useful; ++i) helpers.emplace_back(work);
    } catch (const std::system_error&) {
        // No more threads to be had: those that run, and this one, do the work.
    }
    work();
}

unsigned ThreadExecutor::concurrency() const noexcept {
    return thread_count_;
}

}  // namespace satori::inline v0
