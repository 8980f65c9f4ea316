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

/// The least radius that is legal input, except 0; meters. See BatchStorage::set_radii().
inline constexpr float kMinRadius = 1e-7F;
/// The greatest radius that is legal input, meters.
inline constexpr float kMaxRadius = 1e8F;
/// Returns whether a box may have this radius, meters: 0, or kMinRadius to kMaxRadius.
constexpr bool is_legal_radius(float radius) noexcept {
    return radius == 0 || (radius >= kMinRadius && radius <= kMaxRadius);
}

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
    /// the next ones beside them), padding, the list of illegal boxes, and per box one byte once covered sides were
    /// set and four once radii were set.
    std::uint64_t bytes() const noexcept {
        return block_bytes_ + invalid_capacity_ * sizeof(InvalidBox) + sides_.bytes() + radii_.bytes();
    }
    /// Returns the largest amount of memory ever held, bytes.
    std::uint64_t peak_bytes() const noexcept { return peak_bytes_; }

    /// Rounds the boxes: radii[i] is the radius of box i, meters. A rounded box consists of all points that are at most
    /// its radius away from the box, which is its core. With three half extents of 0 it is a sphere, with two a
    /// capsule. A rectangle likewise becomes a circle, a capsule or a rounded rectangle. A radius of 0 leaves the box
    /// as it is. An empty span removes all radii; assign() and clear() remove them too. assign_transformed() scales
    /// them. O(n).
    ///
    /// These calls read radii: compute_aabbs(), find_pairs(), find_overlaps(), find_near_pairs(), find_nearest(),
    /// find_columns(), test_pairs(), distances(), times_of_impact(), find_impacts(), collide(), collide_pairs(),
    /// find_boxes(), test_boxes(), classify_boxes(), intersect(), closest_points(), and Broadphase. compute_corners()
    /// gives the corners of the cores, and match_points() reads their sizes. All other calls that take a batch return
    /// `invalid_argument` for one with radii. In what is promised, delta grows by 16 * FLT_EPSILON * (the radii). Calls
    /// on pairs need one byte more per box in the workspace.
    ///
    /// Errors, which leave the radii unchanged: `invalid_argument` (the span's size is neither 0 nor size()),
    /// `invalid_box` (a radius is neither 0 nor from kMinRadius to kMaxRadius; `*invalid_index`, if given, is the first
    /// such box), `out_of_memory`.
    Status set_radii(std::span<const float> radii, std::uint64_t* invalid_index = nullptr) noexcept;
    /// Returns the radii, one per box; empty when none are set. Valid until the next assign(), assign_transformed() or
    /// set_radii().
    std::span<const float> radii() const noexcept { return radii_.of(count_); }

    /// @cond
protected:
    /// A number per box beside the arrays.
    template <class T>
    struct Beside {
        T* data = nullptr;
        std::size_t capacity = 0;
        bool used = false;  // whether the present boxes have such numbers

        std::span<const T> of(std::size_t count) const noexcept { return {data, used ? count : 0}; }
        std::size_t bytes() const noexcept { return capacity * sizeof(T); }
    };

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

    /// Implements assign_transformed() of a source that is not empty; `args` holds the arguments of Layout's kernel.
    template <class Layout, class Call, class Args>
    Status replace_transformed(Call& call, const BatchStorage& source, const Args& args, float scale) noexcept;

    /// Returns the covered sides, one per box or none.
    std::span<const CoveredSides> sides() const noexcept { return sides_.of(count_); }
    /// Reserves room for the sides of `count` boxes; keeps the present ones.
    Status reserve_sides(std::size_t count) noexcept { return reserve(sides_, count); }
    /// Copies the sides, one per box or none. The room must be reserved.
    void take_sides(std::span<const CoveredSides> sides) noexcept;
    /// Reserves room for radii that are scaled later. `result_out_of_range`: one would be too large.
    Status reserve_scaled(std::span<const float> radii, float scale) noexcept;
    /// Takes radii, scaled. Those below kMinRadius become 0. The room must be reserved; `radii` may be those here.
    void take_scaled(std::span<const float> radii, float scale) noexcept;

    /// @endcond
private:
    Status reserve_invalid(std::size_t count) noexcept;
    template <class T>
    Status reserve(Beside<T>& beside, std::size_t count) noexcept;

    Allocator allocator_;
    float* block_ = nullptr;  // two halves: the boxes, and room for those of the next assign()
    std::size_t block_bytes_ = 0;
    float* arrays_ = nullptr;  // the half in use
    std::size_t stride_ = 0;   // floats from one component to the next
    InvalidBox* invalid_ = nullptr;
    std::size_t invalid_count_ = 0;
    std::size_t invalid_capacity_ = 0;
    Beside<CoveredSides> sides_;
    Beside<float> radii_;
    std::uint64_t peak_bytes_ = 0;
    double center_error_ = 0;
    std::uint32_t count_ = 0;
};

/// @}

SATORI_NAMESPACE_END
