#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/executor.hpp>
#include <satori/isa.hpp>
#include <satori/version.hpp>

#include "command.hpp"

namespace satori::test {
namespace {

TEST(Info, JsonTellsWhatTheLibraryTells) {
    const CommandResult result = run_satori({"info", "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const auto info = nlohmann::json::parse(result.out);
    EXPECT_EQ(info["version"], std::to_string(SATORI_VERSION_MAJOR) + "." + std::to_string(SATORI_VERSION_MINOR) + "." +
                                   std::to_string(SATORI_VERSION_PATCH));
    std::vector<std::string> compiled, supported;
    for (const Isa isa : compiled_isas()) {
        compiled.emplace_back(isa_name(isa));
        if (isa_supported(isa)) supported.emplace_back(isa_name(isa));
    }
    EXPECT_EQ(info["isa"]["compiled"], compiled);
    EXPECT_EQ(info["isa"]["supported"], supported);
    EXPECT_EQ(info["isa"]["best"], supported.back());
    for (const char* text : {"commit", "compiler", "flags"}) {
        EXPECT_TRUE(info[text].is_string() && !info[text].get<std::string>().empty()) << text;
    }
    EXPECT_TRUE(info["cpu"]["name"].is_string());
    EXPECT_TRUE(info["cpu"]["caches"].is_object());
    EXPECT_TRUE(info["cpu"]["features"].is_array());
    EXPECT_EQ(info["executor"]["name"], default_executor_name());
    EXPECT_GE(info["executor"]["threads"], 1);
    ASSERT_EQ(info["tbb"].is_null(), info["executor"]["name"] != "oneTBB");
    if (info["tbb"].is_null()) return;
    EXPECT_GE(info["tbb"]["threads"], 1);
    EXPECT_FALSE(info["tbb"]["version"].get<std::string>().empty());
}

TEST(Info, TableNamesEverySet) {
    const CommandResult result = run_satori({"info"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    for (const Isa isa : compiled_isas()) EXPECT_NE(result.out.find(isa_name(isa)), std::string::npos);
    EXPECT_NE(result.out.find(default_executor_name()), std::string::npos);
}

TEST(Info, QuietPrintsNothing) {
    const CommandResult result = run_satori({"info", "--quiet"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out + result.err, "");
}

TEST(Info, BestFollowsTheEnvironment) {
    const CommandResult result = run_satori({"info", "--json"}, {.environment = {{"SATORI_ISA", "scalar"}}});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(nlohmann::json::parse(result.out)["isa"]["best"], "scalar");
}

TEST(Info, UnwritableOutputIsAFailure) {
    const CommandResult result = run_satori({"info"}, {.standard_output = "/dev/full"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find("No space left"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace satori::test
