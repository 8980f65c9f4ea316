#include <satori/assert.hpp>

#include <cstdio>
#include <cstdlib>

// In a source file of its own: a linker takes it from a static library only if the program does not define the
// function. Weak where object formats allow it, so that the program's definition also wins when all object files are
// linked.

#if defined(__ELF__) || defined(__APPLE__)
__attribute__((weak))
#endif
void satori_assert_failed(const char* condition, const char* file, int line) noexcept {
    std::fprintf(stderr, "%s:%d: satori: assertion failed: %s\n", file, line, condition);
    std::abort();
}
