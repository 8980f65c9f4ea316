#include <satori/pairs.hpp>

#include "narrowphase/options.hpp"
#include "narrowphase/pair_tiles.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

template <int Dim>
Status test_box_pairs(const PairListIn<Dim>& list, std::span<std::uint8_t> overlaps, Workspace& workspace,
                      const CollideOptions& options, const Execution& execution, std::uint64_t* invalid_pair) noexcept {
    if (list.pairs.size() != overlaps.size() || !known(options.boundary)) return Status::invalid_argument;
    parallel::Call call(execution);
    return with_pairs(call, list, workspace, invalid_pair, [&](const simd::PairRecord<Dim>* const(&records)[2]) {
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

Status test_pairs(const BoxBatch& boxes, std::span<const BoxPair> pairs, std::span<std::uint8_t> overlaps,
                  Workspace& workspace, const CollideOptions& options, const Execution& execution,
                  std::uint64_t* invalid_pair) noexcept {
    return narrowphase::test_box_pairs<3>({boxes, nullptr, pairs}, overlaps, workspace, options, execution,
                                          invalid_pair);
}

Status test_pairs(const BoxBatch& first, const BoxBatch& second, std::span<const BoxPair> pairs,
                  std::span<std::uint8_t> overlaps, Workspace& workspace, const CollideOptions& options,
                  const Execution& execution, std::uint64_t* invalid_pair) noexcept {
    return narrowphase::test_box_pairs<3>({first, &second, pairs}, overlaps, workspace, options, execution,
                                          invalid_pair);
}

Status test_pairs(const RectBatch& rects, std::span<const BoxPair> pairs, std::span<std::uint8_t> overlaps,
                  Workspace& workspace, const CollideOptions& options, const Execution& execution,
                  std::uint64_t* invalid_pair) noexcept {
    return narrowphase::test_box_pairs<2>({rects, nullptr, pairs}, overlaps, workspace, options, execution,
                                          invalid_pair);
}

Status test_pairs(const RectBatch& first, const RectBatch& second, std::span<const BoxPair> pairs,
                  std::span<std::uint8_t> overlaps, Workspace& workspace, const CollideOptions& options,
                  const Execution& execution, std::uint64_t* invalid_pair) noexcept {
    return narrowphase::test_box_pairs<2>({first, &second, pairs}, overlaps, workspace, options, execution,
                                          invalid_pair);
}

}  // namespace satori::v0
