#include "broadphase/classes/class_division.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/assert.hpp"
#include "broadphase/column_grid.hpp"

namespace satori::v0::broadphase {

namespace {

constexpr float kElongation = 1U << kClassOctaves;
/// Candidates per box, in columns half as wide as the boxes of a class, the narrowest that there are. Where classes do
/// not pay, such columns leave at most this many.
constexpr double kManyCandidates = 200;
/// A division must promise a cost lower by this factor than one class, because the estimate leaves out its passes over
/// the boxes.
constexpr double kWorthDividing = 1.6;

/// Most boxes lie in few layers along an axis where they spread over fewer sizes than this.
constexpr double kLayers = 8;
/// The cost of a candidate that overlaps on all axes but one, in candidates; more, as the sample may have few plates.
constexpr double kOpenCost = 3;

/// The most bands of sizes that are distinguished, and the most kinds.
constexpr std::uint32_t kMostBands = 12;
template <int Dim>
constexpr std::uint32_t kMostKinds = kMostBands << Dim;

/// Boxes of similar size, or of similar size and shape.
template <int Dim>
struct Kind {
    double count = 0;
    double size[Dim] = {};    ///< mean edges
    double extent[Dim] = {};  ///< of the region where they lie, per axis
};

/// The estimated cost of one grid for the kinds whose pairs it finds, in swept candidates.
template <int Dim>
class GridEstimate {
public:
    GridEstimate() = default;
    /// A grid for `kinds`, `count` of them. It takes the column width that is cheapest for them, or the first that
    /// costs at most `enough`.
    GridEstimate(const Kind<Dim>* kinds, std::uint32_t count, double enough = 0) noexcept {
        SATORI_ASSERT(count != 0);
        double extent[Dim] = {};
        Kind<Dim> mean;
        for (std::uint32_t k = 0; k < count; ++k) {
            mean.count += kinds[k].count;
            for (int a = 0; a < Dim; ++a) {
                mean.size[a] += kinds[k].count * kinds[k].size[a];
                extent[a] = std::max(extent[a], kinds[k].extent[a]);
            }
        }
        for (int a = 0; a < Dim; ++a) mean.size[a] /= mean.count;
        SATORI_ASSERT(mean.count > 0);
        for (int a = 1; a < Dim; ++a) {
            if (extent[a] / mean.size[a] > extent[sweep_] / mean.size[sweep_]) sweep_ = a;
        }
        double best[Dim] = {};
        for (const double c : {4.0, 2.0, 1.0, 0.5, 8.0}) {
            double columns = 1;
            for (int a = 0; a < Dim; ++a) {
                width_[a] = std::min(extent[a], c * mean.size[a]);
                columns *= a == sweep_ ? 1 : extent[a] / width_[a];
            }
            // There must be enough boxes to fill the columns.
            const double excess = columns * kMinColumnBoxes / mean.count;
            if (excess > 1) {
                for (double& w : width_) w *= Dim == 3 ? std::sqrt(excess) : excess;
            }
            double cost = 0;
            for (std::uint32_t k = 0; k < count; ++k) {
                cost += copies(kinds[k]) * (kEntryCost + kScanCost) + candidates(kinds[k], kinds[k]) / 2;
                for (std::uint32_t l = 0; l < k; ++l) cost += candidates(kinds[k], kinds[l]);
            }
            if (own_cost_ == 0 || cost < own_cost_) {
                own_cost_ = cost;
                std::copy_n(width_, Dim, best);
            }
            if (cost <= enough) break;
        }
        std::copy_n(best, Dim, width_);
    }

    double own_cost() const noexcept { return own_cost_; }
    double guest_cost(const Kind<Dim>& natives, const Kind<Dim>& guests) const noexcept {
        return copies(guests) * (kEntryCost + kScanCost) + copies(natives) * kScanCost + candidates(natives, guests);
    }

private:
    double copies(const Kind<Dim>& kind) const noexcept {
        double product = kind.count;
        for (int a = 0; a < Dim; ++a) product *= a == sweep_ ? 1 : kind.size[a] / width_[a] + 1;
        return product;
    }
    double candidates(const Kind<Dim>& k, const Kind<Dim>& l) const noexcept {
        double product = k.count * l.count;
        for (int a = 0; a < Dim; ++a) {
            const double reach = k.size[a] + l.size[a] + (a == sweep_ ? 0 : width_[a]);
            product *= std::min(1.0, reach / std::max(k.extent[a], l.extent[a]));
        }
        return product;
    }

