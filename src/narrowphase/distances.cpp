#include <satori/distances.hpp>

#include <cfloat>

#include "base/assert.hpp"
#include "broadphase/columns/find_pairs.hpp"
#include "narrowphase/options.hpp"
#include "narrowphase/pair_tiles.hpp"
#include "narrowphase/two_boxes.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

template <int Dim>
using Distance = std::conditional_t<Dim == 2, RectDistance, PairDistance>;

Vec2 vector_of(const float (&v)[2]) noexcept {
    return {v[0], v[1]};
}
Vec3 vector_of(const float (&v)[3]) noexcept {
    return {v[0], v[1], v[2]};
}
// Zeros stay positive.
Vec2 negative(const Vec2& v) noexcept {
    return {0 - v.x, 0 - v.y};
}
Vec3 negative(const Vec3& v) noexcept {
    return {0 - v.x, 0 - v.y, 0 - v.z};
}

/// `swapped`: the caller's first box is B.
template <int Dim>
Distance<Dim> distance_of(const simd::DistanceRow<Dim>& row, bool swapped) noexcept {
    const auto direction = vector_of(row.direction), first = vector_of(row.on_first), second = vector_of(row.on_second);
    if (swapped) return {row.distance, negative(direction), second, first};
    return {row.distance, direction, first, second};
}

template <int Dim>
using Pairs = simd::PairRowsOf<simd::PairRecord<Dim>>;

/// Asks again for the unsure pairs of a tile, those that are apart or those that overlap. They are asked apart from
/// each other, because the kernel does more for either kind.
template <int Dim>
void complete_rows(const simd::KernelTable& kernels, const Pairs<Dim>& pairs, bool apart,
                   simd::DistanceRow<Dim>* rows) noexcept {
    PairTile asked;
    std::uint32_t places[kTilePairs];
    for (std::uint32_t i = 0; i < pairs.count; ++i) {
        if (rows[i].unsure == 0 || (rows[i].distance > 0) != apart) continue;
        places[asked.count] = i;
        asked.first[asked.count] = pairs.first[i];
        asked.second[asked.count] = pairs.second[i];
        ++asked.count;
    }
    if (asked.count == 0) return;
    asked.pad();
    simd::DistanceRow<Dim> found[kTilePairs];
    const simd::PairRecord<Dim>* const records[2] = {pairs.first_records, pairs.second_records};
    simd::box_kernels<Dim>(kernels).find_distances({asked.rows(records), true}, found);
    for (std::uint32_t k = 0; k < asked.count; ++k) rows[places[k]] = found[k];
}

/// Writes the rows of up to kTilePairs pairs. `with_points`: also the points of boxes that overlap.
template <int Dim>
void find_rows(const simd::KernelTable& kernels, const Pairs<Dim>& pairs, bool with_points,
               simd::DistanceRow<Dim>* rows) noexcept {
    SATORI_ASSERT(pairs.count <= kTilePairs);
    simd::box_kernels<Dim>(kernels).find_distances({pairs, false}, rows);
    complete_rows<Dim>(kernels, pairs, true, rows);
    if (with_points) complete_rows<Dim>(kernels, pairs, false, rows);
}

template <int Dim>
Status find_distances(const PairListIn<Dim>& list, std::span<Distance<Dim>> distances, Workspace& workspace,
                      const PairOptions& options) noexcept {
    if (list.pairs.size() != distances.size()) return Status::invalid_argument;
    parallel::Call call(options.execution);
    return with_pairs(call, list, workspace, options.invalid_pair,
                      [&](WorkspaceLock&, const simd::PairRecord<Dim>* const(&records)[2]) {
                          return for_each_tile(call, list, [&](const PairTile& tile) noexcept {
                              simd::DistanceRow<Dim> rows[kTilePairs];
                              find_rows<Dim>(call.kernels(), tile.rows(records), true, rows);
                              for (std::uint32_t i = 0; i < tile.count; ++i)
                                  distances[tile.begin + i] = distance_of<Dim>(rows[i], list.swapped(tile.begin + i));
                          });
                      });
}

template <int Dim>
Status find_distance(const typename geometry::Dimension<Dim>::Box& a, const typename geometry::Dimension<Dim>::Box& b,
                     Distance<Dim>& distance) noexcept {
    return with_two_boxes<Dim>(a, b, [&](const Pairs<Dim>& pairs) {
        simd::DistanceRow<Dim> row[simd::kMaxLanes];
        find_rows<Dim>(simd::kernel_tables::scalar, pairs, true, row);
        distance = distance_of<Dim>(row[0], false);
    });
}

/// distances() may say less than the truth: 12 float epsilons of the distance were seen, 18 are possible. The AABBs of
/// such a pair must meet.
constexpr float kNearSlack = 32 * FLT_EPSILON;

/// A sink that keeps the candidates at most a distance apart.
template <int Dim>
class NearSink final : public broadphase::ColumnSink<Dim> {
public:
    NearSink(const simd::KernelTable& kernels, float max_distance) noexcept
        : kernels_(kernels), max_distance_(max_distance) {}

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        std::uint32_t kept = 0;
        simd::DistanceRow<Dim> rows[kTilePairs];
        for (std::uint32_t begin = 0; begin < count; begin += kTilePairs) {
            const std::uint32_t tile = std::min(kTilePairs, count - begin);
            find_rows<Dim>(kernels_, {records[0], records[1], first + begin, second + begin, tile}, false, rows);
            for (std::uint32_t i = 0; i < tile; ++i) {
                out[kept] = {first[begin + i], second[begin + i]};
                kept += rows[i].distance <= max_distance_ ? 1U : 0U;
            }
        }
        return kept;
    }

    using broadphase::ColumnSink<Dim>::records;

private:
    const simd::KernelTable& kernels_;
    float max_distance_;
};

template <int Dim>
Status find_near(const geometry::Sets<Dim>& sets, float max_distance, Workspace& workspace, PairResult& result,
                 const PairOptions& options) noexcept {
    const auto find = [&](parallel::Call& call, WorkspaceLock& lock) {
        if (!(max_distance >= 0 && max_distance <= kMaxNearDistance)) return Status::invalid_argument;
        NearSink<Dim> sink(call.kernels(), max_distance);
        return broadphase::fill_and_sweep<Dim>(
            call, lock, sink,
            [&](broadphase::BoundsSet<Dim>& bounds) {
                return broadphase::fill_bounds(call, lock, sets.first(), sets.second(), true, bounds, sink.records,
                                               broadphase::margin_of(max_distance * (1 + kNearSlack)));
            },
            broadphase::SweepOptions<PairOptions>{options, options.buffer, broadphase::is_timed(sets)}, result);
    };
    return broadphase::with_workspace(workspace, options.execution, result, find);
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

}  // namespace satori::v0
