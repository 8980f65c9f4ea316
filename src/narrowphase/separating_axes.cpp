#include <satori/contacts.hpp>
#include <satori/rect_contacts.hpp>

#include "base/assert.hpp"
#include "narrowphase/axes_again.hpp"
#include "narrowphase/manifold_tile.hpp"
#include "narrowphase/options.hpp"
#include "parallel/find_first.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

/// Writes the axes and sides that the pairs of a tile must not choose. Returns false when nothing is barred: `barred`
/// may then be unwritten.
bool fill_barred(const CoveredSets& covered, const PairTile& tile, std::uint32_t* barred) noexcept {
    if (!covered.any()) return false;
    std::uint32_t any = 0;
    for (std::uint32_t i = 0; i < tile.count; ++i) any |= barred[i] = covered.barred(tile.first[i], tile.second[i]);
    std::fill(barred + tile.count, barred + simd::padded(tile.count), 0U);
    return any != 0;
}

template <int Dim>
Status find_pair_axes(const PairListIn<Dim>& list, std::span<typename ContactTypes<Dim>::Axis> axes,
                      Workspace& workspace, const typename ContactTypes<Dim>::Options& options) noexcept {
    using Types = ContactTypes<Dim>;
    parallel::Call call(options.execution);
    const std::span<const std::uint8_t> cached = options.cached_axes;
    if (list.pairs.size() != axes.size() || !legal(options.contacts) || geometry::have_radii(list.sets))
        return Status::invalid_argument;
    if (!cached.empty() && cached.size() != axes.size()) return Status::invalid_argument;
    const auto wrong = [&](std::size_t i) noexcept { return cached[i] >= Types::kAxes && cached[i] != kNoAxis; };
    const Status status =
        parallel::refuse_any(call, cached.size(), parallel::kChunkPairs, wrong, Status::invalid_argument);
    if (status != Status::ok) return status;
    const CoveredSets covered = covered_sets(list.sets.first(), list.sets.second());
    return with_pairs(call, list, workspace, options.invalid_pair,
                      [&](WorkspaceLock&, const simd::PairRecord<Dim>* const(&records)[2]) {
                          return for_each_tile(call, list, [&](const PairTile& tile) noexcept {
                              alignas(64) std::uint32_t tile_cached[kTilePairs], barred[kTilePairs];
                              std::fill_n(tile_cached, simd::padded(tile.count), std::uint32_t{kNoAxis});
                              if (!cached.empty())
                                  std::copy_n(cached.begin() + static_cast<std::ptrdiff_t>(tile.begin), tile.count,
                                              tile_cached);
                              const bool any_barred = fill_barred(covered, tile, barred);
                              typename Types::AxisRow rows[kTilePairs];
                              find_axes<Dim>(call.kernels(),
                                             {tile.rows(records), tile_cached, any_barred ? barred : nullptr,
                                              options.contacts.speculative_distance, tolerance(options.contacts)},
                                             rows);
                              for (std::uint32_t i = 0; i < tile.count; ++i) {
                                  typename Types::Axis& axis = axes[tile.begin + i];
                                  SATORI_ASSERT(rows[i].axis < Types::kAxes);
                                  axis = Types::axis(rows[i]);
                                  if (list.swapped(tile.begin + i)) axis.normal = Types::negative(axis.normal);
                              }
                          });
                      });
}

template <int Dim>
Status build_pair_manifolds(const PairListIn<Dim>& list, std::span<const typename ContactTypes<Dim>::Axis> axes,
                            std::span<typename ContactTypes<Dim>::Manifold> manifolds, Workspace& workspace,
                            const typename ContactTypes<Dim>::Options& options) noexcept {
    parallel::Call call(options.execution);
    if (list.pairs.size() != axes.size() || axes.size() != manifolds.size() || !legal(options.contacts) ||
        geometry::have_radii(list.sets))
        return Status::invalid_argument;
    const auto wrong = [&](std::size_t i) noexcept { return axes[i].axis >= ContactTypes<Dim>::kAxes; };
    const Status status =
        parallel::refuse_any(call, axes.size(), parallel::kChunkPairs, wrong, Status::invalid_argument);
    if (status != Status::ok) return status;
    const CoveredSets covered = covered_sets(list.sets.first(), list.sets.second());
    return with_pairs(call, list, workspace, options.invalid_pair,
                      [&](WorkspaceLock&, const simd::PairRecord<Dim>* const(&records)[2]) {
                          return for_each_tile(call, list, [&](const PairTile& tile) noexcept {
                              ContactTile contacts;
                              contacts.pairs = tile;
                              for (std::uint32_t i = 0; i < tile.count; ++i)
                                  contacts.axis[i] = axes[tile.begin + i].axis;
                              contacts.any_barred = fill_barred(covered, tile, contacts.barred);
                              build_tile<Dim>(call.kernels(), records, contacts, options.contacts,
                                              manifolds.data() + tile.begin);
                          });
                      });
}

}  // namespace
}  // namespace narrowphase

Status separating_axes(const BoxSets& sets, std::span<const BoxPair> pairs, std::span<SeparatingAxis> axes,
                       Workspace& workspace, const CollideOptions& options) noexcept {
    return narrowphase::find_pair_axes<3>({sets, pairs}, axes, workspace, options);
}

Status separating_axes(const RectSets& sets, std::span<const BoxPair> pairs, std::span<RectSeparatingAxis> axes,
                       Workspace& workspace, const RectCollideOptions& options) noexcept {
    return narrowphase::find_pair_axes<2>({sets, pairs}, axes, workspace, options);
}

Status build_manifolds(const BoxSets& sets, const PairAxes& list, std::span<ContactManifold> manifolds,
                       Workspace& workspace, const CollideOptions& options) noexcept {
    return narrowphase::build_pair_manifolds<3>({sets, list.pairs}, list.axes, manifolds, workspace, options);
}

Status build_manifolds(const RectSets& sets, const RectPairAxes& list, std::span<RectManifold> manifolds,
                       Workspace& workspace, const RectCollideOptions& options) noexcept {
    return narrowphase::build_pair_manifolds<2>({sets, list.pairs}, list.axes, manifolds, workspace, options);
}

}  // namespace satori::v0
