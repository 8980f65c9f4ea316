#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <xxhash.h>

#include <satori/world_recording.hpp>

#include "base/assert.hpp"
#include "base/owned_array.hpp"
#include "world/record/record_format.hpp"
#include "world/world_state.hpp"

namespace satori::v0::world {

/// Writes the records of a World. Its functions return no errors: an error sets failed(), and nothing more is written.
class Recording {
public:
    Recording(const RecordOptions& options, base::CountedMemory& memory) noexcept
        : options_(options), last_payloads_(memory) {}

    bool failed() const noexcept { return failed_; }
    void fail() noexcept { failed_ = true; }

    void write_start(const WorldOptions& options, const Vec3d& origin) noexcept;
    /// Writes the payloads that differ from those after the last update.
    void write_payloads(const detail::WorldState& state) noexcept;
    /// Must be called after an update.
    void write_update(const World& world, const detail::WorldState& state) noexcept;
    /// Writes the whole state, as satori::save() does.
    void write_snapshot(const World& world, const detail::WorldState& state) noexcept;
    void write_end() noexcept {
        write(RecordKind::end, Nothing{}, 0, [](std::size_t) { return Nothing{}; });
    }

    /// Writes a record of `head` and item_at(0) to item_at(count - 1). It calls item_at() once per item, in this order.
    template <class Head, class ItemAt>
    void write(RecordKind kind, const Head& head, std::size_t count, ItemAt&& item_at) noexcept {
        using Item = decltype(item_at(std::size_t{}));
        constexpr std::size_t kHead = stored_size<Head>(), kItem = stored_size<Item>();
        static_assert(kRecordHeadSize + kHead <= kBuffer && kItem <= kBuffer);
        begin(kind, kHead + kItem * count);
        put(head);
        for (std::size_t i = 0; i < count && !failed_; ++i) put(item_at(i));
        finish();
    }

private:
    static constexpr std::size_t kBuffer = 4096;

    /// Begins a record with `size` bytes in its body; finish() ends it.
    void begin(RecordKind kind, std::uint64_t size) noexcept {
        XXH64_reset(&hash_, last_hash_);
        put(kind);
        put(size);
    }
    void finish() noexcept {
        hash_buffer();
        last_hash_ = XXH64_digest(&hash_);
        put(last_hash_);
        send();
    }
    void put_bytes(std::span<const std::byte> bytes) noexcept;
    /// Keeps all payloads, for the next write_payloads().
    void keep_payloads(const detail::WorldState& state) noexcept;
    template <class T>
    void put(const T& value) noexcept {
        if (stored_size<T>() > kBuffer - used_) {
            hash_buffer();
            send();
        }
        SATORI_ASSERT(used_ + stored_size<T>() <= kBuffer);
        store(buffer_ + used_, value);
        used_ += stored_size<T>();
    }
    void hash_buffer() noexcept {
        SATORI_ASSERT(hashed_ <= used_ && used_ <= kBuffer);
        XXH64_update(&hash_, buffer_ + hashed_, used_ - hashed_);
        hashed_ = used_;
    }
    void send() noexcept;

    RecordOptions options_;
    bool failed_ = false;
    std::uint64_t update_count_ = 0;
    std::uint64_t last_hash_ = 0;
    XXH64_state_t hash_{};
    std::size_t used_ = 0, hashed_ = 0;  // positions in the buffer
    std::byte buffer_[kBuffer];
    base::OwnedArray<PointPayload> last_payloads_;  // as after the last update
};

/// Frees the recording, and writes its end first if it has not failed. Returns `recording_failed` when it has failed.
Status end_recording(detail::WorldState& state) noexcept;

/// Returns `recording_failed`, once, when the recording has failed, and ends it. Each call that changes a World must
/// call this first.
inline Status recording_status(detail::WorldState* state) noexcept {
    if (state == nullptr || state->recording == nullptr || !state->recording->failed()) return Status::ok;
    return end_recording(*state);
}

/// Records a call with `count` items, if the World is recorded. Does nothing for 0 items; `state` may then be null.
template <class Head, class ItemAt>
void record(detail::WorldState* state, RecordKind kind, const Head& head, std::size_t count,
            ItemAt&& item_at) noexcept {
    if (count != 0 && state->recording != nullptr) state->recording->write(kind, head, count, item_at);
}

}  // namespace satori::v0::world
