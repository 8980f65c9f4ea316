#pragma once

#include <cstdint>

#include "broadphase/columns/columns.hpp"
#include "broadphase/columns/sweep_limit.hpp"

namespace satori::inline v0::broadphase {

/// What becomes of a column's candidates. One driver serves every call; the calls differ in their sink.
template <int Dim>
class ColumnSink {
public:
    virtual ~ColumnSink() = default;
    /// Takes up to kPairBuffer candidates while they are in cache and writes what to report of them, in order, to `out`: pairs,
    /// or anything else of up to kMostPerCandidate times a pair's size (room for as many of count + kMaxLanes). `first` and
    /// `second` are readable to padded(count), with valid ids there. Returns how many pairs' room was filled.
    virtual std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                                 BoxPair* out) const noexcept = 0;
    /// Whether accept() wants no more; some may still come.
    virtual bool full() const noexcept { return false; }
    /// What accept() will read of a box of set 0 and 1, indexed by id: fetched ahead, while its column is sorted. May be null.
    const simd::PairRecord<Dim>* records[2] = {nullptr, nullptr};
};

/// What a sink may write of one candidate, in pairs.
inline constexpr std::uint32_t kMostPerCandidate = 2;
/// Candidates that wait for the sink: small enough for the first-level caches, with their records for the second.
inline constexpr std::uint32_t kPairBuffer = 2048;

/// Sweeps all columns into `sink` and gives the pairs in column order: by grid, by column, then as its sweep comes to them, which is the
/// same in every set (simd/kernel_abi.hpp).
/// `limit_exceeded` where there is more to find than `limit`: it stops on its way then, nothing has been written to `buffer`, and no
/// memory was taken for what was found too much. The count of candidates is then one more than the limit, the least that is sure.
template <int Dim>
Status drive_columns(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                     const Columns<Dim>& columns, const ColumnSink<Dim>& sink, const SweepLimit& limit,
                     PairBuffer buffer, PairResult& result) noexcept;

}  // namespace satori::inline v0::broadphase
