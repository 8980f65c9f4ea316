// Box pruning on one axis, our implementation of the description in P. Terdiman, "Box pruning revisited" (2017). It
// sorts the boxes along one axis. Boxes that overlap on this axis are tested on the other two axes with one vector
// comparison, two boxes per AVX register. A sentinel replaces a bounds check. The file also has his form with five
// buckets: the other two axes are halved. Boxes that cross a middle go to a fifth bucket. The fifth bucket is pruned
// against itself and each of the four.

#ifdef __x86_64__

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <immintrin.h>

#include "peers/peer.hpp"

namespace satori::bench {

namespace {

constexpr std::size_t kGroup = 4;  // boxes tested before a branch

// Minima and negated maxima of a box on the two axes across. Boxes a and b overlap on both axes when across(b) <=
// reach(a) in all four components.
struct alignas(16) Across {
    float low_u, low_v, minus_high_u, minus_high_v;
};

// An entry has bit n of its index at bit 4 n.
constexpr unsigned kSpread[16] = {0x0000, 0x0001, 0x0010, 0x0011, 0x0100, 0x0101, 0x0110, 0x0111,
                                  0x1000, 0x1001, 0x1010, 0x1011, 0x1100, 0x1101, 0x1110, 0x1111};

// Boxes sorted by their minimum on the sweep axis, then kGroup sentinels that no box reaches.
struct SortedBoxes {
    std::vector<float> low, high;
    std::vector<Across> across;
    std::vector<std::uint32_t> ids;

    std::size_t size() const noexcept { return ids.size(); }
    void resize(std::size_t count) {
        low.resize(count + kGroup);
        std::fill(low.end() - kGroup, low.end(), std::numeric_limits<float>::infinity());
        high.resize(count);
        across.resize(count + kGroup);
        ids.resize(count);
    }
};

__attribute__((target("avx"))) inline __m256 reach_of(const Across& box) {
    const __m128 minus = _mm_sub_ps(_mm_setzero_ps(), _mm_load_ps(&box.low_u));
    const __m128 reach = _mm_shuffle_ps(minus, minus, _MM_SHUFFLE(1, 0, 3, 2));
    return _mm256_set_m128(reach, reach);
}

// Emits the pairs of the box `id` with boxes of `others`, from index `from` on. These boxes have a minimum of at most
// `limit` and overlap on the axes across.
__attribute__((target("avx"))) inline void prune_one(std::uint32_t id, float limit, __m256 reach,
                                                     const SortedBoxes& others, std::size_t from,
                                                     std::vector<BoxPair>& pairs) {
    const float* const low = others.low.data();
    const Across* const across = others.across.data();
    const auto meets = [&](std::size_t at) __attribute__((target("avx"))) {
        return static_cast<unsigned>(
            _mm256_movemask_ps(_mm256_cmp_ps(_mm256_loadu_ps(&across[at].low_u), reach, _CMP_LE_OQ)));
    };
    const auto emit = [&](std::size_t at, unsigned mask) __attribute__((target("avx"))) {
        unsigned bits = meets(at) | meets(at + 2) << 8;
        bits &= bits >> 1;
        bits &= bits >> 2;
        for (bits &= mask; bits != 0; bits &= bits - 1)
            pairs.push_back({id, others.ids[at + static_cast<unsigned>(std::countr_zero(bits)) / 4]});
    };
    std::size_t j = from;
    for (; low[j + kGroup - 1] <= limit; j += kGroup) emit(j, kSpread[15]);
    // The limit lies in the last group. A mask removes the boxes beyond it, so no loop handles a remainder.
    emit(j, kSpread[_mm_movemask_ps(_mm_cmple_ps(_mm_loadu_ps(low + j), _mm_set1_ps(limit)))]);
}

__attribute__((target("avx"))) void prune(const SortedBoxes& boxes, std::vector<BoxPair>& pairs) {
    for (std::size_t i = 0; i < boxes.size(); ++i)
        prune_one(boxes.ids[i], boxes.high[i], reach_of(boxes.across[i]), boxes, i + 1, pairs);
}

// Prunes boxes of `a` against the boxes of `b` that begin later. With `same_counts` also against boxes of `b` that
// begin at the same place.
__attribute__((target("avx"))) void prune_later(const SortedBoxes& a, const SortedBoxes& b, bool same_counts,
                                                std::vector<BoxPair>& pairs) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        while (same_counts ? b.low[from] < a.low[i] : b.low[from] <= a.low[i]) ++from;
        prune_one(a.ids[i], a.high[i], reach_of(a.across[i]), b, from, pairs);
    }
}

// Returns an integer key. Keys have the same order as the floats.
std::uint32_t sort_key(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F);
    return bits ^ ((bits >> 31) != 0 ? 0xffffffffU : 0x80000000U);
}

// A radix sort with three passes of 11 bits.
class RadixSorter {
public:
    const std::vector<std::uint32_t>& order(const std::vector<float>& values) {
        constexpr unsigned kBits = 11, kPasses = 3, kBuckets = 1 << kBits;
        const std::size_t count = values.size();
        items_.resize(count);
        spare_.resize(count);
        std::vector<std::array<std::uint32_t, kBuckets>> starts(kPasses);
        for (auto& counts : starts) counts.fill(0);
        for (std::size_t i = 0; i < count; ++i) {
            items_[i] = {sort_key(values[i]), static_cast<std::uint32_t>(i)};
            for (unsigned pass = 0; pass < kPasses; ++pass)
                ++starts[pass][items_[i].key >> (pass * kBits) & (kBuckets - 1)];
        }
        for (unsigned pass = 0; pass < kPasses; ++pass) {
            std::uint32_t sum = 0;
            for (std::uint32_t& start : starts[pass]) sum += std::exchange(start, sum);
            for (const Item& item : items_) spare_[starts[pass][item.key >> (pass * kBits) & (kBuckets - 1)]++] = item;
            items_.swap(spare_);
        }
        order_.resize(count);
        for (std::size_t i = 0; i < count; ++i) order_[i] = items_[i].index;
        return order_;
    }

private:
    struct Item {
        std::uint32_t key, index;
    };
    std::vector<Item> items_, spare_;
    std::vector<std::uint32_t> order_;
};

