#pragma once

#include <cstdint>

#include "base/hash.hpp"

namespace satori::v0::base {

/// A hash of a multiset of integers that does not depend on their order, so that two lists can be compared without
/// memory. Multisets that differ have the same hash with a probability of about 2^-64.
class MultisetHash {
public:
    void add(std::uint64_t value) noexcept { sum_ += mixed(value); }
    void remove(std::uint64_t value) noexcept { sum_ -= mixed(value); }

    friend bool operator==(const MultisetHash&, const MultisetHash&) = default;

private:
    static std::uint64_t mixed(std::uint64_t v) noexcept { return mixed_bits(v + 0x9e3779b97f4a7c15ULL); }

    std::uint64_t sum_ = 0;
};

}  // namespace satori::v0::base
