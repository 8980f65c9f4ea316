#pragma once

// The only public header that includes MPI's.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <mpi.h>

#include <satori/allocator.hpp>
#include <satori/box_batch.hpp>
#include <satori/contact_cache.hpp>
#include <satori/contacts.hpp>
#include <satori/covered_sides.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/filters.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>

SATORI_NAMESPACE_BEGIN

/// Pairs and contacts of boxes that are spread over the ranks of an MPI communicator.
namespace mpi {

namespace detail {
class Call;
struct PartitionState;
struct TrackerState;
}  // namespace detail

/// @addtogroup mpi
///
/// More boxes than one machine holds. Each rank brings some of the boxes, any of them, and each pair comes out on
/// exactly one rank. This is a separate library, `satori::mpi`; only it needs MPI. @ref guide_mpi "docs/mpi.md" has a
/// program.
///
/// Space is cut into one part per rank. Each box goes to all parts that its AABB touches, and each part finds the pairs
/// of its boxes. Of a pair found in several parts, one keeps it: the part that holds the componentwise maximum of the
/// lower corners of both AABBs. No pair is sent.
///
/// The results are those of one process with all boxes, sorted by id: the same set of pairs, and the same bytes of each
/// manifold, whatever the number of ranks and whichever rank brings a box. Boxes in doubles are seen from points of a
/// lattice (PartitionOptions::lattice_edge): results are then those of a Partition with one rank.
/// @{

/// The boxes that a rank brings, as floats or as doubles, and their ids: ids[i] is that of box i. No two boxes of all
/// ranks may have the same id. All spans but `ids` may be empty, also on some ranks only. Nothing is owned.
struct RankBoxes {
    BoxView floats;                       ///< the boxes, unless in_doubles is set
    BoxView64 doubles;                    ///< the boxes if in_doubles is set; its origin is the same on all ranks
    bool in_doubles = false;              ///< which of the two views holds the boxes
    std::span<const std::uint64_t> ids;   ///< one for each box
    std::span<const float> radii;         ///< radii, meters, as BatchStorage::set_radii() takes them; empty: all are 0
    std::span<const MotionType> motions;  ///< motion types, see find_pairs(); empty: all boxes are dynamic
    std::span<const BoxFilter> filters;   ///< filters, see find_pairs(); empty: none
    std::span<const CoveredSides> covered_sides;  ///< sides that neighbors cover, see BoxBatch::set_covered_sides()

    /// Holds boxes whose coordinates have one common origin on all ranks.
    constexpr RankBoxes(const BoxView& view, std::span<const std::uint64_t> box_ids,
                        std::span<const float> box_radii = {}) noexcept
        : floats(view), ids(box_ids), radii(box_radii) {}
    /// Holds boxes in doubles. The origin, the same on all ranks, is subtracted from the centers, see
    /// PartitionOptions::lattice_edge. Ranks without boxes must have it too.
    constexpr RankBoxes(const BoxView64& view, std::span<const std::uint64_t> box_ids,
                        std::span<const float> box_radii = {}) noexcept
        : doubles(view), in_doubles(true), ids(box_ids), radii(box_radii) {}

