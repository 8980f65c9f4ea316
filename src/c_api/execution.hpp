#pragma once

#include <satori/satori.h>
#include <satori/executor.hpp>

#include "c_api/layout.hpp"

namespace satori::v0::c_api {

/// A satori_execution as an Execution, for one call.
class GivenExecution final : private Executor {
public:
    explicit GivenExecution(const satori_execution* execution) noexcept
        : given_(execution != nullptr ? *execution : satori_execution{}),
          execution_{cpp_isa(given_.isa), given_.executor.run != nullptr ? this : nullptr, given_.max_pairs} {}
    GivenExecution(const GivenExecution&) = delete;
    GivenExecution& operator=(const GivenExecution&) = delete;

    operator const Execution&() const noexcept { return execution_; }

private:
    void run(std::uint32_t chunk_count, Body body, void* context) override {
        given_.executor.run(chunk_count, body, context, given_.executor.user);
    }
    unsigned concurrency() const noexcept override { return given_.executor.concurrency; }

    satori_execution given_;
    Execution execution_;
};

}  // namespace satori::v0::c_api
