#include "narrowphase/manifold_tile.hpp"

#include <algorithm>
#include <iterator>

#include "base/assert.hpp"
#include "narrowphase/axes_again.hpp"
#include "narrowphase/options.hpp"
#include "narrowphase/touching_point.hpp"
#include "simd/dispatch.hpp"

namespace satori::v0::narrowphase {

namespace {

/// A list of pairs of a tile, by their positions in it.
struct Rows {
    std::uint32_t row[kTilePairs];
    std::uint32_t count = 0;

    void add(std::uint32_t i) noexcept {
        SATORI_ASSERT(count < kTilePairs);
        row[count++] = i;
    }
    const std::uint32_t* begin() const noexcept { return row; }
    const std::uint32_t* end() const noexcept { return row + count; }
};

/// Makes the manifolds of a tile's pairs.
template <int Dim>
class TileBuilder {
public:
    using Manifold = typename ContactTypes<Dim>::Manifold;
    using AxisRow = typename ContactTypes<Dim>::AxisRow;
    using Args = simd::ManifoldArgsOf<simd::PairRecord<Dim>, Manifold>;
    using Kernel = void (*)(const Args&);

    TileBuilder(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2], ContactTile& tile,
                const ContactOptions& options, Manifold* out, HitsAhead<Dim>* ahead) noexcept
        : kernels_(kernels), records_(records), tile_(tile), options_(options), out_(out), ahead_(ahead) {}

    /// Makes the manifolds of all pairs along tile.axis. Writes to `passing` the rows whose features pass each other.
    void run_all(Rows& passing) noexcept {
        Rows all;
        for (std::uint32_t i = 0; i < tile_.pairs.count; ++i) all.add(i);
        run(all, false);
        passing.count = 0;
        for (const std::uint32_t i : all) {
            SATORI_ASSERT(out_[i].point_count <= simd::kPassing);
            // The row is written first and counted afterwards: a branch here would mispredict.
            passing.row[passing.count] = i;
            passing.count += out_[i].point_count == simd::kPassing ? 1U : 0U;
        }
    }

    /// Rectangles whose features pass each other: tries the best axis with slack, then the best axis without slack,
    /// which always gives a point.
    void finish(Rows passing) noexcept requires(Dim == 2) {
        for (const bool last_resort : {false, true}) {
            AxisRow rows[kTilePairs];
            find_axes(passing, last_resort ? kExact : narrowphase::tolerance(options_), nullptr, rows);
            for (std::uint32_t k = 0; k < passing.count; ++k) tile_.axis[passing.row[k]] = rows[k].axis;
            run(passing, last_resort);
            keep_passing(passing);
        }
    }

    /// Boxes whose features pass each other: tries the next best axis, as long as it is no deeper than the tolerance
    /// allows. Then it takes the best face, or the closest points.
    void finish(Rows passing) noexcept requires(Dim == 3) {
        std::uint32_t barred[kTilePairs];
        float best[kTilePairs];
        AxisRow rows[kTilePairs];
        for (const std::uint32_t i : passing) barred[i] = tile_.any_barred ? tile_.barred[i] : 0U;
        find_axes(passing, narrowphase::tolerance(options_), barred, rows);
        for (std::uint32_t k = 0; k < passing.count; ++k) best[passing.row[k]] = -rows[k].best_separation;
        Rows last;
        for (std::uint32_t round = 0; passing.count != 0; ++round) {
            SATORI_ASSERT(round <= kMostRounds);
            for (const std::uint32_t i : passing) {
                SATORI_ASSERT(tile_.axis[i] < ContactTypes<Dim>::kAxes);
                barred[i] |= 1U << tile_.axis[i];
            }
            Rows next, refused;
            const auto take_worthy = [&](const Rows& asked, const simd::AxisTolerance& tolerance, Rows& others) {
                find_axes(asked, tolerance, barred, rows);
                for (std::uint32_t k = 0; k < asked.count; ++k) {
                    const std::uint32_t i = asked.row[k];
                    const bool worth = round < kMostRounds && rows[k].axis != simd::kAllBarred &&
                                       allowed(-rows[k].separation, best[i], rows[k].slack);
                    (worth ? next : others).add(i);
                    if (worth) tile_.axis[i] = rows[k].axis;
                }
            };
            // A face that is preferred to edges may be too deep. Then the edges are tried.
            take_worthy(passing, narrowphase::tolerance(options_), refused);
            take_worthy(refused, kExact, last);
            run(next, false);
            keep_passing(next);
            passing = next;
        }
        finish_touching(last, best);
    }

private:
    static constexpr simd::AxisTolerance kExact{0, 0};
    static constexpr std::uint32_t kMostRounds = 8;

