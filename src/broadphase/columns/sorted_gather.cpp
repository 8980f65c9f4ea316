#include "broadphase/columns/sorted_gather.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace satori::v0::broadphase {

template <int Dim>
void gather_sorted(const simd::BroadphaseKernels<Dim>& kernels, const simd::BoundsEntry<Dim>* entries, const int* axis,
                   const SortScratch& scratch, const simd::SweepArrays<Dim>& list) noexcept {
    const std::uint32_t count = list.count;
    auto* const words = reinterpret_cast<std::uint32_t*>(scratch.key_index);
    if (count > simd::kMostSorted || !kernels.sort({entries, count, axis[0], scratch.keys, scratch.order, words})) {
        KeyIndex* const items = scratch.key_index;
        for (std::uint32_t i = 0; i < count; ++i) items[i] = {ordered_key(entries[i].lo[axis[0]]), i};
        const KeyIndex* const sorted = radix_sort(items, items + simd::padded(count), count);
        for (std::uint32_t i = 0; i < count; ++i) scratch.order[i] = sorted[i].index;
    }
    std::fill_n(scratch.order + count, simd::padded(count) - count, 0U);
    simd::GatherArgs<Dim> args{entries, scratch.order, count, {}, list};
    std::copy_n(axis, Dim, args.axis);
    kernels.gather(args);
    SATORI_ASSERT(std::is_sorted(list.lo[0], list.lo[0] + count));
}

template void gather_sorted<2>(const simd::BroadphaseKernels<2>&, const simd::BoundsEntry<2>*, const int*,
                               const SortScratch&, const simd::SweepArrays<2>&) noexcept;
template void gather_sorted<3>(const simd::BroadphaseKernels<3>&, const simd::BoundsEntry<3>*, const int*,
                               const SortScratch&, const simd::SweepArrays<3>&) noexcept;

}  // namespace satori::v0::broadphase
