#pragma once

#include <cstddef>
#include <cstdint>

#include <satori/any_box_view.hpp>

namespace satori::v0::geometry {

/// Reads the boxes of an AnyBoxView. A part of a box that is not legal comes out as numbers that are not legal.
class AnyBoxReader {
public:
    static constexpr std::uint32_t kFloats = 10;

    explicit AnyBoxReader(const AnyBoxView& view) noexcept : view_(view) {}

    /// True when the view is legal. Sizes may be absent where nothing reads them.
    bool well_formed(bool sizes_are_read = true) const noexcept;

    /// Writes boxes [begin, begin + count) as rows: center, half extents, quaternion. losses[k] is the distance between
    /// the center in row k, if it is legal, and the center of the box, along the worst axis.
    void copy_rows(std::size_t begin, std::uint32_t count, float* rows, double* losses) const noexcept;

    /// Reads the pose of box i, its center in double.
    void read_place(std::size_t i, Vec3d& position, Quat& rotation) const noexcept;
    Vec3 half_extents(std::size_t i) const noexcept;

    /// True when box i has a matrix that is finite, but not nearly orthonormal.
    bool sheared(std::size_t i) const noexcept;

private:
    /// True when positions are floats that pass through as they are.
    bool plain_positions() const noexcept {
        return view_.positions.type == NumberType::float32 && view_.place == BoxPlace::center &&
               view_.origin == Vec3d{};
    }

    AnyBoxView view_;
};

}  // namespace satori::v0::geometry
