#pragma once

#include <bitset>
#include <cstddef>
#include <thread>

#include "base/namespace.hpp"

namespace satori::v0::parallel {

/// Processors by the numbers that the system gives them.
using ProcessorSet = std::bitset<1024>;

/// Returns the processors that the calling thread may use; none where the system cannot tell.
ProcessorSet usable_processors() noexcept;

/// Returns the processor that the calling thread is on, or -1.
int current_processor() noexcept;

/// Lets `thread` run on `processors` alone. Returns false when the system refuses.
bool bind(std::thread& thread, const ProcessorSet& processors) noexcept;

}  // namespace satori::v0::parallel
