#include <satori/batch_storage.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.hpp"
#include "base/memory.hpp"

namespace satori::v0 {

BatchStorage::BatchStorage(Allocator allocator) noexcept : allocator_(base::resolved(allocator)) {}

BatchStorage::BatchStorage(BatchStorage&& other) noexcept : BatchStorage(other.allocator_) {
    *this = std::move(other);
}

BatchStorage& BatchStorage::operator=(BatchStorage&& other) noexcept {
    std::swap(allocator_, other.allocator_);
    std::swap(block_, other.block_);
    std::swap(block_bytes_, other.block_bytes_);
    std::swap(arrays_, other.arrays_);
    std::swap(stride_, other.stride_);
    std::swap(invalid_, other.invalid_);
    std::swap(invalid_count_, other.invalid_count_);
    std::swap(invalid_capacity_, other.invalid_capacity_);
    std::swap(sides_, other.sides_);
    std::swap(sides_capacity_, other.sides_capacity_);
    std::swap(has_sides_, other.has_sides_);
    std::swap(peak_bytes_, other.peak_bytes_);
    std::swap(center_error_, other.center_error_);
    std::swap(count_, other.count_);
    return *this;
}

BatchStorage::~BatchStorage() {
    base::release(allocator_, block_, block_bytes_);
    base::release(allocator_, invalid_, invalid_capacity_ * sizeof(InvalidBox));
    base::release(allocator_, sides_, sides_capacity_);
}

void BatchStorage::clear() noexcept {
    count_ = 0;
    invalid_count_ = 0;
    center_error_ = 0;
    has_sides_ = false;
}

Status BatchStorage::reserve_invalid(std::size_t count) noexcept {
    if (count <= invalid_capacity_) return Status::ok;
    const std::size_t bytes = count * sizeof(InvalidBox);
    auto* memory = static_cast<InvalidBox*>(base::allocate(allocator_, bytes));
    if (memory == nullptr) return Status::out_of_memory;
    peak_bytes_ = std::max(peak_bytes_, this->bytes() + bytes);
    base::release(allocator_, invalid_, invalid_capacity_ * sizeof(InvalidBox));
    invalid_ = memory;
    invalid_capacity_ = count;
    return Status::ok;
}

Status BatchStorage::reserve_sides(std::size_t count) noexcept {
    if (count <= sides_capacity_) return Status::ok;
    auto* const memory = static_cast<CoveredSides*>(base::allocate(allocator_, count));
    if (memory == nullptr) return Status::out_of_memory;
    peak_bytes_ = std::max(peak_bytes_, bytes() + count);
    const std::span<const CoveredSides> kept = sides();
    if (!kept.empty()) std::memcpy(memory, kept.data(), kept.size());
    base::release(allocator_, sides_, sides_capacity_);
    sides_ = memory;
    sides_capacity_ = count;
    return Status::ok;
}

void BatchStorage::take_sides(std::span<const CoveredSides> sides) noexcept {
    has_sides_ = !sides.empty();
    SATORI_ASSERT(sides.size() <= sides_capacity_);
    if (has_sides_) std::memmove(sides_, sides.data(), sides.size());
}

}  // namespace satori::v0
