#pragma once

#include <cstdint>

#include "broadphase/columns/columns.hpp"
#include "broadphase/columns/sweep_limit.hpp"
#include "broadphase/pair_filter.hpp"

namespace satori::v0::broadphase {

/// Receives the candidates of the columns. All calls use the same driver and differ only in their sink.
template <int Dim>
class ColumnSink {
public:
    virtual ~ColumnSink() = default;
    /// Takes up to kPairBuffer candidates while they are in cache, and writes the results for them, in order, to `out`.
    /// A result is a pair, or another item of up to kMostPerCandidate times a pair's size; `out` has room for count +
    /// kMaxLanes such items. `first` and `second` are readable up to padded(count), with valid ids there. Returns the
    /// number of pairs whose space was filled.
    virtual std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                                 BoxPair* out) const noexcept = 0;
    /// True when accept() needs no more candidates; some may still come.
    virtual bool full() const noexcept { return false; }
    /// The records of set 0 and set 1, indexed by id, that accept() reads. The driver prefetches them while it sorts
    /// the column. May be null.
    const simd::PairRecord<Dim>* records[2] = {nullptr, nullptr};
    /// Not null: accept() gets only the candidates that are pairs.
    const PairFilter* filter = nullptr;
};

/// The most that a sink may write per candidate, in pairs.
inline constexpr std::uint32_t kMostPerCandidate = 2;
/// The number of candidates that wait for the sink. They fit the first-level caches, and the second-level cache
/// together with their records.
inline constexpr std::uint32_t kPairBuffer = 2048;

/// Sweeps all columns into `sink` and returns the pairs in column order: by grid, then by column, then in the order of
/// the column's sweep. This order is the same for every instruction set (simd/kernel_abi.hpp).
/// `limit_exceeded`: there is more to find than `limit`. The sweep stops early, `buffer` is not written, and no memory
/// is reserved for the excess. The count of candidates is then the limit plus one, the least that is certain.
template <int Dim>
Status drive_columns(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                     const Columns<Dim>& columns, const ColumnSink<Dim>& sink, const SweepLimit& limit,
                     PairBuffer buffer, PairResult& result) noexcept;

}  // namespace satori::v0::broadphase
