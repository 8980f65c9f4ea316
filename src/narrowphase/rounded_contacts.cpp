#include "narrowphase/rounded_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/assert.hpp"
#include "narrowphase/axes_again.hpp"
#include "narrowphase/distance_rows.hpp"
#include "narrowphase/past_covered_sides.hpp"

namespace satori::v0::narrowphase {

namespace {

/// Ids of points that belong to no axis: the point between the closest points, and the two ends of a common part.
constexpr std::uint32_t kClosestId = std::uint32_t{kNoAxis} << 8 | 12;
constexpr std::uint32_t kEndIds[2] = {kClosestId + 1, kClosestId + 2};

/// A manifold's deepest point may be less deep by this share of the smaller box's size; see ContactManifold.
constexpr float kSnapShare = 1e-4F;
/// How far the witness of an end may lie beside its box, as a share of the smaller box's size.
constexpr float kBesideShare = 5e-5F;
/// The cosine of 3 degrees. A direction so near to the normal of a side counts as that normal, so that noise does not
/// change the kind of a resting contact.
constexpr float kAlongNormal = 0.9986F;
/// An edge with less slope along the normal is an edge of the closest features.
constexpr float kLyingSlope = 0.05F;
/// The cosine of 18 degrees: edges with a larger angle are not beside each other.
constexpr float kParallel = 0.95F;

using Vec = float[3];

Vec3 moved(const Vec3& v, const Vec3& direction, float length) noexcept {
    return {v.x + direction.x * length, v.y + direction.y * length, v.z + direction.z * length};
}
Vec2 moved(const Vec2& v, const Vec2& direction, float length) noexcept {
    return {v.x + direction.x * length, v.y + direction.y * length};
}

/// A box in 3 dimensions. A rectangle has no extent along z.
struct Solid {
    float half[3], axes[3][3], radius;

    explicit Solid(const simd::BoxRecord& box) noexcept : radius(box.reach) {
        std::copy_n(box.half, 3, half);
        std::copy_n(box.axes, 9, &axes[0][0]);
    }
    explicit Solid(const simd::RectRecord& rect) noexcept
        : half{rect.half[0], rect.half[1], 0},
          axes{{rect.axis[0], rect.axis[1], 0}, {-rect.axis[1], rect.axis[0], 0}, {0, 0, 1}},
          radius(rect.reach) {}

    float size() const noexcept { return (half[0] + half[1]) + half[2]; }
    /// True when an open boundary makes the box overlap nothing.
    bool is_hollow(int dim) const noexcept {
        return radius == 0 && std::any_of(half, half + dim, [](float h) { return h == 0; });
    }
    /// Returns the axis of a segment, or -1.
    int segment_axis() const noexcept {
        int axis = -1;
        for (int k = 0; k < 3; ++k) {
            if (half[k] == 0) continue;
            if (axis >= 0) return -1;
            axis = k;
        }
        return axis;
    }
    /// True when the sides along an axis have an extent. Those of a segment and of a point have none.
    bool has_side(int axis, int dim) const noexcept {
        for (int k = 0; k < dim; ++k)
            if (k != axis && half[k] == 0) return false;
        return true;
    }
};

/// Returns the part of `large` that is within `keep`, along its axes, of a box whose center is at -to_large from its
/// own. `to_large` becomes the vector to the center of the part. A box beyond a side keeps that side.
template <int Dim>
simd::PairRecord<Dim> cut_near(const simd::PairRecord<Dim>& large, double keep, double (&to_large)[Dim]) noexcept {
    const Solid whole(large);
    simd::PairRecord<Dim> part = large;
    double moved[Dim] = {}, middle[Dim];
    for (int i = 0; i < Dim; ++i) {
        double local = 0;
        for (int c = 0; c < Dim; ++c) local -= whole.axes[i][c] * to_large[c];
        const double half = whole.half[i];
        const double low = std::clamp(local - keep, -half, half), high = std::clamp(local + keep, -half, half);
        part.half[i] = static_cast<float>(0.5 * (high - low));
        middle[i] = 0.5 * (high + low);
    }
    // The way to the middle, by its coordinates along the axes. These are floats, and not quite perpendicular: over a
    // long way, each would lead a little along the others.
    for (int pass = 0; pass < 2; ++pass) {
        double missing[Dim];
        for (int i = 0; i < Dim; ++i) {
            missing[i] = middle[i];
            for (int c = 0; c < Dim; ++c) missing[i] -= whole.axes[i][c] * moved[c];
        }
        for (int i = 0; i < Dim; ++i)
            for (int c = 0; c < Dim; ++c) moved[c] += whole.axes[i][c] * missing[i];
    }
    for (int c = 0; c < Dim; ++c) to_large[c] += moved[c];
    return part;
}

constexpr std::uint32_t kPart = kRoundedPart;

/// A few hits, and how far the cores of the rounded pairs among them are apart.
template <int Dim>
class RoundedPart {
public:
    using Record = simd::PairRecord<Dim>;
    using Manifold = typename ContactTypes<Dim>::Manifold;

