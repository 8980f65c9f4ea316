#include "narrowphase/manifold_tile.hpp"

namespace satori::inline v0::narrowphase {

namespace {

constexpr std::uint32_t kFirstEdgeAxis = 6;

/// The pairs of `tile` named by rows[0 ... count), whose axes are of one kind.
void run_kind(void (*kernel)(const simd::ManifoldArgs&), const simd::BoxRecord* const (&records)[2],
              const PairTile& tile, const std::uint32_t* axes, const std::uint32_t* rows, std::uint32_t count,
              float speculative_distance, ContactManifold* out) noexcept {
    if (count == 0) return;
    PairTile of_kind;
    alignas(64) std::uint32_t kind_axes[kTilePairs];
    of_kind.count = count;
    for (std::uint32_t i = 0; i < count; ++i) {
        of_kind.first[i] = tile.first[rows[i]];
        of_kind.second[i] = tile.second[rows[i]];
        kind_axes[i] = axes[rows[i]];
    }
    of_kind.pad();
    std::fill(kind_axes + count, kind_axes + simd::padded(count), kind_axes[0]);
    kernel({records[0], records[1], of_kind.first, of_kind.second, kind_axes, rows, count, speculative_distance, out});
}

}  // namespace

void build_tile(const simd::KernelTable& kernels, const simd::BoxRecord* const (&records)[2], const PairTile& tile,
                const std::uint32_t* axes, float speculative_distance, ContactManifold* out) noexcept {
    std::uint32_t faces[kTilePairs], edges[kTilePairs];
    std::uint32_t face_count = 0, edge_count = 0;
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        // Written to both, counted in one: which kind comes next no branch predictor can guess.
        faces[face_count] = edges[edge_count] = i;
        const std::uint32_t edge = axes[i] >= kFirstEdgeAxis ? 1 : 0;
        edge_count += edge;
        face_count += 1 - edge;
    }
    run_kind(kernels.face_manifolds, records, tile, axes, faces, face_count, speculative_distance, out);
    run_kind(kernels.edge_manifolds, records, tile, axes, edges, edge_count, speculative_distance, out);
}

}  // namespace satori::inline v0::narrowphase
