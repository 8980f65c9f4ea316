#pragma once

// The boolean test of simd/kernels/sat.hpp on records of each form, decoded in registers. Lane = pair.
// Cost per vector beside that of sat.hpp: two axes 12 multiplies, 6 adds, 2 row transposes less; quaternion 32 multiplies, 30
// adds, 2 divisions, 2 row transposes less.

#include "records/record_kernels.hpp"
#include "simd/kernels/sat.hpp"

namespace satori::inline v0::simd {

template <class L>
SATORI_LANES_INLINE void take_center_and_half(const typename L::Float* v, BoxLanes<L>& box) {
    for (int a = 0; a < 3; ++a) {
        box.center[a] = v[a];
        box.half[a] = v[3 + a];
    }
}

template <class L>
SATORI_LANES_INLINE BoxLanes<L> decode(const BoxRecord*, const float* const* rows) {
    return load_box_rows<L>(rows);
}

template <class L>
SATORI_LANES_INLINE BoxLanes<L> decode(const bench::TwoAxesRecord*, const float* const* rows) {
    typename L::Float v[12];
    L::template load_rows<3>(rows, v);
    BoxLanes<L> box;
    take_center_and_half<L>(v, box);
    for (int k = 0; k < 3; ++k) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        box.axes[0][k] = v[6 + k];
        box.axes[1][k] = v[9 + k];
        box.axes[2][k] = v[6 + k1] * v[9 + k2] - v[6 + k2] * v[9 + k1];
    }
    return box;
}

/// The length has rounding errors of its own, so that it is divided out again, as in ingest.hpp.
template <class L>
SATORI_LANES_INLINE BoxLanes<L> decode(const bench::QuaternionRecord*, const float* const* rows) {
    using Float = typename L::Float;
    const float* tails[L::width];
    for (std::uint32_t lane = 0; lane < L::width; ++lane) tails[lane] = rows[lane] + 6;
    Float v[8], q[4];
    L::template load_rows<2>(rows, v);
    L::template load_rows<1>(tails, q);
    BoxLanes<L> box;
    take_center_and_half<L>(v, box);
    const Float s = L::div(L::broadcast(2.0F), (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
    Float scaled[3];
    for (int i = 0; i < 3; ++i) scaled[i] = s * q[i];
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        box.axes[i][i] = L::broadcast(1.0F) - (scaled[j] * q[j] + scaled[k] * q[k]);
        box.axes[i][j] = scaled[i] * q[j] + scaled[k] * q[3];
        box.axes[i][k] = scaled[k] * q[i] - scaled[j] * q[3];
    }
    return box;
}

template <class L, class Record>
SATORI_LANES_INLINE BoxLanes<L> load_records(const Record* records, const std::uint32_t* index) {
    const float* rows[L::width];
    for (std::uint32_t lane = 0; lane < L::width; ++lane)
        rows[lane] = reinterpret_cast<const float*>(records + index[lane]);
    return decode<L>(records, rows);
}

/// The line of a record that fills one, else those of its first and its last byte.
template <class L, class Record>
SATORI_LANES_INLINE void ask_for(const Record* records, const std::uint32_t* index) {
    for (std::uint32_t lane = 0; lane < L::width; ++lane) {
        const char* const record = reinterpret_cast<const char*>(records + index[lane]);
        __builtin_prefetch(record);
        if constexpr (sizeof(Record) != 64) __builtin_prefetch(record + sizeof(Record) - 1);
    }
}

template <class L, class Record, bool kAhead>
SATORI_LANES_INLINE void test_records_with(const bench::RecordTestArgs& args, std::uint8_t* out) {
    const Record* const records = static_cast<const Record*>(args.records);
    const std::uint32_t all = (1U << L::width) - 1;
    for (std::uint32_t k = 0; k < args.count; k += L::width) {
        if constexpr (kAhead) {
            ask_for<L>(records, args.first + k + bench::kPairsAhead);
            ask_for<L>(records, args.second + k + bench::kPairsAhead);
        }
        const BoxLanes<L> a = load_records<L>(records, args.first + k);
        const BoxLanes<L> b = load_records<L>(records, args.second + k);
        const std::uint32_t bits = ~L::sign_bits(separated<L, false>(a, b)) & all;
        const std::uint32_t n = args.count - k < L::width ? args.count - k : L::width;
        for (std::uint32_t lane = 0; lane < n; ++lane) out[k + lane] = static_cast<std::uint8_t>(bits >> lane & 1U);
    }
}

template <class L, class Record>
void test_records(const bench::RecordTestArgs& args, std::uint8_t* out) {
    if (args.ahead)
        test_records_with<L, Record, true>(args, out);
    else
        test_records_with<L, Record, false>(args, out);
}

template <class L>
SATORI_LANES_INLINE void store_records(BoxRecord* records, typename L::Float* v, std::size_t i) {
    v[15] = L::as_float(L::broadcast(static_cast<std::uint32_t>(i)) + L::iota());
    L::template store_rows<4>(reinterpret_cast<float*>(records + i), v);
}

template <class L>
SATORI_LANES_INLINE void store_records(bench::TwoAxesRecord* records, typename L::Float* v, std::size_t i) {
    L::template store_rows<3>(records[i].values, v);
}

template <class L>
SATORI_LANES_INLINE void store_records(bench::QuaternionRecord* records, typename L::Float* v, std::size_t i) {
    constexpr int kPlaces[] = {0, 4, 6};
    for (const int at : kPlaces) {
        float* places[L::width];
        for (std::uint32_t lane = 0; lane < L::width; ++lane) places[lane] = records[i + lane].values + at;
        L::store_group(places, v[at], v[at + 1], v[at + 2], v[at + 3]);
    }
}

template <class L, class Record, int kFloats>
void build_records(const float* arrays, std::size_t stride, std::size_t count, void* out) {
    for (std::size_t i = 0; i < count; i += L::width) {
        typename L::Float v[16];
        for (int c = 0; c < kFloats; ++c) v[c] = L::load(arrays + static_cast<std::size_t>(c) * stride + i);
        store_records<L>(static_cast<Record*>(out), v, i);
    }
}

template <class Arch>
constexpr bench::RecordKernelTable record_kernel_table() {
    using L = Lanes<Arch>;
    return {{{test_records<L, BoxRecord>, build_records<L, BoxRecord, 15>},
             {test_records<L, bench::TwoAxesRecord>, build_records<L, bench::TwoAxesRecord, 12>},
             {test_records<L, bench::QuaternionRecord>, build_records<L, bench::QuaternionRecord, 10>}}};
}

}  // namespace satori::inline v0::simd
