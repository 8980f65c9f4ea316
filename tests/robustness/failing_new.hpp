#pragma once

#include <cstdint>

namespace satori::test {

/// Makes one allocation of this thread by operator new throw std::bad_alloc, once: the one with number `index`, where 0
/// is the next allocation.
void fail_new_at(std::uint64_t index) noexcept;

/// Ends the effect of fail_new_at(). Returns true when the thread reached the allocation.
bool stop_failing_new() noexcept;

}  // namespace satori::test
