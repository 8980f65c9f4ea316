#pragma once

// The parts of boxes. Lane = box. Most vectors have only boxes of the part that is tried first; the others go down the
// tree of cuts together, each lane through all nodes.
// Cost per vector: 2 row transposes, 6 comparisons; in the tree 2 comparisons and 2 selections per cut.

#include "simd/kernels/bounds.hpp"
#include "simd/lanes.hpp"
#include "simd/parts_abi.hpp"

namespace satori::v0::simd {

/// The leaves of a tree, and room for its nodes.
template <class L>
struct TreeLanes {
    SATORI_LANES_INLINE_MEMBER explicit TreeLanes(const FindPartsArgs& args) {
        for (std::uint32_t leaf = 0; args.cuts != nullptr && leaf <= args.cut_count; ++leaf)
            part[args.cut_count + leaf] = L::as_float(L::broadcast(args.parts[leaf]));
    }
    /// Of each node, the part of a box whose lower corner is in the space of the node.
    typename L::Float part[2 * kMostLaneCuts + 1];
};

/// Returns the part of each lane, or kSeveralParts.
template <class L>
SATORI_LANES_INLINE typename L::Uint descend(const FindPartsArgs& args, const typename L::Float* box,
                                             TreeLanes<L>& tree) {
    const auto several = L::as_float(L::broadcast(kSeveralParts));
    for (std::uint32_t node = args.cut_count; node-- > 0;) {
        const Cut cut = args.cuts[node];
        const auto at = L::broadcast(cut.at);
        const auto right = L::ge(box[cut.axis], at);
        const auto apart = L::except(L::ge(box[3 + cut.axis], at), right);
        const auto part = L::select(right, tree.part[2 * node + 2], tree.part[2 * node + 1]);
        tree.part[node] = L::select(apart, several, part);
    }
    return L::as_uint(tree.part[0]);
}

template <class L>
std::uint32_t find_parts(const FindPartsArgs& args, std::uint32_t& other_count) {
    using Float = typename L::Float;
    Float space[6];
    for (int k = 0; k < 6; ++k) space[k] = L::broadcast(args.space[k]);
    TreeLanes<L> tree(args);
    std::uint32_t i = 0, end = 0;
    for (; i + L::width <= args.count; i += L::width) {
        const float* const rows = args.bounds + std::size_t{6} * i;
        ask_ahead<6 * sizeof(float) * L::width>(rows);
        Float box[6];
        load_aabbs<L>({rows, 6}, 0, box);
        auto inside = L::both(L::ge(box[0], space[0]), L::lt(box[3], space[3]));
        for (int k = 1; k < 3; ++k)
            inside = L::both(inside, L::both(L::ge(box[k], space[k]), L::lt(box[3 + k], space[3 + k])));
        auto part = L::broadcast(args.part);
        std::uint32_t others = L::bits(inside) ^ kAllLanes<L>;
        if (args.cuts != nullptr && others != 0) {
            part = descend<L>(args, box, tree);
            others = L::sign_bits(part);
        }
        L::storeu(args.part_of + i, part);
        L::storeu(args.others + end, L::compress(L::iota() + L::broadcast(i), others));
        end += static_cast<std::uint32_t>(__builtin_popcount(others));
    }
    other_count = end;
    return i;
}

}  // namespace satori::v0::simd
