#include "broadphase/radix_sort.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/assert.hpp"

namespace satori::v0::broadphase {

namespace {

std::uint32_t key_of(const KeyIndex& item) noexcept {
    return item.key;
}
std::uint64_t key_of(std::uint64_t item) noexcept {
    return item;
}

template <class Item>
void insertion_sort(Item* items, std::uint32_t count) noexcept {
    for (std::uint32_t i = 1; i < count; ++i) {
        const Item item = items[i];
        std::uint32_t j = i;
        for (; j > 0 && key_of(items[j - 1]) > key_of(item); --j) items[j] = items[j - 1];
        items[j] = item;
    }
}

/// Sorts by the least significant digit first; stable. Digits that are equal in all keys are skipped.
template <int kDigitBits, class Item, class Count>
Item* sort_by_digits(Item* items, Item* scratch, Count count) noexcept {
    using Key = decltype(key_of(*items));
    constexpr std::uint32_t kBuckets = 1U << kDigitBits;
    Key differing = 0;
    for (Count i = 1; i < count; ++i) differing |= key_of(items[i]) ^ key_of(items[0]);
    for (int shift = 0; shift < static_cast<int>(std::bit_width(differing)); shift += kDigitBits) {
        const auto digit = [&](const Item& item) {
            return static_cast<std::uint32_t>(key_of(item) >> shift) % kBuckets;
        };
        if ((static_cast<std::uint32_t>(differing >> shift) % kBuckets) == 0) continue;
        Count start[kBuckets] = {};
        for (Count i = 0; i < count; ++i) ++start[digit(items[i])];
        Count sum = 0;
        for (Count& s : start) sum += std::exchange(s, sum);
        SATORI_ASSERT(sum == count);
        for (Count i = 0; i < count; ++i) scratch[start[digit(items[i])]++] = items[i];
        std::swap(items, scratch);
    }
    SATORI_ASSERT(
        std::is_sorted(items, items + count, [](const Item& a, const Item& b) { return key_of(a) < key_of(b); }));
    return items;
}

}  // namespace

KeyIndex* radix_sort(KeyIndex* items, KeyIndex* scratch, std::uint32_t count) noexcept {
    constexpr std::uint32_t kInsertionSort = 32, kManyItems = 1500;
    SATORI_ASSERT(items + count <= scratch || scratch + count <= items);
    if (count <= kInsertionSort) {
        insertion_sort(items, count);
        return items;
    }
    if (std::is_sorted(items, items + count, [](const KeyIndex& a, const KeyIndex& b) { return a.key < b.key; }))
        return items;
    return count < kManyItems ? sort_by_digits<8>(items, scratch, count) : sort_by_digits<11>(items, scratch, count);
}

std::uint64_t* radix_sort(std::uint64_t* items, std::uint64_t* scratch, std::uint64_t count) noexcept {
    SATORI_ASSERT(items + count <= scratch || scratch + count <= items);
    if (std::is_sorted(items, items + count)) return items;
    return count < 4096 ? sort_by_digits<8>(items, scratch, count) : sort_by_digits<11>(items, scratch, count);
}

}  // namespace satori::v0::broadphase
