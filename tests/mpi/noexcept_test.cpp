// R13 for satori::mpi, at compile time. The test passes if this file compiles.

#include <satori/mpi.hpp>

#define CANNOT_THROW(...) static_assert(noexcept(__VA_ARGS__))

namespace satori::mpi {
namespace {

[[maybe_unused]] void partition_calls(Partition& partition, const Partition& same, const RankBoxes& boxes,
                                      PairResult& pairs, ContactResult& contacts, std::span<const int> records,
                                      std::span<const std::uint32_t> indices) {
    CANNOT_THROW(RankBoxes(BoxView{}, {}));
    CANNOT_THROW(RankBoxes(BoxView64{}, {}));
    CANNOT_THROW(RankBoxes(BoxView{}, {}, {}));
    CANNOT_THROW(RankBoxes(BoxView64{}, {}, {}));
    CANNOT_THROW(boxes.count());
    CANNOT_THROW(Partition(MPI_COMM_NULL));
    CANNOT_THROW(partition.find_overlaps(boxes, pairs));
    CANNOT_THROW(partition.find_near_pairs(boxes, 1, pairs));
    CANNOT_THROW(partition.collide(boxes, contacts));
    CANNOT_THROW(partition.migrate(boxes, records, records));
    CANNOT_THROW(partition.fetch(records, records));
    CANNOT_THROW(partition.send_back(records, indices, records));
    CANNOT_THROW(partition.reset());
    CANNOT_THROW(same.fault());
    CANNOT_THROW(same.bytes());
    CANNOT_THROW(partition.fault());
    CANNOT_THROW(partition.bytes());
    CANNOT_THROW(partition.peak_bytes());
}

[[maybe_unused]] void tracker_calls(ContactTracker& tracker, const RankBoxes& boxes, TrackedContacts& contacts) {
    CANNOT_THROW(ContactTracker(MPI_COMM_NULL));
    CANNOT_THROW(tracker.update(boxes, contacts));
    CANNOT_THROW(tracker.clear());
    CANNOT_THROW(tracker.fault());
    CANNOT_THROW(tracker.partition());
    CANNOT_THROW(tracker.bytes());
}

}  // namespace
}  // namespace satori::mpi
