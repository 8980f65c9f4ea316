#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/owned_array.hpp"
#include "mpi/ranks.hpp"

namespace satori::v0::mpi::detail {
struct PartitionState;
}

namespace satori::v0::mpi {

/// Records of one size on their way between ranks.
class Mail {
public:
    explicit Mail(base::CountedMemory& memory) noexcept : to_(memory), sorted_(memory), came_(memory) {}

    /// Makes room for the ranks of so many records. Returns false when there is no memory.
    bool reserve(std::uint64_t count) noexcept { return to_.reserve(count, 0); }
    /// Sets where record i goes.
    void set_rank(std::uint64_t i, std::uint32_t rank) noexcept { to_[static_cast<std::size_t>(i)] = rank; }

    /// Sends record i to its rank; a rank that has failed sends none. All ranks must call it, with `state.out`, `in`
    /// and `message_counts` reserved. Returns whether no rank has failed; then the records that came are ordered by
    /// sender.
    template <class Record>
    bool send(Ranks& ranks, std::span<const Record> records, std::uint64_t message_bytes,
              detail::PartitionState& state) noexcept {
        static_assert(std::is_trivially_copyable_v<Record> && alignof(Record) <= base::kAlignment);
        return send({records.data(), records.size(), sizeof(Record)}, ranks, message_bytes, state);
    }
    struct Records {
        const void* data;
        std::uint64_t count;
        std::size_t size;  // of one, bytes
    };
    bool send(const Records& records, Ranks& ranks, std::uint64_t message_bytes,
              detail::PartitionState& state) noexcept;

    /// Returns the records that came. Valid until the next send().
    template <class Record>
    std::span<Record> came() noexcept {
        return {reinterpret_cast<Record*>(came_.data()), static_cast<std::size_t>(came_count_)};
    }

private:
    bool sort(const Records& records, std::uint32_t rank_count, detail::PartitionState& state) noexcept;

    base::OwnedArray<std::uint32_t> to_;
    base::OwnedArray<std::byte> sorted_, came_;
    std::uint64_t came_count_ = 0;
};

}  // namespace satori::v0::mpi
