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

// The functions below take an OrientedBox or an OrientedRect.

/// Returns true for a box that is legal by satori/types.hpp or satori/rect.hpp.
bool is_legal(const OrientedBox& box);
bool is_legal(const OrientedRect& rect);

/// Returns the floats of a box or a shape as text, so that it can be made again.
template <class Floats>
std::string numbers_of(const Floats& floats) {
    std::string text;
    for (const float number : std::bit_cast<std::array<float, sizeof(Floats) / sizeof(float)>>(floats))
        text += fmt::format("{:.9g}, ", number);
    return text;
}

/// Returns a box of any numbers.
template <class Box>
Box any_box(Input& input);
/// Returns a legal box. Numbers that are legal stay as they are.
template <class Box>
Box mended(Box box);

/// Returns up to `most` pairs of legal boxes: any boxes, boxes of a regime or a pose of tests/support, or such boxes
/// with some numbers changed. Some are moved until they touch.
template <class Box>
test::PosedPairs<Box> legal_pairs(Input& input, std::uint32_t most);

/// Changes some numbers of some boxes to any numbers.
template <class Box>
void spoil(Input& input, std::vector<Box>& boxes);

}  // namespace satori::fuzz
