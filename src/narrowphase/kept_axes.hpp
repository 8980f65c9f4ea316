#pragma once

#include <algorithm>
#include <cstdint>

#include "narrowphase/contact_types.hpp"
#include "narrowphase/pair_tiles.hpp"
#include "simd/dispatch.hpp"

namespace satori::inline v0::narrowphase {

/// Chooses axes again for pairs whose axis of the last step was another one. Few ask: most pairs are new or lie as they lay.
template <int Dim>
class KeptAxes {
public:
    KeptAxes(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
             float axis_bias) noexcept
        : kernels_(kernels), records_(records), axis_bias_(axis_bias) {}
    ~KeptAxes() { choose(); }
    KeptAxes(const KeptAxes&) = delete;
    KeptAxes& operator=(const KeptAxes&) = delete;

    /// `last` becomes the axis of the pair where it can be kept, soon; at the latest when this ends.
    void ask(std::uint32_t first, std::uint32_t second, std::uint32_t last, std::uint32_t& axis) noexcept {
        tile_.first[tile_.count] = first;
        tile_.second[tile_.count] = second;
        cached_[tile_.count] = last;
        asked_[tile_.count] = &axis;
        if (++tile_.count == kTilePairs) choose();
    }

private:
    void choose() noexcept {
        if (tile_.count == 0) return;
        tile_.pad();
        std::fill(cached_ + tile_.count, cached_ + simd::padded(tile_.count), std::uint32_t{kNoAxis});
        typename ContactTypes<Dim>::AxisRow rows[kTilePairs];
        simd::box_kernels<Dim>(kernels_).find_axes({tile_.rows(records_), cached_, axis_bias_, false}, rows);
        for (std::uint32_t i = 0; i < tile_.count; ++i) *asked_[i] = rows[i].axis;
        tile_.count = 0;
    }

    const simd::KernelTable& kernels_;
    const simd::PairRecord<Dim>* const (&records_)[2];
    float axis_bias_;
    PairTile tile_;
    alignas(64) std::uint32_t cached_[kTilePairs];
    std::uint32_t* asked_[kTilePairs];
};

}  // namespace satori::inline v0::narrowphase
