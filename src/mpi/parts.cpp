#include "mpi/parts.hpp"

#include "base/assert.hpp"

namespace satori::v0::mpi {

namespace {

const simd::PartKernels& kernels_of(Isa isa) noexcept {
    switch (isa) {
#define SATORI_KERNELS(set, SET, name, CPU, needs)                                                                     \
    SATORI_IF_COMPILED(set, case Isa::set : return simd::part_kernels::set;)
        SATORI_ISA_LIST(SATORI_KERNELS)
#undef SATORI_KERNELS
        default:
            SATORI_ASSERT(false);
            return simd::part_kernels::scalar;
    }
}

}  // namespace

std::uint32_t find_parts(const CutTree& tree, std::span<const Aabb> bounds, std::uint32_t own, Isa isa,
                         std::uint32_t* part_of, std::uint32_t* several) noexcept {
    [[maybe_unused]] const Status status = resolve_isa(isa, isa);
    SATORI_ASSERT(status == Status::ok);
    const PartSpace space = tree.space_of(own);
    // One box alone goes down the tree faster below.
    const bool descends = isa != Isa::scalar && tree.node_count() <= simd::kMostLaneCuts;
    const simd::FindPartsArgs args{.bounds = reinterpret_cast<const float*>(bounds.data()),
                                   .count = static_cast<std::uint32_t>(bounds.size()),
                                   .part = own,
                                   .space = space.lo,
                                   .cuts = descends ? tree.nodes() : nullptr,
                                   .cut_count = tree.node_count(),
                                   .parts = tree.parts(),
                                   .part_of = part_of,
                                   .others = several};
    std::uint32_t other_count = 0, several_count = 0;
    for (std::uint32_t i = kernels_of(isa).find_parts(args, other_count); i < args.count; ++i)
        several[other_count++] = i;
    for (std::uint32_t k = 0; k < other_count; ++k) {
        const std::uint32_t i = several[k];
        bool alone = false;
        const std::uint32_t part = tree.part_of(bounds[i], alone);
        part_of[i] = alone ? part : kSeveralParts;
        several[several_count] = i;
        several_count += alone ? 0 : 1;
    }
    return several_count;
}

}  // namespace satori::v0::mpi
