#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <satori/rect.hpp>
#include <satori/types.hpp>

#include "fuzz/input.hpp"
#include "support/posed_pairs.hpp"

namespace satori::fuzz {

// Of OrientedBox and OrientedRect.

/// What satori/types.hpp and satori/rect.hpp say is legal.
bool is_legal(const OrientedBox& box);
bool is_legal(const OrientedRect& rect);

/// The floats that a box or a shape is made of, so that it can be made again.
template <class Floats>
std::string numbers_of(const Floats& floats) {
    std::string text;
    for (const float number : std::bit_cast<std::array<float, sizeof(Floats) / sizeof(float)>>(floats))
        text += fmt::format("{:.9g}, ", number);
    return text;
}

/// Any numbers.
template <class Box>
Box any_box(Input& input);
/// A legal box; numbers that are legal stay as they are.
template <class Box>
Box mended(Box box);

/// Returns up to `most` pairs of legal boxes: any boxes, boxes of a regime or a pose of tests/support, or those with
/// some numbers changed; some are moved until they touch.
template <class Box>
test::PosedPairs<Box> legal_pairs(Input& input, std::uint32_t most);

/// Changes some numbers of some boxes, to any.
template <class Box>
void spoil(Input& input, std::vector<Box>& boxes);

}  // namespace satori::fuzz
