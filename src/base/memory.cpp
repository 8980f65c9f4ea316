#include "base/memory.hpp"

#include <bit>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "base/assert.hpp"

namespace satori::v0 {

namespace {

#if defined(__linux__)
/// The size of a huge page, and of the smallest block that gets huge pages. The library reads and writes large arrays
/// in random order. With 4 KiB pages the misses of the address translation cost more than the data.
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kLarge = kHugePage * 3 / 4;

/// Returns the number of bytes, from the begin of a large block, that should be in huge pages: whole pages. The last
/// page may reach beyond the end of the block if it adds at most a third of the size. Memory behind the end belongs to
/// other data, which then also gets huge pages, unless its owner has advised against them.
[[maybe_unused]] std::size_t huge_bytes(std::size_t size) noexcept {
    const std::size_t inside = size / kHugePage * kHugePage, around = inside == size ? size : inside + kHugePage;
    return around - size <= size / 3 ? around : inside;
}
#endif

/// Returns the alignment that a block of `size` bytes gets.
std::size_t real_alignment([[maybe_unused]] std::size_t size, std::size_t alignment) noexcept {
#if defined(__linux__)
    if (size >= kLarge) return kHugePage;
#endif
    return alignment;
}

}  // namespace

Allocator default_allocator() noexcept {
    Allocator allocator;
    allocator.allocate = [](std::size_t size, std::size_t alignment, void*) noexcept -> void* {
        SATORI_ASSERT(std::has_single_bit(alignment));
        // No block is that large, and some standard libraries round the size up and overflow.
        if (size > std::numeric_limits<std::size_t>::max() / 2) return nullptr;
        void* const memory = ::operator new (size, std::align_val_t{real_alignment(size, alignment)}, std::nothrow);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        // This is advice only. If it fails, the memory is slower, and nothing else changes.
        if (memory != nullptr && size >= kLarge) static_cast<void>(madvise(memory, huge_bytes(size), MADV_HUGEPAGE));
#endif
        return memory;
    };
    allocator.release = [](void* memory, std::size_t size, std::size_t alignment, void*) noexcept {
        ::operator delete (memory, std::align_val_t{real_alignment(size, alignment)});
    };
    return allocator;
}

}  // namespace satori::v0
