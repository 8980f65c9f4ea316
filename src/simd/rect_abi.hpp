#pragma once

// What the kernel units and the rest of the library agree on for rectangles; kernel_abi.hpp includes it and says the rest.

#include <cstddef>
#include <cstdint>

#include <satori/types.hpp>

namespace satori::inline v0::simd {

struct IngestArgs;
struct EdgeRange;
template <int Dim>
struct BoundsArgsIn;
template <class Record>
struct PairRowsOf;
template <class Record>
struct PairTestArgsOf;

/// One rectangle as the pair kernels read it: half a cache line. The 6 floats stand in the order of RectComponent.
struct alignas(32) RectRecord {
    float center[2];
    float half[2];
    float axis[2];  ///< the first; the second is its left normal (-axis[1], axis[0])
    std::uint32_t id;
    std::uint32_t unused;
};
static_assert(sizeof(RectRecord) == 32);

using RectBoundsArgs = BoundsArgsIn<2>;
using RectPairRows = PairRowsOf<RectRecord>;
using RectPairTestArgs = PairTestArgsOf<RectRecord>;

/// What KernelTable has for boxes, for rectangles.
struct RectKernels {
    std::uint32_t (*ingest)(const IngestArgs&);
    EdgeRange (*bounds)(const RectBoundsArgs&);
    std::uint32_t (*filter_pairs)(const RectPairTestArgs&, BoxPair* out);
    void (*test_pairs)(const RectPairTestArgs&, std::uint8_t* out);
};

}  // namespace satori::inline v0::simd
