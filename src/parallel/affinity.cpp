#include "parallel/affinity.hpp"

#if defined(__linux__) && !defined(__ANDROID__)
#include <pthread.h>
#include <sched.h>
#define SATORI_HAVE_AFFINITY
#endif

namespace satori::v0::parallel {

#ifdef SATORI_HAVE_AFFINITY

ProcessorSet usable_processors() noexcept {
    ProcessorSet usable;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return usable;
    for (std::size_t i = 0; i < usable.size() && i < CPU_SETSIZE; ++i) usable[i] = CPU_ISSET(i, &set);
    return usable;
}

int current_processor() noexcept {
    return sched_getcpu();
}

bool bind(std::thread& thread, const ProcessorSet& processors) noexcept {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (std::size_t i = 0; i < processors.size() && i < CPU_SETSIZE; ++i) {
        if (processors[i]) CPU_SET(i, &set);
    }
    return pthread_setaffinity_np(thread.native_handle(), sizeof set, &set) == 0;
}

#else

ProcessorSet usable_processors() noexcept {
    return {};
}

int current_processor() noexcept {
    return -1;
}

bool bind(std::thread&, const ProcessorSet&) noexcept {
    return false;
}

#endif

}  // namespace satori::v0::parallel
