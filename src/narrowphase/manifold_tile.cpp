#include "narrowphase/manifold_tile.hpp"

namespace satori::inline v0::narrowphase {

namespace {

constexpr std::uint32_t kFirstEdgeAxis = 6;

/// What the pairs of a tile are built with.
struct TileBuilder {
    const simd::KernelTable& kernels;
    const simd::BoxRecord* const (&records)[2];
    const PairTile& tile;
    float speculative_distance;
    ContactManifold* out;

    /// The pairs named by rows[0 ... count), whose axes are of the kernel's kind: axes[i] of the pair rows[i].
    void run(void (*kernel)(const simd::ManifoldArgs&), const PairTile& pairs, const std::uint32_t* axes,
             const std::uint32_t* rows) const noexcept {
        kernel({records[0], records[1], pairs.first, pairs.second, axes, rows, pairs.count, speculative_distance, out});
    }
    /// The pairs named by rows[0 ... count).
    PairTile pairs_of(const std::uint32_t* rows, std::uint32_t count) const noexcept {
        PairTile pairs;
        pairs.count = count;
        for (std::uint32_t i = 0; i < count; ++i) {
            pairs.first[i] = tile.first[rows[i]];
            pairs.second[i] = tile.second[rows[i]];
        }
        pairs.pad();
        return pairs;
    }
    void run_kind(void (*kernel)(const simd::ManifoldArgs&), const std::uint32_t* axes, const std::uint32_t* rows,
                  std::uint32_t count) const noexcept {
        if (count == 0) return;
        alignas(64) std::uint32_t kind_axes[kTilePairs];
        for (std::uint32_t i = 0; i < count; ++i) kind_axes[i] = axes[rows[i]];
        std::fill(kind_axes + count, kind_axes + simd::padded(count), kind_axes[0]);
        run(kernel, pairs_of(rows, count), kind_axes, rows);
    }
    /// Edges that pass each other: along the best face instead.
    void run_faces(const std::uint32_t* rows, std::uint32_t count, float axis_bias) const noexcept {
        if (count == 0) return;
        const PairTile pairs = pairs_of(rows, count);
        alignas(64) std::uint32_t axes[kTilePairs];
        std::fill_n(axes, simd::padded(count), std::uint32_t{kNoAxis});
        simd::AxisRow found[kTilePairs];
        kernels.find_axes({records[0], records[1], pairs.first, pairs.second, axes, count, 0, axis_bias, false, true},
                          found);
        for (std::uint32_t i = 0; i < simd::padded(count); ++i) axes[i] = found[i].axis;
        run(kernels.face_manifolds, pairs, axes, rows);
    }
};

}  // namespace

void build_tile(const simd::KernelTable& kernels, const simd::BoxRecord* const (&records)[2], const PairTile& tile,
                const std::uint32_t* axes, const CollideOptions& options, ContactManifold* out) noexcept {
    const TileBuilder builder{kernels, records, tile, options.speculative_distance, out};
    std::uint32_t faces[kTilePairs], edges[kTilePairs];
    std::uint32_t face_count = 0, edge_count = 0;
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        // Written to both, counted in one: which kind comes next no branch predictor can guess.
        faces[face_count] = edges[edge_count] = i;
        const std::uint32_t edge = axes[i] >= kFirstEdgeAxis ? 1 : 0;
        edge_count += edge;
        face_count += 1 - edge;
    }
    builder.run_kind(kernels.face_manifolds, axes, faces, face_count);
    builder.run_kind(kernels.edge_manifolds, axes, edges, edge_count);
    std::uint32_t pass_count = 0;
    for (std::uint32_t i = 0; i < edge_count; ++i)
        if (out[edges[i]].point_count == simd::kEdgesPass) edges[pass_count++] = edges[i];
    builder.run_faces(edges, pass_count, options.axis_bias);
}

}  // namespace satori::inline v0::narrowphase
