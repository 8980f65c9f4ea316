#pragma once

#include <satori/impacts.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/assert.hpp"
#include "narrowphase/distance_rows.hpp"
#include "narrowphase/impact_motions.hpp"
#include "narrowphase/pair_tiles.hpp"

namespace satori::v0::narrowphase {

template <int Dim>
using Impact = std::conditional_t<Dim == 2, RectTimeOfImpact, TimeOfImpact>;

/// Steps that a kernel takes before the pairs that need more are put together.
inline constexpr std::uint32_t kImpactStepsAtOnce = 4;
static_assert(kMaxImpactSteps % kImpactStepsAtOnce == 0);

/// When boxes meet, see ImpactOptions.
struct ImpactLimits {
    float distance;
    float tolerance;
};

/// Pairs of up to one tile, and what is known of each.
template <int Dim>
struct ImpactTile {
    alignas(64) float times[kTilePairs];
    alignas(64) std::uint32_t states[kTilePairs];  // ImpactState
    simd::DistanceRow<Dim> rows[kTilePairs];

    simd::ImpactState state(std::uint32_t i) const noexcept { return static_cast<simd::ImpactState>(states[i]); }
};

/// Finds the times at which moving boxes meet, a tile of pairs at a time.
template <int Dim>
class ImpactFinder {
public:
    ImpactFinder(const simd::KernelTable& kernels, const MovingRecords<Dim>& moving,
                 const ImpactLimits& limits) noexcept
        : kernels_(simd::box_kernels<Dim>(kernels)), moving_(moving), limits_(limits) {}

    /// Finds the times of up to kTilePairs pairs. `first`, `second`: readable to padded(count).
    void find(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
              ImpactTile<Dim>& tile) const noexcept {
        SATORI_ASSERT(count <= kTilePairs);
        std::fill_n(tile.times, simd::padded(count), 0.0F);
        step({moving_.records[0], moving_.records[1], first, second, count}, false, tile);
        for (std::uint32_t steps = kImpactStepsAtOnce; steps < kMaxImpactSteps; steps += kImpactStepsAtOnce) {
            const bool open = step_again(first, second, count, simd::ImpactState::open, tile);
            if (!step_again(first, second, count, simd::ImpactState::unclear, tile) && !open) break;
        }
        for (std::uint32_t i = 0; i < count; ++i)
            round_row<Dim>(moving_.records[0][first[i]].reach, moving_.records[1][second[i]].reach, tile.rows[i]);
    }

private:
    void step(const simd::PairRowsOf<simd::PairRecord<Dim>>& pairs, bool complete,
              ImpactTile<Dim>& tile) const noexcept {
        kernels_.find_impacts({pairs, moving_.motions[0], moving_.motions[1], tile.times, tile.states, limits_.distance,
                               limits_.tolerance, kImpactStepsAtOnce, complete},
                              tile.rows);
    }

    /// Takes more steps for the pairs of a state. Returns false when there are none.
    bool step_again(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                    simd::ImpactState state, ImpactTile<Dim>& tile) const noexcept {
        PairTile asked;
        ImpactTile<Dim> found;
        std::uint32_t places[kTilePairs];
        for (std::uint32_t i = 0; i < count; ++i) {
            if (tile.state(i) != state) continue;
            places[asked.count] = i;
            asked.first[asked.count] = first[i];
            asked.second[asked.count] = second[i];
            found.times[asked.count] = tile.times[i];
            ++asked.count;
        }
        if (asked.count == 0) return false;
        asked.pad();
        std::fill(found.times + asked.count, found.times + simd::padded(asked.count), found.times[0]);
        step(asked.rows(moving_.records), state == simd::ImpactState::unclear, found);
        for (std::uint32_t k = 0; k < asked.count; ++k) {
            tile.times[places[k]] = found.times[k];
            tile.states[places[k]] = found.states[k];
            tile.rows[places[k]] = found.rows[k];
        }
        return true;
    }

    const std::remove_cvref_t<decltype(simd::box_kernels<Dim>(std::declval<const simd::KernelTable&>()))>& kernels_;
    const MovingRecords<Dim>& moving_;
    ImpactLimits limits_;
};

/// Returns what is known of pair i of a tile. `swapped`: the boxes are the other way round.
template <int Dim>
Impact<Dim> impact_of(const ImpactTile<Dim>& tile, std::uint32_t i, bool swapped) noexcept {
    if (tile.state(i) == simd::ImpactState::misses) return {};
    const bool meets = tile.state(i) == simd::ImpactState::meets;
    return {tile.times[i], meets ? ImpactKind::meets : ImpactKind::unresolved, distance_of<Dim>(tile.rows[i], swapped)};
}

}  // namespace satori::v0::narrowphase
