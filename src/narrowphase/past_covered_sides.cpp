#include "narrowphase/past_covered_sides.hpp"

#include <algorithm>
#include <cmath>

#include "narrowphase/barred_sides.hpp"

namespace satori::v0::narrowphase {

namespace {

/// A direction with a smaller share along the normal of a side does not lead out of it.
constexpr float kLeadsOut = 1e-3F;
/// 3.4 degrees: more than a direction may differ from the normal of a side that faces the other core.
constexpr float kLeadsFarOut = 0.06F;
/// 26 degrees from the normal of a covered side: such a contact is one with that side.
constexpr float kAlongCovered = 0.9F;
/// The cosine of the largest turn: 20 degrees for solids that are apart, 60 degrees for solids that overlap, which are
/// deeper at seams.
constexpr float kMostTurnApart = 0.94F, kMostTurn = 0.5F;
/// Two boxes have three axes each; along each, a box becomes longer at most once.
constexpr int kMostRounds = 6;

/// Returns the covered sides of a box that a direction leads out of; `least`: its share along their normals.
std::uint32_t sides_left(const simd::BoxRecord& box, std::uint32_t covered, const float* direction,
                         float least) noexcept {
    std::uint32_t left = 0;
    for (int i = 0; i < 3; ++i) {
        const float along = dot(box.axes + 3 * i, direction);
        left |= (along > least ? 1U : along < -least ? 2U : 0U) << 2 * i;
    }
    return left & covered;
}

/// Makes a box longer at these sides, until it ends `beyond` another box. Returns false when it does already.
bool lengthen(simd::BoxRecord& box, std::uint32_t sides, const simd::BoxRecord& other, float beyond) noexcept {
    float to_other[3];
    for (int c = 0; c < 3; ++c) to_other[c] = other.center[c] - box.center[c];
    bool longer = false;
    for (int i = 0; i < 3; ++i) {
        if ((sides >> 2 * i & 3U) == 0) continue;
        const float* const axis = box.axes + 3 * i;
        const float sign = (sides >> 2 * i & 1U) != 0 ? 1.0F : -1.0F;
        float end = beyond + sign * dot(axis, to_other);
        for (int j = 0; j < 3; ++j) end += other.half[j] * std::fabs(dot(other.axes + 3 * j, axis));
        const float grows = 0.5F * (end - box.half[i]);
        if (!(grows > 0)) continue;
        box.half[i] += grows;
        for (int c = 0; c < 3; ++c) box.center[c] += sign * grows * axis[c];
        longer = true;
    }
    return longer;
}

/// The covered sides of a pair's boxes that the way between them leads out of.
struct SidesLeft {
    std::uint32_t of_first, of_second;

    SidesLeft(const simd::BoxRecord& first, const simd::BoxRecord& second, std::uint32_t barred,
              const simd::DistanceRow<3>& row, float least = kLeadsOut) noexcept
        : of_first(sides_left(first, barred >> simd::kBarredOfA & 63U, row.direction, least)) {
        const float back[3] = {-row.direction[0], -row.direction[1], -row.direction[2]};
        of_second = sides_left(second, barred >> simd::kBarredOfB & 63U, back, least);
    }
    bool any() const noexcept { return (of_first | of_second) != 0; }
};

/// A few pairs with boxes that may become longer.
struct LongerPairs {
    std::uint32_t pairs[simd::kMaxLanes];
    simd::BoxRecord first[simd::kMaxLanes], second[simd::kMaxLanes];
    simd::DistanceRow<3> rows[simd::kMaxLanes];
    float beyond[simd::kMaxLanes];  // how far the cores are apart: a longer box clearly meets a core in its way
    std::uint32_t count = 0;

