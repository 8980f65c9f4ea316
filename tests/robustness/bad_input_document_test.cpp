// docs/bad_input.md lists exactly the cases of this program's tables.

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/bad_calls.hpp"

namespace satori {
namespace {

TEST(BadInputDocument, ListsWhatIsTested) {
    std::string expected;
    std::size_t kinds = 0;
    for (const auto& [title, table] : test::bad_inputs()) {
        expected += "\n### " + title + "\n\n| kind | answer |\n|---|---|\n";
        std::set<std::string> seen;
        for (const test::BadInput& bad : table) {
            expected += "| " + bad.kind + " | " + bad.answer + " |\n";
            EXPECT_TRUE(seen.insert(bad.kind).second) << bad.kind << " is there twice";
        }
        kinds += table.size();
    }
    EXPECT_GE(kinds, 60U);

    std::ifstream file(SATORI_TESTS_DIR "/../docs/bad_input.md");
    ASSERT_TRUE(file.is_open());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::string heading = "## Kinds\n";
    const std::size_t at = text.find(heading);
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ(text.substr(at + heading.size()), expected) << "what should follow \"## Kinds\":\n" << expected;
}

}  // namespace
}  // namespace satori
