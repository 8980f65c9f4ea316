#pragma once

// The probes of probe_abi.hpp, written with the same lanes as the library's kernels.

#include "probes/probe_abi.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// Runs `rounds` steps of every chain.
template <class L, bench::Arithmetic kWhat>
void run_arithmetic(const bench::ArithmeticArgs& args) {
    using bench::Arithmetic;
    constexpr std::uint32_t kChains = bench::kProbeChains;
    const auto factor = L::broadcast(args.factor), term = L::broadcast(args.term);
    typename L::Float x[kChains];
    for (std::uint32_t c = 0; c < kChains; ++c) x[c] = L::load(args.values + c * L::width);
    for (std::uint64_t round = 0; round < args.rounds; ++round) {
        for (std::uint32_t c = 0; c < kChains; ++c) {
            if constexpr (kWhat != Arithmetic::add) x[c] = x[c] * factor;
            if constexpr (kWhat != Arithmetic::multiply) x[c] = x[c] + term;
            if constexpr (kWhat == Arithmetic::mix) x[c] = L::abs(x[c]);
        }
    }
    for (std::uint32_t c = 0; c < kChains; ++c) L::store(args.values + c * L::width, x[c]);
}

inline constexpr std::size_t kProbeUnroll = 8;

template <class L>
std::uint32_t read_all(const float* from, std::size_t count) {
    typename L::Uint joined[kProbeUnroll];
    for (auto& part : joined) part = L::broadcast(0U);
    for (std::size_t i = 0; i < count; i += kProbeUnroll * L::width) {
        for (std::size_t u = 0; u < kProbeUnroll; ++u)
            joined[u] = joined[u] | L::as_uint(L::load(from + i + u * L::width));
    }
    for (std::size_t u = 1; u < kProbeUnroll; ++u) joined[0] = joined[0] | joined[u];
    alignas(64) std::uint32_t lanes[L::width];
    L::store(lanes, joined[0]);
    for (std::uint32_t lane = 1; lane < L::width; ++lane) lanes[0] |= lanes[lane];
    return lanes[0];
}

template <class L>
void copy_all(const float* from, float* to, std::size_t count) {
    for (std::size_t i = 0; i < count; i += kProbeUnroll * L::width) {
        for (std::size_t u = 0; u < kProbeUnroll; ++u)
            L::store(to + i + u * L::width, L::load(from + i + u * L::width));
    }
}

template <class Arch>
constexpr bench::ProbeTable probe_table() {
    using L = Lanes<Arch>;
    using bench::Arithmetic;
    return {L::width,
            {run_arithmetic<L, Arithmetic::multiply>, run_arithmetic<L, Arithmetic::add>,
             run_arithmetic<L, Arithmetic::multiply_add>, run_arithmetic<L, Arithmetic::mix>},
            read_all<L>,
            copy_all<L>};
}

}  // namespace satori::v0::simd