    bool allowed(float overlap, float best, float slack) const noexcept {
        return overlap - options_.edge_share * std::max(overlap, 0.0F) - 2 * slack <= best;
    }

    /// Boxes that have no opposite features along any axis that is good enough. Mostly these boxes only touch.
    void finish_touching(const Rows& rows, const float* best) noexcept {
        if (rows.count == 0) return;
        constexpr std::uint32_t kEdges = (1U << simd::kAxisCount) - (1U << simd::kFirstEdgeAxis);
        AxisRow found[kTilePairs];
        std::uint32_t barred[kTilePairs];
        for (const std::uint32_t i : rows) barred[i] = kEdges | (tile_.any_barred ? tile_.barred[i] : 0U);
        find_axes(rows, kExact, barred, found);
        for (std::uint32_t k = 0; k < rows.count; ++k)
            tile_.axis[rows.row[k]] = found[k].axis != simd::kAllBarred ? found[k].axis : 0U;
        run_kind(kernels_.face_manifolds, rows, tile_.axis);
        for (std::uint32_t k = 0; k < rows.count; ++k) {
            const std::uint32_t i = rows.row[k];
            SATORI_ASSERT(tile_.axis[i] < simd::kFirstEdgeAxis);
            Manifold& manifold = out_[i];
            bool takes = manifold.point_count != simd::kPassing;
            float deepest = 0;
            for (std::uint32_t p = 0; takes && p < manifold.point_count; ++p)
                deepest = std::max(deepest, -manifold.points[p].separation);
            // Where boxes only touch, a face that is too deep must not be taken.
            takes = takes && (allowed(deepest, best[i], found[k].slack) || best[i] > 8 * found[k].slack);
            if (takes) continue;
            const simd::BoxRecord &a = records_[0][tile_.pairs.first[i]], &b = records_[1][tile_.pairs.second[i]];
            const float distance = options_.speculative_distance + (a.reach + b.reach);
            const bool beside_barred = distance > 0 && barred[i] != kEdges;
            if (beside_barred || are_apart(a, b, -best[i])) {
                manifold.point_count = 0;
                std::fill_n(manifold.points, ContactTypes<Dim>::kPoints, ContactPoint{});
                continue;
            }
            write_touching_point(a, b, tile_.axis[i], manifold);
        }
    }

    void keep_passing(Rows& rows) const noexcept {
        const auto passes = [&](std::uint32_t i) { return out_[i].point_count != simd::kPassing; };
        rows.count = static_cast<std::uint32_t>(std::remove_if(rows.row, rows.row + rows.count, passes) - rows.row);
    }

    /// Makes the manifolds of `rows` along tile.axis. `last_resort` is for rectangles only.
    void run(const Rows& rows, bool last_resort) noexcept {
        if constexpr (Dim == 2)
            run_kind(kernels_.rects.manifolds, rows, tile_.axis, last_resort);
        else
            run_faces_and_edges(rows);
    }

    void run_faces_and_edges(const Rows& rows) noexcept {
        Rows faces, edges;
        for (const std::uint32_t i : rows) {
            // The row is written to both lists and counted in one: a branch on the kind would mispredict.
            faces.row[faces.count] = edges.row[edges.count] = i;
            const std::uint32_t edge = tile_.axis[i] >= simd::kFirstEdgeAxis ? 1 : 0;
            edges.count += edge;
            faces.count += 1 - edge;
        }
        if ((tile_.any_flags & simd::kUneven) != 0) {
            put_uneven_last(edges);
            put_uneven_last(faces);
        }
        run_kind(kernels_.face_manifolds, faces, tile_.axis);
        run_kind(kernels_.edge_manifolds, edges, tile_.axis);
    }

    /// Moves pairs of very different sizes to the end. They then share vectors, and few vectors pay for their extra
    /// work.
    void put_uneven_last(Rows& rows) const noexcept {
        Rows uneven;
        std::uint32_t even = 0;
        for (const std::uint32_t i : rows) {
            rows.row[even] = uneven.row[uneven.count] = i;
            const std::uint32_t is_uneven = (tile_.flags[i] & simd::kUneven) != 0 ? 1 : 0;
            uneven.count += is_uneven;
            even += 1 - is_uneven;
        }
        std::copy_n(uneven.row, uneven.count, rows.row + even);
    }

    /// Finds the axes of `rows`; row k's goes to found[k]. `barred` is indexed by position in the tile; it may be null.
    void find_axes(const Rows& rows, const simd::AxisTolerance& tolerance, const std::uint32_t* barred,
                   AxisRow* found) const noexcept {
        if (rows.count == 0) return;
        const PairTile pairs = pairs_of(rows);
        alignas(64) std::uint32_t none[kTilePairs], without[kTilePairs];
        std::fill_n(none, simd::padded(rows.count), std::uint32_t{kNoAxis});
        if (barred != nullptr) fill_axes(rows, barred, without);
        simd::box_kernels<Dim>(kernels_).find_axes({pairs.rows(records_), none, barred != nullptr ? without : nullptr,
                                                    options_.speculative_distance, tolerance},
                                                   found);
    }

