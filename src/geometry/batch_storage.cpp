#include <satori/batch_storage.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.hpp"
#include "base/memory.hpp"
#include "parallel/fp_environment.hpp"
#include "simd/entry_abi.hpp"

namespace satori::v0 {
namespace {

// Copies numbers, one per box or none. The room must be reserved.
template <class Beside, class T>
void take(Beside& beside, std::span<const T> numbers) noexcept {
    beside.used = !numbers.empty();
    SATORI_ASSERT(numbers.size() <= beside.capacity);
    if (beside.used) std::memmove(beside.data, numbers.data(), numbers.size_bytes());
}

}  // namespace

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
    std::swap(radii_, other.radii_);
    std::swap(peak_bytes_, other.peak_bytes_);
    std::swap(center_error_, other.center_error_);
    std::swap(count_, other.count_);
    return *this;
}

BatchStorage::~BatchStorage() {
    base::release(allocator_, block_, block_bytes_);
    base::release(allocator_, invalid_, invalid_capacity_ * sizeof(InvalidBox));
    base::release(allocator_, sides_.data, sides_.bytes());
    base::release(allocator_, radii_.data, radii_.bytes());
}

void BatchStorage::clear() noexcept {
    count_ = 0;
    invalid_count_ = 0;
    center_error_ = 0;
    sides_.used = false;
    radii_.used = false;
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

template <class T>
Status BatchStorage::reserve(Beside<T>& beside, std::size_t count) noexcept {
    if (count <= beside.capacity) return Status::ok;
    const std::size_t whole = simd::padded(count);
    auto* const memory = static_cast<T*>(base::allocate(allocator_, whole * sizeof(T)));
    if (memory == nullptr) return Status::out_of_memory;
    peak_bytes_ = std::max(peak_bytes_, bytes() + whole * sizeof(T));
    const std::span<const T> kept = beside.of(count_);
    std::copy(kept.begin(), kept.end(), memory);
    std::fill(memory + kept.size(), memory + whole, T{});
    base::release(allocator_, beside.data, beside.bytes());
    beside.data = memory;
    beside.capacity = whole;
    return Status::ok;
}
template Status BatchStorage::reserve(Beside<CoveredSides>&, std::size_t) noexcept;

void BatchStorage::take_sides(std::span<const CoveredSides> sides) noexcept {
    take(sides_, sides);
}

Status BatchStorage::set_radii(std::span<const float> radii, std::uint64_t* invalid_index) noexcept {
    if (!radii.empty() && radii.size() != count_) return Status::invalid_argument;
    const parallel::FpEnvironment ieee;  // else a denormal radius may count as 0
    const auto illegal = std::ranges::find_if_not(radii, is_legal_radius);
    if (illegal != radii.end()) {
        if (invalid_index != nullptr) *invalid_index = static_cast<std::uint64_t>(illegal - radii.begin());
        return Status::invalid_box;
    }
    const Status status = reserve(radii_, radii.size());
    if (status == Status::ok) take(radii_, radii);
    return status;
}

Status BatchStorage::reserve_scaled(std::span<const float> radii, float scale) noexcept {
    const auto too_large = [&](float radius) { return !(radius * scale <= kMaxRadius); };
    if (std::ranges::any_of(radii, too_large)) {
        invalid_count_ = 0;
        return Status::result_out_of_range;
    }
    return reserve(radii_, radii.size());
}

void BatchStorage::take_scaled(std::span<const float> radii, float scale) noexcept {
    take(radii_, radii);
    for (std::size_t i = 0; i < radii.size(); ++i) {
        const float scaled = radii_.data[i] * scale;
        radii_.data[i] = scaled < kMinRadius ? 0 : scaled;
    }
}

}  // namespace satori::v0