    RoundedPart(const simd::KernelTable& kernels, const Record* const (&records)[2],
                std::span<const simd::ContactHit> hits, const ContactOptions& options, const CoveredSets& covered,
                const FirstReach* reaches = nullptr) noexcept
        : kernels_(kernels),
          records_(records),
          options_(options),
          covered_(covered),
          count_(static_cast<std::uint32_t>(hits.size())) {
        SATORI_ASSERT(count_ <= kPart);
        std::ranges::copy(hits, hits_);
        PairTile pairs;
        for (std::uint32_t i = 0; i < count_; ++i) {
            const Record &a = records[0][hits_[i].first], &b = records[1][hits_[i].second];
            const FirstReach reach = reaches != nullptr ? reaches[hits_[i].first]
                                                        : FirstReach{a.reach, options.speculative_distance,
                                                                     covered.barred(hits_[i].first, hits_[i].second)};
            if (reach.radius + b.reach == 0) continue;
            const std::uint32_t k = pairs.count++;
            pairs.first[k] = pairs.second[k] = k;
            places_[k] = i;
            barred_[k] = reach.barred;
            place(k, a, b, reach);
        }
        rounded_count_ = pairs.count;
        if (rounded_count_ == 0) return;
        pairs.pad();
        const Record* const beside[2] = {first_, second_};
        find_rows<Dim>(kernels, pairs.rows(beside), {false, false}, rows_);
        for (std::uint32_t k = 0; k < rounded_count_; ++k) choose_side(k);
        if constexpr (Dim == 3) {
            std::uint32_t asked[kPart];
            for (std::uint32_t k = 0; k < rounded_count_; ++k) asked[k] = are_apart(k) ? 0 : barred_[k];
            look_past_covered_sides(kernels, {asked, rounded_count_}, beside, rows_, rules_);
        }
    }

    /// Writes the manifold of each hit.
    void build(Manifold* out) const noexcept {
        bool wants_cores[kPart];
        std::uint32_t barred[kPart];
        std::fill_n(wants_cores, count_, true);
        for (std::uint32_t i = 0; i < count_; ++i) barred[i] = covered_.barred(hits_[i].first, hits_[i].second);
        for (std::uint32_t k = 0; k < rounded_count_; ++k) {
            const bool overlap = !(rows_[k].distance > 0);
            wants_cores[places_[k]] = overlap || takes_sides(k);
            barred[places_[k]] = overlap && !has_point(k) ? barred_[k] : 0;
        }
        ContactTile tile;
        std::uint32_t rows[kPart];
        for (std::uint32_t i = 0; i < count_; ++i) {
            out[i] = {};
            out[i].pair = {hits_[i].first, hits_[i].second};
            if (!wants_cores[i]) continue;
            rows[tile.pairs.count] = i;
            tile.add(hits_[i]);
            tile.bar(tile.pairs.count - 1, barred[i]);
        }
        if (tile.pairs.count != 0) {
            Manifold of_cores[kPart];
            tile.pairs.pad();
            build_tile<Dim>(kernels_, records_, tile, options_, of_cores);
            for (std::uint32_t h = 0; h < tile.pairs.count; ++h) out[rows[h]] = of_cores[h];
        }
        for (std::uint32_t k = 0; k < rounded_count_; ++k) round_one(k, out[places_[k]]);
    }

private:
    /// Puts A at the origin, and B where it is from there. The larger one of very different boxes is cut near the
    /// other, because its distance has errors of its size.
    void place(std::uint32_t k, const Record& a, const Record& b, const FirstReach& reach) noexcept {
        speculative_distance_[k] = reach.speculative_distance;
        first_[k] = a;
        second_[k] = b;
        double offset[Dim];
        for (int c = 0; c < Dim; ++c) offset[c] = static_cast<double>(b.center[c]) - static_cast<double>(a.center[c]);
        const float size_a = Solid(a).size(), size_b = Solid(b).size();
        const float keep = 4 * std::min(size_a, size_b) + 2 * (reach.radius + b.reach + reach.speculative_distance);
        double moved_a[Dim] = {};
        if (size_a > simd::kUnevenSizes * size_b) {
            double back[Dim];
            for (int c = 0; c < Dim; ++c) back[c] = -offset[c];
            first_[k] = cut_near<Dim>(a, keep, back);
            for (int c = 0; c < Dim; ++c) moved_a[c] = back[c] + offset[c];
        } else if (size_b > simd::kUnevenSizes * size_a) {
            second_[k] = cut_near<Dim>(b, keep, offset);
        }
        first_[k].reach = reach.radius;
        for (int c = 0; c < Dim; ++c) {
            first_[k].center[c] = 0;
            second_[k].center[c] = static_cast<float>(offset[c] - moved_a[c]);
            moved_a_[k][c] = static_cast<float>(moved_a[c]);
        }
    }

