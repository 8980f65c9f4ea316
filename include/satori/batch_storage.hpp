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

/// Why a box or a rectangle is not legal input.
enum class BoxFault : std::uint32_t {
    none = 0,
    center_not_finite,
    center_too_far,  ///< |component| > kMaxCenter
    half_extent_not_finite,
    half_extent_negative,
    half_extent_too_small,  ///< not 0 and below kMinHalfExtent
    half_extent_too_large,  ///< above kMaxHalfExtent
    rotation_not_finite,
    rotation_zero,
    angle_not_finite,
    angle_too_large,  ///< |angle| > kMaxAngle
};

/// A short English description, for messages. Never null; static storage.
SATORI_API const char* describe(BoxFault fault) noexcept;

/// A box that was refused: its index, the first faulty column of its row and the reason. Columns of a box: 0-2 centre, 3-5 half
/// extents, 6-9 rotation (for rotation_zero: 6); of a rectangle: 0-1 centre, 2-3 half extents, 4 angle.
struct InvalidBox {
    std::uint32_t index = 0;
    std::uint32_t column = 0;
    BoxFault fault = BoxFault::none;
};

/// What assign() does about boxes that are not legal.
enum class OnInvalid : std::uint32_t {
    refuse,  ///< take none: `invalid_box`, the batch keeps its boxes
    skip,    ///< take the others: an illegal box keeps its index but overlaps nothing
};

/// What BoxBatch and RectBatch have in common: arrays of one length, and the list of those that were refused. Used through
/// them.
class SATORI_API BatchStorage {
public:
    /// Forgets the boxes, keeps the memory.
    void clear() noexcept;

    std::uint32_t size() const noexcept { return count_; }
    /// The illegal boxes of the last assign() that read its view (or assign_transformed() its source), by index. Valid until
    /// the next one or clear().
    std::span<const InvalidBox> invalid() const noexcept { return {invalid_, invalid_count_}; }
    /// How far the centres are from those that were given, at most, along an axis: what the last assign() has lost by making floats
    /// of doubles. Metres; 0 after an assign() of floats and after assign_transformed(). Boxes skipped as illegal do not count.
    double center_loss() const noexcept { return center_loss_; }
    /// Memory held, bytes: twice the arrays of the largest batch so far (the boxes, and room to take in the next ones beside
    /// them), and padding; a byte per box where covered sides were set.
    std::uint64_t bytes() const noexcept {
        return block_bytes_ + invalid_capacity_ * sizeof(InvalidBox) + sides_capacity_;
    }
    std::uint64_t peak_bytes() const noexcept { return peak_bytes_; }

protected:
    explicit BatchStorage(Allocator allocator) noexcept;
    BatchStorage(BatchStorage&& other) noexcept;
    BatchStorage& operator=(BatchStorage&& other) noexcept;
    ~BatchStorage();

    std::span<const float> array(std::uint32_t component) const noexcept {
        return {arrays_ + component * stride_, count_};
    }
    /// assign() of a batch whose rows and arrays `Layout` describes.
    template <class Layout>
    Status replace(const typename Layout::View& view, OnInvalid on_invalid, const Execution& execution) noexcept;
    /// Replaces the boxes by `count` others, not 0. write(range, arrays) writes a part of them and gives how many of it are
    /// illegal; read_row(i, arrays, row) gives one of them back as a row, to say why it is. With illegal ones the outcome is
    /// `if_illegal`; unless that is ok the boxes stay as they were.
    template <class Layout, class Call, class Write, class ReadRow>
    Status replace_with(Call& call, std::size_t count, Status if_illegal, Write&& write, ReadRow&& read_row) noexcept;

    /// assign_transformed() of `count` boxes, not 0: `args` says from where and how, for Layout's kernel.
    template <class Layout, class Call, class Args>
    Status replace_transformed(Call& call, std::size_t count, const Args& args) noexcept;

    /// One per box, or none.
    std::span<const CoveredSides> sides() const noexcept { return {sides_, has_sides_ ? count_ : 0}; }
    /// Room for the sides of `count` boxes; those that there are stay.
    Status reserve_sides(std::size_t count) noexcept;
    /// One per box, for which there is room, or none.
    void take_sides(std::span<const CoveredSides> sides) noexcept;

private:
    Status reserve_invalid(std::size_t count) noexcept;

    Allocator allocator_;
    float* block_ = nullptr;  // two halves: the boxes, and those that the next assign() takes in
    std::size_t block_bytes_ = 0;
    float* arrays_ = nullptr;  // the half in use
    std::size_t stride_ = 0;   // floats from one component to the next
    InvalidBox* invalid_ = nullptr;
    std::size_t invalid_count_ = 0;
    std::size_t invalid_capacity_ = 0;
    CoveredSides* sides_ = nullptr;
    std::size_t sides_capacity_ = 0;
    bool has_sides_ = false;  // of the boxes that there are now
    std::uint64_t peak_bytes_ = 0;
    double center_loss_ = 0;
    std::uint32_t count_ = 0;
};

SATORI_NAMESPACE_END
