#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satori/types.hpp>

#include "common/block.hpp"

namespace satori::bench {

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
