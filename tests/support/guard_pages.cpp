#include "guard_pages.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <unistd.h>
#define SATORI_TEST_HAS_MMAP 1
#else
#define SATORI_TEST_HAS_MMAP 0
#endif

namespace satori::test {

namespace {

constexpr std::byte kPattern{0xc3};

}  // namespace

bool guard_pages_available() noexcept {
    return SATORI_TEST_HAS_MMAP != 0;
}

#if SATORI_TEST_HAS_MMAP

GuardedMemory::GuardedMemory(std::size_t size) : size_(size) {
    page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t inner = std::max<std::size_t>((size + page_ - 1) / page_, 1) * page_;
    map_size_ = inner + 2 * page_;
    void* map = mmap(nullptr, map_size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) throw std::bad_alloc();
    map_ = static_cast<std::byte*>(map);
    if (mprotect(map_ + page_, inner, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    std::memset(map_ + page_, static_cast<int>(kPattern), inner);
    data_ = map_ + page_ + inner - size;
}

GuardedMemory::~GuardedMemory() {
    munmap(map_, map_size_);
}

void GuardedMemory::make_read_only() noexcept {
    mprotect(map_ + page_, map_size_ - 2 * page_, PROT_READ);
}

#else

GuardedMemory::GuardedMemory(std::size_t size) : size_(size) {
    map_ = static_cast<std::byte*>(::operator new(size + 1));
    data_ = map_;
}

GuardedMemory::~GuardedMemory() {
    ::operator delete(map_);
}

void GuardedMemory::make_read_only() noexcept {}

#endif

bool GuardedMemory::front_intact() const noexcept {
    return std::all_of(map_ + page_, data_, [](std::byte b) { return b == kPattern; });
}

}  // namespace satori::test
