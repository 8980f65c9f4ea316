#pragma once

#include <algorithm>
#include <cstdint>

#include "base/assert.hpp"
#include "broadphase/bounds_set.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::broadphase {

/// A range of consecutive entries.
template <int Dim>
struct EntryRange {
    const simd::BoundsEntry<Dim>* entries = nullptr;
    std::uint32_t count = 0;
};

/// A sample of one or two ranges of entries, copied to one place. Entries that overlap nothing are left out. The sample
/// takes every entry when there are few, else one entry from each of `most` equal stretches. A fixed hash chooses the
/// entry in a stretch. With an even stride, the sample would hold only one kind of boxes when kinds alternate.
/// Deterministic.
template <int Dim>
class EntrySample {
public:
    /// `copies` must have room for `most` entries and one more.
    EntrySample(const EntryRange<Dim>& first, const EntryRange<Dim>& second, std::uint32_t most,
                simd::BoundsEntry<Dim>* copies) noexcept
        : copies_(copies), count_(first.count + second.count), looked_at_(std::min(count_, most)) {
        std::uint64_t begin = 0;
        for (std::uint64_t i = 0; i < looked_at_; ++i) {
            const std::uint64_t end = (i + 1) * count_ / looked_at_;
            const std::uint64_t at = begin + ((end - begin) * scattered(static_cast<std::uint32_t>(i)) >> 32);
            SATORI_ASSERT(begin <= at);
            SATORI_ASSERT(at < end);
            const auto& entry = at < first.count ? first.entries[at] : second.entries[at - first.count];
            copies_[size_] = entry;
            size_ += overlaps_nothing(entry) ? 0U : 1U;
            begin = end;
        }
    }

    const simd::BoundsEntry<Dim>* begin() const noexcept { return copies_; }
    const simd::BoundsEntry<Dim>* end() const noexcept { return copies_ + size_; }
    std::uint32_t size() const noexcept { return size_; }
    /// Returns the number of entries in the ranges.
    std::uint32_t count() const noexcept { return count_; }
    /// Returns how many boxes each sampled box represents.
    double weight() const noexcept {
        SATORI_ASSERT(looked_at_ != 0);
        return static_cast<double>(count_) / looked_at_;
    }

private:
    /// A bijection of 32-bit numbers that leaves no pattern (the finalizer of MurmurHash3, Appleby, 2011).
    static std::uint32_t scattered(std::uint32_t v) noexcept {
        v = (v ^ v >> 16) * 0x85ebca6bU;
        v = (v ^ v >> 13) * 0xc2b2ae35U;
        return v ^ v >> 16;
    }

    simd::BoundsEntry<Dim>* copies_;
    std::uint32_t count_;
    std::uint32_t looked_at_;
    std::uint32_t size_ = 0;
};

}  // namespace satori::v0::broadphase
