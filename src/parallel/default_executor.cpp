#include <satori/executor.hpp>

#if !defined(SATORI_HAVE_TBB) && defined(SATORI_HAVE_THREADS)
#include "parallel/default_pool.hpp"
#endif

namespace satori::v0 {

#if defined(SATORI_HAVE_TBB)

Executor& default_executor() noexcept {
    return tbb_executor();
}

const char* default_executor_name() noexcept {
    return "oneTBB";
}

#elif defined(SATORI_HAVE_THREADS)

Executor& default_executor() noexcept {
    return parallel::default_pool();
}

const char* default_executor_name() noexcept {
    return "thread pool";
}

#else

Executor& default_executor() noexcept {
    return serial_executor();
}

const char* default_executor_name() noexcept {
    return "serial";
}

#endif

}  // namespace satori::v0
