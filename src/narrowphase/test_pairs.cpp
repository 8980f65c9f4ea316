#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "narrowphase/options.hpp"
#include "narrowphase/rounded_pairs.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

template <int Dim>
Status test_box_pairs(const PairListIn<Dim>& list, std::span<std::uint8_t> overlaps, Workspace& workspace,
                      const PairOptions& options) noexcept {
    if (list.pairs.size() != overlaps.size() || !known(options.boundary)) return Status::invalid_argument;
    parallel::Call call(options.execution);
    return with_pairs(call, list, workspace, options.invalid_pair,
                      [&](WorkspaceLock& lock, const simd::PairRecord<Dim>* const(&records)[2]) {
                          if (geometry::have_radii(list.sets)) {
                              RoundedTest<Dim> rounded(call.kernels(), options.boundary);
                              const Status status = rounded.prepare(call, lock, list.sets);
                              if (status != Status::ok) return status;
                              return for_each_tile(call, list, [&](const PairTile& tile) noexcept {
                                  rounded.test(tile.rows(records), overlaps.data() + tile.begin);
                              });
                          }
                          const auto test = [&](const PairTile& tile) noexcept {
                              simd::box_kernels<Dim>(call.kernels())
                                  .test_pairs({tile.rows(records), options.boundary == Boundary::open, tile.next},
                                              overlaps.data() + tile.begin);
                          };
                          return for_each_tile(call, list, test, simd::kPairsAhead);
                      });
}

}  // namespace
}  // namespace narrowphase

Status test_pairs(const BoxSets& sets, std::span<const BoxPair> pairs, std::span<std::uint8_t> overlaps,
                  Workspace& workspace, const PairOptions& options) noexcept {
    return narrowphase::test_box_pairs<3>({sets, pairs}, overlaps, workspace, options);
}

Status test_pairs(const RectSets& sets, std::span<const BoxPair> pairs, std::span<std::uint8_t> overlaps,
                  Workspace& workspace, const PairOptions& options) noexcept {
    return narrowphase::test_box_pairs<2>({sets, pairs}, overlaps, workspace, options);
}

}  // namespace satori::v0