    int sweep_ = 0;
    double width_[Dim] = {};
    double own_cost_ = 0;
};

/// Returns the least cost of one grid per kind. Every box has an entry in its own grid, and for every two kinds, the
/// boxes of one have entries in another grid.
template <int Dim>
double least_divided_cost(const Kind<Dim>* kinds, std::uint32_t count) noexcept {
    double entries = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        entries += kinds[k].count;
        for (std::uint32_t l = 0; l < k; ++l) entries += std::min(kinds[k].count, kinds[l].count);
    }
    return (kEntryCost + kScanCost) * entries;
}

/// Returns the cost of one grid per kind. When this is at least `limit`, the result may be any number that is at least
/// `limit`.
template <int Dim>
double divided_cost(const Kind<Dim>* kinds, std::uint32_t count, double limit) noexcept {
    const double least = least_divided_cost(kinds, count);
    if (least >= limit) return least;

    GridEstimate<Dim> grids[kMostKinds<Dim>];
    double cost = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        grids[k] = GridEstimate<Dim>(kinds + k, 1);
        cost += grids[k].own_cost();
        for (std::uint32_t l = 0; l < k; ++l) {
            const Kind<Dim> both[2] = {kinds[k], kinds[l]};
            const double hosted =
                std::min(grids[k].guest_cost(kinds[k], kinds[l]), grids[l].guest_cost(kinds[l], kinds[k]));
            cost += std::min(hosted, GridEstimate<Dim>(both, 2).own_cost());
        }
        if (cost >= limit) return cost;
    }
    return cost;
}

/// The sampled boxes of one size and shape.
template <int Dim>
class Tally {
public:
    Tally() noexcept {
        std::fill_n(lo_, Dim, 1e300);
        std::fill_n(hi_, Dim, -1e300);
    }
    void add(const simd::BoundsEntry<Dim>& entry) noexcept {
        ++count_;
        for (int a = 0; a < Dim; ++a) {
            lo_[a] = std::min(lo_[a], double{entry.lo[a]});
            hi_[a] = std::max(hi_[a], double{entry.lo[a]});
            edges_[a] += double{entry.hi[a]} - entry.lo[a];
        }
    }
    void add(const Tally& other) noexcept {
        count_ += other.count_;
        for (int a = 0; a < Dim; ++a) {
            lo_[a] = std::min(lo_[a], other.lo_[a]);
            hi_[a] = std::max(hi_[a], other.hi_[a]);
            edges_[a] += other.edges_[a];
        }
    }
    bool empty() const noexcept { return count_ == 0; }
    Kind<Dim> kind(double weight) const noexcept {
        Kind<Dim> kind;
        SATORI_ASSERT(weight > 0 && !empty());
        kind.count = weight * count_;
        for (int a = 0; a < Dim; ++a) {
            kind.size[a] = std::max(edges_[a] / count_, 1e-30);
            kind.extent[a] = std::max(hi_[a] - lo_[a], kind.size[a]);
        }
        return kind;
    }

private:
    double count_ = 0;
    double lo_[Dim], hi_[Dim];
    double edges_[Dim] = {};
};

/// The sample, by size and shape.
template <int Dim>
class KindSample {
public:
    KindSample(const EntrySample<Dim>& sample, std::uint32_t finest_octave) noexcept
        : sample_(sample), weight_(sample.weight()) {
        std::uint8_t* kind = kind_of_;
        for (const simd::BoundsEntry<Dim>& entry : sample) {
            const std::uint32_t octaves = octave(longest_edge(entry)) - finest_octave;
            SATORI_ASSERT(octaves < 256);
            const std::uint32_t band = std::min(octaves / kClassOctaves, kMostBands - 1), shape_bits = shape(entry);
            *kind++ = static_cast<std::uint8_t>(band * kShapes + shape_bits);
            tallies_[band][shape_bits].add(entry);
        }
    }

