#include "parallel/default_pool.hpp"

#include <atomic>
#include <new>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#define SATORI_MAY_FORK
#endif

#include "parallel/thread_pool.hpp"

namespace satori::inline v0::parallel {

namespace {

std::atomic<ThreadPool*> the_pool{nullptr};

#ifdef SATORI_MAY_FORK

/// In the child. No worker has come along, and nobody will unlock what one of them had locked: a pool of the same size begins in the same
/// place, for who holds a reference to it.
void renew() {
    ThreadPool* const pool = the_pool.load(std::memory_order_relaxed);
    if (pool != nullptr) new (pool) ThreadPool(pool->concurrency());
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
    // No lock, which a child that is forked meanwhile would wait for: of several that are made at a time, one stays.
    ThreadPool* const made = new (std::nothrow) ThreadPool(0);
    if (made == nullptr) return serial_executor();
    renew_in_children();
    if (the_pool.compare_exchange_strong(pool, made, std::memory_order_acq_rel)) return *made;
    delete made;
    return *pool;
}

}  // namespace satori::inline v0::parallel
