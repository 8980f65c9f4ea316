#pragma once

#include <satori/executor.hpp>

namespace satori::test {

/// A RendezvousExecutor with oneTBB's threads, in an arena of its own. It needs a global_control of at least
/// `thread_count` (main() of the tests sets 64).
class RendezvousTbbExecutor final : public Executor {
public:
    explicit RendezvousTbbExecutor(unsigned thread_count) noexcept : thread_count_(thread_count) {}
    void run(std::uint32_t chunk_count, Body body, void* context) override;
    unsigned concurrency() const noexcept override { return thread_count_; }

private:
    unsigned thread_count_;
};

}  // namespace satori::test