    /// Returns the number of boxes in the view.
    constexpr std::size_t count() const noexcept { return in_doubles ? doubles.count : floats.count; }
};

/// Where a box comes from.
struct RankBox {
    std::uint64_t id = 0;     ///< what RankBoxes::ids has for it
    std::int32_t rank = 0;    ///< the rank that brought it
    std::uint32_t index = 0;  ///< its index in that rank's RankBoxes
};
static_assert(sizeof(RankBox) == 16);

/// What went wrong in a call, the same on all ranks.
struct Fault {
    Status status = Status::ok;  ///< the Status that the call returned
    std::int32_t rank = -1;      ///< brought the box, or is the lowest that failed; -1: none did, or the ranks differ
    bool names_box = false;      ///< whether index and id are those of a box
    std::uint64_t index = 0;     ///< the index of the faulty box in that rank's RankBoxes
    std::uint64_t id = 0;        ///< what RankBoxes::ids has for that box
    char message[192] = {};      ///< all of it in English, with a null at the end
};

/// What a call did on this rank. Times are CPU time of the process, all threads, in nanoseconds.
struct RankReport {
    std::uint64_t own_count = 0;        ///< boxes that this rank brought
    std::uint64_t part_count = 0;       ///< boxes that touch this rank's part
    std::uint64_t sent_count = 0;       ///< boxes that this rank sent; a box sent to k ranks counts k times
    std::uint64_t candidate_count = 0;  ///< candidates of this part, see PairResult::candidate_count
    std::uint64_t all_count = 0;        ///< boxes of all ranks
    std::uint64_t all_parts_count = 0;  ///< the sum of part_count over all ranks
    std::uint64_t all_pairs_count = 0;  ///< pairs or manifolds of all ranks
    bool made_cuts = false;             ///< whether this call cut space anew
    std::uint64_t intake_ns = 0;        ///< own boxes: validation and AABBs
    std::uint64_t cutting_ns = 0;       ///< new cuts
    std::uint64_t assignment_ns = 0;    ///< boxes to parts
    std::uint64_t exchange_ns = 0;      ///< boxes to ranks, with the wait for other ranks
    std::uint64_t sorting_ns = 0;       ///< boxes of the part by id, their batch and AABBs
    std::uint64_t finding_ns = 0;       ///< the call on the boxes of the part
    std::uint64_t ownership_ns = 0;     ///< removal of pairs that other parts keep
};

/// The pairs of a part.
struct PairResult {
    /// The pairs that this rank keeps, as indices into `boxes`. first < second, also by id. In no promised order. Valid
    /// until the next call of the Partition that finds pairs or contacts. Empty on errors.
    std::span<const BoxPair> pairs;
    /// The boxes of the part, by id. Those of a pair may have come from any rank. Valid as long as `pairs`.
    std::span<const RankBox> boxes;
    RankReport report;  ///< counts and times
};

/// The contacts of a part.
struct ContactResult {
    /// The manifolds that this rank keeps. ContactManifold::pair holds indices into `boxes`; A is the box of the lower
    /// id. Order and validity as in PairResult.
    std::span<const ContactManifold> manifolds;
    /// The boxes of the part, see PairResult::boxes.
    std::span<const RankBox> boxes;
    RankReport report;  ///< counts and times
};

/// Options of find_overlaps() and find_near_pairs(). `boundary` must be the same on all ranks.
struct FindOptions {
    Boundary boundary = Boundary::closed;  ///< whether touching counts as overlap; no effect on find_near_pairs()
    Execution execution{};                 ///< where the call runs on this rank; max_pairs is a limit for each rank
};

/// Options of collide(). `contacts` must be the same on all ranks.
struct CollideOptions {
    ContactOptions contacts{};  ///< how contacts are chosen
    Execution execution{};      ///< where the call runs on this rank; max_pairs is a limit for each rank
};

/// The least PartitionOptions::lattice_edge other than 0, meters.
inline constexpr float kMinLatticeEdge = 64;
/// The greatest PartitionOptions::lattice_edge, meters.
inline constexpr float kMaxLatticeEdge = 1e8F;

/// Options of a Partition, the same on all ranks.
struct PartitionOptions {
    /// The largest message from one rank to another, bytes, but room for one box at least. What is larger is sent in
    /// several rounds. The memory for messages is at most this, times the number of ranks.
    std::uint64_t message_bytes = std::uint64_t{1} << 17;
    /// The load of a rank, over the mean of all ranks, above which space is cut anew. At least 1. The load is the boxes
    /// and candidates of a part. Space is not cut anew while it is hardly more uneven than after the last cuts.
    float most_imbalance = 1.1F;
    /// For boxes in doubles on any rank, meters: the edge of a lattice of points, of which the origin is one. Each pair
    /// is seen from a lattice point: the point is subtracted from both centers before they are rounded to floats. So
    /// contacts are as exact far from the origin as near it: with 1024 m, the coordinates of a center are within
    /// 0.031 mm if the box is smaller than 1 km. The point depends on the pair alone: it is the nearest one to the
    /// componentwise maximum of the lower corners of both AABBs, which a distance enlarges. Pairs with a box whose AABB
    /// has an edge above 1e8 m are seen from the origin. 0: all boxes are seen from the origin, as with
    /// BoxBatch::assign(); that takes less time. No effect when all boxes are floats.
    float lattice_edge = 1024;
};

/// Space cut into one part per rank, and the memory of its calls. Results do not depend on the cuts. They are kept
/// until the load of the ranks becomes uneven.
///
/// All ranks of the communicator must make the same calls in the same order. The first call duplicates the
/// communicator, and the destructor frees the duplicate: all ranks must destroy the Partition before MPI_Finalize().
/// Only the calling thread calls MPI, so MPI_THREAD_FUNNELED is enough. Two threads may call two Partitions at the same
/// time only with MPI_THREAD_MULTIPLE.
///
/// **Errors** of all calls. All ranks return the same one, and none waits for a rank that failed: fault() names the
/// lowest such rank, and its box where there is one. Results are empty.
/// - `invalid_argument`: MPI is not initialized or already finalized, or the communicator is null. Each rank then finds
///   this out alone. Also: spans of different sizes; options outside their limits; options, distances, origins or calls
///   that differ between ranks; unknown motion types or covered sides: fault() names the box.
/// - `invalid_box`: a box is not legal, or its radius is not; fault() names the first one of that rank. It names one
///   with an illegal radius if all boxes of that rank are legal otherwise.
/// - `invalid_id`: two boxes of one part have the same id. Boxes with the same id that share no part are not found.
/// - `capacity_exceeded`: more than kMaxBoxCount boxes on one rank.
/// - `exchange_failed`: MPI returned an error. When its reductions fail too, ranks may disagree, and MPI may not return
///   at all.
/// - `out_of_memory`, `limit_exceeded`, `executor_failed`, `unsupported_isa`: of any rank.
///
/// Memory: about 100 bytes per box of the part beyond those of the batch and its workspace. A span that any rank has
/// adds to each box: radii 4, motion types 4, filters 24, covered sides 1; twice that unless the boxes come to the part
/// in the order of their ids. A lattice adds about 90 per box and 20 per pair of AABBs (60 with find_near_pairs()). A
/// box takes about 250 more for each lattice point from which a pair of it is seen, other than its own.
class SATORI_API Partition {
public:
    /// Creates a Partition for the ranks of a communicator, which must stay until the first call. Calls no MPI.
    explicit Partition(MPI_Comm communicator, const PartitionOptions& options = {}, Allocator allocator = {}) noexcept;
    Partition(const Partition&) = delete;
    Partition& operator=(const Partition&) = delete;
    /// Frees memory and the duplicate of the communicator.
    ~Partition();

