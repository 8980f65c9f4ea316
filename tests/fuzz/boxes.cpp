#include "fuzz/boxes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "oracles/reference_contacts.hpp"
#include "oracles/reference_overlap.hpp"
#include "oracles/reference_rect.hpp"
#include "oracles/reference_rect_contacts.hpp"
#include "support/contact_poses.hpp"
#include "support/coordinates.hpp"
#include "support/pair_regimes.hpp"
#include "support/rect_contact_poses.hpp"
#include "support/rect_regimes.hpp"

namespace satori::fuzz {

namespace {

/// A box as the numbers of its row: center, half extents, rotation.
template <class Box>
using Row = std::array<float, sizeof(Box) / sizeof(float)>;

template <class Box>
constexpr std::size_t kDimension = 3;
template <>
constexpr std::size_t kDimension<OrientedRect> = 2;

bool legal_center(float center) {
    return std::fabs(center) <= kMaxCenter;  // false for NaN
}

bool legal_half_extent(float half) {
    return half == 0 || (half >= kMinHalfExtent && half <= kMaxHalfExtent);
}

/// Checks the numbers that boxes and rectangles have in common.
template <class Box>
bool legal_place(const Row<Box>& row) {
    constexpr auto kDim = static_cast<std::ptrdiff_t>(kDimension<Box>);
    return std::all_of(row.begin(), row.begin() + kDim, legal_center) &&
           std::all_of(row.begin() + kDim, row.begin() + 2 * kDim, legal_half_extent);
}

float finite(float number, float otherwise) {
    return std::isfinite(number) ? number : otherwise;
}

void mend_rotation(OrientedBox& box) {
    Quat& q = box.rotation;
    q = {finite(q.x, 1), finite(q.y, 1), finite(q.z, 1), finite(q.w, 1)};
    if (q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0) q.w = 1;
}
void mend_rotation(OrientedRect& rect) {
    rect.angle = std::clamp(finite(rect.angle, 1), -kMaxAngle, kMaxAngle);
}

template <class Box>
void change_a_number(Input& input, Box& box) {
    auto row = std::bit_cast<Row<Box>>(box);
    const std::size_t column = input.below(row.size());
    row[column] = input.number();
    box = std::bit_cast<Box>(row);
}

test::BoxDuo known_pair(Input& input, const OrientedBox&) {
    const bool pose = input.flag();
    const std::uint32_t which = input.byte();
    test::Random random = input.random();
    return pose ? test::make_contact_pose(test::kContactPoses[which % std::size(test::kContactPoses)], random)
                : test::make_pair(test::kPairRegimes[which % std::size(test::kPairRegimes)], random);
}
test::RectDuo known_pair(Input& input, const OrientedRect&) {
    const bool pose = input.flag();
    const std::uint32_t which = input.byte();
    test::Random random = input.random();
    return pose ? test::make_rect_pose(test::kRectContactPoses[which % std::size(test::kRectContactPoses)], random)
                : test::make_rect_pair(test::kRectRegimes[which % std::size(test::kRectRegimes)], random);
}

reference::Pair twin_of(const OrientedBox& a, const OrientedBox& b) {
    return {a, b};
}
reference::RectPair twin_of(const OrientedRect& a, const OrientedRect& b) {
    return {a, b};
}

/// Moves B along the best axis until the boxes are `gap` apart, up to rounding.
template <class Duo>
void bring_together(Duo& duo, double gap) {
    const auto axes = reference::axes_of(twin_of(duo.a, duo.b));
    const auto best = std::max_element(axes.begin(), axes.end(),
                                       [](const auto& a, const auto& b) { return a.separation < b.separation; });
    for (std::size_t k = 0; k < best->normal.size(); ++k) {
        float& center = test::coordinate(duo.b.center, k);
        center = static_cast<float>(center + (gap - best->separation) * best->normal[k]);
    }
}

template <class Duo>
void add_pair(Input& input, test::PosedPairs<decltype(Duo::a)>& poses, Duo duo) {
    for (std::uint32_t changes = input.below(4); changes > 0; --changes)
        change_a_number(input, input.flag() ? duo.a : duo.b);
    duo = {mended(duo.a), mended(duo.b)};
    const std::uint32_t place = input.byte();
    if (place >= 128) {
        bring_together(duo, (static_cast<double>(place) - 192) / 64 * overlap_tolerance(duo.a, duo.b));
        duo.b = mended(duo.b);
    }
    poses.add(duo);
}

}  // namespace

bool is_legal(const OrientedBox& box) {
    const Quat& q = box.rotation;
    return legal_place<OrientedBox>(std::bit_cast<Row<OrientedBox>>(box)) && std::isfinite(q.x) && std::isfinite(q.y) &&
           std::isfinite(q.z) && std::isfinite(q.w) && (q.x != 0 || q.y != 0 || q.z != 0 || q.w != 0);
}

bool is_legal(const OrientedRect& rect) {
    return legal_place<OrientedRect>(std::bit_cast<Row<OrientedRect>>(rect)) && std::fabs(rect.angle) <= kMaxAngle;
}

template <class Box>
Box any_box(Input& input) {
    Row<Box> row;
    for (float& number : row) number = input.number();
    return std::bit_cast<Box>(row);
}

template <class Box>
Box mended(Box box) {
    auto row = std::bit_cast<Row<Box>>(box);
    for (std::size_t k = 0; k < kDimension<Box>; ++k) {
        row[k] = std::clamp(finite(row[k], 0), -kMaxCenter, kMaxCenter);
        float& half = row[kDimension<Box> + k];
        half = std::min(std::fabs(finite(half, 1)), kMaxHalfExtent);
        if (half < kMinHalfExtent) half = 0;
    }
    box = std::bit_cast<Box>(row);
    mend_rotation(box);
    return box;
}

template <class Box>
test::PosedPairs<Box> legal_pairs(Input& input, std::uint32_t most) {
    test::PosedPairs<Box> poses;
    for (std::uint32_t count = 1 + input.below(most); count > 0; --count) {
        auto duo = known_pair(input, Box());
        if (input.flag()) duo = {any_box<Box>(input), any_box<Box>(input)};
        add_pair(input, poses, duo);
    }
    return poses;
}

template <class Box>
void spoil(Input& input, std::vector<Box>& boxes) {
    for (std::uint32_t changes = input.below(4); changes > 0; --changes)
        change_a_number(input, boxes[input.word() % boxes.size()]);
}

template OrientedBox any_box(Input& input);
template OrientedRect any_box(Input& input);
template OrientedBox mended(OrientedBox box);
template OrientedRect mended(OrientedRect rect);
template test::PosedPairs<OrientedBox> legal_pairs(Input& input, std::uint32_t most);
template test::PosedPairs<OrientedRect> legal_pairs(Input& input, std::uint32_t most);
template void spoil(Input& input, std::vector<OrientedBox>& boxes);
template void spoil(Input& input, std::vector<OrientedRect>& boxes);

}  // namespace satori::fuzz
