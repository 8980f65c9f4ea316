#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <satori/allocator.hpp>
#include <satori/types.hpp>

namespace satori::bench {

/// Memory as the library's own arrays have it: aligned, in huge pages where it is large. Zeroed.
class Block {
public:
    explicit Block(std::size_t size);
    Block(Block&& other) noexcept : size_(other.size_), memory_(std::exchange(other.memory_, nullptr)) {}
    ~Block();
    void* data() const noexcept { return memory_; }
    float* floats() const noexcept { return static_cast<float*>(memory_); }

private:
    Allocator allocator_ = default_allocator();
    std::size_t size_;
    void* memory_;
};

/// Boxes as structure of arrays with what one form stores, and room for its records.
struct FormData {
    Block arrays, records;
};

/// Of the boxes, by RecordForm. Records are not built yet.
std::vector<FormData> form_data(std::span<const OrientedBox> rows);

enum class PairOrder : std::uint32_t {
    column,  ///< as find_pairs() gives them
    random,  ///< shuffled
    local,   ///< column order, the boxes numbered as they come up there
};
inline constexpr const char* kPairOrderNames[] = {"column", "random", "local"};

/// Boxes and candidates in one order.
struct Stream {
    std::vector<OrientedBox> rows;
    std::vector<BoxPair> pairs;
};

/// The candidates of `rows`.
Stream make_stream(const std::vector<OrientedBox>& rows, PairOrder order);

}  // namespace satori::bench
