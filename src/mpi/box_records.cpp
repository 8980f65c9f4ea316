#include <cstddef>
#include <cstring>

#include <satori/mpi.hpp>

#include "mpi/call.hpp"
#include "mpi/ranks.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

namespace {

/// Fails unless the last call has a result, and `count` records are those of its boxes; `wanted` says which boxes.
/// Makes room for what is sent about the boxes of the part.
void prepare(Ranks& ranks, detail::PartitionState* state, std::uint64_t count,
             std::uint32_t detail::PartitionState::*wanted) noexcept {
    if (state == nullptr || !state->has_part || count != state->*wanted)
        ranks.fail(Status::invalid_argument);
    else if (!state->indices.reserve(state->part_count, 0) || !state->mail.reserve(state->part_count))
        ranks.fail(Status::out_of_memory);
}

/// Answers each index that came with the record of the rank's own box.
bool answer(const Mail::Records& own, const Ranks& ranks, detail::PartitionState& state) noexcept {
    const std::span<const std::uint32_t> asked = state.mail.came<std::uint32_t>();
    if (!state.records.reserve(asked.size() * own.size, 0) || !state.mail.reserve(asked.size())) return false;
    const auto* const from = static_cast<const std::byte*>(own.data);
    for (std::uint32_t r = 0; r < ranks.count(); ++r) {
        for (std::uint64_t k = 0; k < state.in.counts[r]; ++k) {
            const auto i = static_cast<std::size_t>(state.in.begins[r] + k);
            SATORI_ASSERT(asked[i] < own.count);
            std::memcpy(state.records.data() + i * own.size, from + asked[i] * own.size, own.size);
            state.mail.set_rank(i, r);
        }
    }
    return true;
}

/// Puts own records and those that came in the order of the boxes of the part.
void place(const Mail::Records& own, const Ranks& ranks, detail::PartitionState& state) noexcept {
    const auto* const from = static_cast<const std::byte*>(own.data);
    const std::byte* const came = state.mail.came<std::byte>().data();
    for (std::uint32_t k = 0; k < state.part_count; ++k) {
        const RankBox& box = state.part.sources[k];
        const auto rank = static_cast<std::uint32_t>(box.rank);
        const std::byte* const record =
            rank == ranks.rank() ? from + box.index * own.size : came + state.in.begins[rank]++ * own.size;
        std::memcpy(state.fetched.data() + k * own.size, record, own.size);
    }
}

}  // namespace

/// Takes `count` records of `size` bytes at `records`, of own boxes, and sets both to those of the boxes of the part.
Status Partition::fetch_bytes(std::size_t size, const void*& records, std::uint64_t& count) noexcept {
    const Mail::Records own{records, count, size};
    records = nullptr;
    count = 0;
    if (!detail::Call::open(*this)) return fault_.status;
    Ranks ranks(communicator_, fault_);
    prepare(ranks, state_, own.count, &detail::PartitionState::own_count);
    if (ranks.ok() && !state_->fetched.reserve(std::uint64_t{state_->part_count} * size, 0))
        ranks.fail(Status::out_of_memory);
    if (!detail::Call::agree_on_records(*this, ranks, {detail::RecordCall::fetch, size})) return fault_.status;
    std::uint32_t asked = 0;
    for (std::uint32_t k = 0; k < state_->part_count; ++k) {
        const RankBox& box = state_->part.sources[k];
        if (static_cast<std::uint32_t>(box.rank) == ranks.rank()) continue;
        state_->mail.set_rank(asked, static_cast<std::uint32_t>(box.rank));
        state_->indices[asked++] = box.index;
    }
    if (!state_->mail.send(ranks, std::span<const std::uint32_t>{state_->indices.data(), asked}, options_.message_bytes,
                           *state_))
        return fault_.status;
    if (ranks.ok() && !answer(own, ranks, *state_)) ranks.fail(Status::out_of_memory);
    const std::uint64_t answers = state_->mail.came<std::uint32_t>().size();
    if (!state_->mail.send({state_->records.data(), answers, size}, ranks, options_.message_bytes, *state_))
        return fault_.status;
    if (!ranks.agree()) return fault_.status;
    place(own, ranks, *state_);
    records = state_->fetched.data();
    count = state_->part_count;
    return Status::ok;
}

/// Takes `count` records of `size` bytes at `records`, of the boxes of the part, and sets both to what came. Sets
/// `indices` to the own box of each.
Status Partition::send_back_bytes(std::size_t size, const void*& records, std::uint64_t& count,
                                  const std::uint32_t*& indices) noexcept {
    const Mail::Records sent{records, count, size};
    records = nullptr;
    indices = nullptr;
    count = 0;
    if (!detail::Call::open(*this)) return fault_.status;
    Ranks ranks(communicator_, fault_);
    prepare(ranks, state_, sent.count, &detail::PartitionState::part_count);
    if (!detail::Call::agree_on_records(*this, ranks, {detail::RecordCall::send_back, size})) return fault_.status;
    for (std::uint32_t k = 0; k < state_->part_count; ++k) {
        const RankBox& box = state_->part.sources[k];
        state_->mail.set_rank(k, static_cast<std::uint32_t>(box.rank));
        state_->indices[k] = box.index;
    }
    if (!state_->mail.send(ranks, std::span<const std::uint32_t>{state_->indices.data(), state_->part_count},
                           options_.message_bytes, *state_))
        return fault_.status;
    const std::span<const std::uint32_t> came = state_->mail.came<std::uint32_t>();
    if (ranks.ok() && !state_->indices.assign(came.data(), came.size())) ranks.fail(Status::out_of_memory);
    if (!state_->mail.send(sent, ranks, options_.message_bytes, *state_)) return fault_.status;
    if (!ranks.agree()) return fault_.status;
    records = state_->mail.came<std::byte>().data();
    count = state_->mail.came<std::byte>().size();
    indices = state_->indices.data();
    return Status::ok;
}

}  // namespace satori::v0::mpi
