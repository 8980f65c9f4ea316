#include <new>

#include <satori/mpi.hpp>

#include "base/memory.hpp"
#include "mpi/call.hpp"
#include "mpi/tracking.hpp"

namespace satori::v0::mpi {

ContactTracker::ContactTracker(MPI_Comm communicator, const PartitionOptions& options, Allocator allocator) noexcept
    : partition_(communicator, options, allocator), allocator_(base::resolved(allocator)) {}

ContactTracker::~ContactTracker() {
    if (state_ == nullptr) return;
    state_->~TrackerState();
    base::release(allocator_, state_, sizeof(detail::TrackerState));
}

bool ContactTracker::ensure_state() noexcept {
    if (state_ != nullptr) return true;
    void* const memory = base::allocate(allocator_, sizeof(detail::TrackerState));
    if (memory != nullptr) state_ = new (memory) detail::TrackerState(allocator_);
    return memory != nullptr;
}

Status ContactTracker::update(const RankBoxes& boxes, TrackedContacts& result, const TrackOptions& options) noexcept {
    result = {};
    if (!detail::Call::open(partition_)) return fault().status;
    detail::Call call(partition_, boxes, options.execution, result.report);
    if (!ensure_state()) call.ranks().fail(Status::out_of_memory);
    const float distance = options.contacts.speculative_distance;
    const bool legal = distance >= 0 && distance <= kMaxSpeculativeDistance && options.match_distance >= 0 &&
                       options.match_distance <= kMaxMatchDistance;  // collide_pairs() looks at the others
    const std::uint32_t kind = state_ != nullptr && state_->has_last ? 4 : 3;
    if (!call.bring_boxes({kind, distance, {}, options.contacts, options.match_distance}, legal)) return call.finish(0);

    Tracking tracking(call, options, *state_);
    tracking.find_pairs();
    tracking.compare();
    tracking.fetch_moved();
    tracking.make_contacts();
    tracking.list_events();
    call.note_finding();
    const Status status = call.finish(state_->next().contact_count);
    if (status != Status::ok) return status;
    state_->newest = 1 - state_->newest;
    state_->has_last = true;
    StepContacts& now = state_->last();
    result.manifolds = {now.manifolds.data(), now.contact_count};
    result.point_payloads = {now.points.data(), 4 * std::size_t{now.contact_count}};
    result.contact_payloads = {now.payloads.data(), now.contact_count};
    result.boxes = call.boxes();
    result.begun = {state_->begun.data(), state_->begun_count};
    result.ended = {state_->ended.data(), state_->ended_count};
    result.moved_count = state_->moved_count;
    return status;
}

void ContactTracker::clear() noexcept {
    if (state_ == nullptr) return;
    StepContacts& last = state_->last();
    last.box_count = last.pair_count = last.contact_count = 0;
    state_->has_last = false;
}

std::uint64_t ContactTracker::bytes() const noexcept {
    return partition_.bytes() + (state_ == nullptr ? 0 : sizeof *state_ + state_->memory.bytes());
}

}  // namespace satori::v0::mpi