    /// Takes the axis of a side whose normal is about the direction between the closest points.
    void choose_side(std::uint32_t k) noexcept {
        side_[k] = false;
        if (!(rows_[k].distance > 0)) return;
        if constexpr (Dim == 3) leads_far_[k] = leads_far_out(first_[k], second_[k], barred_[k], rows_[k]);
        float direction[3] = {};
        std::copy_n(rows_[k].direction, Dim, direction);
        const Solid boxes[2] = {Solid(first_[k]), Solid(second_[k])};
        float most = kAlongNormal;
        for (int s = 0; s < 2; ++s) {
            for (int i = 0; i < Dim; ++i) {
                // Sides of A come first. A side of B must be ahead of them for sure.
                const float along = std::fabs(dot(boxes[s].axes[i], direction)) - (s == 1 && side_[k] ? 1e-5F : 0);
                if (along < most || !boxes[s].has_side(i, Dim)) continue;
                most = along;
                side_[k] = true;
                simd::ContactHit& hit = hits_[places_[k]];
                hit.axis = static_cast<std::uint32_t>(s * Dim + i);
            }
        }
    }

    void round_one(std::uint32_t k, Manifold& manifold) const noexcept {
        const simd::DistanceRow<Dim>& row = rows_[k];
        const Solid a(first_[k]), b(second_[k]);
        const float radii = a.radius + b.radius;
        const bool open = options_.boundary == Boundary::open && speculative_distance_[k] == 0;
        const bool turns = rules_[k] == SeamRule::turned && leads_far_[k];
        const bool closest = row.distance > 0 && (turns || !sides_meet(k, manifold));
        const bool beside_cover = rules_[k] == SeamRule::no_contact && (closest || leads_far_[k]);
        if (are_apart(k) || beside_cover || (open && (!(row.distance < radii) || a.is_hollow(Dim) || b.is_hollow(Dim))))
            return keep_points(manifold, 0);
        if (closest) {
            put_closest(k, manifold);
            if constexpr (Dim == 3)
                if (!has_point(k)) put_common_part(k, a, b, manifold);
            return;
        }
        if (has_point(k) && manifold.point_count != 0) {
            keep_points(manifold, 1);
            manifold.points[0].feature_id = kClosestId;
        }
        name_ends(k, a, b, manifold);
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            auto& point = manifold.points[p];
            point.offset = moved(point.offset, manifold.normal, 0.5F * (a.radius - b.radius));
            point.separation -= radii;
        }
    }

    /// Names the points of a segment on a side by the ends of the segment: other edges of its box face the side when it
    /// rolls.
    void name_ends(std::uint32_t k, const Solid& a, const Solid& b, Manifold& manifold) const noexcept {
        const int of_a = a.segment_axis(), of_b = b.segment_axis();
        if ((of_a >= 0) == (of_b >= 0) || has_point(k) || manifold.point_count > 2) return;
        const Record &first = records_[0][hits_[places_[k]].first], &second = records_[1][hits_[places_[k]].second];
        const float* const axis = of_a >= 0 ? a.axes[of_a] : b.axes[of_b];
        float along[2] = {};
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            float from[3] = {};  // from the center of the segment
            std::copy_n(&manifold.points[p].offset.x, Dim, from);
            if (of_b >= 0)
                for (int c = 0; c < Dim; ++c) from[c] -= second.center[c] - first.center[c];
            along[p] = dot(axis, from);
        }
        const bool low_first = manifold.point_count == 2 ? along[0] < along[1] : along[0] < 0;
        for (std::uint32_t p = 0; p < manifold.point_count; ++p)
            manifold.points[p].feature_id = kEndIds[(p == 0) == low_first ? 0 : 1];
    }
    /// True when the surfaces are farther apart than contacts reach.
    bool are_apart(std::uint32_t k) const noexcept {
        return !(rows_[k].distance <= first_[k].reach + second_[k].reach + speculative_distance_[k]);
    }
    /// True when a side of a core that is apart faces the other core, and neither is a point.
    bool takes_sides(std::uint32_t k) const noexcept { return side_[k] && !has_point(k); }
    /// True when a core is a point.
    bool has_point(std::uint32_t k) const noexcept {
        return Solid(first_[k]).size() == 0 || Solid(second_[k]).size() == 0;
    }

