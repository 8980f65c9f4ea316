#pragma once

// Finds the columns that the boxes of a tile touch.

#include <bit>
#include <cstdint>
#include <numeric>

#include "base/assert.hpp"
#include "broadphase/column_grid.hpp"
#include "simd/dispatch.hpp"

namespace satori::v0::broadphase {

/// The first and the last part of an axis that an entry touches.
struct Parts {
    std::uint32_t first, last;
};

/// A box in one column; see simd::kCopyColumn for the bits.
class Copy {
public:
    explicit Copy(std::uint32_t bits) noexcept : bits_(bits) {}

    std::uint32_t bits() const noexcept { return bits_; }
    std::uint32_t entry() const noexcept { return bits_ & (simd::kTileEntries - 1); }
    std::uint32_t column() const noexcept { return bits_ >> simd::kCopyColumn; }
    Copy in(std::uint32_t column) const noexcept {
        SATORI_ASSERT(column < simd::kMostColumns);
        return Copy((bits_ & simd::kCopyLow) | column << simd::kCopyColumn);
    }
    Copy without(std::uint32_t missing) const noexcept {
        SATORI_ASSERT((missing & ~simd::kFlags) == 0);
        return Copy(bits_ | missing << simd::kCopyMissing);
    }

private:
    std::uint32_t bits_;
};

/// The axes of a grid that are cut: bit c stands for axis c of the grid.
inline constexpr unsigned kSlabs = 1, kStrips = 2, kStacks = 4;

/// Finds the columns that the entries of a tile touch, in a grid that is cut on no axes but kCuts. It handles one axis
/// after the other: it looks up the first and last part for each copy so far, then a kernel makes the new copies. Boxes
/// that are large for the grid also touch parts between the first and the last. These copies go to a list of their own.
template <unsigned kCuts, int Dim>
class TileCopies {
public:
    TileCopies(const ColumnGrid<Dim>& grid, const simd::KernelTable& kernels) noexcept
        : grid_(grid), quantize_(simd::kernels_for<Dim>(kernels).quantize), split_(kernels.split_copies) {
        args_.first = kCuts & kSlabs ? 0 : 1;
        args_.end = kCuts & kStacks ? Dim : kCuts & kStrips ? 2 : 1;
        for (int c = 0; c < Dim; ++c) {
            args_.axis[c] = grid.axis[c];
            args_.origin[c] = grid.origin[c];
            args_.scale[c] = grid.scale[c];
            args_.knots[c] = grid.uneven[grid.axis[c]] ? &grid.knots[grid.axis[c]] : nullptr;
            args_.cells[c] = cells_[c];
        }
    }

