#include <satori/c/snapshot.h>

#include <cstddef>
#include <span>

#include "c_api/execution.hpp"
#include "c_api/handle.hpp"
#include "c_api/world_handle.hpp"

using namespace satori;
using namespace satori::c_api;

static_assert(SATORI_SNAPSHOT_VERSION == kSnapshotVersion);

satori_status satori_world_copy_from(satori_world* world, const satori_world* other) noexcept {
    if (any_null(world, other)) return SATORI_INVALID_ARGUMENT;
    return to_c(world->object.copy_from(other->object));
}

satori_status satori_world_save(const satori_world* world, const satori_snapshot_sink* sink) noexcept {
    if (any_null(world, sink) || sink->write == nullptr) return SATORI_INVALID_ARGUMENT;
    satori_snapshot_sink to = *sink;
    const auto write = [](const void* bytes, std::size_t size, void* user) noexcept {
        const auto& given = *static_cast<const satori_snapshot_sink*>(user);
        return given.write(bytes, size, given.user) != 0;
    };
    return to_c(save(world->object, {write, &to}));
}

satori_status satori_world_load(satori_world* world, const void* snapshot, size_t size,
                                const satori_execution* execution) noexcept {
    const auto* const bytes = static_cast<const std::byte*>(snapshot);
    if (world == nullptr || !complete(bytes, size)) return SATORI_INVALID_ARGUMENT;
    return to_c(load(world->object, std::span(bytes, size), GivenExecution(execution)));
}
