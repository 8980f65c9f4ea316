// Tests colors: on terminals, not in pipes, files and JSON.

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.hpp"

namespace satori::test {
namespace {

constexpr const char* kEscape = "\033[";

// Runs the command on a terminal of its own and returns what appears there.
std::string on_terminal(const std::vector<std::string>& arguments,
                        const std::vector<std::pair<const char*, const char*>>& environment = {}) {
    std::vector<std::string> words{SATORI_CLI_PATH};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
        ::setenv("TERM", "xterm", 1);
        ::unsetenv("NO_COLOR");
        for (const auto& [name, value] : environment) ::setenv(name, value, 1);
        ::execv(SATORI_CLI_PATH, pointers.data());
        ::_exit(127);
    }
    std::string seen;
    char bytes[4096];
    for (ssize_t count = 0; (count = ::read(terminal, bytes, sizeof bytes)) > 0;)
        seen.append(bytes, static_cast<std::size_t>(count));
    ::waitpid(child, nullptr, 0);
    ::close(terminal);
    return seen;
}

class Colors : public CliTest {
protected:
    void SetUp() override {
        CliTest::SetUp();
        if (std::getenv("SATORI_CLI_EMULATOR") != nullptr) GTEST_SKIP() << "started without run_satori";
        if (::access("/dev/pts/ptmx", F_OK) != 0) GTEST_SKIP() << "no terminals here";
        scene = write_file("scene.npy", npy_scene({cube(0, 0, 0), cube(0.5F, 0, 0)}));
    }
    std::string scene;
};

TEST_F(Colors, OnATerminalHeadingsAreBoldAndFaultsRed) {
    const std::string report = on_terminal({"pairs", scene, "--repeat", "1"});
    EXPECT_TRUE(report.starts_with(kEscape)) << report;
    EXPECT_NE(report.find("\033[1mstage "), std::string::npos) << report;
    EXPECT_EQ(report.substr(report.find("\r\nhash")).find(kEscape), std::string::npos) << "the hash is plain";
    EXPECT_NE(on_terminal({"pairs", "--help"}).find("\033[1mUsage:\033[0m"), std::string::npos);
    EXPECT_NE(on_terminal({"pairs", path("missing")}).find("\033[31msatori:\033[0m "), std::string::npos);
    for (const char* command : {"contacts", "simulate"})
        EXPECT_NE(on_terminal({command, scene}).find(kEscape), std::string::npos) << command;
    EXPECT_EQ(on_terminal({"pairs", scene, "--repeat", "1", "--json"}).find(kEscape), std::string::npos);
}

TEST_F(Colors, TheEnvironmentAndTheOptionDecide) {
    const std::vector<std::string> words{"pairs", scene, "--repeat", "1"};
    std::vector<std::string> never = words, always = words;
    never.insert(never.end(), {"--color", "never"});
    always.insert(always.end(), {"--color", "always"});
    EXPECT_EQ(on_terminal(never).find(kEscape), std::string::npos);
    EXPECT_EQ(on_terminal(words, {{"NO_COLOR", "1"}}).find(kEscape), std::string::npos);
    EXPECT_EQ(on_terminal(words, {{"TERM", "dumb"}}).find(kEscape), std::string::npos);
    EXPECT_NE(on_terminal(words, {{"NO_COLOR", ""}}).find(kEscape), std::string::npos) << "empty is as not set";
    EXPECT_NE(on_terminal(always, {{"NO_COLOR", "1"}}).find(kEscape), std::string::npos);
    EXPECT_NE(run_satori(always).out.find(kEscape), std::string::npos);
    EXPECT_NE(run_satori({"--color", "always", "--help"}).out.find(kEscape), std::string::npos);
    EXPECT_NE(run_satori({"help", "pairs", "--color=always"}).out.find(kEscape), std::string::npos);
    // Also where the fault comes before the option.
    EXPECT_NE(run_satori({"pairs", "--xyz", "--color", "always"}).err.find(kEscape), std::string::npos);
    EXPECT_NE(run_satori({"--color=always", "nonsense"}).err.find(kEscape), std::string::npos);
    EXPECT_EQ(on_terminal({"pairs", "--xyz", "--color", "never"}).find(kEscape), std::string::npos);
}

TEST_F(Colors, NoneInPipesAndFiles) {
    EXPECT_EQ(run_satori({"pairs", scene, "--repeat", "1"}).out.find(kEscape), std::string::npos);
    EXPECT_EQ(run_satori({"pairs", scene, "--frames", "all"}).out.find(kEscape), std::string::npos);
    EXPECT_EQ(run_satori({"--help"}).out.find(kEscape), std::string::npos);
    EXPECT_EQ(run_satori({"nonsense"}).err.find(kEscape), std::string::npos);
    on_terminal({"pairs", scene, "-o", path("pairs.csv")});
    EXPECT_EQ(read_file(path("pairs.csv")), "a,b\n0,1\n");
    EXPECT_EQ(run_satori({"pairs", scene, "--json", "--color", "always"}).out.find(kEscape), std::string::npos);
}

}  // namespace
}  // namespace satori::test