    /// True when the deepest point of the manifold is where the cores, which are apart, are closest.
    bool sides_meet(std::uint32_t k, const Manifold& manifold) const noexcept {
        if (manifold.point_count == 0) return false;
        float deepest = manifold.points[0].separation;
        for (std::uint32_t p = 1; p < manifold.point_count; ++p)
            deepest = std::min(deepest, manifold.points[p].separation);
        return std::fabs(deepest - rows_[k].distance) <= tolerance(k);
    }
    float tolerance(std::uint32_t k) const noexcept {
        const float size_a = Solid(first_[k]).size(), size_b = Solid(second_[k]).size();
        float extent = size_a + size_b;
        for (int c = 0; c < Dim; ++c) extent += std::fabs(second_[k].center[c]);
        return 4 * simd::kDelta * extent + kSnapShare * std::min(size_a, size_b);
    }

    void put_closest(std::uint32_t k, Manifold& manifold) const noexcept {
        keep_points(manifold, 0);
        manifold.normal = vector_of(rows_[k].direction);
        put_point(k, rows_[k].on_first, rows_[k].distance, kClosestId, manifold);
    }
    /// Adds the point at `on_first`, from the center of first_[k]; the cores are `apart` there.
    void put_point(std::uint32_t k, const float (&on_first)[Dim], float apart, std::uint32_t id,
                   Manifold& manifold) const noexcept {
        const float radius_a = first_[k].reach, radius_b = second_[k].reach;
        auto& point = manifold.points[manifold.point_count++];
        float from_a[Dim];
        for (int c = 0; c < Dim; ++c) from_a[c] = on_first[c] + moved_a_[k][c];
        point.offset = moved(vector_of(from_a), manifold.normal, 0.5F * (radius_a + (apart - radius_b)));
        point.separation = apart - (radius_a + radius_b);
        point.feature_id = id;
    }

    /// Adds the ends of the common part of two edges that lie beside each other, where the closest points are. The
    /// closest point stays when it is deeper.
    void put_common_part(std::uint32_t k, const Solid& a, const Solid& b, Manifold& manifold) const noexcept
        requires(Dim == 3) {
        const simd::DistanceRow<3>& row = rows_[k];
        const float share = kBesideShare * std::min(a.size(), b.size());
        const float most_beside = std::max(share, std::sqrt(2 * share * b.radius));
        const auto lies = [&](const Solid& box, int i) {
            return box.half[i] > 0 && std::fabs(dot(box.axes[i], row.direction)) <= kLyingSlope;
        };
        float least_angle = kParallel;
        int edge_a = -1, edge_b = -1;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                if (lies(a, i) && lies(b, j) && std::fabs(dot(a.axes[i], b.axes[j])) > least_angle) {
                    least_angle = std::fabs(dot(a.axes[i], b.axes[j]));
                    edge_a = i;
                    edge_b = j;
                }
        if (edge_a < 0) return;
        // Positions on the line of A's edge, from A's center. `per`: how B's point moves along B's edge.
        const Vec &along_a = a.axes[edge_a], &along_b = b.axes[edge_b];
        const float cosine = dot(along_a, along_b);
        Vec per;  // of B's point for each meter along A
        for (int c = 0; c < 3; ++c) per[c] = along_b[c] / cosine;
        const float at_a = dot(row.on_first, along_a), on_b = dot(row.on_second, along_b);
        const float middle = at_a - on_b * cosine, reach_b = b.half[edge_b] * std::fabs(cosine);  // of B's edge
        float low = std::max(-a.half[edge_a], middle - reach_b);
        float high = std::min(a.half[edge_a], middle + reach_b);
        Vec slip;  // of the gap, for each meter
        for (int c = 0; c < 3; ++c) slip[c] = per[c] - along_a[c];
        const float rise = dot(slip, row.direction);
        const float beside = std::sqrt(std::max(dot(slip, slip) - rise * rise, 0.0F));
        if (beside > 0) {
            low = std::max(low, at_a - most_beside / beside);
            high = std::min(high, at_a + most_beside / beside);
        }
        const float snap = tolerance(k);
        if (!(high - low > 2.5F * snap)) return;
        const ContactPoint closest = manifold.points[0];
        manifold.point_count = 0;
        float least = __FLT_MAX__;
        const float ends[2] = {low, high};
        for (int e = 0; e < 2; ++e) {
            const float apart = row.distance + (ends[e] - at_a) * rise;
            if (!(apart <= a.radius + b.radius + speculative_distance_[k])) continue;
            Vec on_first;
            for (int c = 0; c < 3; ++c) on_first[c] = row.on_first[c] + (ends[e] - at_a) * along_a[c];
            put_point(k, on_first, apart, kEndIds[e], manifold);
            least = std::min(least, apart);
        }
        if (least > row.distance + snap) manifold.points[manifold.point_count++] = closest;
    }

