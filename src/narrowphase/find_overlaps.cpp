#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "broadphase/columns/find_pairs.hpp"
#include "narrowphase/options.hpp"
#include "narrowphase/rounded_pairs.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

/// A sink that keeps the candidates that overlap. It does not give its records to the driver: overlaps gain nothing
/// from a prefetch of records during the sweep.
template <int Dim>
class OverlapSink final : public broadphase::ColumnSink<Dim> {
public:
    OverlapSink(const simd::KernelTable& kernels, Boundary boundary) noexcept
        : kernels_(kernels), open_(boundary == Boundary::open) {}

    const simd::PairRecord<Dim>* of_set[2] = {nullptr, nullptr};

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        return simd::box_kernels<Dim>(kernels_).filter_pairs({{of_set[0], of_set[1], first, second, count}, open_},
                                                             out);
    }

private:
    const simd::KernelTable& kernels_;
    bool open_;
};

/// The same for boxes that may have radii.
template <int Dim>
class RoundedSink final : public broadphase::ColumnSink<Dim> {
public:
    explicit RoundedSink(const RoundedTest<Dim>& test) noexcept : test_(test) {}

    const simd::PairRecord<Dim>* of_set[2] = {nullptr, nullptr};

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        std::uint32_t kept = 0;
        std::uint8_t overlaps[kTilePairs];
        for (std::uint32_t begin = 0; begin < count; begin += kTilePairs) {
            const std::uint32_t tile = std::min(kTilePairs, count - begin);
            test_.test({of_set[0], of_set[1], first + begin, second + begin, tile}, overlaps);
            for (std::uint32_t i = 0; i < tile; ++i) {
                out[kept] = {first[begin + i], second[begin + i]};
                kept += overlaps[i];
            }
        }
        return kept;
    }

private:
    const RoundedTest<Dim>& test_;
};

template <int Dim>
Status find_box_overlaps(const geometry::Sets<Dim>& sets, Workspace& workspace, PairResult& result,
                         const PairOptions& options) noexcept {
    const auto find = [&](parallel::Call& call, WorkspaceLock& lock) {
        if (!known(options.boundary)) return Status::invalid_argument;
        const auto sweep_into = [&](auto&& sink) {
            return broadphase::fill_and_sweep<Dim>(
                call, lock, sink,
                [&](broadphase::BoundsSet<Dim>& bounds) {
                    return broadphase::fill_bounds(call, lock, sets.first(), sets.second(), true, bounds, sink.of_set);
                },
                broadphase::SweepOptions<PairOptions>{options, options.buffer, broadphase::is_timed(sets)}, result);
        };
        if (!geometry::have_radii(sets)) return sweep_into(OverlapSink<Dim>(call.kernels(), options.boundary));
        RoundedTest<Dim> test(call.kernels(), options.boundary);
        const Status status = test.prepare(call, lock, sets);
        return status == Status::ok ? sweep_into(RoundedSink<Dim>(test)) : status;
    };
    return broadphase::with_workspace(workspace, options.execution, result, find);
}

}  // namespace
}  // namespace narrowphase

Status find_overlaps(const BoxSets& sets, Workspace& workspace, PairResult& result,
                     const PairOptions& options) noexcept {
    return narrowphase::find_box_overlaps<3>(sets, workspace, result, options);
}

Status find_overlaps(const RectSets& sets, Workspace& workspace, PairResult& result,
                     const PairOptions& options) noexcept {
    return narrowphase::find_box_overlaps<2>(sets, workspace, result, options);
}

}  // namespace satori::v0
