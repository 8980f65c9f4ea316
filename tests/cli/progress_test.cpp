// Tests the progress output of long work on a terminal.

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.hpp"

namespace satori::test {
namespace {

class Progress : public CliTest {};

TEST_F(Progress, IsDrawnOnATerminal) {
    if (std::getenv("SATORI_CLI_EMULATOR") != nullptr) GTEST_SKIP() << "started without run_satori";
    if (::access("/dev/pts/ptmx", F_OK) != 0) GTEST_SKIP() << "no terminals here";
    const std::string scene = path("endless.npy");
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    ASSERT_GE(child, 0);
    if (child == 0) {
        // This would take very long. The test ends it when it has drawn its line.
        ::execl(SATORI_CLI_PATH, "satori", "make", "uniform", "--count", "1000", "--frames", "1000000", "-o",
                scene.c_str(), nullptr);
        ::_exit(127);
    }
    std::string seen;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (seen.find(" %") == std::string::npos && std::chrono::steady_clock::now() < deadline) {
        pollfd ready{terminal, POLLIN, 0};
        if (::poll(&ready, 1, 1000) <= 0) continue;
        char bytes[256];
        const ssize_t count = ::read(terminal, bytes, sizeof bytes);
        if (count <= 0) break;
        seen.append(bytes, static_cast<std::size_t>(count));
    }
    ::kill(child, SIGTERM);
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(terminal);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(seen.rfind("\rwriting    [", 0), 0U) << seen;
    EXPECT_NE(seen.find("] "), std::string::npos) << seen;
    EXPECT_EQ(list(), std::vector<std::string>()) << "the unfinished file is gone";
}

}  // namespace
}  // namespace satori::test
