#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "narrowphase/options.hpp"
#include "narrowphase/pair_tiles.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

template <int Dim>
Status test_box_pairs(const PairListIn<Dim>& list, std::span<std::uint8_t> overlaps, Workspace& workspace,
                      const PairOptions& options) noexcept {
    if (list.pairs.size() != overlaps.size() || !known(options.boundary)) return Status::invalid_argument;
    parallel::Call call(options.execution);
    return with_pairs(call, list, workspace, options.invalid_pair,
                      [&](WorkspaceLock&, const simd::PairRecord<Dim>* const(&records)[2]) {
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
