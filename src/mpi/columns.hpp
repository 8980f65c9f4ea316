#pragma once

#include <cstddef>
#include <cstdint>

#include <satori/mpi.hpp>

namespace satori::v0::mpi {

/// What a box may have beside its row.
enum class Column : std::uint32_t { radius, motion, filter, covered_sides, center };
inline constexpr std::uint32_t kColumnCount = 5;
/// Bytes of one item of each column.
inline constexpr std::size_t kColumnSizes[kColumnCount] = {sizeof(float), sizeof(MotionType), sizeof(BoxFilter),
                                                           sizeof(CoveredSides), sizeof(Vec3d)};

/// The columns that boxes of any rank have in a call, one bit each. They are sent for the boxes of all ranks.
class ColumnSet {
public:
    bool has(Column column) const noexcept { return (bits >> static_cast<std::uint32_t>(column) & 1) != 0; }
    void add(Column column, bool is_there) noexcept {
        bits |= (is_there ? 1U : 0U) << static_cast<std::uint32_t>(column);
    }
    /// Calls f(column, bytes of one item) for each column.
    template <class F>
    void for_each(F&& f) const noexcept {
        for (std::uint32_t c = 0; c < kColumnCount; ++c)
            if (has(static_cast<Column>(c))) f(static_cast<Column>(c), kColumnSizes[c]);
    }
    /// Returns the bytes of one box in all columns.
    std::size_t box_bytes() const noexcept {
        std::size_t bytes = 0;
        for_each([&](Column, std::size_t size) { bytes += size; });
        return bytes;
    }

    std::uint32_t bits = 0;
};

/// The columns that a rank's own boxes have.
class OwnColumns {
public:
    explicit OwnColumns(const RankBoxes& boxes) noexcept
        : items_{bytes_of(boxes.radii), bytes_of(boxes.motions), bytes_of(boxes.filters), bytes_of(boxes.covered_sides),
                 nullptr} {}

    /// Returns the item of box i; one that says nothing when the rank has no such column. Not for centers.
    const std::byte* item(Column column, std::size_t i) const noexcept {
        const auto c = static_cast<std::uint32_t>(column);
        return items_[c] != nullptr ? items_[c] + i * kColumnSizes[c] : kNothing[c];
    }

private:
    template <class T>
    static const std::byte* bytes_of(std::span<const T> items) noexcept {
        return reinterpret_cast<const std::byte*>(items.data());
    }

    static constexpr float kNoRadius = 0;
    static constexpr MotionType kDynamic = MotionType::dynamic_box;
    static constexpr BoxFilter kNoFilter{};
    static constexpr CoveredSides kNoSides = 0;
    static inline const std::byte* const kNothing[kColumnCount] = {
        reinterpret_cast<const std::byte*>(&kNoRadius), reinterpret_cast<const std::byte*>(&kDynamic),
        reinterpret_cast<const std::byte*>(&kNoFilter), reinterpret_cast<const std::byte*>(&kNoSides), nullptr};

    const std::byte* items_[kColumnCount];
};

}  // namespace satori::v0::mpi
