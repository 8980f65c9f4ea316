#include "narrowphase/manifold_tile.hpp"

#include "narrowphase/touching_point.hpp"
#include "simd/dispatch.hpp"

namespace satori::inline v0::narrowphase {

namespace {

/// Another try at pairs whose features pass each other.
struct Attempt {
    float axis_bias;
    bool faces_only;
    bool last_resort;  // of rectangles
};

/// What the pairs of a tile are built with.
template <int Dim>
struct TileBuilder {
    using Manifold = typename ContactTypes<Dim>::Manifold;
    using Kernel = void (*)(const simd::ManifoldArgsOf<simd::PairRecord<Dim>, Manifold>&);

    const simd::KernelTable& kernels;
    const simd::PairRecord<Dim>* const (&records)[2];
    const PairTile& tile;
    float speculative_distance;
    Manifold* out;
    HitsAhead<Dim>* ahead;

    /// The pairs named by rows[0 ... count), pair r along axes[r]. `last_resort`: of rectangles.
    void run(const std::uint32_t* rows, std::uint32_t count, const std::uint32_t* axes,
             bool last_resort) const noexcept {
        if constexpr (Dim == 2)
            run_kind(kernels.rects.manifolds, rows, count, axes, last_resort);
        else
            run_faces_and_edges(rows, count, axes);
    }

    /// Those of the tile that pass each other, once more.
    /// Returns whether there were any.
    bool try_again(const Attempt& attempt, std::uint32_t* axes) const noexcept {
        std::uint32_t rows[kTilePairs];
        std::uint32_t passing = 0;
        for (std::uint32_t i = 0; i < tile.count; ++i) {
            rows[passing] = i;
            passing += out[i].point_count == simd::kPassing ? 1U : 0U;
        }
        if (passing == 0) return false;
        find_axes(rows, passing, attempt.axis_bias, attempt.faces_only, axes);
        run(rows, passing, axes, attempt.last_resort);
        return true;
    }

private:
    void run_faces_and_edges(const std::uint32_t* rows, std::uint32_t count, const std::uint32_t* axes) const noexcept {
        std::uint32_t faces[kTilePairs], edges[kTilePairs];
        std::uint32_t face_count = 0, edge_count = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            // Written to both, counted in one: which kind comes next no branch predictor can guess.
            faces[face_count] = edges[edge_count] = rows[i];
            const std::uint32_t edge = axes[rows[i]] >= simd::kFirstEdgeAxis ? 1 : 0;
            edge_count += edge;
            face_count += 1 - edge;
        }
        run_kind(kernels.face_manifolds, faces, face_count, axes, false);
        run_kind(kernels.edge_manifolds, edges, edge_count, axes, false);
    }

    /// The best axes of the pairs named by rows[0 ... count), to axes[r] of pair r.
    void find_axes(const std::uint32_t* rows, std::uint32_t count, float axis_bias, bool faces_only,
                   std::uint32_t* axes) const noexcept {
        const PairTile pairs = pairs_of(rows, count);
        alignas(64) std::uint32_t none[kTilePairs];
        std::fill_n(none, simd::padded(count), std::uint32_t{kNoAxis});
        typename ContactTypes<Dim>::AxisRow found[kTilePairs];
        simd::box_kernels<Dim>(kernels).find_axes({pairs.rows(records), none, axis_bias, faces_only}, found);
        for (std::uint32_t i = 0; i < count; ++i) axes[rows[i]] = found[i].axis;
    }

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
    void run_kind(Kernel kernel, const std::uint32_t* rows, std::uint32_t count, const std::uint32_t* axes,
                  bool last_resort) const noexcept {
        if (count == 0) return;
        const PairTile pairs = pairs_of(rows, count);
        alignas(64) std::uint32_t kind_axes[kTilePairs];
        for (std::uint32_t i = 0; i < count; ++i) kind_axes[i] = axes[rows[i]];
        std::fill(kind_axes + count, kind_axes + simd::padded(count), kind_axes[0]);
        kernel({pairs.rows(records), kind_axes, rows, speculative_distance, last_resort, out, ahead});
    }
};

}  // namespace

template <int Dim>
void build_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
                const PairTile& tile, std::uint32_t* axes, const CollideOptions& options,
                typename ContactTypes<Dim>::Manifold* out, HitsAhead<Dim>* ahead) noexcept {
    const TileBuilder<Dim> builder{kernels, records, tile, options.speculative_distance, out, ahead};
    std::uint32_t rows[kTilePairs];
    for (std::uint32_t i = 0; i < tile.count; ++i) rows[i] = i;
    builder.run(rows, tile.count, axes, false);
    // What slack, a cached axis or a caller's own choice has brought to an axis that is not the best: a face, then the
    // best of all, then the best face. Boxes whose features pass each other along all of these overlap, or are apart, by no more than
    // rounding can tell.
    if (!builder.try_again({options.axis_bias, true, false}, axes)) return;
    if constexpr (Dim == 3) {
        const Attempt best{0, false, false}, best_face{0, true, false};
        if (!builder.try_again(best, axes) || !builder.try_again(best_face, axes)) return;
        for (std::uint32_t i = 0; i < tile.count; ++i) {
            if (out[i].point_count == simd::kPassing)
                write_touching_point(records[0][tile.first[i]], records[1][tile.second[i]], axes[i], out[i]);
        }
    } else {
        // All axes are faces', and the last attempt gives a point in any case.
        const Attempt whatever{0, true, true};
        builder.try_again(whatever, axes);
    }
}

template <int Dim>
std::uint32_t build_hit_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
                             const simd::ContactHit* hits, parallel::ChunkRange range, const CollideOptions& options,
                             typename ContactTypes<Dim>::Manifold* out) noexcept {
    PairTile tile;
    std::uint32_t axes[kTilePairs];
    tile.count = static_cast<std::uint32_t>(std::min<std::size_t>(kTilePairs, range.end - range.begin));
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        const simd::ContactHit& hit = hits[range.begin + i];
        tile.first[i] = hit.first;
        tile.second[i] = hit.second;
        axes[i] = hit.axis;
    }
    tile.pad();
    // The next tile's memory is asked for while this one's manifolds are computed: all at once it would be more than a core
    // can wait for side by side.
    const std::size_t next = range.begin + tile.count, next_end = std::min(next + kTilePairs, range.end);
    HitsAhead<Dim> ahead{hits + next, hits + next_end, records[0], records[1], out + next};
    build_tile<Dim>(kernels, records, tile, axes, options, out + range.begin, &ahead);
    return tile.count;
}

template void build_tile<2>(const simd::KernelTable&, const simd::RectRecord* const (&)[2], const PairTile&,
                            std::uint32_t*, const CollideOptions&, RectManifold*, HitsAhead<2>*) noexcept;
template void build_tile<3>(const simd::KernelTable&, const simd::BoxRecord* const (&)[2], const PairTile&,
                            std::uint32_t*, const CollideOptions&, ContactManifold*, HitsAhead<3>*) noexcept;
template std::uint32_t build_hit_tile<2>(const simd::KernelTable&, const simd::RectRecord* const (&)[2],
                                         const simd::ContactHit*, parallel::ChunkRange, const CollideOptions&,
                                         RectManifold*) noexcept;
template std::uint32_t build_hit_tile<3>(const simd::KernelTable&, const simd::BoxRecord* const (&)[2],
                                         const simd::ContactHit*, parallel::ChunkRange, const CollideOptions&,
                                         ContactManifold*) noexcept;

}  // namespace satori::inline v0::narrowphase
