#pragma once

#include <satori/executor.hpp>

namespace satori::v0::parallel {

/// Returns the ThreadPool of the process, with one thread for each hardware thread. The first call creates it. It is
/// never destroyed: its workers sleep in it while the process ends. In a forked child the pool is new. Returns
/// serial_executor() when there is no memory for the pool.
Executor& default_pool() noexcept;

}  // namespace satori::v0::parallel
