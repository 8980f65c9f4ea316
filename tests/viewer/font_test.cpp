// Tests the search for a font.

#include <gtest/gtest.h>

#include "../cli/command.hpp"
#include "viewer/font.hpp"

namespace satori::viewer {
namespace {

using FontTest = test::CliTest;

TEST_F(FontTest, IsTheFirstThatExists) {
    const std::string missing = path("missing.ttf"), folder = path("."), first = write_file("first.ttf", "a");
    const std::string second = write_file("second.ttf", "b");
    const char* const places[] = {missing.c_str(), folder.c_str(), first.c_str(), second.c_str()};
    EXPECT_EQ(find_font(places), first);
    EXPECT_EQ(find_font(std::span(places).first(2)), "");
    EXPECT_EQ(find_font({}), "");
}

}  // namespace
}  // namespace satori::viewer
