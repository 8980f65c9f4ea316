#pragma once

#include <cstdint>
#include <ctime>
#include <span>

#include <satori/mpi.hpp>

#include "mpi/part.hpp"
#include "mpi/ranks.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi::detail {

/// What ranks must have in common in a call.
struct Terms {
    std::uint32_t kind;  ///< which call
    float distance;      ///< how far apart boxes may be
    Boundary boundary;
    ContactOptions contacts;
    float match_distance = 0;
};

/// The calls that send records; Terms::kind has other numbers.
enum class RecordCall : std::uint32_t { migrate = 5, fetch, send_back };

/// What ranks must have in common in such a call.
struct RecordTerms {
    RecordCall call;
    std::uint64_t size;  ///< bytes of a record
    Vec3d origin{};
};

/// One call of a Partition, step by step. Failures of a rank wait until the ranks agree: before boxes are sent, when it
/// is known how many come, and at the end.
class Call {
public:
    /// Opens the communicator in the first call. Returns false, with a fault, when there is none.
    static bool open(Partition& partition) noexcept;
    /// Makes the state, and its memory that depends on the number of ranks alone. Returns false when there is none.
    static bool ensure_state(Partition& partition, const Ranks& ranks) noexcept;

    /// The Partition must be open.
    Call(Partition& partition, const RankBoxes& boxes, const Execution& execution, RankReport& report) noexcept;

    /// Brings the boxes of the part to this rank, sorted and in state().batch. Returns whether no rank has failed so
    /// far; it may have failed on this one after that.
    bool bring_boxes(const Terms& terms, bool terms_are_legal) noexcept;
    /// Whether this rank has not failed.
    bool ok() const noexcept { return ranks_.ok(); }
    Ranks& ranks() noexcept { return ranks_; }
    PartitionState& state() noexcept { return *partition_.state_; }
    std::uint64_t message_bytes() const noexcept { return partition_.options_.message_bytes; }
    BoxBatch& batch() noexcept { return state().batch; }
    Workspace& workspace() noexcept { return state().workspace; }
    std::span<const RankBox> boxes() noexcept { return {state().part.sources.data(), part_count()}; }
    /// Options of calls that find pairs of the part.
    PairOptions pair_options(Boundary boundary = Boundary::closed) noexcept;

    /// Finds the pairs of AABBs that this rank keeps. On a lattice they contain all pairs of boxes that are as near as
    /// the terms say. They are in the workspace.
    std::span<BoxPair> find_candidates() noexcept;
    /// Whether pairs are seen from points of a lattice. Then batch() is of no use until place().
    bool on_lattice() noexcept { return state().columns.has(Column::center); }
    /// Makes a batch in which each of these pairs is seen from its point of the lattice, if on one. Returns the boxes
    /// of each pair in that batch.
    std::span<const BoxPair> place(std::span<const BoxPair> pairs) noexcept;
    /// Returns the pair of the part that has these boxes of the batch.
    BoxPair part_pair(const BoxPair& placed) noexcept { return {part_box(placed.first), part_box(placed.second)}; }

    /// Takes the result of the call on the part. Removes pairs that other parts keep: pair_of(item) is an item's pair.
    /// Returns the items kept.
    template <class Item, class PairOf>
    std::span<Item> keep_own(Status status, std::span<Item> items, std::uint64_t candidate_count,
                             PairOf&& pair_of) noexcept {
        lap(report_.finding_ns);
        report_.candidate_count = candidate_count;
        if (!ranks_.expect(status)) return {};
        const std::size_t kept = mpi::keep_own(items, state().below.data(), pair_of);
        lap(report_.ownership_ns);
        return items.first(kept);
    }

    /// Agrees on a call that takes records. Returns whether no rank has failed.
    static bool agree_on_records(Partition& partition, Ranks& ranks, const RecordTerms& terms) noexcept;

    /// Adds the time since the pairs were found to that of the call on the part.
    void note_finding() noexcept { lap(report_.finding_ns); }
    /// Agrees on the outcome. `kept`: how many pairs this rank keeps.
    Status finish(std::uint64_t kept) noexcept;

private:
    void take_own_boxes(bool terms_are_legal) noexcept;
    bool take_own_columns() noexcept;
    std::uint64_t hash_of(const Terms& terms) const noexcept;
    void make_part(const Terms& terms) noexcept;
    bool fill_batch(std::uint32_t row_count) noexcept;
    std::uint32_t part_count() const noexcept { return static_cast<std::uint32_t>(report_.part_count); }
    std::uint32_t part_box(std::uint32_t row) noexcept { return on_lattice() ? state().row_boxes[row] : row; }
    void note_load(std::uint64_t kept) noexcept;
    /// Adds the time since the last lap.
    void lap(std::uint64_t& nanoseconds) noexcept;

    Partition& partition_;
    const RankBoxes& boxes_;
    const Execution& execution_;
    RankReport& report_;
    Ranks ranks_;
    std::clock_t last_lap_;
};

}  // namespace satori::v0::mpi::detail
