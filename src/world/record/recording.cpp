#include "world/record/recording.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include <satori/world_snapshot.hpp>

#include "base/memory.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

namespace world {

void Recording::send() noexcept {
    if (!failed_ && !options_.write(buffer_, used_, options_.user)) fail();
    used_ = hashed_ = 0;
}

void Recording::write_start(const WorldOptions& options, const Vec3d& origin) noexcept {
    std::memcpy(buffer_, kRecordingMagic, kMagicSize);
    store(buffer_ + kMagicSize, kRecordingVersion);
    used_ = kFileHeadSize;
    send();
    const Start start{options, options.predicate != nullptr, origin};
    write(RecordKind::start, start, 0, [](std::size_t) { return Nothing{}; });
}

void Recording::write_payloads(const detail::WorldState& state) noexcept {
    const std::size_t per_slot = state.payloads.width(), most = per_slot * state.slot_limit;
    const auto slot_of = [&](std::size_t i) { return static_cast<std::uint32_t>(i / per_slot); };
    const auto payload = [&](std::size_t i) { return state.payloads.items(slot_of(i))[i % per_slot]; };
    const auto next_changed = [&](std::size_t i) {
        for (; i < most; ++i) {
            if (state.manifolds[slot_of(i)].point_count == 0) continue;
            const PointPayload now = payload(i);
            if (std::memcmp(&now, &last_payloads_[i], sizeof now) != 0) break;
        }
        return i;
    };
    std::size_t count = 0;
    for (std::size_t i = next_changed(0); i < most; i = next_changed(i + 1)) ++count;
    if (count == 0) return;
    std::size_t next = 0;
    write(RecordKind::payloads, Nothing{}, count, [&](std::size_t) {
        const std::size_t i = next_changed(next);
        next = i + 1;
        return StoredPayload{slot_of(i), static_cast<std::uint8_t>(i % per_slot), payload(i)};
    });
}

void Recording::write_update(const World& world, const detail::WorldState& state) noexcept {
    const bool hashed = options_.hash_every != 0 && update_count_ % options_.hash_every == 0;
    ++update_count_;
    const UpdateHead head{hashed, hashed ? world.state_hash() : 0};
    write(RecordKind::update, head, state.asked_count, [&](std::size_t i) { return state.kept[i] != 0; });
    keep_payloads(state);
}

void Recording::write_snapshot(const World& world, const detail::WorldState& state) noexcept {
    // Counts the bytes first: their number stands before them.
    std::uint64_t size = 0;
    const auto count = [](const void*, std::size_t more, void* user) noexcept {
        *static_cast<std::uint64_t*>(user) += more;
        return true;
    };
    const auto append = [](const void* bytes, std::size_t more, void* user) noexcept {
        auto& self = *static_cast<Recording*>(user);
        self.put_bytes({static_cast<const std::byte*>(bytes), more});
        return !self.failed_;
    };
    // These cannot fail: the first sink takes all, and failed_ tells of the second one.
    static_cast<void>(save(world, {count, &size}));
    begin(RecordKind::snapshot, size);
    static_cast<void>(save(world, {append, this}));
    finish();
    keep_payloads(state);
}

void Recording::put_bytes(std::span<const std::byte> bytes) noexcept {
    while (!bytes.empty()) {
        if (used_ == kBuffer) {
            hash_buffer();
            send();
        }
        const std::size_t size = std::min(bytes.size(), kBuffer - used_);
        std::memcpy(buffer_ + used_, bytes.data(), size);
        used_ += size;
        bytes = bytes.subspan(size);
    }
}

void Recording::keep_payloads(const detail::WorldState& state) noexcept {
    if (!last_payloads_.reserve(state.payloads.width() * state.slot_limit, 0)) return fail();
    for (std::uint32_t slot = 0; slot < state.slot_limit; ++slot) {
        if (state.manifolds[slot].point_count == 0) continue;
        const std::span<const PointPayload> payloads = state.payloads.items(slot);
        std::copy(payloads.begin(), payloads.end(), last_payloads_.data() + payloads.size() * slot);
    }
}

Status end_recording(detail::WorldState& state) noexcept {
    Recording& recording = *state.recording;
    if (!recording.failed()) recording.write_end();
    const Status status = recording.failed() ? Status::recording_failed : Status::ok;
    recording.~Recording();
    base::release(state.memory.get(), std::exchange(state.recording, nullptr), sizeof(Recording));
    return status;
}

}  // namespace world

Status World::record(const RecordOptions& options) noexcept {
    if (options.write == nullptr) return Status::invalid_argument;
    Status status = Status::ok;
    {
        const parallel::FpEnvironment ieee;  // must not cover options.write()
        status = ensure_state();
    }
    if (status != Status::ok) return status;
    if (state_->recording != nullptr) return Status::invalid_argument;
    void* const memory = base::allocate(state_->memory.get(), sizeof(world::Recording));
    if (memory == nullptr) return Status::out_of_memory;
    state_->recording = new (memory) world::Recording(options, state_->memory);
    state_->recording->write_start(options_, state_->origin);
    if (state_->box_limit != 0) state_->recording->write_snapshot(*this, *state_);
    return world::recording_status(state_);
}

Status World::stop_recording() noexcept {
    if (state_ == nullptr || state_->recording == nullptr) return Status::invalid_argument;
    return world::end_recording(*state_);
}

}  // namespace satori::v0
