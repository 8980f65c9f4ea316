#include "mpi/exchange.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "mpi/messages.hpp"
#include "mpi/own_rows.hpp"
#include "mpi/parts.hpp"

namespace satori::v0::mpi {

namespace {

class Exchange {
public:
    Exchange(Ranks& ranks, const RankBoxes& boxes, detail::PartitionState& state) noexcept
        : ranks_(ranks),
          boxes_(boxes),
          own_(boxes),
          state_(state),
          row_type_(ranks, sizeof(OrientedBox)),
          source_type_(ranks, sizeof(RankBox)) {}

    /// Agrees on the number of rounds. Returns the number of boxes that will come; no rank has failed then.
    bool prepare(std::uint64_t quota, std::uint32_t& came) noexcept {
        ranks_.sent(MPI_Alltoall(state_.out.counts.data(), 1, MPI_UINT64_T, state_.in.counts.data(), 1, MPI_UINT64_T,
                                 ranks_.communicator()));
        std::uint64_t rounds = 0, outgoing = 0;
        if (ranks_.ok()) {
            const std::uint64_t count = state_.in.sum(ranks_.count());
            for (std::uint32_t r = 0; r < ranks_.count(); ++r) {
                if (r == ranks_.rank()) continue;
                rounds = std::max(rounds, (state_.out.counts[r] + quota - 1) / quota);
                outgoing += std::min(quota, state_.out.counts[r]);
            }
            if (count > kMaxBoxCount || outgoing > kMaxBoxCount)
                ranks_.fail(Status::capacity_exceeded);
            else if (!state_.part.reserve(count, state_.columns) || !state_.message.reserve(outgoing, state_.columns))
                ranks_.fail(Status::out_of_memory);
            came = static_cast<std::uint32_t>(count);
        }
        if (!ranks_.agree_on_greatest(rounds)) return false;
        rounds_ = rounds;
        quota_ = quota;
        return true;
    }

    void run() noexcept {
        keep_own();
        for (std::uint64_t round = 0; round < rounds_; ++round) {
            const Messages messages = pack_round(round * quota_);
            messages.send(ranks_, row_type_.get(), state_.message.rows.data(), state_.part.rows.data());
            messages.send(ranks_, source_type_.get(), state_.message.sources.data(), state_.part.sources.data());
            state_.columns.for_each([&](Column column, std::size_t size) {
                const ItemType type(ranks_, size);
                messages.send(ranks_, type.get(), state_.message.bytes(column).data(),
                              state_.part.bytes(column).data());
            });
        }
    }

private:
    /// Copies one of the caller's boxes to place `to` of a parcel.
    void pack(std::uint32_t i, Parcel& parcel, std::uint64_t place) noexcept {
        const auto to = static_cast<std::size_t>(place);
        parcel.rows[to] = row_of(boxes_, i);
        parcel.sources[to] = {boxes_.ids[i], static_cast<std::int32_t>(ranks_.rank()), i};
        state_.columns.for_each([&](Column column, std::size_t size) {
            std::byte* const item = parcel.bytes(column).data() + to * size;
            if (column != Column::center)
                std::memcpy(item, own_.item(column, i), size);
            else
                *reinterpret_cast<Vec3d*>(item) = center_of(boxes_, i);
        });
    }

    void keep_own() noexcept {
        const std::uint32_t rank = ranks_.rank();
        const std::uint32_t* const kept = state_.by_part.data() + state_.out.begins[rank];
        for (std::uint64_t i = 0; i < state_.out.counts[rank]; ++i)
            pack(kept[i], state_.part, state_.in.begins[rank] + i);
    }

