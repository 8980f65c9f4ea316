#include "parallel/default_pool.hpp"

#include <atomic>
#include <new>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#define SATORI_MAY_FORK
#endif

#include "parallel/thread_pool.hpp"

namespace satori::v0::parallel {

namespace {

std::atomic<ThreadPool*> the_pool{nullptr};

#ifdef SATORI_MAY_FORK

/// Runs in the child of a fork. The child has no workers, and no thread will ever unlock a mutex that a worker has
/// locked. So a new pool of the same size replaces the old one in the same place, and references to it stay valid.
void renew() {
    ThreadPool* const pool = the_pool.load(std::memory_order_relaxed);
    if (pool != nullptr) new (pool) ThreadPool({.thread_count = pool->concurrency()});
}

void renew_in_children() noexcept {
    pthread_atfork(nullptr, nullptr, renew);
}

#else

void renew_in_children() noexcept {}

#endif

}  // namespace

Executor& default_pool() noexcept {
    ThreadPool* pool = the_pool.load(std::memory_order_acquire);
    if (pool != nullptr) return *pool;
    // No lock, because a forked child might wait for it forever. When several threads create a pool at the same time,
    // one pool stays.
    ThreadPool* const made = new (std::nothrow) ThreadPool({});
    if (made == nullptr) return serial_executor();
    renew_in_children();
    if (the_pool.compare_exchange_strong(pool, made, std::memory_order_acq_rel)) return *made;
    delete made;
    return *pool;
}

}  // namespace satori::v0::parallel