    static void keep_points(Manifold& manifold, std::uint32_t count) noexcept {
        if (count == 1) {
            const auto deepest =
                std::min_element(manifold.points, manifold.points + manifold.point_count,
                                 [](const auto& p, const auto& q) { return p.separation < q.separation; });
            std::swap(manifold.points[0], *deepest);
        }
        manifold.point_count = count;
        std::fill(manifold.points + count, std::end(manifold.points),
                  std::remove_cvref_t<decltype(*manifold.points)>{});
    }

    const simd::KernelTable& kernels_;
    const Record* const (&records_)[2];
    const ContactOptions& options_;
    const CoveredSets covered_;
    std::uint32_t count_, rounded_count_ = 0;
    simd::ContactHit hits_[kPart];
    std::uint32_t places_[kPart];  // in the hits; this array and those that follow: of the rounded pairs
    std::uint32_t barred_[kPart];
    bool side_[kPart];
    bool leads_far_[kPart] = {};  // see leads_far_out(); of the row before look_past_covered_sides()
    SeamRule rules_[kPart] = {};
    float speculative_distance_[kPart];
    float moved_a_[kPart][Dim];  // from A's center to that of first_
    Record first_[kPart], second_[kPart];
    simd::DistanceRow<Dim> rows_[kPart];
};

}  // namespace

template <int Dim>
std::uint32_t build_rounded_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
                                 const simd::ContactHit* hits, parallel::ChunkRange range,
                                 const ContactOptions& options, const CoveredSets& covered,
                                 typename ContactTypes<Dim>::Manifold* out) noexcept {
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(kTilePairs, range.end - range.begin));
    for (std::uint32_t begin = 0; begin < count; begin += kPart) {
        const std::span part(hits + range.begin + begin, std::min(kPart, count - begin));
        using Record = simd::PairRecord<Dim>;
        ContactTile tile;
        for (const simd::ContactHit& hit : part) {
            tile.add(hit);
            if constexpr (Dim == 3) {
                const Record &a = records[0][hit.first], &b = records[1][hit.second];
                tile.bar(tile.pairs.count - 1,
                         barred_for_axes(a.reach + b.reach != 0, a, b, covered.barred(hit.first, hit.second)));
            }
        }
        tile.pairs.pad();
        choose_again<Dim>(kernels, records, options, tile);
        simd::ContactHit chosen[kPart];
        for (std::uint32_t i = 0; i < tile.pairs.count; ++i)
            chosen[i] = {part[i].first, part[i].second, tile.axis[i], part[i].flags & simd::kUneven};
        RoundedPart<Dim>(kernels, records, {chosen, part.size()}, options, covered).build(out + range.begin + begin);
    }
    return count;
}

void build_rounded_part(const simd::KernelTable& kernels, const simd::BoxRecord* const (&records)[2],
                        std::span<const simd::ContactHit> hits, const ContactOptions& options,
                        const FirstReach* reaches, ContactManifold* out) noexcept {
    SATORI_ASSERT(options.speculative_distance == 0);
    RoundedPart<3>(kernels, records, hits, options, {}, reaches).build(out);
}

template std::uint32_t build_rounded_tile<2>(const simd::KernelTable&, const simd::RectRecord* const (&)[2],
                                             const simd::ContactHit*, parallel::ChunkRange, const ContactOptions&,
                                             const CoveredSets&, RectManifold*) noexcept;
template std::uint32_t build_rounded_tile<3>(const simd::KernelTable&, const simd::BoxRecord* const (&)[2],
                                             const simd::ContactHit*, parallel::ChunkRange, const ContactOptions&,
                                             const CoveredSets&, ContactManifold*) noexcept;

}  // namespace satori::v0::narrowphase
