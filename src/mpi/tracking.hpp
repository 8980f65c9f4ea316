#pragma once

#include <cstdint>
#include <span>

#include <satori/mpi.hpp>

#include "base/owned_array.hpp"
#include "mpi/call.hpp"
#include "mpi/mail.hpp"

namespace satori::v0::mpi {

inline constexpr std::uint32_t kNone = 0xffffffffU;

/// The pairs that a rank keeps in a step, and their contacts. A pair is two boxes of the part whose AABBs touch; a
/// contact is a pair with a manifold. Pairs are sorted, contacts too.
struct StepContacts {
    explicit StepContacts(base::CountedMemory& memory) noexcept
        : ids(memory), pairs(memory), contact_of(memory), manifolds(memory), points(memory), payloads(memory) {}

    bool reserve_contacts(std::uint64_t count, std::size_t kept) noexcept {
        return manifolds.reserve(count, kept) && points.reserve(4 * count, 4 * kept) && payloads.reserve(count, kept);
    }
    IdPair ids_of(const BoxPair& pair) const noexcept { return {ids[pair.first], ids[pair.second]}; }

    base::OwnedArray<std::uint64_t> ids;  // of the boxes of the part
    base::OwnedArray<BoxPair> pairs;
    base::OwnedArray<std::uint32_t> contact_of;  // the contact of a pair, or kNone
    base::OwnedArray<ContactManifold> manifolds;
    base::OwnedArray<PointPayload> points;    // four per contact
    base::OwnedArray<PointPayload> payloads;  // one per contact
    std::uint32_t box_count = 0, pair_count = 0, contact_count = 0;
};

/// To the rank that a hash of the ids names: the sender keeps this pair now and did not in the last step, or had a
/// contact of it in the last step and does not keep the pair now.
struct Notice {
    static constexpr std::uint32_t kKeepsNow = 0x80000000U;

    IdPair ids;
    std::uint32_t rank;   // of the sender
    std::uint32_t place;  // in its pairs of this step, with kKeepsNow, or in its list of contacts that left

    bool keeps_now() const noexcept { return place >= kKeepsNow; }
};

/// To the rank that had a contact: who keeps the pair now.
struct NewKeeper {
    std::uint32_t left;   // place in the receiver's list of contacts that left
    std::uint32_t rank;   // keeps the pair
    std::uint32_t place;  // of the pair there
};

/// To the rank that keeps the pair: its contact in the last step.
struct MovedContact {
    ContactManifold manifold;
    std::uint32_t place;
    PointPayload points[4];
    PointPayload payload;
};
static_assert(sizeof(Notice) == 24 && sizeof(NewKeeper) == 12 && sizeof(MovedContact) == 272);

/// One update of a ContactTracker, step by step.
class Tracking {
public:
    Tracking(detail::Call& call, const TrackOptions& options, detail::TrackerState& state) noexcept;

    /// Finds the pairs that this rank keeps.
    void find_pairs() noexcept;
    /// Finds for each pair the contact that this rank had of it, and what begins to be kept here or ceases to be.
    void compare() noexcept;
    /// Brings the contacts that other ranks had of pairs that this rank keeps now. All ranks must call it.
    void fetch_moved() noexcept;
    void make_contacts() noexcept;
    void list_events() noexcept;

private:
    bool send_notices() noexcept;
    bool send_new_keepers() noexcept;
    bool send_moved() noexcept;
    void take_moved() noexcept;
    bool map_boxes() noexcept;
    void carry() noexcept;
    template <class Record>
    bool send(base::OwnedArray<Record>& records, std::uint64_t count) noexcept;

    detail::Call& call_;
    Ranks& ranks_;
    const TrackOptions& options_;
    detail::TrackerState& state_;
    StepContacts &last_, &now_;
    std::span<const BoxPair> placed_;  // of each pair of this step, its boxes in the batch
};

}  // namespace satori::v0::mpi

namespace satori::v0::mpi::detail {

/// The memory of a ContactTracker.
struct TrackerState {
    explicit TrackerState(const Allocator& allocator) noexcept : memory(allocator) {}

    StepContacts& last() noexcept { return steps[newest]; }
    StepContacts& next() noexcept { return steps[1 - newest]; }

    base::CountedMemory memory;  // first: the others give back to it
    StepContacts steps[2]{StepContacts(memory), StepContacts(memory)};
    int newest = 0;
    bool has_last = false;
    ContactCache cache{memory.get()};

    // Of one update. Contacts that came from other ranks stand behind those of the last step.
    std::uint32_t past_count = 0;                       // contacts of the last step, with those that came
    base::OwnedArray<std::uint32_t> box_now{memory};    // the index now of each box of the last step, or kNone
    base::OwnedArray<std::uint32_t> past_of{memory};    // the contact in the last step of each pair, or kNone
    base::OwnedArray<std::uint32_t> new_pairs{memory};  // that this rank did not keep in the last step
    base::OwnedArray<std::uint32_t> left{memory};  // pairs of the last step with a contact, not kept now; kNone: moved
    std::uint32_t new_count = 0, left_count = 0, moved_count = 0;
    base::OwnedArray<std::uint32_t> matches{memory};
    base::OwnedArray<std::uint32_t> begun{memory};
    base::OwnedArray<IdPair> ended{memory};
    std::uint32_t begun_count = 0, ended_count = 0;

    Mail mail{memory};
    base::OwnedArray<Notice> notices{memory};
    base::OwnedArray<NewKeeper> new_keepers{memory};
    base::OwnedArray<MovedContact> moved{memory};
};

}  // namespace satori::v0::mpi::detail
