#include <satori/mpi.hpp>

#include <satori/distances.hpp>

#include "base/memory.hpp"
#include "mpi/call.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

namespace {

/// What find_overlaps() and find_near_pairs() share: `find` is the library's call on the boxes of the part.
template <class Find>
Status find(detail::Call& call, const detail::Terms& terms, bool legal, PairResult& result, Find&& find) noexcept {
    std::span<const BoxPair> kept;
    if (!call.bring_boxes(terms, legal)) return call.finish(0);
    if (call.ok()) {
        satori::PairResult found;
        const Status status = find(found);
        kept = call.keep_own(status, found.pairs, found.candidate_count, [](const BoxPair& pair) { return pair; });
    }
    const Status status = call.finish(kept.size());
    if (status == Status::ok) {
        result.pairs = kept;
        result.boxes = call.boxes();
    }
    return status;
}

}  // namespace

Partition::Partition(MPI_Comm communicator, const PartitionOptions& options, Allocator allocator) noexcept
    : given_(communicator), options_(options), allocator_(base::resolved(allocator)) {}

Partition::~Partition() {
    if (state_ != nullptr) {
        state_->~PartitionState();
        base::release(allocator_, state_, sizeof(detail::PartitionState));
    }
    int finalized = 0;
    if (communicator_ != MPI_COMM_NULL && MPI_Finalized(&finalized) == MPI_SUCCESS && finalized == 0)
        MPI_Comm_free(&communicator_);
}

Status Partition::find_overlaps(const RankBoxes& boxes, PairResult& result, const FindOptions& options) noexcept {
    result = {};
    if (!detail::Call::open(*this)) return fault_.status;
    detail::Call call(*this, boxes, options.execution, result.report);
    const bool legal = options.boundary == Boundary::closed || options.boundary == Boundary::open;
    return find(call, {0, 0, options.boundary, {}}, legal, result, [&](satori::PairResult& found) {
        return satori::find_overlaps(call.batch(), call.workspace(), found,
                                     {.boundary = options.boundary, .execution = options.execution});
    });
}

Status Partition::find_near_pairs(const RankBoxes& boxes, float max_distance, PairResult& result,
                                  const FindOptions& options) noexcept {
    result = {};
    if (!detail::Call::open(*this)) return fault_.status;
    detail::Call call(*this, boxes, options.execution, result.report);
    const bool legal = max_distance >= 0 && max_distance <= kMaxNearDistance;
    return find(call, {1, max_distance, {}, {}}, legal, result, [&](satori::PairResult& found) {
        return satori::find_near_pairs(call.batch(), max_distance, call.workspace(), found,
                                       {.execution = options.execution});
    });
}

Status Partition::collide(const RankBoxes& boxes, ContactResult& result, const CollideOptions& options) noexcept {
    result = {};
    if (!detail::Call::open(*this)) return fault_.status;
    detail::Call call(*this, boxes, options.execution, result.report);
    const float distance = options.contacts.speculative_distance;
    const bool legal = distance >= 0 && distance <= kMaxSpeculativeDistance;  // collide() looks at the others
    if (!call.bring_boxes({2, distance, {}, options.contacts}, legal)) return call.finish(0);
    std::span<const ContactManifold> kept;
    if (call.ok()) {
        satori::ContactResult found;
        const Status status = satori::collide(call.batch(), call.workspace(), found,
                                              {.contacts = options.contacts, .execution = options.execution});
        kept = call.keep_own(status, found.manifolds, found.candidate_count,
                             [](const ContactManifold& manifold) { return manifold.pair; });
    }
    const Status status = call.finish(kept.size());
    if (status == Status::ok) {
        result.manifolds = kept;
        result.boxes = call.boxes();
    }
    return status;
}

std::uint64_t Partition::bytes() const noexcept {
    return state_ == nullptr ? 0 : sizeof *state_ + state_->memory.bytes();
}
std::uint64_t Partition::peak_bytes() const noexcept {
    return state_ == nullptr ? 0 : sizeof *state_ + state_->memory.peak_bytes();
}

}  // namespace satori::v0::mpi