    Messages pack_round(std::uint64_t done) noexcept {
        const Messages messages(state_.message_counts.data(), ranks_.count());
        std::uint64_t packed = 0;
        for (std::uint32_t r = 0; r < ranks_.count(); ++r) {
            const bool own = r == ranks_.rank();
            const std::uint64_t sent = own ? 0 : in_round(state_.out.counts[r], done, quota_);
            const std::uint64_t received = own ? 0 : in_round(state_.in.counts[r], done, quota_);
            messages.send_counts[r] = static_cast<int>(sent);
            messages.send_begins[r] = static_cast<int>(packed);
            messages.receive_counts[r] = static_cast<int>(received);
            messages.receive_begins[r] = static_cast<int>(received == 0 ? 0 : state_.in.begins[r] + done);
            for (std::uint64_t i = 0; i < sent; ++i, ++packed)
                pack(state_.by_part[state_.out.begins[r] + done + i], state_.message, packed);
        }
        return messages;
    }

    Ranks& ranks_;
    const RankBoxes& boxes_;
    OwnColumns own_;
    detail::PartitionState& state_;
    ItemType row_type_, source_type_;
    std::uint64_t rounds_ = 0, quota_ = 1;
};

/// Writes the part of each box that touches one to state.order, and counts the boxes of each part. Of boxes that touch
/// several parts, few in most scenes, (part, box) goes to state.several; `several` is the number of these. Returns
/// false when there is no memory.
bool list_parts(const Ranks& ranks, std::uint32_t count, Isa isa, std::uint64_t& several,
                detail::PartitionState& state) noexcept {
    if (!state.order.reserve(count, 0) || !state.by_part.reserve(count, 0)) return false;
    const std::span<const Aabb> bounds{state.bounds(), count};
    std::uint64_t* const counts = state.out.counts.data();
    const std::uint32_t* const boxes = state.by_part.data();
    const std::uint32_t box_count =
        find_parts(state.tree, bounds, ranks.rank(), isa, state.order.data(), state.by_part.data());
    std::uint64_t found = 0;
    for (std::uint32_t k = 0; k < box_count; ++k) {
        if (!state.several.reserve(found + ranks.count(), static_cast<std::size_t>(found))) return false;
        state.tree.for_each_part(bounds[boxes[k]], [&](std::uint32_t touched) {
            ++counts[touched];
            state.several[static_cast<std::size_t>(found++)] = {touched, boxes[k]};
        });
    }
    for (std::uint32_t i = 0; i < count; ++i)
        if (state.order[i] != kSeveralParts) ++counts[state.order[i]];
    several = found;
    return true;
}

}  // namespace

void assign_parts(Ranks& ranks, std::uint32_t count, Isa isa, detail::PartitionState& state) noexcept {
    std::uint64_t* const counts = state.out.counts.data();
    std::fill_n(counts, ranks.count(), 0);
    if (!ranks.ok()) return;
    std::uint64_t several = 0;
    const bool listed = list_parts(ranks, count, isa, several, state);
    if (!listed || !state.by_part.reserve(state.out.sum(ranks.count()), 0)) {
        std::fill_n(counts, ranks.count(), 0);
        return ranks.fail(Status::out_of_memory);
    }
    std::uint64_t* const ends = state.out.begins.data();
    for (std::uint32_t i = 0; i < count; ++i)
        if (state.order[i] != kSeveralParts) state.by_part[ends[state.order[i]]++] = i;
    for (std::uint64_t k = 0; k < several; ++k) state.by_part[ends[state.several[k].first]++] = state.several[k].second;
    state.out.sum(ranks.count());  // the begins again
}

bool exchange(Ranks& ranks, const RankBoxes& boxes, std::uint64_t message_bytes, detail::PartitionState& state,
              std::uint64_t& came) noexcept {
    Exchange exchange(ranks, boxes, state);
    const std::uint64_t box_bytes = sizeof(OrientedBox) + sizeof(RankBox) + state.columns.box_bytes();
    std::uint32_t count = 0;
    if (!exchange.prepare(std::clamp<std::uint64_t>(message_bytes / box_bytes, 1, kMaxBoxCount), count)) return false;
    exchange.run();
    came = count;
    return true;
}

}  // namespace satori::v0::mpi
