// Tests the help: what it lists, how wide it is, and that its examples work.

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "command.hpp"

namespace satori::test {
namespace {

const std::vector<std::string> kCommands{"",        "info",     "make", "pairs",      "contacts",
                                         "convert", "simulate", "fit",  "completion", "help"};

std::string help_of(const std::string& command) {
    std::vector<std::string> arguments;
    if (!command.empty()) arguments.push_back(command);
    arguments.emplace_back("--help");
    const CommandResult result = run_satori(arguments);
    EXPECT_EQ(result.exit_code, 0) << command << result.err;
    return result.out;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

class Help : public CliTest {};

TEST_F(Help, FitsAHundredColumnsAndSaysUsageDefaultsAndNoTypes) {
    for (const std::string& command : kCommands) {
        const std::string help = help_of(command);
        for (const std::string& line : lines_of(help)) EXPECT_LE(line.size(), 100U) << line;
        EXPECT_NE(help.find("\nUsage: satori "), std::string::npos) << help;
        EXPECT_NE(help.find("-h, --help"), std::string::npos) << help;
        for (const char* jargon : {"REQUIRED", ":INT", ":UINT", "Excludes", "\033"})
            EXPECT_EQ(help.find(jargon), std::string::npos) << command << " " << jargon;
    }
    const std::string make = help_of("make");
    EXPECT_NE(make.find("Usage: satori make KIND --count N --output SCENE [OPTIONS]"), std::string::npos) << make;
    EXPECT_NE(make.find("(required)"), std::string::npos);
    EXPECT_NE(help_of("pairs").find("closed|open"), std::string::npos);
}

TEST_F(Help, ItsExamplesWork) {
    if (std::getenv("SATORI_CLI_EMULATOR") != nullptr) GTEST_SKIP() << "the examples start the command themselves";
    const std::filesystem::path program = SATORI_CLI_PATH;
    for (const std::string& command : kCommands) {
        const std::string help = help_of(command);
        if (command == "fit" && help.find("not in this build") != std::string::npos) continue;
        const std::size_t begin = help.find("\nExamples:\n");
        ASSERT_NE(begin, std::string::npos) << help;
        std::string script =
            "set -e; cd '" + path("") + "'; export PATH='" + program.parent_path().string() + "':$PATH\n";
        int count = 0;
        for (const std::string& line : lines_of(help.substr(begin + 1))) {
            if (!line.starts_with("  ")) continue;
            script += line + "\n";
            ++count;
        }
        EXPECT_GE(count, 2) << command;
        EXPECT_LE(count, 4) << command;
        const CommandResult result = run_program({"bash", "-c", script});
        EXPECT_EQ(result.exit_code, 0) << command << "\n" << script << result.out << result.err;
        EXPECT_EQ(result.err, "") << command;
    }
}

TEST_F(Help, HelpCommandIsTheOption) {
    for (const std::string& command : kCommands) {
        std::vector<std::string> arguments{"help"};
        if (!command.empty()) arguments.push_back(command);
        EXPECT_EQ(run_satori(arguments).out, help_of(command));
    }
}

}  // namespace
}  // namespace satori::test
