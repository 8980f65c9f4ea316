#pragma once

#include <satori/executor.hpp>

namespace satori::inline v0::parallel {

/// The process's ThreadPool, of a thread for each of the hardware's; made when first asked for, and never destroyed: its workers sleep
/// in it while the process ends. In a forked child it is as new. serial_executor() where there is no memory for it.
Executor& default_pool() noexcept;

}  // namespace satori::inline v0::parallel
