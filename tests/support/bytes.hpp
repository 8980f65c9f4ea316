#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace satori::test {

/// Answers of calls, one after the other. Tests compare or hash them as a whole.
using Bytes = std::vector<std::byte>;

template <class Range>
void append(Bytes& bytes, const Range& rows) {
    const auto more = std::as_bytes(std::span(rows));
    bytes.insert(bytes.end(), more.begin(), more.end());
}

template <class T>
Bytes bytes_of(const T* items, std::uint64_t count) {
    Bytes bytes;
    append(bytes, std::span(items, count));
    return bytes;
}

}  // namespace satori::test
