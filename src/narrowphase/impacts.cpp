#include <satori/impacts.hpp>

#include "broadphase/columns/find_pairs.hpp"
#include "narrowphase/impact_finder.hpp"
#include "narrowphase/pair_tiles.hpp"
#include "narrowphase/two_boxes.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

bool legal_options(const ImpactOptions& options) noexcept {
    return legal_near_distance(options.distance) && legal_near_distance(options.tolerance);
}

template <int Dim>
Status find_times(const PairListIn<Dim>& list, const Motions<Dim>& motions, std::span<Impact<Dim>> impacts,
                  Workspace& workspace, const ImpactOptions& options) noexcept {
    if (list.pairs.size() != impacts.size() || !legal_options(options)) return Status::invalid_argument;
    parallel::Call call(options.execution);
    if (call.status() != Status::ok) return call.status();
    const Status status = check_motions<Dim>(call, list.sets, motions, options.invalid_motion);
    if (status != Status::ok) return status;
    const auto find = [&](WorkspaceLock& lock, const simd::PairRecord<Dim>* const(&records)[2]) {
        MovingRecords<Dim> moving{{records[0], records[1]}, {}};
        const Status filled = fill_motions<Dim>(call, lock, list.sets, motions, moving);
        if (filled != Status::ok) return filled;
        const ImpactFinder<Dim> finder(call.kernels(), moving, {options.distance, options.tolerance});
        return for_each_tile(call, list, [&](const PairTile& tile) noexcept {
            ImpactTile<Dim> found;
            finder.find(tile.first, tile.second, tile.count, found);
            for (std::uint32_t i = 0; i < tile.count; ++i)
                impacts[tile.begin + i] = impact_of<Dim>(found, i, list.swapped(tile.begin + i));
        });
    };
    return with_pairs(call, list, workspace, options.invalid_pair, find);
}

template <int Dim, class Moving>
Status find_time(const Moving& a, const Moving& b, Impact<Dim>& impact, const ImpactOptions& options) noexcept {
    const auto& [first, first_motion] = a;
    const auto& [second, second_motion] = b;
    if (!legal_options(options) || !legal(first_motion) || !legal(second_motion)) return Status::invalid_argument;
    return with_two_boxes<Dim>(
        first, second, [&, &motion = first_motion, &other = second_motion](const RecordPairs<Dim>& pairs) {
            const simd::PairRecord<Dim>* const records = pairs.first_records;
            const simd::MotionRow<Dim> rows[2] = {motion_row(motion, records[0]), motion_row(other, records[1])};
            const MovingRecords<Dim> moving{{records, records}, {rows, rows}};
            const ImpactFinder<Dim> finder(simd::kernel_tables::scalar, moving, {options.distance, options.tolerance});
            ImpactTile<Dim> found;
            finder.find(pairs.first, pairs.second, 1, found);
            impact = impact_of<Dim>(found, 0, false);
        });
}

/// A sink that keeps the candidates that meet.
template <int Dim>
class ImpactSink final : public broadphase::ColumnSink<Dim> {
public:
    ImpactSink(const simd::KernelTable& kernels, const ImpactLimits& limits) noexcept
        : finder_(kernels, moving, limits) {}

    MovingRecords<Dim> moving;

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        std::uint32_t kept = 0;
        ImpactTile<Dim> found;
        for (std::uint32_t begin = 0; begin < count; begin += kTilePairs) {
            const std::uint32_t tile = std::min(kTilePairs, count - begin);
            finder_.find(first + begin, second + begin, tile, found);
            for (std::uint32_t i = 0; i < tile; ++i) {
                out[kept] = {first[begin + i], second[begin + i]};
                kept += found.state(i) != simd::ImpactState::misses ? 1U : 0U;
            }
        }
        return kept;
    }

private:
    ImpactFinder<Dim> finder_;
};

template <int Dim>
Status find_meeting(const geometry::Sets<Dim>& sets, const Motions<Dim>& motions, Workspace& workspace,
                    PairResult& result, const ImpactOptions& options) noexcept {
    const auto find = [&](parallel::Call& call, WorkspaceLock& lock) {
        if (!legal_options(options)) return Status::invalid_argument;
        Status status = check_motions<Dim>(call, sets, motions, options.invalid_motion);
        if (status != Status::ok) return status;
        ImpactSink<Dim> sink(call.kernels(), {options.distance, options.tolerance});
        const auto fill = [&](broadphase::BoundsSet<Dim>& bounds) {
            const float margin = broadphase::margin_of(options.distance + options.tolerance);
            status = broadphase::fill_bounds(call, lock, sets.first(), sets.second(), true, bounds, sink.moving.records,
                                             margin);
            if (status == Status::ok) status = fill_motions<Dim>(call, lock, sets, motions, sink.moving);
            return status == Status::ok ? sweep_motions<Dim>(call, sink.moving, margin, bounds) : status;
        };
        return broadphase::fill_and_sweep<Dim>(
            call, lock, sink, fill,
            broadphase::SweepOptions<ImpactOptions>{options, options.buffer, broadphase::is_timed(sets)}, result);
    };
    return broadphase::with_workspace(workspace, options.execution, result, find);
}

}  // namespace
}  // namespace narrowphase

Status times_of_impact(const MovingBoxes& moving, std::span<const BoxPair> pairs, std::span<TimeOfImpact> impacts,
                       Workspace& workspace, const ImpactOptions& options) noexcept {
    return narrowphase::find_times<3>({moving.boxes, pairs}, moving.motions, impacts, workspace, options);
}

Status times_of_impact(const MovingRects& moving, std::span<const BoxPair> pairs, std::span<RectTimeOfImpact> impacts,
                       Workspace& workspace, const ImpactOptions& options) noexcept {
    return narrowphase::find_times<2>({moving.rects, pairs}, moving.motions, impacts, workspace, options);
}

Status time_of_impact(const MovingBox& a, const MovingBox& b, TimeOfImpact& impact,
                      const ImpactOptions& options) noexcept {
    return narrowphase::find_time<3>(a, b, impact, options);
}

Status time_of_impact(const MovingRect& a, const MovingRect& b, RectTimeOfImpact& impact,
                      const ImpactOptions& options) noexcept {
    return narrowphase::find_time<2>(a, b, impact, options);
}

Status find_impacts(const MovingBoxes& moving, Workspace& workspace, PairResult& result,
                    const ImpactOptions& options) noexcept {
    return narrowphase::find_meeting<3>(moving.boxes, moving.motions, workspace, result, options);
}

Status find_impacts(const MovingRects& moving, Workspace& workspace, PairResult& result,
                    const ImpactOptions& options) noexcept {
    return narrowphase::find_meeting<2>(moving.rects, moving.motions, workspace, result, options);
}

}  // namespace satori::v0
