#pragma once

#include <cstdlib>

#include "../cli/command.hpp"

namespace satori::test {

/// A test that starts satori-view. In a build with AddressSanitizer, its leaks count, but leaks of drivers do not.
class ViewTest : public CliTest {
protected:
    void SetUp() override {
        CliTest::SetUp();
        ::setenv("LSAN_OPTIONS", "suppressions=" SATORI_TESTS_DIR "/viewer/leaks.supp:print_suppressions=0", 0);
    }
};

}  // namespace satori::test
