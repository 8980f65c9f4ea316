// The library's own handler of failed checks writes one line to stderr and ends the program.

#include <gtest/gtest.h>

#include <satori/assert.hpp>

#include "base/assert.hpp"

#if defined(SATORI_ASSERTS) && SATORI_ASSERTS

namespace satori {
namespace {

TEST(AssertDeathTest, TheLibrarysOwnHandlerSaysWhereAndAborts) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(satori_assert_failed("a < b", "file.cpp", 12), "file\\.cpp:12: satori: assertion failed: a < b");
    EXPECT_DEATH(SATORI_ASSERT(1 + 1 == 3), "assert_death_test\\.cpp:[0-9]+: satori: assertion failed: 1 \\+ 1 == 3");
}

}  // namespace
}  // namespace satori

#endif