// Returns the axes. The axis with the greatest variance of centers comes first.
std::array<float Vec3::*, 3> choose_axes(std::span<const Aabb> bounds) {
    std::array<float Vec3::*, 3> axes{&Vec3::x, &Vec3::y, &Vec3::z};
    std::array<double, 3> variance{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double sum = 0, sum_sq = 0;
        for (const Aabb& box : bounds) {
            const double center = double(box.min.*axes[axis]) + double(box.max.*axes[axis]);
            sum += center;
            sum_sq += center * center;
        }
        variance[axis] = sum_sq - sum * sum / static_cast<double>(bounds.size());
    }
    const auto widest = static_cast<std::size_t>(std::max_element(variance.begin(), variance.end()) - variance.begin());
    std::swap(axes[0], axes[widest]);
    return axes;
}

class PruningPeer : public Peer {
public:
    PruningPeer() {
        if (!__builtin_cpu_supports("avx")) throw std::runtime_error("box pruning needs a CPU with AVX");
    }
    std::string version() const override { return "(our own, with AVX)"; }

protected:
    void sort() {
        const std::span<const Aabb> boxes = bounds();
        axes_ = choose_axes(boxes);
        lows_.resize(boxes.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) lows_[i] = boxes[i].min.*axes_[0];
        order_ = &sorter_.order(lows_);
    }
    void put(SortedBoxes& list, std::size_t at, std::uint32_t id) const {
        const Aabb& box = bounds()[id];
        list.low[at] = box.min.*axes_[0];
        list.high[at] = box.max.*axes_[0];
        list.across[at] = {box.min.*axes_[1], box.min.*axes_[2], -(box.max.*axes_[1]), -(box.max.*axes_[2])};
        list.ids[at] = id;
    }
    const std::vector<std::uint32_t>& sorted_order() const noexcept { return *order_; }
    float Vec3::*axis(std::size_t index) const noexcept { return axes_[index]; }

private:
    std::array<float Vec3::*, 3> axes_{};
    std::vector<float> lows_;
    RadixSorter sorter_;
    const std::vector<std::uint32_t>* order_ = nullptr;
};

class BoxPruningPeer final : public PruningPeer {
public:
    std::string name() const override { return "box_pruning"; }
    std::string timed() const override { return "axis of greatest variance, radix sort on it, AVX pruning"; }

    void find_pairs(std::vector<BoxPair>& candidates) override {
        sort();
        list_.resize(bounds().size());
        std::size_t at = 0;
        for (const std::uint32_t id : sorted_order()) put(list_, at++, id);
        prune(list_, candidates);
    }

private:
    SortedBoxes list_;
};

class BucketPruningPeer final : public PruningPeer {
public:
    std::string name() const override { return "bucket_pruning"; }
    std::string timed() const override {
        return "the same in five buckets: the other two axes halved at their middle, boxes across a middle in the "
               "fifth";
    }

    void find_pairs(std::vector<BoxPair>& candidates) override {
        sort();
        const float middle_u = middle(axis(1)), middle_v = middle(axis(2));
        buckets_of_.resize(bounds().size());
        std::array<std::size_t, 5> counts{};
        for (std::size_t i = 0; i < bounds().size(); ++i) {
            const int u = side(bounds()[i], axis(1), middle_u), v = side(bounds()[i], axis(2), middle_v);
            buckets_of_[i] = static_cast<std::uint8_t>(u < 0 || v < 0 ? kCrossing : u + 2 * v);
            ++counts[buckets_of_[i]];
        }
        for (std::size_t bucket = 0; bucket < 5; ++bucket) buckets_[bucket].resize(counts[bucket]);
        counts.fill(0);
        for (const std::uint32_t id : sorted_order()) put(buckets_[buckets_of_[id]], counts[buckets_of_[id]]++, id);

        for (const SortedBoxes& bucket : buckets_) prune(bucket, candidates);
        for (std::size_t bucket = 0; bucket < kCrossing; ++bucket) {
            prune_later(buckets_[bucket], buckets_[kCrossing], true, candidates);
            prune_later(buckets_[kCrossing], buckets_[bucket], false, candidates);
        }
    }

private:
    static constexpr std::size_t kCrossing = 4;

    float middle(float Vec3::*along) const {
        float low = std::numeric_limits<float>::infinity(), high = -low;
        for (const Aabb& box : bounds()) {
            low = std::min(low, box.min.*along);
            high = std::max(high, box.max.*along);
        }
        return 0.5F * low + 0.5F * high;
    }
    // Returns 0 for a box below the middle, 1 above it, -1 across it.
    static int side(const Aabb& box, float Vec3::*along, float middle) {
        if (box.max.*along < middle) return 0;
        return box.min.*along > middle ? 1 : -1;
    }

    std::vector<std::uint8_t> buckets_of_;
    std::array<SortedBoxes, 5> buckets_;
};

}  // namespace

Peers make_box_pruning_peers() {
    Peers peers;
    peers.push_back(std::make_unique<BoxPruningPeer>());
    peers.push_back(std::make_unique<BucketPruningPeer>());
    return peers;
}

}  // namespace satori::bench

#endif