    /// Makes the boxes of a pair longer. Returns false when no direction leads out of a covered side.
    bool lengthen_pair(std::uint32_t k, std::uint32_t barred) noexcept {
        const SidesLeft left(first[k], second[k], barred, rows[k]);
        const bool first_longer = lengthen(first[k], left.of_first, second[k], beyond[k]);
        return lengthen(second[k], left.of_second, first[k], beyond[k]) || first_longer;
    }
};

/// Makes boxes longer until no direction leads out of a covered side.
void lengthen_all(const simd::KernelTable& kernels, std::span<const std::uint32_t> barred,
                  LongerPairs& longer) noexcept {
    for (int round = 0; round < kMostRounds; ++round) {
        PairTile asked;
        for (std::uint32_t i = 0; i < longer.count; ++i) {
            if (!(longer.rows[i].distance > 0) || !longer.lengthen_pair(i, barred[longer.pairs[i]])) continue;
            asked.first[asked.count] = asked.second[asked.count] = i;
            ++asked.count;
        }
        if (asked.count == 0) return;
        asked.pad();
        const simd::BoxRecord* const records[2] = {longer.first, longer.second};
        simd::DistanceRow<3> rows[simd::kMaxLanes];
        find_rows<3>(kernels, asked.rows(records), {false, false}, rows);
        for (std::uint32_t n = 0; n < asked.count; ++n) longer.rows[asked.first[n]] = rows[n];
    }
}

/// Changes a row of cores that are apart, by the row of the longer boxes.
SeamRule turn(const simd::BoxRecord& first, const simd::BoxRecord& second, std::uint32_t barred, bool first_is_longer,
              const simd::DistanceRow<3>& found, simd::DistanceRow<3>& row) noexcept {
    const bool overlap = row.distance < first.reach + second.reach;
    if (!(found.distance > 0) || !(dot(found.direction, row.direction) > (overlap ? kMostTurn : kMostTurnApart)) ||
        SidesLeft(first, second, barred, found, kLeadsFarOut).any()) {
        const bool is_covered = SidesLeft(first, second, barred, row, kAlongCovered).any();
        return is_covered || !overlap ? SeamRule::no_contact : SeamRule::none;
    }
    std::copy_n(found.direction, 3, row.direction);
    for (int c = 0; c < 3; ++c) {
        const float between = second.center[c] - first.center[c], way = row.distance * row.direction[c];
        if (first_is_longer)
            row.on_first[c] = between + row.on_second[c] - way;
        else
            row.on_second[c] = row.on_first[c] + way - between;
    }
    return SeamRule::turned;
}

}  // namespace

bool leads_far_out(const simd::BoxRecord& first, const simd::BoxRecord& second, std::uint32_t barred,
                   const simd::DistanceRow<3>& row) noexcept {
    return barred != 0 && SidesLeft(first, second, barred, row, kLeadsFarOut).any();
}

void look_past_covered_sides(const simd::KernelTable& kernels, std::span<const std::uint32_t> barred,
                             const simd::BoxRecord* const (&records)[2], simd::DistanceRow<3>* rows,
                             SeamRule* rules) noexcept {
    const auto count = static_cast<std::uint32_t>(barred.size());
    std::fill_n(rules, count, SeamRule::none);
    for (std::uint32_t k = 0; k < count;) {
        LongerPairs longer;
        for (; k < count && longer.count < simd::kMaxLanes; ++k) {
            if (barred[k] == 0 || !(rows[k].distance > 0) ||
                !SidesLeft(records[0][k], records[1][k], barred[k], rows[k]).any())
                continue;
            const std::uint32_t i = longer.count++;
            longer.pairs[i] = k;
            longer.first[i] = records[0][k];
            longer.second[i] = records[1][k];
            longer.rows[i] = rows[k];
            longer.beyond[i] = rows[k].distance;
        }
        lengthen_all(kernels, barred, longer);
        for (std::uint32_t i = 0; i < longer.count; ++i) {
            const std::uint32_t pair = longer.pairs[i];
            const simd::BoxRecord &first = records[0][pair], &second = records[1][pair];
            const bool first_is_longer = !std::equal(first.half, first.half + 3, longer.first[i].half),
                       second_is_longer = !std::equal(second.half, second.half + 3, longer.second[i].half);
            if (first_is_longer || second_is_longer)
                rules[pair] = turn(first, second, barred[pair], first_is_longer, longer.rows[i], rows[pair]);
        }
    }
}

}  // namespace satori::v0::narrowphase
