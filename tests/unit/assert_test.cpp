// SATORI_ASSERT with a handler of the program's own. This program has such a handler.

#include <cstdio>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include <satori/assert.hpp>

#include "base/assert.hpp"

namespace {

/// The report of a failed check.
struct Failure {
    std::string condition, file;
    int line = 0;
};

/// The handler of this program writes a failure here. When null, the handler ends the program, as the library's handler
/// does.
Failure* noted = nullptr;

}  // namespace

void satori_assert_failed(const char* condition, const char* file, int line) noexcept {
    if (noted == nullptr) {
        std::fprintf(stderr, "%s:%d: satori: assertion failed: %s\n", file, line, condition);
        std::abort();
    }
    *noted = {condition, file, line};
}

namespace satori {
namespace {

bool count(int& calls, bool result) {
    ++calls;
    return result;
}

#if defined(SATORI_ASSERTS) && SATORI_ASSERTS

TEST(Assert, CallsTheHandlerWithConditionFileAndLine) {
    Failure failure;
    noted = &failure;
    int calls = 0;
    SATORI_ASSERT(count(calls, true));
    EXPECT_EQ(failure.line, 0);
    const int line = __LINE__ + 1;
    SATORI_ASSERT(count(calls, false));
    noted = nullptr;
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(failure.condition, "count(calls, false)");
    EXPECT_NE(failure.file.find("assert_test.cpp"), std::string::npos);
    EXPECT_EQ(failure.line, line);
}

TEST(Assert, MayHaveCommas) {
    SATORI_ASSERT(std::is_same_v<int, int>);
}

#else

TEST(Assert, DoesNotEvaluateItsConditionInOtherBuilds) {
    int calls = 0;
    SATORI_ASSERT(count(calls, false));
    EXPECT_EQ(calls, 0);
    count(calls, true);
    EXPECT_EQ(calls, 1);
}

#endif

}  // namespace
}  // namespace satori
