#pragma once

#include <cstdint>

#include <satori/box_batch.hpp>
#include <satori/rect_batch.hpp>

#include "base/assert.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::narrowphase {

/// Returns the sides of A and B that make no contact, in the kernels' format.
constexpr std::uint32_t barred_sides(std::uint32_t of_a, std::uint32_t of_b) noexcept {
    SATORI_ASSERT(of_a < 64 && of_b < 64);
    return of_a << simd::kBarredOfA | of_b << simd::kBarredOfB;
}

/// The covered sides of the boxes of one or two batches, by box index.
struct CoveredSets {
    const std::uint8_t* first = nullptr;  ///< null: no box has covered sides
    const std::uint8_t* second = nullptr;

    bool any() const noexcept { return first != nullptr || second != nullptr; }
    std::uint32_t barred(std::uint32_t a, std::uint32_t b) const noexcept {
        return barred_sides(first != nullptr ? first[a] : 0U, second != nullptr ? second[b] : 0U);
    }
};

inline CoveredSets covered_sets(const BoxBatch& first, const BoxBatch* second) noexcept {
    const auto of = [](const BoxBatch& boxes) {
        return boxes.covered_sides().empty() ? nullptr : boxes.covered_sides().data();
    };
    return {of(first), of(second != nullptr ? *second : first)};
}
/// Rectangles have no covered sides.
inline CoveredSets covered_sets(const RectBatch&, const RectBatch*) noexcept {
    return {};
}

}  // namespace satori::v0::narrowphase
