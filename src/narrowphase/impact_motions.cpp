#include "narrowphase/impact_motions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "parallel/find_first.hpp"

namespace satori::v0::narrowphase {

namespace {

/// Bounds and radii are rounded outward by this share: more than the rounding of the few operations that make them.
constexpr double kOutward = 1e-6;

bool legal_number(float v, float most) noexcept {
    return std::fabs(v) <= most;  // NaN fails
}

/// Returns how far the corners of a box are from the axis through its center. `axis`: unit. Adds the parts of the box's
/// axes beside that axis. The difference of two squares would lose all digits of a rod that turns about itself.
double farthest_from(const simd::BoxRecord& record, const double (&axis)[3]) noexcept {
    double beside[3][3];
    for (int k = 0; k < 3; ++k) {
        const float* const own = record.axes + 3 * k;
        const double along = own[0] * axis[0] + own[1] * axis[1] + own[2] * axis[2];
        for (int c = 0; c < 3; ++c) beside[k][c] = record.half[k] * (own[c] - along * axis[c]);
    }
    double farthest_sq = 0;
    for (const double second : {1.0, -1.0})
        for (const double third : {1.0, -1.0}) {
            double sq = 0;
            for (int c = 0; c < 3; ++c) {
                const double sum = beside[0][c] + second * beside[1][c] + third * beside[2][c];
                sq += sum * sum;
            }
            farthest_sq = std::max(farthest_sq, sq);
        }
    return std::sqrt(farthest_sq);
}

template <int Dim>
double reach_of(const simd::PairRecord<Dim>& record) noexcept {
    double sum = 0;
    for (const float half : record.half) sum += double{half} * half;
    return std::sqrt(sum);
}

/// Enlarges the bounds of one box, which have its radius and a margin.
template <int Dim>
void sweep(const simd::PairRecord<Dim>& record, const simd::MotionRow<Dim>& motion, double margin,
           simd::BoundsEntry<Dim>& entry) noexcept {
    // A corner moves on a circle: at most its angle, at most its diameter from where it was.
    const double reach = reach_of<Dim>(record), turned = std::min(2.0F, motion.angle) * double{motion.radius};
    double path = 0;
    for (const float translation : motion.translation) path += std::fabs(double{translation});
    // Of both boxes together at least what kernels multiply with delta: 2 * margin is more than the distance.
    const double size = 3 * (reach + record.reach) + motion.angle * double{motion.radius} + 2 * (path + margin);
    const double sphere = (reach + record.reach) * (1 + kOutward) + margin;
    const double rounding = simd::kLeastTolerance * double{simd::kImpactDelta} * size;
    for (int k = 0; k < Dim; ++k) {
        const double low = entry.lo[k], high = entry.hi[k], middle = record.center[k], move = motion.translation[k];
        const double slack = rounding + kOutward * (high - low + std::fabs(move));
        // The box stays in its sphere too.
        const double lowest = low - std::min(turned, std::max(0.0, sphere - (middle - low)));
        const double highest = high + std::min(turned, std::max(0.0, sphere - (high - middle)));
        entry.lo[k] = std::nextafter(static_cast<float>(lowest + std::min(move, 0.0) - slack), -INFINITY);
        entry.hi[k] = std::nextafter(static_cast<float>(highest + std::max(move, 0.0) + slack), INFINITY);
    }
}

template <int Dim>
simd::EdgeRange edges_of(const simd::BoundsEntry<Dim>& entry) noexcept {
    float shortest = entry.hi[0] - entry.lo[0];
    for (int k = 1; k < Dim; ++k) shortest = std::min(shortest, entry.hi[k] - entry.lo[k]);
    const float longest = broadphase::longest_edge(entry);
    return {longest, longest, shortest};
}

}  // namespace

bool legal(const BoxMotion& motion) noexcept {
    const Vec3 &t = motion.translation, &r = motion.rotation;
    const double angle_sq = double{r.x} * r.x + double{r.y} * r.y + double{r.z} * r.z;
    return legal_number(t.x, kMaxTranslation) && legal_number(t.y, kMaxTranslation) &&
           legal_number(t.z, kMaxTranslation) && angle_sq <= double{kMaxTurn} * kMaxTurn;
}

bool legal(const RectMotion& motion) noexcept {
    return legal_number(motion.translation.x, kMaxTranslation) && legal_number(motion.translation.y, kMaxTranslation) &&
           legal_number(motion.rotation, kMaxTurn);
}

simd::MotionRow<3> motion_row(const BoxMotion& motion, const simd::BoxRecord& record) noexcept {
    const Vec3 &t = motion.translation, &r = motion.rotation;
    double axis[3] = {r.x, r.y, r.z};
    const double angle = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double reach = reach_of<3>(record);
    // Less than the least normal float is no turn: kernels divide by the angle.
    if (angle < double{std::numeric_limits<float>::min()})
        return {{t.x, t.y, t.z}, {0, 0, 0}, 0, static_cast<float>(reach * (1 + kOutward))};
    for (double& component : axis) component /= angle;
    const double radius = farthest_from(record, axis) + kOutward * reach;
    return {{t.x, t.y, t.z}, {r.x, r.y, r.z}, static_cast<float>(angle), static_cast<float>(radius)};
}

simd::MotionRow<2> motion_row(const RectMotion& motion, const simd::RectRecord& record) noexcept {
    const double radius = reach_of<2>(record) * (1 + kOutward);
    return {{motion.translation.x, motion.translation.y},
            {motion.rotation},
            std::fabs(motion.rotation),
            static_cast<float>(radius)};
}

template <int Dim>
Status check_motions(parallel::Call& call, const geometry::Sets<Dim>& sets, const Motions<Dim>& motions,
                     InvalidMotion* invalid) noexcept {
    const std::span<const Motion<Dim>> given[2] = {
        motions.first(), motions.second() != nullptr ? *motions.second() : std::span<const Motion<Dim>>()};
    const std::size_t sizes[2] = {sets.first().size(), sets.second() != nullptr ? sets.second()->size() : 0};
    for (const std::size_t s : {0, 1})
        if (!given[s].empty() && given[s].size() != sizes[s]) return Status::invalid_argument;
    for (const std::size_t s : {0, 1}) {
        std::uint64_t index = 0;
        const Status status = parallel::refuse_any(
            call, given[s].size(), parallel::kChunkBoxes, [&](std::size_t i) noexcept { return !legal(given[s][i]); },
            Status::invalid_argument, &index);
        if (status == Status::invalid_argument && invalid != nullptr) *invalid = {index, static_cast<std::uint32_t>(s)};
        if (status != Status::ok) return status;
    }
    return Status::ok;
}

template <int Dim>
Status fill_motions(parallel::Call& call, WorkspaceLock& workspace, const geometry::Sets<Dim>& sets,
                    const Motions<Dim>& motions, MovingRecords<Dim>& out) noexcept {
    constexpr Scratch kScratch[2] = {Scratch::first_motions, Scratch::second_motions};
    const geometry::Batch<Dim>* const batches[2] = {&sets.first(), sets.second()};
    for (int s = 0; s < 2 && batches[s] != nullptr; ++s) {
        const std::span<const Motion<Dim>> given = s == 0                        ? motions.first()
                                                   : motions.second() != nullptr ? *motions.second()
                                                                                 : std::span<const Motion<Dim>>();
        auto* const rows = workspace.reserve<simd::MotionRow<Dim>>(kScratch[s], batches[s]->size());
        if (rows == nullptr) return Status::out_of_memory;
        out.motions[s] = rows;
        const parallel::Chunking chunks(batches[s]->size(), parallel::kChunkBoxes, parallel::kMaxChunks);
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            for (std::size_t i = chunks[chunk].begin; i < chunks[chunk].end; ++i)
                rows[i] = motion_row(given.empty() ? Motion<Dim>{} : given[i], out.records[s][i]);
        });
        if (status != Status::ok) return status;
    }
    if (sets.second() == nullptr) out.motions[1] = out.motions[0];
    return Status::ok;
}

