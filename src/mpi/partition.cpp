#include <satori/mpi.hpp>

#include <algorithm>

#include <satori/distances.hpp>

#include "base/memory.hpp"
#include "mpi/call.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

namespace {

/// Keeps the candidates of which `test` says that they are pairs: test(placed, answers) sets an answer for each pair of
/// boxes in the batch.
template <class Test>
std::span<const BoxPair> test_candidates(detail::Call& call, Test&& test) noexcept {
    const std::span<BoxPair> candidates = call.find_candidates();
    const std::span<const BoxPair> placed = call.place(candidates);
    auto& overlaps = call.state().overlaps;
    if (call.ok() && !overlaps.reserve(placed.size(), 0)) call.ranks().fail(Status::out_of_memory);
    if (!call.ok() || !call.ranks().expect(test(placed, std::span{overlaps.data(), placed.size()}))) return {};
    std::size_t kept = 0;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        candidates[kept] = candidates[k];
        kept += overlaps[k] != 0 ? 1 : 0;
    }
    call.note_finding();
    return candidates.first(kept);
}

/// Says which pairs of boxes in the batch find_near_pairs() would find.
Status test_distances(detail::Call& call, std::span<const BoxPair> pairs, float max_distance,
                      std::span<std::uint8_t> answers, const Execution& execution) noexcept {
    auto& room = call.state().distances;
    if (!room.reserve(pairs.size(), 0)) return Status::out_of_memory;
    const std::span distances(room.data(), pairs.size());
    constexpr float kTouching = 1e-16F;  // what find_near_pairs() takes for no distance
    const float most = std::max(max_distance, kTouching);
    const Status status = satori::distances(call.batch(), pairs, distances, call.workspace(), {.execution = execution});
    for (std::size_t k = 0; status == Status::ok && k < pairs.size(); ++k)
        answers[k] = static_cast<std::uint8_t>(distances[k].distance <= most);
    return status;
}

/// What find_overlaps() and find_near_pairs() share: `find` is the library's call on the boxes of the part, `test` that
/// on a list of pairs.
template <class Find, class Test>
Status find(detail::Call& call, const detail::Terms& terms, bool legal, PairResult& result, Find&& find,
            Test&& test) noexcept {
    std::span<const BoxPair> kept;
    if (!call.bring_boxes(terms, legal)) return call.finish(0);
    if (call.ok() && call.on_lattice()) {
        kept = test_candidates(call, test);
    } else if (call.ok()) {
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
    return find(
        call, {0, 0, options.boundary, {}}, legal, result,
        [&](satori::PairResult& found) {
            return satori::find_overlaps(call.batch(), call.workspace(), found, call.pair_options(options.boundary));
        },
        [&](std::span<const BoxPair> pairs, std::span<std::uint8_t> answers) {
            return test_pairs(call.batch(), pairs, answers, call.workspace(),
                              {.boundary = options.boundary, .execution = options.execution});
        });
}

Status Partition::find_near_pairs(const RankBoxes& boxes, float max_distance, PairResult& result,
                                  const FindOptions& options) noexcept {
    result = {};
    if (!detail::Call::open(*this)) return fault_.status;
    detail::Call call(*this, boxes, options.execution, result.report);
    const bool legal = max_distance >= 0 && max_distance <= kMaxNearDistance;
    return find(
        call, {1, max_distance, {}, {}}, legal, result,
        [&](satori::PairResult& found) {
            return satori::find_near_pairs(call.batch(), max_distance, call.workspace(), found, call.pair_options());
        },
        [&](std::span<const BoxPair> pairs, std::span<std::uint8_t> answers) {
            return test_distances(call, pairs, max_distance, answers, options.execution);
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
    satori::ContactResult found;
    if (call.ok() && call.on_lattice()) {
        const std::span<const BoxPair> placed = call.place(call.find_candidates());
        if (call.ok())
            call.ranks().expect(collide_pairs(call.batch(), placed, call.workspace(), found,
                                              {.contacts = options.contacts, .execution = options.execution}));
        for (ContactManifold& manifold : found.manifolds) manifold.pair = call.part_pair(manifold.pair);
        kept = found.manifolds;
        call.note_finding();
    } else if (call.ok()) {
        const PairOptions pairs = call.pair_options();
        const Status status = satori::collide(call.batch(), call.workspace(), found,
                                              {.contacts = options.contacts,
                                               .execution = options.execution,
                                               .filters = pairs.filters,
                                               .motions = pairs.motions});
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
