#include "mpi/call.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <new>

#include "mpi/cutting.hpp"
#include "mpi/exchange.hpp"

namespace satori::v0::mpi::detail {

namespace {

bool is_running() noexcept {
    int initialized = 0, finalized = 0;
    return MPI_Initialized(&initialized) == MPI_SUCCESS && initialized != 0 &&
           MPI_Finalized(&finalized) == MPI_SUCCESS && finalized == 0;
}

/// FNV-1a, by 32 bits.
class Hash {
public:
    Hash& add(std::uint32_t word) noexcept {
        value_ = (value_ ^ word) * 0x100000001b3ULL;
        return *this;
    }
    Hash& add(std::uint64_t word) noexcept {
        return add(static_cast<std::uint32_t>(word)).add(static_cast<std::uint32_t>(word >> 32));
    }
    // + 0: -0 is 0.
    Hash& add(float number) noexcept { return add(std::bit_cast<std::uint32_t>(number + 0.0F)); }
    Hash& add(double number) noexcept { return add(std::bit_cast<std::uint64_t>(number + 0.0)); }
    Hash& add(const Vec3d& v) noexcept { return add(v.x).add(v.y).add(v.z); }
    std::uint64_t value() const noexcept { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

void set_message(Fault& fault, Status status, const char* text) noexcept {
    fault.status = status;
    std::snprintf(fault.message, sizeof fault.message, "%s", text);
}

}  // namespace

bool Call::open(Partition& partition) noexcept {
    partition.fault_ = {};
    const auto refuse = [&](const char* text) noexcept {
        set_message(partition.fault_, Status::invalid_argument, text);
        return false;
    };
    if (!is_running()) return refuse("MPI is not running");
    if (partition.communicator_ != MPI_COMM_NULL) return true;
    if (partition.given_ == MPI_COMM_NULL) return refuse("the communicator is null");
    int is_inter = 0;
    if (MPI_Comm_test_inter(partition.given_, &is_inter) != MPI_SUCCESS || is_inter != 0)
        return refuse("the communicator is an inter-communicator");
    MPI_Comm own = MPI_COMM_NULL;
    if (MPI_Comm_dup(partition.given_, &own) != MPI_SUCCESS ||
        MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN) != MPI_SUCCESS) {
        set_message(partition.fault_, Status::exchange_failed, "the communicator could not be duplicated");
        return false;
    }
    partition.communicator_ = own;
    return true;
}

Call::Call(Partition& partition, const RankBoxes& boxes, const Execution& execution, RankReport& report) noexcept
    : partition_(partition),
      boxes_(boxes),
      execution_(execution),
      report_(report),
      ranks_(partition.communicator_, partition.fault_),
      last_lap_(std::clock()) {
    report_ = {};
}

bool Call::bring_boxes(const Terms& terms, bool terms_are_legal) noexcept {
    take_own_boxes(terms_are_legal);
    lap(report_.intake_ns);
    ColumnSet columns;
    columns.add(Column::radius, !boxes_.radii.empty());
    columns.add(Column::motion, !boxes_.motions.empty());
    columns.add(Column::filter, !boxes_.filters.empty());
    columns.add(Column::covered_sides, !boxes_.covered_sides.empty());
    columns.add(Column::center, boxes_.in_doubles && report_.own_count != 0 && partition_.options_.lattice_edge != 0);
    if (!ranks_.agree_on(hash_of(terms), columns.bits)) return false;
    state().columns = columns;
    lap(report_.exchange_ns);
    enlarge(state().bounds(), static_cast<std::uint32_t>(report_.own_count), terms.distance, on_lattice());
    lap(report_.intake_ns);
    if (!partition_.keeps_cuts_) {
        report_.made_cuts = true;
        cut_space(ranks_, static_cast<std::uint32_t>(report_.own_count), state());
        state().has_cuts = ranks_.ok();
        lap(report_.cutting_ns);
    }
    assign_parts(ranks_, static_cast<std::uint32_t>(report_.own_count), execution_.isa, state());
    lap(report_.assignment_ns);
    const bool sent = exchange(ranks_, boxes_, partition_.options_.message_bytes, state(), report_.part_count);
    lap(report_.exchange_ns);
    if (!sent) return false;
    if (ranks_.ok()) make_part(terms);
    lap(report_.sorting_ns);
    return true;
}

/// Validates own boxes, and takes the memory that does not depend on where boxes go.
void Call::take_own_boxes(bool terms_are_legal) noexcept {
    if (partition_.state_ != nullptr) state().has_part = false;
    const PartitionOptions& options = partition_.options_;
    const bool legal_edge = options.lattice_edge == 0 ||
                            (options.lattice_edge >= kMinLatticeEdge && options.lattice_edge <= kMaxLatticeEdge);
    if (!terms_are_legal || options.message_bytes == 0 || !(options.most_imbalance >= 1) || !legal_edge)
        return ranks_.fail(Status::invalid_argument);
    const auto fits = [&](const auto& items) { return items.empty() || items.size() == boxes_.count(); };
    if (boxes_.ids.size() != boxes_.count() || !fits(boxes_.motions) || !fits(boxes_.filters) ||
        !fits(boxes_.covered_sides))
        return ranks_.fail(Status::invalid_argument);
    if (!ensure_state(partition_, ranks_)) return ranks_.fail(Status::out_of_memory);
    PartitionState& own = state();
    if (!partition_.keeps_cuts_) {
        own.has_cuts = false;
        if (!reserve_cuts(ranks_, own)) return ranks_.fail(Status::out_of_memory);
    }

    const Status status = boxes_.in_doubles ? own.batch.assign(boxes_.doubles, OnInvalid::refuse, execution_)
                                            : own.batch.assign(boxes_.floats, OnInvalid::refuse, execution_);
    if (status == Status::invalid_box) {
        const InvalidBox& first = own.batch.invalid().front();
        const RankBox box{boxes_.ids[first.index], static_cast<std::int32_t>(ranks_.rank()), first.index};
        return ranks_.fail_at(status, box, describe(first.fault));
    }
    if (!ranks_.expect(status) || !take_own_columns()) return;
    const std::uint32_t count = own.batch.size();
    if (!own.reserve_bounds(count, false)) return ranks_.fail(Status::out_of_memory);
    if (!ranks_.expect(compute_aabbs(own.batch, {own.bounds(), count}, execution_))) return;
    report_.own_count = count;
}

/// Validates what own boxes have beside their rows, and gives them their radii. Returns whether this rank has not
/// failed.
bool Call::take_own_columns() noexcept {
    const auto refuse = [&](Status status, std::size_t i, const char* reason) noexcept {
        const RankBox box{boxes_.ids[i], static_cast<std::int32_t>(ranks_.rank()), static_cast<std::uint32_t>(i)};
        ranks_.fail_at(status, box, reason);
        return false;
    };
    std::uint64_t first = 0;
    const Status status = state().batch.set_radii(boxes_.radii, &first);
    if (status == Status::invalid_box)
        return refuse(status, static_cast<std::size_t>(first), "radius is not 0 and not from 1e-7 to 1e8");
    if (!ranks_.expect(status)) return false;
    for (std::size_t i = 0; i < boxes_.motions.size(); ++i)
        if (boxes_.motions[i] > MotionType::detector_box)
            return refuse(Status::invalid_argument, i, "motion type is unknown");
    for (std::size_t i = 0; i < boxes_.covered_sides.size(); ++i)
        if (boxes_.covered_sides[i] > kAllSides)
            return refuse(Status::invalid_argument, i, "covered sides are not from 0 to 63");
    return true;
}

bool Call::ensure_state(Partition& partition, const Ranks& ranks) noexcept {
    PartitionState*& state = partition.state_;
    if (state == nullptr) {
        void* const memory = base::allocate(partition.allocator_, sizeof(PartitionState));
        if (memory == nullptr) return false;
        state = new (memory) PartitionState(partition.allocator_);
    }
    return state->out.reserve(ranks.count()) && state->in.reserve(ranks.count()) &&
           state->message_counts.reserve(4 * std::uint64_t{ranks.count()}, 0);
}

std::uint64_t Call::hash_of(const Terms& terms) const noexcept {
    const PartitionOptions& options = partition_.options_;
    Hash hash;
    hash.add(terms.kind).add(terms.distance).add(static_cast<std::uint32_t>(terms.boundary));
    hash.add(static_cast<std::uint32_t>(terms.contacts.boundary)).add(terms.contacts.speculative_distance);
    hash.add(terms.contacts.axis_slack).add(terms.contacts.edge_share).add(terms.match_distance);
    hash.add(options.message_bytes).add(options.most_imbalance).add(options.lattice_edge);
    hash.add(boxes_.doubles.origin);
    return hash.add(partition_.keeps_cuts_ ? 1U : 0U).value();
}

bool Call::agree_on_records(Partition& partition, Ranks& ranks, const RecordTerms& terms) noexcept {
    Hash hash;
    hash.add(static_cast<std::uint32_t>(terms.call)).add(terms.size).add(terms.origin);
    hash.add(partition.options_.message_bytes);
    std::uint32_t no_columns = 0;
    if (ranks.agree_on(hash.value(), no_columns)) return true;
    // As the other calls do, since a rank may have made one of those.
    ranks.agree();
    partition.keeps_cuts_ = false;
    return false;
}

/// Sorts the boxes that came and makes their batch.
void Call::make_part(const Terms& terms) noexcept {
    PartitionState& part = state();
    const std::uint32_t count = part_count();
    for (std::uint32_t r = 0; r < ranks_.count(); ++r)
        if (r != ranks_.rank()) report_.sent_count += part.out.counts[r];
    sort_part(ranks_, count, part);
    if (!ranks_.ok() || !fill_batch(count)) return;
    if (!part.reserve_bounds(count, on_lattice())) return ranks_.fail(Status::out_of_memory);
    if (!ranks_.expect(compute_aabbs(part.batch, {part.bounds(), count}, execution_))) return;
    enlarge(part.bounds(), count, terms.distance, on_lattice());
    note_below(ranks_, count, part);
}

/// Makes the batch of the first rows of the part. Returns whether this rank has not failed.
bool Call::fill_batch(std::uint32_t row_count) noexcept {
    PartitionState& own = state();
    const std::span<const OrientedBox> rows{own.part.rows.data(), row_count};
    return ranks_.expect(own.batch.assign(rows, OnInvalid::refuse, execution_)) &&
           ranks_.expect(own.batch.set_radii(own.part.items<const float>(Column::radius, own.columns, row_count))) &&
           ranks_.expect(own.batch.set_covered_sides(
               own.part.items<const CoveredSides>(Column::covered_sides, own.columns, row_count)));
}

PairOptions Call::pair_options(Boundary boundary) noexcept {
    PartitionState& own = state();
    PairOptions options;
    options.boundary = boundary;
    options.execution = execution_;
    options.filters = own.part.items<const BoxFilter>(Column::filter, own.columns, part_count());
    options.motions = own.part.items<const MotionType>(Column::motion, own.columns, part_count());
    return options;
}

std::span<BoxPair> Call::find_candidates() noexcept {
    if (!ranks_.ok()) return {};
    satori::PairResult found;
    const AabbView bounds = aabb_rows(std::span<const Aabb>{state().bounds(), part_count()});
    const Status status = find_pairs(bounds, workspace(), found, pair_options());
    return keep_own(status, found.pairs, found.candidate_count, [](const BoxPair& pair) { return pair; });
}

std::span<const BoxPair> Call::place(std::span<const BoxPair> pairs) noexcept {
    if (!on_lattice() || pairs.empty()) return pairs;
    const Lattice lattice(partition_.options_.lattice_edge);
    const std::uint32_t row_count = place_pairs(pairs, lattice, part_count(), ranks_, state());
    if (!ranks_.ok() || !fill_batch(row_count)) return {};
    return {state().placed.data(), pairs.size()};
}

Status Call::finish(std::uint64_t kept) noexcept {
    if (ranks_.agree()) {
        note_load(kept);
        state().has_part = ranks_.ok();
        state().own_count = static_cast<std::uint32_t>(report_.own_count);
        state().part_count = part_count();
    }
    if (!ranks_.ok()) {
        partition_.keeps_cuts_ = false;
        report_ = {};
    }
    return partition_.fault_.status;
}

/// Sums up over the ranks, and decides whether the cuts are kept.
void Call::note_load(std::uint64_t kept) noexcept {
    const std::uint64_t load = report_.part_count + report_.candidate_count;
    std::uint64_t sums[4] = {report_.own_count, report_.part_count, kept, load};
    std::uint64_t most = load;
    ranks_.sent(MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_UINT64_T, MPI_SUM, ranks_.communicator()));
    ranks_.sent(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX, ranks_.communicator()));
    report_.all_count = sums[0];
    report_.all_parts_count = sums[1];
    report_.all_pairs_count = sums[2];
    const double mean = static_cast<double>(sums[3]) / ranks_.count();
    const double imbalance = mean > 0 ? static_cast<double>(most) / mean : 1;
    if (report_.made_cuts) partition_.first_imbalance_ = imbalance;
    // New cuts would hardly be better than the last ones were.
    constexpr double kWorse = 1.05;
    const double limit = std::max<double>(partition_.options_.most_imbalance, kWorse * partition_.first_imbalance_);
    partition_.keeps_cuts_ = imbalance <= limit;
}

void Call::lap(std::uint64_t& nanoseconds) noexcept {
    const std::clock_t now = std::clock();
    constexpr double kNanoseconds = 1e9 / CLOCKS_PER_SEC;
    nanoseconds += static_cast<std::uint64_t>(static_cast<double>(now - last_lap_) * kNanoseconds);
    last_lap_ = now;
}

}  // namespace satori::v0::mpi::detail