template <int Dim>
Status sweep_motions(parallel::Call& call, const MovingRecords<Dim>& moving, float margin,
                     broadphase::BoundsSet<Dim>& bounds) noexcept {
    bounds.edges = broadphase::kNoEdges;
    for (int s = 0; s < (bounds.two_sets ? 2 : 1); ++s) {
        simd::BoundsEntry<Dim>* const entries = bounds.entries + (s == 0 ? 0 : bounds.set_size[0]);
        const parallel::Chunking chunks(bounds.set_size[s], parallel::kChunkBoxes, parallel::kMaxChunks);
        simd::EdgeRange edges[parallel::kMaxChunks];
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            edges[chunk] = broadphase::kNoEdges;
            for (std::size_t i = chunks[chunk].begin; i < chunks[chunk].end; ++i) {
                if (broadphase::overlaps_nothing(entries[i])) continue;
                sweep<Dim>(moving.records[s][i], moving.motions[s][i], margin, entries[i]);
                edges[chunk] = broadphase::joined(edges[chunk], edges_of(entries[i]));
            }
        });
        if (status != Status::ok) return status;
        for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c)
            bounds.edges = broadphase::joined(bounds.edges, edges[c]);
    }
    return Status::ok;
}

#define SATORI_MOTIONS(Dim)                                                                                            \
    template Status check_motions<Dim>(parallel::Call&, const geometry::Sets<Dim>&, const Motions<Dim>&,               \
                                       InvalidMotion*) noexcept;                                                       \
    template Status fill_motions<Dim>(parallel::Call&, WorkspaceLock&, const geometry::Sets<Dim>&,                     \
                                      const Motions<Dim>&, MovingRecords<Dim>&) noexcept;                              \
    template Status sweep_motions<Dim>(parallel::Call&, const MovingRecords<Dim>&, float,                              \
                                       broadphase::BoundsSet<Dim>&) noexcept;
SATORI_MOTIONS(2)
SATORI_MOTIONS(3)
#undef SATORI_MOTIONS

}  // namespace satori::v0::narrowphase
