#include <satori/executor.hpp>

namespace satori::v0 {

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

}  // namespace satori::v0
