#include <satori/distances.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <new>
#include <type_traits>

#include "base/assert.hpp"
#include "broadphase/columns/find_pairs.hpp"
#include "narrowphase/options.hpp"
#include "narrowphase/pair_tiles.hpp"
#include "narrowphase/rounded_pairs.hpp"
#include "narrowphase/two_boxes.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

template <int Dim>
Status find_distances(const PairListIn<Dim>& list, std::span<DistanceOf<Dim>> distances, Workspace& workspace,
                      const PairOptions& options) noexcept {
    if (list.pairs.size() != distances.size()) return Status::invalid_argument;
    const bool rounded = geometry::have_radii(list.sets);
    parallel::Call call(options.execution);
    return with_pairs(call, list, workspace, options.invalid_pair,
                      [&](WorkspaceLock&, const simd::PairRecord<Dim>* const(&records)[2]) {
                          return for_each_tile(call, list, [&](const PairTile& tile) noexcept {
                              simd::DistanceRow<Dim> rows[kTilePairs];
                              find_rows<Dim>(call.kernels(), tile.rows(records), {true, rounded}, rows);
                              for (std::uint32_t i = 0; i < tile.count; ++i)
                                  distances[tile.begin + i] = distance_of<Dim>(rows[i], list.swapped(tile.begin + i));
                          });
                      });
}

template <int Dim>
Status find_distance(const typename geometry::Dimension<Dim>::Box& a, const typename geometry::Dimension<Dim>::Box& b,
                     DistanceOf<Dim>& distance) noexcept {
    return with_two_boxes<Dim>(a, b, [&](const RecordPairs<Dim>& pairs) {
        simd::DistanceRow<Dim> row[simd::kMaxLanes];
        find_rows<Dim>(simd::kernel_tables::scalar, pairs, {true, false}, row);
        distance = distance_of<Dim>(row[0], false);
    });
}

/// A sink that computes how far the candidates are apart.
template <int Dim>
class DistanceSink : public broadphase::ColumnSink<Dim> {
public:
    DistanceSink(const simd::KernelTable& kernels, const geometry::Sets<Dim>& sets, float max_distance) noexcept
        : kernels_(kernels), max_distance_(max_distance), rounded_(geometry::have_radii(sets)) {}

    float max_distance() const noexcept { return max_distance_; }
    using broadphase::ColumnSink<Dim>::records;

protected:
    /// Calls take(i, distance) for each candidate i, in order. Farther than max_distance() it may be infinite.
    template <class Take>
    void for_each_distance(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                           Take&& take) const noexcept {
        float distances[kTilePairs];
        for (std::uint32_t begin = 0; begin < count; begin += kTilePairs) {
            const std::uint32_t tile = std::min(kTilePairs, count - begin);
            find_near_distances<Dim>(kernels_, {records[0], records[1], first + begin, second + begin, tile},
                                     {max_distance_, rounded_}, distances);
            for (std::uint32_t i = 0; i < tile; ++i) take(begin + i, distances[i]);
        }
    }

private:
    const simd::KernelTable& kernels_;
    float max_distance_;
    bool rounded_;
};

/// A sink that keeps the candidates at most a distance apart.
template <int Dim>
class NearSink final : public DistanceSink<Dim> {
public:
    using DistanceSink<Dim>::DistanceSink;

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        std::uint32_t kept = 0;
        this->for_each_distance(first, second, count, [&](std::uint32_t i, float distance) {
            out[kept] = {first[i], second[i]};
            kept += distance <= this->max_distance() ? 1U : 0U;
        });
        return kept;
    }
};

/// The nearest box of a box so far: the bits of the distance, then the index. As numbers they are ordered as the
/// distances are, and by index where these are equal. So the order in which workers find them does not matter.
using NearestSoFar = std::atomic<std::uint64_t>;
static_assert(std::is_trivially_destructible_v<NearestSoFar>);

std::uint64_t packed(const NearestBox& nearest) noexcept {
    SATORI_ASSERT(nearest.distance >= 0);
    return std::uint64_t{std::bit_cast<std::uint32_t>(nearest.distance)} << 32 | nearest.index;
}
NearestBox unpacked(std::uint64_t nearest) noexcept {
    return {static_cast<std::uint32_t>(nearest), std::bit_cast<float>(static_cast<std::uint32_t>(nearest >> 32))};
}

void keep_nearer(NearestSoFar& nearest, const NearestBox& found) noexcept {
    const std::uint64_t wanted = packed(found);
    std::uint64_t last = nearest.load(std::memory_order_relaxed);
    while (wanted < last && !nearest.compare_exchange_weak(last, wanted, std::memory_order_relaxed)) {
    }
}

