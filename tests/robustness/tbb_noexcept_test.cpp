// R13 for oneTBB, as the compiler sees it; in builds with it. That this compiles is the test.

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