    /// Finds all pairs of boxes that overlap, as satori::find_overlaps() does.
    Status find_overlaps(const RankBoxes& boxes, PairResult& result, const FindOptions& options = {}) noexcept;
    /// Finds all pairs of boxes that are at most `max_distance` apart, as satori::find_near_pairs() does. The distance
    /// must be the same on all ranks.
    Status find_near_pairs(const RankBoxes& boxes, float max_distance, PairResult& result,
                           const FindOptions& options = {}) noexcept;
    /// Finds all contacts of boxes, as satori::collide() does.
    Status collide(const RankBoxes& boxes, ContactResult& result, const CollideOptions& options = {}) noexcept;

    /// Sends the program's records of boxes, one for each box, to the rank in whose part the box's center is. If the
    /// ranks bring these boxes next, few boxes are sent. `mine` are all records of this rank now, also those that have
    /// stayed: those of lower ranks first, each rank's in its order. They are valid until the next call of the
    /// Partition. The call reads only centers: no ids, sizes or radii. Until another call has cut space, all records
    /// stay where they are. O(records). After an error `mine` is empty on all ranks. Errors besides those above:
    /// `invalid_argument` for records.size() other than that of the boxes, centers without an address or with a stride
    /// that is not a multiple of their numbers' size, and records whose size differs between ranks.
    template <class Record>
    Status migrate(const RankBoxes& boxes, std::span<const Record> records, std::span<const Record>& mine) noexcept {
        static_assert(std::is_trivially_copyable_v<Record> && alignof(Record) <= 64);
        const void* moved = records.data();
        std::uint64_t count = records.size();
        const Status status = migrate_bytes(boxes, sizeof(Record), moved, count);
        mine = {static_cast<const Record*>(moved), static_cast<std::size_t>(count)};
        return status;
    }

