// R13 for oneTBB, at compile time, in builds with oneTBB. The test passes if this file compiles.

#include <satori/tbb.hpp>

#define CANNOT_THROW(...) static_assert(noexcept(__VA_ARGS__))

namespace satori {
namespace {

[[maybe_unused]] void executors(const TbbArenaExecutor& arenas, oneapi::tbb::task_arena& arena) {
    CANNOT_THROW(TbbArenaExecutor(arena));
    CANNOT_THROW(arenas.concurrency());
}

}  // namespace
}  // namespace satori