    PairTile pairs_of(const Rows& rows) const noexcept {
        SATORI_ASSERT(rows.count != 0 && rows.count <= kTilePairs);
        PairTile pairs;
        pairs.count = rows.count;
        for (std::uint32_t k = 0; k < rows.count; ++k) {
            pairs.first[k] = tile_.pairs.first[rows.row[k]];
            pairs.second[k] = tile_.pairs.second[rows.row[k]];
        }
        pairs.pad();
        return pairs;
    }
    /// Writes of[i] for each row i, and pads up to a whole vector with the first row's value.
    static void fill_axes(const Rows& rows, const std::uint32_t* of, std::uint32_t* out) noexcept {
        for (std::uint32_t k = 0; k < rows.count; ++k) out[k] = of[rows.row[k]];
        std::fill(out + rows.count, out + simd::padded(rows.count), out[0]);
    }
    void run_kind(Kernel kernel, const Rows& rows, const std::uint32_t* axes, bool last_resort = false) const noexcept {
        if (rows.count == 0) return;
        const PairTile pairs = pairs_of(rows);
        alignas(64) std::uint32_t kind_axes[kTilePairs];
        fill_axes(rows, axes, kind_axes);
        kernel({pairs.rows(records_), kind_axes, rows.row, options_.speculative_distance, last_resort, out_, ahead_});
    }

    const simd::KernelTable& kernels_;
    const simd::PairRecord<Dim>* const (&records_)[2];
    ContactTile& tile_;
    const ContactOptions& options_;
    Manifold* out_;
    HitsAhead<Dim>* ahead_;
};

}  // namespace

template <int Dim>
void build_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2], ContactTile& tile,
                const ContactOptions& options, typename ContactTypes<Dim>::Manifold* out,
                HitsAhead<Dim>* ahead) noexcept {
    TileBuilder<Dim> builder(kernels, records, tile, options, out, ahead);
    SATORI_ASSERT(tile.pairs.count <= kTilePairs);
    Rows passing;
    builder.run_all(passing);
    if (passing.count != 0) builder.finish(passing);
    SATORI_ASSERT(std::all_of(out, out + tile.pairs.count,
                              [](const auto& made) { return made.point_count <= std::size(made.points); }));
}

template <int Dim>
std::uint32_t build_hit_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
                             const simd::ContactHit* hits, parallel::ChunkRange range, const ContactOptions& options,
                             const CoveredSets& covered, typename ContactTypes<Dim>::Manifold* out) noexcept {
    SATORI_ASSERT(range.begin < range.end);
    const std::size_t count = std::min<std::size_t>(kTilePairs, range.end - range.begin);
    ContactTile tile;
    for (std::size_t i = 0; i < count; ++i) tile.add(hits[range.begin + i]);
    tile.pairs.pad();
    if (covered.any())
        for (std::uint32_t i = 0; i < count; ++i)
            tile.bar(i, covered.barred(tile.pairs.first[i], tile.pairs.second[i]));
    choose_again<Dim>(kernels, records, options, tile);
    // The memory of the next tile is prefetched while this tile's manifolds are computed. To prefetch everything at
    // once would be more loads than a core can have outstanding.
    const std::size_t next = range.begin + count, next_end = std::min(next + kTilePairs, range.end);
    HitsAhead<Dim> ahead{hits + next, hits + next_end, records[0], records[1], out + next};
    build_tile<Dim>(kernels, records, tile, options, out + range.begin, &ahead);
    return static_cast<std::uint32_t>(count);
}

template void build_tile<2>(const simd::KernelTable&, const simd::RectRecord* const (&)[2], ContactTile&,
                            const ContactOptions&, RectManifold*, HitsAhead<2>*) noexcept;
template void build_tile<3>(const simd::KernelTable&, const simd::BoxRecord* const (&)[2], ContactTile&,
                            const ContactOptions&, ContactManifold*, HitsAhead<3>*) noexcept;
template std::uint32_t build_hit_tile<2>(const simd::KernelTable&, const simd::RectRecord* const (&)[2],
                                         const simd::ContactHit*, parallel::ChunkRange, const ContactOptions&,
                                         const CoveredSets&, RectManifold*) noexcept;
template std::uint32_t build_hit_tile<3>(const simd::KernelTable&, const simd::BoxRecord* const (&)[2],
                                         const simd::ContactHit*, parallel::ChunkRange, const ContactOptions&,
                                         const CoveredSets&, ContactManifold*) noexcept;

}  // namespace satori::v0::narrowphase
