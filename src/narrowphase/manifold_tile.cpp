#include "narrowphase/manifold_tile.hpp"

namespace satori::inline v0::narrowphase {

namespace {

constexpr std::uint32_t kFirstEdgeAxis = 6;

/// The pairs of a tile whose axes are of one kind.
struct KindTile {
    PairTile pairs;
    alignas(64) std::uint32_t axis[kTilePairs];
    alignas(64) std::uint32_t row[kTilePairs];

    void run(void (*kernel)(const simd::ManifoldArgs&), const simd::BoxRecord* const (&records)[2],
             float speculative_distance, ContactManifold* out) noexcept {
        if (pairs.count == 0) return;
        pairs.pad();
        std::fill(axis + pairs.count, axis + simd::padded(pairs.count), axis[0]);
        kernel({records[0], records[1], pairs.first, pairs.second, axis, row, pairs.count, speculative_distance, out});
    }
};

}  // namespace

void build_tile(const simd::KernelTable& kernels, const simd::BoxRecord* const (&records)[2], const PairTile& tile,
                const std::uint32_t* axes, float speculative_distance, ContactManifold* out) noexcept {
    KindTile faces, edges;
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        // Written to both, counted in one: which kind comes next no branch predictor can guess.
        const bool edge = axes[i] >= kFirstEdgeAxis;
        for (KindTile* const kind : {&faces, &edges}) {
            const std::uint32_t n = kind->pairs.count;
            kind->pairs.first[n] = tile.first[i];
            kind->pairs.second[n] = tile.second[i];
            kind->axis[n] = axes[i];
            kind->row[n] = i;
        }
        faces.pairs.count += edge ? 0U : 1U;
        edges.pairs.count += edge ? 1U : 0U;
    }
    faces.run(kernels.face_manifolds, records, speculative_distance, out);
    edges.run(kernels.edge_manifolds, records, speculative_distance, out);
}

}  // namespace satori::inline v0::narrowphase