    /// Returns the cost. When it is at most `enough`, the result may be another value that is at most `enough`.
    double cost_of_one_class(double enough) const noexcept {
        const Kinds kinds(*this, true);
        return kinds.count < 2 ? 0 : GridEstimate<Dim>(kinds.of, kinds.count, enough).own_cost();
    }
    double least_cost_of_classes(bool with_shape) const noexcept {
        const Kinds kinds(*this, with_shape);
        return least_divided_cost(kinds.of, kinds.count);
    }
    double cost_of_classes(bool with_shape, double limit) const noexcept {
        const Kinds kinds(*this, with_shape);
        return divided_cost(kinds.of, kinds.count, limit);
    }
    /// Returns how many boxes meet much larger ones where one grid is neither cut nor swept along an axis with few
    /// layers: a plate above a field of boxes meets all of them. 0 without such an axis. Assumes an even spread.
    double candidates_in_layers() const noexcept {
        const Kinds kinds(*this, false);
        double spread[Dim];
        for (int a = 0; a < Dim; ++a) {
            double extents = 0, sizes = 0;
            for (std::uint32_t k = 0; k < kinds.count; ++k) {
                extents += kinds.of[k].count * kinds.of[k].extent[a];
                sizes += kinds.of[k].count * kinds.of[k].size[a];
            }
            spread[a] = extents / sizes;
        }
        if (*std::min_element(spread, spread + Dim) >= kLayers) return 0;
        const double most = *std::max_element(spread, spread + Dim);
        double candidates = 0;
        for (std::uint32_t k = 0; k < kinds.count; ++k) {
            for (std::uint32_t l = 0; l < k; ++l) {
                double met = kinds.of[k].count * kinds.of[l].count;
                for (int a = 0; a < Dim; ++a) {
                    if (spread[a] < std::min(kLayers, most)) continue;
                    const double reach = kinds.of[k].size[a] + kinds.of[l].size[a];
                    met *= std::min(1.0, reach / std::max(kinds.of[k].extent[a], kinds.of[l].extent[a]));
                }
                candidates += met;
            }
        }
        return candidates;
    }
    /// Returns the least number of candidates of a division for the boxes' real positions. The costs above assume an
    /// even spread. They do not show that columns as wide as large boxes do not divide dense groups of small ones. The
    /// count uses pairs of sampled boxes; 0 when too few pairs meet.
    double crowding(Division division) const noexcept {
        constexpr std::uint32_t kFewest = 8;
        const std::uint32_t of_class = division == Division::one_class ? kKinds
                                       : division == Division::by_size ? kShapes
                                                                       : 1;
        double width[kKinds][Dim] = {}, count[kKinds] = {};
        for (std::uint32_t i = 0; i < sample_.size(); ++i) {
            const simd::BoundsEntry<Dim>& entry = sample_.begin()[i];
            const std::uint32_t c = kind_of_[i] / of_class;
            ++count[c];
            for (int a = 0; a < Dim; ++a) width[c][a] += 0.5 * (double{entry.hi[a]} - entry.lo[a]);
        }
        for (std::uint32_t c = 0; c < kKinds; ++c) {
            for (double& w : width[c]) w /= std::max(1.0, count[c]);
        }
        if (sample_.size() < 2) return 0;
        const std::uint32_t pairs = std::clamp(sample_.count() / 32, sample_.size(), kMostSampled);
        std::uint32_t met[Dim] = {};  // when swept along this axis
        for (std::uint32_t p = 0; p < pairs; ++p) {
            // Any two boxes, since neighbors in the sample may lie together (multiplicative hashing; Knuth, The Art of
            // Computer Programming 3, 6.4).
            const std::uint32_t i = p % sample_.size();
            const std::uint64_t other = std::uint64_t{p * 2654435761U} * (sample_.size() - 1) >> 32;
            const std::uint32_t j = (i + 1 + static_cast<std::uint32_t>(other)) % sample_.size();
            const simd::BoundsEntry<Dim>&u = sample_.begin()[i], &v = sample_.begin()[j];
            const double *width_u = width[kind_of_[i] / of_class], *width_v = width[kind_of_[j] / of_class];
            bool near = true, overlap[Dim];
            for (int a = 0; a < Dim && near; ++a) {
                const double gap = std::max(double{u.lo[a]} - v.hi[a], double{v.lo[a]} - u.hi[a]);
                overlap[a] = gap <= 0;
                near = gap <= std::min(width_u[a], width_v[a]);
            }
            for (int a = 0; a < Dim && near; ++a) met[a] += overlap[a] ? 1 : 0;
        }
        const std::uint32_t least = *std::min_element(met, met + Dim);
        return least < kFewest ? 0 : 0.5 * sample_.count() * sample_.count() * least / pairs;
    }

private:
    static constexpr std::uint32_t kShapes = 1U << Dim, kKinds = kMostKinds<Dim>;