    /// Fetches the program's records of all boxes of this part, such as velocities, from the ranks that brought the
    /// boxes. `own[i]` is that of box i of the RankBoxes of the last call that found pairs or contacts. `of_part[k]` is
    /// then that of box k of the result's `boxes`. It is valid until the next call of the Partition; the result itself
    /// stays. `own` must not be what a call of the Partition returned. Only records of boxes of other ranks are sent.
    /// O(boxes of the part and records sent). Errors besides those above: `invalid_argument` for own.size() other than
    /// the number of own boxes, for records whose size differs between ranks, and when there was no such call or the
    /// last one failed.
    template <class Record>
    Status fetch(std::span<const Record> own, std::span<const Record>& of_part) noexcept {
        static_assert(std::is_trivially_copyable_v<Record> && alignof(Record) <= 64);
        const void* records = own.data();
        std::uint64_t count = own.size();
        const Status status = fetch_bytes(sizeof(Record), records, count);
        of_part = {static_cast<const Record*>(records), static_cast<std::size_t>(count)};
        return status;
    }
    /// Sends records of the boxes of this part, such as forces, back to the ranks that brought the boxes. `of_part[k]`
    /// is that of box k of the result's `boxes`. `records[j]` is then one of own box `indices[j]`. A box has one from
    /// each part that it touches, in the order of the parts' ranks; there may be one of this rank's own part. Validity,
    /// cost and errors are those of fetch(), with of_part.size() for own.size().
    template <class Record>
    Status send_back(std::span<const Record> of_part, std::span<const std::uint32_t>& indices,
                     std::span<const Record>& records) noexcept {
        static_assert(std::is_trivially_copyable_v<Record> && alignof(Record) <= 64);
        const void* came = of_part.data();
        std::uint64_t count = of_part.size();
        const std::uint32_t* boxes = nullptr;
        const Status status = send_back_bytes(sizeof(Record), came, count, boxes);
        records = {static_cast<const Record*>(came), static_cast<std::size_t>(count)};
        indices = {boxes, static_cast<std::size_t>(count)};
        return status;
    }

    /// Returns what went wrong in the last call, the same on all ranks; Status::ok when nothing did.
    const Fault& fault() const noexcept { return fault_; }
    /// Forgets the cuts: the next call cuts space anew. All ranks must call it.
    void reset() noexcept { keeps_cuts_ = false; }

    /// Returns the memory held now, bytes.
    std::uint64_t bytes() const noexcept;
    /// Returns the most memory ever held, bytes.
    std::uint64_t peak_bytes() const noexcept;

private:
    friend class detail::Call;
    Status migrate_bytes(const RankBoxes& boxes, std::size_t size, const void*& moved, std::uint64_t& count) noexcept;
    Status fetch_bytes(std::size_t size, const void*& records, std::uint64_t& count) noexcept;
    Status send_back_bytes(std::size_t size, const void*& records, std::uint64_t& count,
                           const std::uint32_t*& indices) noexcept;

    MPI_Comm given_;
    MPI_Comm communicator_ = MPI_COMM_NULL;
    PartitionOptions options_;
    Allocator allocator_;
    detail::PartitionState* state_ = nullptr;
    Fault fault_;
    bool keeps_cuts_ = false;
    double first_imbalance_ = 0;  // after the last cuts
};

/// Two boxes by their ids; first < second.
struct IdPair {
    std::uint64_t first = 0;   ///< the lower id: A
    std::uint64_t second = 0;  ///< the other id: B

