#pragma once

#include <algorithm>

#include "base/assert.hpp"
#include "base/partition_near.hpp"
#include "world/world_state.hpp"

namespace satori::v0::world {

/// Tells what has become of the pairs, and lists those that touch now.
class EventWriter {
public:
    EventWriter(detail::WorldState& state, std::size_t most_begun, std::size_t most_persisted) noexcept
        : state_(state),
          begun_(state.events.data()),
          persisted_(begun_ + most_begun),
          ended_(persisted_ + most_persisted),
          touching_(state.next_touching.data()),
          old_(state.touching.data()),
          old_end_(old_ + state.touching_count) {
        ended_count_ = state.early_count;
        std::copy_n(state.early.data(), state.early_count, ended_);
    }

    /// One of state.dropped; these and `tell` come in ascending order.
    void drop(const PairState& pair) noexcept {
        if (!pair.has(PairState::kTouching)) return;
        keep_before(pair.pair);
        SATORI_ASSERT(old_ != old_end_ && old_->slot == pair.slot);
        SATORI_ASSERT((BoxPair{old_->pair.first.index, old_->pair.second.index} == pair.pair));
        ended_[ended_count_++] = old_++->pair;
        give_back(pair.slot);
    }
    /// One that was looked at and touches now or did.
    void tell(PairState& pair) noexcept {
        keep_before(pair.pair);
        const WorldPair ids = state_.ids_of(pair.pair);
        const bool is = pair.has(PairState::kTouching), was = pair.has(PairState::kWas);
        SATORI_ASSERT(!was || (old_ != old_end_ && old_->pair == ids));
        old_ += was ? 1 : 0;
        pair.flags &= PairState::kSensor;
        if (!is) {
            if (was) ended_[ended_count_++] = ids;
            give_back(pair.slot);
            pair.slot = kNoSlot;
            return;
        }
        pair.flags |= PairState::kTouching | PairState::kWas;
        if (was)
            persist({ids, pair.slot});
        else
            begun_[begun_count_++] = ids;
        touch({ids, pair.slot});
    }
    void finish(WorldUpdate& result) noexcept {
        keep_until(old_end_);
        state_.touching.swap(state_.next_touching);
        state_.touching_count = touching_count_;
        std::sort(ended_, ended_ + ended_count_);
        result.begun = {begun_, begun_count_};
        result.persisted = {persisted_, persisted_count_};
        result.ended = {ended_, ended_count_};
        result.contacts = {state_.touching.data(), touching_count_};
        if (slot_count_ != touching_count_) {
            const auto has_slot = [](const WorldContact& contact) { return contact.slot != kNoSlot; };
            std::copy_if(result.contacts.begin(), result.contacts.end(), state_.contacts.data(), has_slot);
            result.contacts = {state_.contacts.data(), slot_count_};
        }
        state_.persisted = result.persisted;
        state_.solid_contacts = result.contacts;
    }

private:
    /// Pairs that nobody has looked at touch as they did.
    void keep_before(const BoxPair& pair) noexcept {
        const auto before = [&](std::uint32_t i) {
            return BoxPair{old_[i].pair.first.index, old_[i].pair.second.index} < pair;
        };
        keep_until(old_ + base::partition_near(static_cast<std::uint32_t>(old_end_ - old_), 0, before));
    }
    void keep_until(const WorldContact* end) noexcept {
        for (; old_ != end; ++old_) {
            persist(*old_);
            touch(*old_);
        }
    }
    void persist(const WorldContact& contact) noexcept { persisted_[persisted_count_++] = contact.pair; }
    void touch(const WorldContact& contact) noexcept {
        SATORI_ASSERT(touching_count_ == 0 || touching_[touching_count_ - 1].pair < contact.pair);
        touching_[touching_count_++] = contact;
        slot_count_ += contact.slot != kNoSlot ? 1U : 0U;
    }
    void give_back(std::uint32_t slot) noexcept {
        if (slot == kNoSlot) return;
        SATORI_ASSERT(slot < state_.slot_limit && state_.free_slot_count < state_.slot_limit);
        state_.manifolds[slot] = {};
        state_.free_slots[state_.free_slot_count++] = slot;
    }

    detail::WorldState& state_;
    WorldPair *begun_, *persisted_, *ended_;
    WorldContact* touching_;
    const WorldContact *old_, *old_end_;
    std::size_t begun_count_ = 0, persisted_count_ = 0, ended_count_ = 0, touching_count_ = 0, slot_count_ = 0;
};

}  // namespace satori::v0::world
