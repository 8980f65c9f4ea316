#pragma once

#include <cstddef>
#include <type_traits>

#include "base/namespace.hpp"

namespace satori::v0::base {

/// Room for `Count` items on the stack that nothing initializes. Who reads an item must have written it.
template <class T, std::size_t Count>
class RawArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    RawArray() noexcept {}
    T* data() noexcept { return reinterpret_cast<T*>(bytes_); }

private:
    alignas(64) std::byte bytes_[Count * sizeof(T)];
};

}  // namespace satori::v0::base