    /// Calls f(copies, n), possibly several times, until every entry has a copy for every column that it touches.
    /// `count` must be at most kTileEntries. The copies of one column come in a fixed order.
    template <class F>
    void operator()(const simd::BoundsEntry<Dim>* entries, std::uint32_t count, F&& f) noexcept {
        SATORI_ASSERT(count != 0 && count <= simd::kTileEntries);
        args_.entries = entries;
        args_.count = count;
        quantize_(args_);
        std::iota(copies_, copies_ + count, 0U);
        if constexpr (kCuts & kStrips) {
            count = split<true>(
                count, simd::kMissing[1], [&](Copy copy) { return strips_of(copy.entry()); },
                [&](Copy copy, std::uint32_t, Parts between) {
                    for (std::uint32_t strip = between.first; strip <= between.last; ++strip) {
                        const Parts stacks = stacks_of(strip, copy.entry());
                        in_stacks(copy, stacks.first, stacks, f);
                    }
                });
        }
        if constexpr (kCuts & kStacks) {
            count = split<!(kCuts & kStrips)>(
                count, simd::kMissing[2], [&](Copy copy) { return stacks_of(copy.column(), copy.entry()); },
                [&](Copy copy, std::uint32_t begin, Parts between) { in_stacks(copy, begin, between, f); });
        }
        if constexpr (kCuts & kSlabs) {
            count = split<kCuts == kSlabs>(
                count, simd::kMissing[0],
                [&](Copy copy) {
                    const Parts slabs = slabs_of(copy.entry());
                    const std::uint32_t first_column = copy.column() * grid_.slab_count;
                    return Parts{first_column + slabs.first, first_column + slabs.last};
                },
                [&](Copy copy, std::uint32_t, Parts between) {
                    for (std::uint32_t column = between.first; column <= between.last; ++column)
                        hand_on(copy.in(column), f);
                });
        }
        SATORI_ASSERT(count <= kRoom);
        if (between_count_ != 0) hand_on_all(f);
        f(copies_, count);
    }

private:
    /// Cuts the copies on one more axis, whose missing flag is `flag`. For each copy with parts between the first and
    /// the last, it calls between(copy, first, parts); this copy has the flag. kFirst: no axis has been cut yet, so
    /// copy k is of entry k, and the code need not read it.
    template <bool kFirst, class PartsOf, class Between>
    std::uint32_t split(std::uint32_t count, std::uint32_t flag, PartsOf&& parts_of, Between&& between) noexcept {
        for (std::uint32_t k = 0; k < count; ++k) {
            const Parts parts = parts_of(Copy(kFirst ? k : copies_[k]));
            first_[k] = parts.first;
            last_[k] = parts.last;
        }
        std::uint32_t wide_count = 0;
        SATORI_ASSERT(count <= kRoom / 2);
        count =
            split_({.copies = copies_, .count = count, .first = first_, .last = last_, .missing = flag, .wide = wide_},
                   wide_count);
        SATORI_ASSERT(wide_count <= kRoom / 2);
        for (std::uint32_t i = 0; i < wide_count; ++i) {
            const std::uint32_t k = wide_[i];
            between(Copy(copies_[k]).without(flag), first_[k], Parts{first_[k] + 1, last_[k] - 1});
        }
        return count;
    }
    Parts parts(const std::uint8_t* part_of, int c, std::uint32_t i) const noexcept {
        return {part_of[cells_[c][i] & 0xffff], part_of[cells_[c][i] >> 16]};
    }
    Parts slabs_of(std::uint32_t i) const noexcept { return parts(grid_.slab_of, 0, i); }
    Parts strips_of(std::uint32_t i) const noexcept { return parts(grid_.strip_of, 1, i); }
    Parts stacks_of(std::uint32_t strip, std::uint32_t i) const noexcept {
        if constexpr (!(kCuts & kStacks)) return {strip, strip};
        const Parts in_strip = parts(grid_.stack_in_strip[strip], Dim - 1, i);
        return {grid_.first_stack[strip] + in_strip.first, grid_.first_stack[strip] + in_strip.last};
    }
    /// Makes copies in some of a strip's stacks. The box starts in stack `begin`, which is the first of these stacks or
    /// one before them.
    template <class F>
    void in_stacks(Copy copy, std::uint32_t begin, Parts stacks, F&& f) noexcept {
        for (std::uint32_t stack = stacks.first; stack <= stacks.last; ++stack) {
            const Copy here = stack != begin ? copy.without(simd::kMissing[2]) : copy;
            if constexpr (kCuts & kSlabs) {
                const Parts slabs = slabs_of(copy.entry());
                for (std::uint32_t slab = slabs.first; slab <= slabs.last; ++slab) {
                    const Copy there = here.in(stack * grid_.slab_count + slab);
                    hand_on(slab != slabs.first ? there.without(simd::kMissing[0]) : there, f);
                }
            } else {
                hand_on(here.in(stack), f);
            }
        }
    }
    template <class F>
    void hand_on(Copy copy, F&& f) noexcept {
        SATORI_ASSERT(between_count_ < kRoom && copy.column() < grid_.column_count());
        between_[between_count_++] = copy.bits();
        if (between_count_ == kRoom) hand_on_all(f);
    }
    template <class F>
    void hand_on_all(F&& f) noexcept {
        f(between_, between_count_);
        between_count_ = 0;
    }

    // Each cut axis makes at most two copies: the first and the last part.
    static constexpr std::uint32_t kRoom = simd::kTileEntries << std::popcount(kCuts);
    const ColumnGrid<Dim>& grid_;
    void (*quantize_)(const simd::QuantizeArgs<Dim>&);
    std::uint32_t (*split_)(const simd::SplitArgs&, std::uint32_t&);
    simd::QuantizeArgs<Dim> args_{};
    alignas(64) std::uint32_t cells_[Dim][simd::kTileEntries];
    alignas(64) std::uint32_t first_[kRoom / 2], last_[kRoom / 2];
    std::uint32_t wide_[kRoom / 2];
    std::uint32_t copies_[kRoom + simd::kMaxLanes];
    std::uint32_t between_[kRoom];
    std::uint32_t between_count_ = 0;
};

}  // namespace satori::v0::broadphase
