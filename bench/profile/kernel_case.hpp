#pragma once

// The kernels that satori-profile can run alone, and the data of each.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "common/block.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::bench {

/// The data that pair kernels read.
enum class PairData : std::uint32_t {
    l1,      ///< few boxes: records stay in the first-level cache
    index,   ///< candidates of 10 000 boxes in column order
    random,  ///< candidates of a million boxes, shuffled
};
inline constexpr const char* kPairDataNames[] = {"l1", "index", "random"};

struct CaseInput {
    const simd::KernelTable& kernels;
    PairData data;
    std::uint32_t boxes;  ///< a multiple of kMaxLanes
    std::uint64_t seed;
};

/// A kernel with its data, ready to run again and again.
struct PreparedKernel {
    std::size_t items = 0;  ///< items of one run
    std::function<void()> run;
    std::function<std::uint64_t()> checksum;  ///< of the results of the last run
};

struct KernelCase {
    const char* name;
    const char* item;  ///< the item of "time per item"
    const char* summary;
    PreparedKernel (*prepare)(const CaseInput&);
    std::uint32_t boxes;  ///< default number of boxes; for pair kernels, the number for the first-level cache
    bool pairs = false;   ///< true when the user can choose PairData
    PairData data = PairData::l1;
};

std::span<const KernelCase> batch_cases();
std::span<const KernelCase> broadphase_cases();
std::span<const KernelCase> change_cases();
std::span<const KernelCase> pair_cases();
std::span<const KernelCase> shape_cases();

/// An array for kernels; zeroed.
template <class T>
class Array {
public:
    explicit Array(std::size_t count) : block_(count * sizeof(T)), count_(count) {}
    T* data() const noexcept { return static_cast<T*>(block_.data()); }
    std::size_t size() const noexcept { return count_; }
    std::size_t bytes() const noexcept { return count_ * sizeof(T); }
    T& operator[](std::size_t i) const noexcept { return data()[i]; }

private:
    Block block_;
    std::size_t count_;
};

/// Boxes of `make uniform` (`make rects`) in every form that kernels read.
template <int Dim>
struct Boxes {
    static constexpr std::size_t kRowFloats = Dim == 2 ? 5 : 10;
    static constexpr std::size_t kComponents = Dim == 2 ? 6 : 15;

    Boxes(const simd::KernelTable& kernels, std::uint32_t box_count, std::uint64_t seed);

    simd::BoxArrays view() const noexcept { return {arrays.data(), count}; }
    simd::IngestArgs ingest() const noexcept { return {rows.data(), kRowFloats, count, view(), 0}; }
    simd::BoundsArgsIn<Dim> bounds() const noexcept { return {view(), 0, count, entries.data(), records.data(), 0}; }

    std::uint32_t count;
    Array<float> rows;
    Array<float> arrays;
    Array<simd::BoundsEntry<Dim>> entries;
    Array<simd::PairRecord<Dim>> records;
};
extern template struct Boxes<2>;
extern template struct Boxes<3>;

/// Candidates in the form that pair kernels read.
struct PairList {
    explicit PairList(std::size_t pair_count)
        : count(static_cast<std::uint32_t>(pair_count)),
          first(simd::padded(count) + simd::kMaxLanes),
          second(first.size()) {}
    std::uint32_t count;
    Array<std::uint32_t> first, second;
};

/// Returns the candidates of the boxes, in the order of `data`.
template <int Dim>
PairList candidates(const Boxes<Dim>& boxes, PairData data);
extern template PairList candidates<2>(const Boxes<2>&, PairData);
extern template PairList candidates<3>(const Boxes<3>&, PairData);

/// Returns XXH64 of bytes. To hash several arrays, pass the hash of the previous one as `before`.
std::uint64_t hash(const void* data, std::size_t bytes, std::uint64_t before = 0);
template <class T>
std::uint64_t hash_first(const Array<T>& array, std::size_t count, std::uint64_t before = 0) {
    return hash(array.data(), count * sizeof(T), before);
}

/// Random numbers in [0, 1), the same on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
    float operator()() {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<float>(state_ >> 40) * 0x1p-24F;
    }

private:
    std::uint64_t state_;
};

}  // namespace satori::bench
