#include "failing_new.hpp"

#include <cstdlib>
#include <new>

namespace {

constexpr std::uint64_t kNever = UINT64_MAX;
thread_local std::uint64_t countdown = kNever;
thread_local bool failed = false;

}  // namespace

namespace satori::test {

void fail_new_at(std::uint64_t index) noexcept {
    countdown = index;
    failed = false;
}

bool stop_failing_new() noexcept {
    countdown = kNever;
    return failed;
}

}  // namespace satori::test

// The operators of this program. The other forms of new, except the aligned forms, call this one. AddressSanitizer's
// own nothrow form does not, so this file defines that form too.
void* operator new(std::size_t size) {
    if (countdown != kNever && countdown-- == 0) {
        countdown = kNever;
        failed = true;
        throw std::bad_alloc();
    }
    void* const memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