    /// The kinds in the sample, with shapes distinguished or not.
    struct Kinds {
        Kinds(const KindSample& sample, bool with_shape) noexcept {
            for (const auto& band : sample.tallies_) {
                Tally<Dim> all;
                for (const Tally<Dim>& tally : band) {
                    if (with_shape && !tally.empty()) of[count++] = tally.kind(sample.weight_);
                    all.add(tally);
                }
                if (!with_shape && !all.empty()) of[count++] = all.kind(sample.weight_);
            }
        }
        Kind<Dim> of[kMostKinds<Dim>];
        std::uint32_t count = 0;
    };

    const EntrySample<Dim>& sample_;
    std::uint8_t kind_of_[kDivisionSample];  // of each sampled box
    Tally<Dim> tallies_[kMostBands][kShapes];
    double weight_;
};

}  // namespace

std::uint32_t octave(float edge) noexcept {
    SATORI_ASSERT(edge >= 0);
    // Without the sign: an edge from 0 to -0 is -0.
    return std::bit_cast<std::uint32_t>(edge) >> 23 & 255U;
}

template <int Dim>
std::uint32_t shape(const simd::BoundsEntry<Dim>& entry) noexcept {
    const float longest = longest_edge(entry);
    std::uint32_t bits = 0;
    for (int a = 0; a < Dim; ++a) bits |= entry.hi[a] - entry.lo[a] >= longest / kElongation ? 1U << a : 0U;
    SATORI_ASSERT(bits != 0);
    return bits;
}

template <int Dim>
Division choose_division(const BoundsSet<Dim>& bounds, simd::BoundsEntry<Dim>* scratch) noexcept {
    const bool sizes = octave(bounds.edges.max) - octave(bounds.edges.min) >= kClassOctaves;
    const bool shapes = bounds.edges.shortest * kElongation < bounds.edges.max;
    if ((!sizes && !shapes) || bounds.count() < kPlainSweepBoxes) return Division::one_class;
    const EntrySample<Dim> boxes({bounds.entries, bounds.count()}, {},
                                 std::min(sample_size(bounds.count()), kDivisionSample), scratch);
    const KindSample<Dim> sample(boxes, octave(bounds.edges.min));
    SATORI_ASSERT(boxes.size() <= kDivisionSample);
    Division best = Division::one_class;
    double least = sample.cost_of_one_class(kWorthDividing * sample.least_cost_of_classes(!sizes));
    const double crowding = sample.crowding(Division::one_class);
    const bool crowded = crowding > kManyCandidates * bounds.count();
    // The cost of classes assumes an even spread; crowds are counted.
    if (crowded) least = std::max(least, crowding);
    const auto consider = [&](Division division, double open_cost) {
        const double limit = std::max(least, open_cost) / kWorthDividing;
        double cost = sample.cost_of_classes(division == Division::by_size_and_shape, limit);
        if (crowded && cost < limit) cost += sample.crowding(division);
        if (cost >= limit) return;
        least = cost * kWorthDividing;
        best = division;
    };
    if (sizes) consider(Division::by_size, kOpenCost * sample.candidates_in_layers());
    if (shapes) consider(Division::by_size_and_shape, 0);
    return best;
}

template std::uint32_t shape<2>(const simd::BoundsEntry<2>&) noexcept;
template std::uint32_t shape<3>(const simd::BoundsEntry<3>&) noexcept;
template Division choose_division<2>(const BoundsSet<2>&, simd::BoundsEntry<2>*) noexcept;
template Division choose_division<3>(const BoundsSet<3>&, simd::BoundsEntry<3>*) noexcept;

}  // namespace satori::v0::broadphase
