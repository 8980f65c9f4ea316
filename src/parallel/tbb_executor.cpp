#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <satori/executor.hpp>

namespace satori::v0 {

namespace {

class TbbExecutor final : public Executor {
public:
    void run(std::uint32_t chunk_count, Body body, void* context) override {
        namespace tbb = oneapi::tbb;
        // Isolated: a thread that waits here must not run the host's own tasks, which might use the same workspace.
        tbb::this_task_arena::isolate([&] {
            tbb::parallel_for(
                std::uint32_t{0}, chunk_count, [&](std::uint32_t chunk) { body(context, chunk); },
                tbb::simple_partitioner());
        });
    }
    unsigned concurrency() const noexcept override {
        const int n = oneapi::tbb::this_task_arena::max_concurrency();
        return n > 0 ? static_cast<unsigned>(n) : 1;
    }
};

}  // namespace

Executor& tbb_executor() noexcept {
    static TbbExecutor executor;
    return executor;
}

}  // namespace satori::v0