/// A sink that keeps the nearest box of each box of the first set.
template <int Dim>
class NearestSink final : public DistanceSink<Dim> {
public:
    /// `nearest`: of each box of the first set. In one set, of both boxes of a pair.
    NearestSink(const simd::KernelTable& kernels, const geometry::Sets<Dim>& sets, float max_distance,
                NearestSoFar* nearest) noexcept
        : DistanceSink<Dim>(kernels, sets, max_distance), nearest_(nearest), one_set_(sets.second() == nullptr) {}

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair*) const noexcept override {
        this->for_each_distance(first, second, count, [&](std::uint32_t i, float distance) {
            if (!(distance <= this->max_distance())) return;
            keep_nearer(nearest_[first[i]], {second[i], distance});
            if (one_set_) keep_nearer(nearest_[second[i]], {first[i], distance});
        });
        return 0;
    }

private:
    NearestSoFar* nearest_;
    bool one_set_;
};

/// Sweeps all pairs that may be as near as the sink wants them.
template <int Dim>
Status sweep_near(parallel::Call& call, WorkspaceLock& lock, const geometry::Sets<Dim>& sets, DistanceSink<Dim>& sink,
                  const PairOptions& options, PairResult& result) noexcept {
    return broadphase::fill_and_sweep<Dim>(
        call, lock, sink,
        [&](broadphase::BoundsSet<Dim>& bounds) {
            return broadphase::fill_bounds(call, lock, sets.first(), sets.second(), true, bounds, sink.records,
                                           near_margin(sink.max_distance()));
        },
        broadphase::SweepOptions<PairOptions>{options, options.buffer, broadphase::is_timed(sets)}, result);
}

template <int Dim>
Status find_near(const geometry::Sets<Dim>& sets, float max_distance, Workspace& workspace, PairResult& result,
                 const PairOptions& options) noexcept {
    return broadphase::with_workspace(workspace, options.execution, result,
                                      [&](parallel::Call& call, WorkspaceLock& lock) {
                                          if (!legal_near_distance(max_distance)) return Status::invalid_argument;
                                          NearSink<Dim> sink(call.kernels(), sets, max_distance);
                                          return sweep_near<Dim>(call, lock, sets, sink, options, result);
                                      });
}

template <int Dim>
Status find_nearest_boxes(const geometry::Sets<Dim>& sets, float max_distance, std::span<NearestBox> nearest,
                          Workspace& workspace, PairOptions options) noexcept {
    options.buffer = {};
    PairResult result;
    return broadphase::with_workspace(
        workspace, options.execution, result, [&](parallel::Call& call, WorkspaceLock& lock) {
            if (!legal_near_distance(max_distance) || nearest.size() != sets.first().size())
                return Status::invalid_argument;
            auto* const so_far = lock.reserve<NearestSoFar>(Scratch::nearest_boxes, nearest.size());
            if (so_far == nullptr) return Status::out_of_memory;
            for (std::size_t i = 0; i < nearest.size(); ++i) new (so_far + i) NearestSoFar(packed({}));
            NearestSink<Dim> sink(call.kernels(), sets, max_distance, so_far);
            const Status status = sweep_near<Dim>(call, lock, sets, sink, options, result);
            if (status != Status::ok) return status;
            for (std::size_t i = 0; i < nearest.size(); ++i)
                nearest[i] = unpacked(so_far[i].load(std::memory_order_relaxed));
            return Status::ok;
        });
}

}  // namespace
}  // namespace narrowphase

Status distances(const BoxSets& sets, std::span<const BoxPair> pairs, std::span<PairDistance> distances,
                 Workspace& workspace, const PairOptions& options) noexcept {
    return narrowphase::find_distances<3>({sets, pairs}, distances, workspace, options);
}

Status distances(const RectSets& sets, std::span<const BoxPair> pairs, std::span<RectDistance> distances,
                 Workspace& workspace, const PairOptions& options) noexcept {
    return narrowphase::find_distances<2>({sets, pairs}, distances, workspace, options);
}

Status distance(const OrientedBox& a, const OrientedBox& b, PairDistance& distance) noexcept {
    return narrowphase::find_distance<3>(a, b, distance);
}

Status distance(const OrientedRect& a, const OrientedRect& b, RectDistance& distance) noexcept {
    return narrowphase::find_distance<2>(a, b, distance);
}

Status find_near_pairs(const BoxSets& sets, float max_distance, Workspace& workspace, PairResult& result,
                       const PairOptions& options) noexcept {
    return narrowphase::find_near<3>(sets, max_distance, workspace, result, options);
}

Status find_near_pairs(const RectSets& sets, float max_distance, Workspace& workspace, PairResult& result,
                       const PairOptions& options) noexcept {
    return narrowphase::find_near<2>(sets, max_distance, workspace, result, options);
}

Status find_nearest(const BoxSets& sets, float max_distance, std::span<NearestBox> nearest, Workspace& workspace,
                    const PairOptions& options) noexcept {
    return narrowphase::find_nearest_boxes<3>(sets, max_distance, nearest, workspace, options);
}

Status find_nearest(const RectSets& sets, float max_distance, std::span<NearestBox> nearest, Workspace& workspace,
                    const PairOptions& options) noexcept {
    return narrowphase::find_nearest_boxes<2>(sets, max_distance, nearest, workspace, options);
}

}  // namespace satori::v0
