#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/allocator.hpp>
#include <satori/covered_sides.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup batches
/// @{

/// Why a box or a rectangle is not legal input.
enum class BoxFault : std::uint32_t {
    none = 0,                  ///< the box is legal
    center_not_finite,         ///< a component of the center is NaN or infinite
    center_too_far,            ///< |component| > kMaxCenter
    half_extent_not_finite,    ///< a half extent is NaN or infinite
    half_extent_negative,      ///< a half extent is below 0
    half_extent_too_small,     ///< a half extent is not 0 and below kMinHalfExtent
    half_extent_too_large,     ///< above kMaxHalfExtent
    rotation_not_finite,       ///< a component of the rotation is NaN or infinite
    rotation_zero,             ///< all components of the rotation are 0
    angle_not_finite,          ///< the angle of a rectangle is NaN or infinite
    angle_too_large,           ///< |angle| > kMaxAngle
    rotation_not_orthonormal,  ///< a matrix whose axes are not orthonormal within kAxesTolerance
};

/// Returns a short English description of the fault, for messages. Never null; static storage.
SATORI_API const char* describe(BoxFault fault) noexcept;

/// An illegal box: its index, the first faulty column of its row, and the fault. Columns of a box: 0-2 center, 3-5
/// half extents, 6-9 rotation (6 for rotation_zero). Columns of a rectangle: 0-1 center, 2-3 half extents, 4 angle.
struct InvalidBox {
    std::uint32_t index = 0;          ///< the place of the box in the view
    std::uint32_t column = 0;         ///< the first faulty column of its row
    BoxFault fault = BoxFault::none;  ///< the reason
};

/// What assign() does with boxes that are not legal.
enum class OnInvalid : std::uint32_t {
    refuse,  ///< takes no box: `invalid_box`, and the batch keeps its boxes
    skip,    ///< takes the legal boxes; an illegal box keeps its index but overlaps nothing
};

/// The common base of BoxBatch and RectBatch: arrays of equal length, and a list of illegal boxes. It is used only
/// through these two classes.
class SATORI_API BatchStorage {
public:
    /// Removes all boxes and keeps the memory.
    void clear() noexcept;

    /// Returns the number of boxes.
    std::uint32_t size() const noexcept { return count_; }
    /// Returns the illegal boxes of the last assign() or assign_transformed() that read its input, by index. Valid
    /// until the next such call or clear().
    std::span<const InvalidBox> invalid() const noexcept { return {invalid_, invalid_count_}; }
    /// Returns the rounding error of the last assign() of doubles, meters. It is the largest distance along an axis
    /// between a center as given and as stored. 0 after an assign() of floats and after assign_transformed(). Boxes
    /// skipped as illegal do not count.
    double center_error() const noexcept { return center_error_; }
    /// Returns the memory held, bytes. That is twice the arrays of the largest batch so far (the boxes, and room for
    /// the next ones beside them), padding, the list of illegal boxes, and one byte per box once covered sides were
    /// set.
    std::uint64_t bytes() const noexcept {
        return block_bytes_ + invalid_capacity_ * sizeof(InvalidBox) + sides_capacity_;
    }
    /// Returns the largest amount of memory ever held, bytes.
    std::uint64_t peak_bytes() const noexcept { return peak_bytes_; }

    /// @cond
protected:
    explicit BatchStorage(Allocator allocator) noexcept;
    BatchStorage(BatchStorage&& other) noexcept;
    BatchStorage& operator=(BatchStorage&& other) noexcept;
    ~BatchStorage();

    std::span<const float> array(std::uint32_t component) const noexcept {
        return {arrays_ + component * stride_, count_};
    }
    /// Implements assign(); `Layout` describes the rows and arrays.
    template <class Layout>
    Status replace(const typename Layout::View& view, OnInvalid on_invalid, const Execution& execution) noexcept;
    /// Replaces the boxes with `count` others, not 0. write(range, arrays) writes a part of the boxes and returns how
    /// many of them are illegal. find_fault(i, arrays) returns the fault of box i. When boxes are illegal, the call
    /// returns `if_illegal`; unless that is ok, the boxes are unchanged.
    template <class Layout, class Call, class Write, class FindFault>
    Status replace_with(Call& call, std::size_t count, Status if_illegal, Write&& write,
                        FindFault&& find_fault) noexcept;

    /// Implements assign_transformed() of `count` boxes, not 0; `args` holds the arguments of Layout's kernel.
    template <class Layout, class Call, class Args>
    Status replace_transformed(Call& call, std::size_t count, const Args& args) noexcept;

    /// Returns the covered sides, one per box or none.
    std::span<const CoveredSides> sides() const noexcept { return {sides_, has_sides_ ? count_ : 0}; }
    /// Reserves room for the sides of `count` boxes; keeps the present ones.
    Status reserve_sides(std::size_t count) noexcept;
    /// Copies the sides, one per box or none. The room must be reserved.
    void take_sides(std::span<const CoveredSides> sides) noexcept;

    /// @endcond
private:
    Status reserve_invalid(std::size_t count) noexcept;

    Allocator allocator_;
    float* block_ = nullptr;  // two halves: the boxes, and room for those of the next assign()
    std::size_t block_bytes_ = 0;
    float* arrays_ = nullptr;  // the half in use
    std::size_t stride_ = 0;   // floats from one component to the next
    InvalidBox* invalid_ = nullptr;
    std::size_t invalid_count_ = 0;
    std::size_t invalid_capacity_ = 0;
    CoveredSides* sides_ = nullptr;
    std::size_t sides_capacity_ = 0;
    bool has_sides_ = false;  // whether the present boxes have covered sides
    std::uint64_t peak_bytes_ = 0;
    double center_error_ = 0;
    std::uint32_t count_ = 0;
};

/// @}

SATORI_NAMESPACE_END
