// The entry point for libFuzzer and replay.cpp.

#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "fuzz/input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    testing::GTEST_FLAG(throw_on_failure) = true;
    satori::fuzz::check(satori::fuzz::Input({data, size}));
    return 0;
}
