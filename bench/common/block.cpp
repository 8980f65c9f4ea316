#include "common/block.hpp"

#include <cstring>
#include <new>

namespace satori::bench {

Block::Block(std::size_t size) : size_(size), memory_(allocator_.allocate(size, 64, allocator_.user)) {
    if (memory_ == nullptr) throw std::bad_alloc();
    std::memset(memory_, 0, size);
}

Block::~Block() {
    if (memory_ != nullptr) allocator_.release(memory_, size_, 64, allocator_.user);
}

}  // namespace satori::bench
