#include <satori/c/recording.h>

#include <cstddef>
#include <span>

#include "c_api/execution.hpp"
#include "c_api/handle.hpp"
#include "c_api/world_handle.hpp"

using namespace satori;
using namespace satori::c_api;

static_assert(SATORI_RECORDING_VERSION == kRecordingVersion);
static_assert(same(SATORI_REPLAY_SAME, ReplayOutcome::same) &&
              same(SATORI_REPLAY_STATE_DIFFERS, ReplayOutcome::state_differs) &&
              same(SATORI_REPLAY_ANSWER_DIFFERS, ReplayOutcome::answer_differs) &&
              same(SATORI_REPLAY_END, ReplayOutcome::end));
static_assert(same(SATORI_RECORDING_FAULT_NONE, RecordingFault::none) &&
              same(SATORI_RECORDING_FAULT_NOT_A_RECORDING, RecordingFault::not_a_recording) &&
              same(SATORI_RECORDING_FAULT_OTHER_VERSION, RecordingFault::other_version) &&
              same(SATORI_RECORDING_FAULT_CUT_OFF, RecordingFault::cut_off) &&
              same(SATORI_RECORDING_FAULT_DAMAGED, RecordingFault::damaged));

struct satori_world_replay : Handle<WorldReplay> {
    using Handle::Handle;
    satori_world world{const_cast<World&>(object.world())};  // C gets it as const only
};

satori_record_options satori_record_options_default(void) noexcept {
    return {nullptr, nullptr, RecordOptions{}.hash_every};
}

satori_status satori_world_record(satori_world* world, const satori_record_options* options) noexcept {
    if (any_null(world, options) || options->write == nullptr) return SATORI_INVALID_ARGUMENT;
    OwnedWorld& owned = *static_cast<OwnedWorld*>(world);
    const auto write = [](const void* bytes, std::size_t size, void* user) noexcept {
        const satori_record_options& to = static_cast<const OwnedWorld*>(user)->recording;
        return to.write(bytes, size, to.user) != 0;
    };
    // The call itself already writes. If it fails, an earlier recording continues.
    const satori_record_options before = owned.recording;
    owned.recording = *options;
    const Status status = owned.own.record({.write = write, .user = &owned, .hash_every = options->hash_every});
    if (status != Status::ok) owned.recording = before;
    return to_c(status);
}

satori_status satori_world_stop_recording(satori_world* world) noexcept {
    return to_c(world != nullptr ? world->object.stop_recording() : Status::invalid_argument);
}

const char* satori_describe_recording_fault(satori_recording_fault fault) noexcept {
    return describe(static_cast<RecordingFault>(fault));
}

satori_status satori_world_replay_create(const void* recording, size_t size, const satori_allocator* allocator,
                                         satori_world_replay** replay) noexcept {
    if (replay == nullptr) return SATORI_INVALID_ARGUMENT;
    *replay = nullptr;
    const auto* const bytes = static_cast<const std::byte*>(recording);
    if (!complete(bytes, size)) return SATORI_INVALID_ARGUMENT;
    return create(replay, allocator, std::span(bytes, size));
}

void satori_world_replay_destroy(satori_world_replay* replay) noexcept {
    destroy(replay);
}

satori_status satori_world_replay_step(satori_world_replay* replay, satori_replay_step* step,
                                       satori_world_update_result* update, const satori_execution* execution) noexcept {
    ReplayStep made;
    WorldUpdate found;
    if (step != nullptr) *step = to_c<satori_replay_step>(made);
    if (update != nullptr) *update = {};
    if (any_null(replay, step, update)) return SATORI_INVALID_ARGUMENT;
    const Status status = replay->object.step(made, found, GivenExecution(execution));
    *step = to_c<satori_replay_step>(made);
    write(found, *update);
    return to_c(status);
}

const satori_world* satori_world_replay_world(const satori_world_replay* replay) noexcept {
    return replay != nullptr ? &replay->world : nullptr;
}

satori_recording_fault satori_world_replay_fault(const satori_world_replay* replay) noexcept {
    return static_cast<satori_recording_fault>(replay != nullptr ? replay->object.fault() : RecordingFault::none);
}

uint64_t satori_world_replay_offset(const satori_world_replay* replay) noexcept {
    return replay != nullptr ? replay->object.offset() : 0;
}
