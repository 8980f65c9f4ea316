#include "satori_bench/limits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "cli/system_info.hpp"
#include "common/block.hpp"
#include "common/usable_isas.hpp"
#include "satori_bench/shortest.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::bench {

namespace {

/// Returns the size of a cache as the system reports it, or `otherwise`.
std::size_t cache_bytes(const char* name, std::size_t otherwise) {
    static const cli::CpuInfo cpu = cli::read_cpu_info();
    for (const cli::CacheInfo& cache : cpu.caches) {
        if (cache.name != name) continue;
        const std::size_t size = std::stoul(cache.size);
        return size * (cache.size.back() == 'M' ? std::size_t{1} << 20 : std::size_t{1} << 10);
    }
    return otherwise;
}

}  // namespace

double step_ns(const ProbeTable& probes, Arithmetic what) {
    constexpr std::uint64_t kRounds = 8000;  // about 30 us
    alignas(64) float values[kProbeChains * simd::kMaxLanes] = {};
    const ArithmeticArgs args{values, 1.0F, 1.0F, kRounds};
    const double ns = shortest_ns(24, [&] { probes.arithmetic[static_cast<std::size_t>(what)](args); });
    return ns / static_cast<double>(kRounds * kProbeChains);
}

ByteTimes byte_times(Isa isa, Place place) {
    constexpr std::size_t kWhole = 8 << 10;  // bytes: whole steps of the probes
    static std::map<Place, Block> blocks;
    static std::map<std::pair<Isa, Place>, ByteTimes> known;
    Block& block = blocks.try_emplace(place, bytes_in(place) / kWhole * kWhole).first->second;
    ByteTimes& known_least = known.try_emplace({isa, place}, ByteTimes{1e9, 1e9}).first->second;
    const ProbeTable& probes = probes_of(isa);
    constexpr std::size_t kLargePiece = 1 << 20;  // floats
    const std::size_t half = block.size() / sizeof(float) / 2, piece = std::min(half, kLargePiece);
    const int repeats = piece == kLargePiece ? 1 : 100, passes = piece == half ? 10 : 1;
    float* const memory = block.floats();
    for (int pass = 0; pass < passes; ++pass) {
        for (std::size_t at = 0; at + piece <= half; at += piece) {
            const auto lower = [&](double& least, auto&& call) {
                const double ns = shortest_ns(1, [&] {
                    for (int i = 0; i < repeats; ++i) call();
                });
                least = std::min(least, ns / repeats / static_cast<double>(2 * piece * sizeof(float)));
            };
            lower(known_least.copied, [&] { probes.copy(memory + at, memory + half + at, piece); });
            lower(known_least.read, [&] { (void)probes.read(memory + 2 * (half - at - piece), 2 * piece); });
        }
    }
    return known_least;
}

const ProbeTable& probes_of(Isa isa) noexcept {
    switch (isa) {
#define SATORI_TABLE(set, SET, name, CPU, needs) SATORI_IF_COMPILED(set, case Isa::set : return probe_tables::set;)
        SATORI_ISA_LIST(SATORI_TABLE)
#undef SATORI_TABLE
        default:
            return probe_tables::scalar;
    }
}

std::size_t bytes_in(Place place) {
    constexpr std::size_t kKiB = 1 << 10, kMiB = 1 << 20;
    switch (place) {
        case Place::l1:
            return cache_bytes("L1d", 32 * kKiB) / 2;
        case Place::l2:
            return cache_bytes("L2", 512 * kKiB) / 2;
        default:
            return std::clamp(4 * cache_bytes("L3", 16 * kMiB), 64 * kMiB, 256 * kMiB);
    }
}

double operations(const Cost& cost, std::uint32_t lanes) {
    // Shuffles of 4 x 4 transposes, and the operations that bring four 128-bit rows into wider vectors.
    const double per_transpose = lanes == 1 ? 0 : lanes == 4 ? 8 : lanes == 8 ? 12 : 20;
    return cost.multiplies + cost.adds + cost.others + cost.row_transposes * per_transpose;
}

Bound measure_bound(Isa isa, const Cost& cost, Place place) {
    const ProbeTable& probes = probes_of(isa);
    const double multiply = step_ns(probes, Arithmetic::multiply), add = step_ns(probes, Arithmetic::add);
    const double both = step_ns(probes, Arithmetic::multiply_add) / 2, mix = step_ns(probes, Arithmetic::mix) / 3;
    Bound bound;
    bound.multiply_add = (cost.multiplies + cost.adds) * both / probes.lanes;
    bound.arithmetic = std::max({cost.multiplies * multiply / probes.lanes, cost.adds * add / probes.lanes,
                                 bound.multiply_add, operations(cost, probes.lanes) * mix / probes.lanes});
    const ByteTimes bytes = byte_times(usable_isas().back(), place);  // bandwidth does not depend on the kernel's set
    const double copied = 2 * std::min(cost.read, cost.written), rest = std::fabs(cost.read - cost.written);
    bound.memory = copied * bytes.copied + rest * (cost.read > cost.written ? bytes.read : bytes.copied);
    return bound;
}

}  // namespace satori::bench
