#include <satori/c/base.h>

#include <cstdint>

#include <satori/allocator.hpp>
#include <satori/executor.hpp>
#include <satori/isa.hpp>
#include <satori/status.hpp>

#include "c_api/handle.hpp"
#include "simd/isa_list.hpp"

using namespace satori;
using namespace satori::c_api;

static_assert(
    same(SATORI_OK, Status::ok) && same(SATORI_INVALID_ARGUMENT, Status::invalid_argument) &&
    same(SATORI_INVALID_BOX, Status::invalid_box) && same(SATORI_INVALID_BOUNDS, Status::invalid_bounds) &&
    same(SATORI_INVALID_ID, Status::invalid_id) && same(SATORI_CAPACITY_EXCEEDED, Status::capacity_exceeded) &&
    same(SATORI_OUT_OF_MEMORY, Status::out_of_memory) && same(SATORI_UNSUPPORTED_ISA, Status::unsupported_isa) &&
    same(SATORI_WORKSPACE_IN_USE, Status::workspace_in_use) && same(SATORI_EXECUTOR_FAILED, Status::executor_failed) &&
    same(SATORI_RESULT_OUT_OF_RANGE, Status::result_out_of_range) &&
    same(SATORI_INVALID_CORNERS, Status::invalid_corners) && same(SATORI_INVALID_POINT, Status::invalid_point) &&
    same(SATORI_INVALID_SHAPE, Status::invalid_shape) && same(SATORI_RECORDING_FAILED, Status::recording_failed) &&
    same(SATORI_INVALID_RECORDING, Status::invalid_recording) && same(SATORI_LIMIT_EXCEEDED, Status::limit_exceeded) &&
    same(SATORI_NOT_PREPARED, Status::not_prepared) && same(SATORI_INVALID_SNAPSHOT, Status::invalid_snapshot) &&
    same(SATORI_WRITE_FAILED, Status::write_failed) && same(SATORI_EXCHANGE_FAILED, Status::exchange_failed));
static_assert(same(SATORI_ISA_BEST, Isa::best));
#define SATORI_SAME_ISA(set, SET, name, CPU, needs) static_assert(same(SATORI_ISA_##SET, Isa::set));
SATORI_ISA_LIST(SATORI_SAME_ISA)
#undef SATORI_SAME_ISA

uint32_t satori_version(void) noexcept {
    return SATORI_VERSION;
}

const char* satori_describe_status(satori_status status) noexcept {
    return describe(static_cast<Status>(status));
}

const char* satori_isa_name(satori_isa isa) noexcept {
    return isa_name(cpp_isa(isa));
}

satori_status satori_isa_parse(const char* name, satori_isa* isa) noexcept {
    if (isa == nullptr) return SATORI_INVALID_ARGUMENT;
    Isa parsed = cpp_isa(*isa);
    const Status status = parse_isa(name, parsed);
    *isa = to_c(parsed);
    return to_c(status);
}

const satori_isa* satori_isa_compiled(size_t* count) noexcept {
    static_assert(sizeof(satori_isa) == sizeof(Isa));
    return count != nullptr ? reinterpret_cast<const satori_isa*>(pointer_and_count(compiled_isas(), count)) : nullptr;
}

uint8_t satori_isa_supported(satori_isa isa) noexcept {
    return isa_supported(cpp_isa(isa));
}

satori_status satori_isa_resolve(satori_isa requested, satori_isa* resolved) noexcept {
    if (resolved == nullptr) return SATORI_INVALID_ARGUMENT;
    Isa isa = cpp_isa(*resolved);
    const Status status = resolve_isa(cpp_isa(requested), isa);
    *resolved = to_c(isa);
    return to_c(status);
}

uint32_t satori_isa_lanes(satori_isa isa) noexcept {
    return isa_lanes(cpp_isa(isa));
}

satori_allocator satori_allocator_default(void) noexcept {
    const Allocator allocator = default_allocator();
    return {allocator.allocate, allocator.release, allocator.user};
}

satori_executor satori_executor_serial(void) noexcept {
    const auto run = [](uint32_t chunk_count, satori_chunk_body body, void* context, void*) noexcept {
        for (uint32_t chunk = 0; chunk < chunk_count; ++chunk) body(context, chunk);
    };
    return {run, nullptr, 1};
}

satori_executor satori_executor_threads(uint32_t thread_count) noexcept {
    const auto run = [](uint32_t chunk_count, satori_chunk_body body, void* context, void* user) noexcept {
        try {
            ThreadExecutor(static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(user)))
                .run(chunk_count, body, context);
        } catch (...) {
            // No chunk has run: the call returns SATORI_EXECUTOR_FAILED.
        }
    };
    const unsigned concurrency = ThreadExecutor(thread_count).concurrency();
    return {run, reinterpret_cast<void*>(std::uintptr_t{concurrency}), concurrency};
}

satori_execution satori_execution_default(void) noexcept {
    return {};
}
