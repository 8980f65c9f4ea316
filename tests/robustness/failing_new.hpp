#pragma once

#include <cstdint>

namespace satori::test {

/// From now on the allocation number `index` (0 is the next one) that this thread makes by operator new throws
/// std::bad_alloc, once.
void fail_new_at(std::uint64_t index) noexcept;

/// Ends that. Whether the allocation was reached.
bool stop_failing_new() noexcept;

}  // namespace satori::test