    friend constexpr bool operator==(const IdPair&, const IdPair&) = default;
    friend constexpr auto operator<=>(const IdPair&, const IdPair&) = default;
};

/// The contacts of a step, and what has changed since the last one.
struct TrackedContacts {
    /// The manifolds that this rank keeps, by ContactManifold::pair, which holds indices into `boxes`. Each contact is
    /// on exactly one rank. Valid until the next update(), as all spans here. Empty on errors.
    std::span<const ContactManifold> manifolds;
    /// The program's own data: of point p of manifold m at 4 * m + p. The program writes it, and finds it at the same
    /// point in the next step, on whichever rank. Zero for new points.
    std::span<PointPayload> point_payloads;
    /// The program's own data: of the contact of manifold m at m. Zero when the contact begins.
    std::span<PointPayload> contact_payloads;
    /// The boxes of the part, by id.
    std::span<const RankBox> boxes;
    /// Which manifolds are those of contacts that have begun: boxes that touch now, and did not in the last step.
    std::span<const std::uint32_t> begun;
    /// Contacts that have ended, by ids; each is on exactly one rank. Contacts of boxes that nobody brings any more are
    /// among them.
    std::span<const IdPair> ended;
    std::uint64_t moved_count = 0;  ///< contacts of this rank that another rank had in the last step
    RankReport report;              ///< counts and times
};

/// Options of ContactTracker::update(). `contacts` and `match_distance` must be the same on all ranks.
struct TrackOptions {
    ContactOptions contacts{};              ///< how contacts are chosen
    float match_distance = kMatchDistance;  ///< how far payloads look for their points, see MatchOptions
    Execution execution{};                  ///< where the call runs on this rank; max_pairs is a limit for each rank
};

/// The contacts of moving boxes from step to step: collide() with the last step's contacts, over ranks.
///
///     ContactTracker tracker(MPI_COMM_WORLD);
///     for (;;) {
///         tracker.partition().migrate(boxes_of(bodies), bodies, mine);    // to where they are now; may be left out
///         bodies.assign(mine.begin(), mine.end());                        // those of this rank
///         tracker.update({boxes_of(bodies), ids_of(bodies)}, contacts);
///         tracker.partition().fetch(velocities_of(bodies), velocities);   // of all boxes of the part
///         solve(contacts.manifolds, velocities, forces);                  // the program's own solver
///         tracker.partition().send_back(forces, indices, came);           // to the ranks that move the bodies
///         move(bodies, indices, came);                                    // by the sum of the forces of each
///     }
///
/// Contacts, payloads and events are those of one process that has all boxes, sorted by id, and a ContactCache: the
/// same bytes, whatever the number of ranks, and whichever rank brings a box. A box may come from another rank in each
/// step; it is the same box as long as it has the same id. A box that no rank brings has ceased to exist.
///
/// A rank keeps the contacts of its part. When two boxes leave the part, their contact goes to another rank, with its
/// payloads. A third rank, which a hash of the two ids names, tells which one. Only pairs of AABBs that begin to touch,
/// cease to touch or get another rank are sent for this: 24 bytes, and 272 for each contact that gets another rank.
///
/// Communicators and errors are as with a Partition. `invalid_argument` also: a match distance that is not legal.
/// `capacity_exceeded` also: more than 2^31 - 1 pairs of AABBs on one rank. After an error the contacts and payloads of
/// the last step are still there: the next update() goes on from them.
///
/// Memory beyond that of the Partition, about: 24 bytes per box of the part, 50 per pair of AABBs and 800 per contact.
class SATORI_API ContactTracker {
public:
    /// Creates a tracker without contacts for the ranks of a communicator. Calls no MPI.
    explicit ContactTracker(MPI_Comm communicator, const PartitionOptions& options = {},
                            Allocator allocator = {}) noexcept;
    ContactTracker(const ContactTracker&) = delete;
    ContactTracker& operator=(const ContactTracker&) = delete;
    /// Frees memory and the duplicate of the communicator.
    ~ContactTracker();

    /// Finds the contacts of the boxes where they are now. Expected O(n + candidates + contacts) on each rank.
    Status update(const RankBoxes& boxes, TrackedContacts& result, const TrackOptions& options = {}) noexcept;
    /// Forgets all contacts: those of the next update() begin. All ranks must call it.
    void clear() noexcept;

    /// Returns what went wrong in the last call, the same on all ranks; Status::ok when nothing did.
    const Fault& fault() const noexcept { return partition_.fault(); }
    /// Returns the Partition that the tracker uses. Of TrackedContacts, its calls that find pairs or contacts
    /// invalidate `boxes` and nothing else; its other calls invalidate nothing.
    Partition& partition() noexcept { return partition_; }

    /// Returns the memory held now, bytes.
    std::uint64_t bytes() const noexcept;

private:
    bool ensure_state() noexcept;

    Partition partition_;
    Allocator allocator_;
    detail::TrackerState* state_ = nullptr;
};

/// @}

}  // namespace mpi

SATORI_NAMESPACE_END
