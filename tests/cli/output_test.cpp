#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.hpp"

namespace satori::test {
namespace {

using Names = std::vector<std::string>;

// Signals that end a process: a user's request, a limit, a fault of its own, a fault of the memory that it reads.
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU, SIGABRT, SIGBUS};

class Output : public CliTest {};

TEST_F(Output, ASizeLimitLeavesTheOldFile) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "20000"});
    for (const char* name : {"old.npy", "old.csv"}) {
        const std::string old = write_file(name, "old content");
        const CommandResult pairs = run_satori({"pairs", scene, "-o", old}, {.file_size_limit = 4096});
        EXPECT_EQ(pairs.exit_code, 1) << pairs.err;
        EXPECT_NE(pairs.err.find("File too large"), std::string::npos) << pairs.err;
        const CommandResult contacts =
            run_satori({"contacts", scene, "-o", path("old.csv")}, {.file_size_limit = 4096});
        EXPECT_EQ(contacts.exit_code, 1) << contacts.err;
        const CommandResult made =
            run_satori({"make", "uniform", "--count", "20000", "-o", old}, {.file_size_limit = 4096});
        EXPECT_EQ(made.exit_code, 1) << made.err;
        EXPECT_EQ(read_file(old), "old content");
    }
    EXPECT_EQ(list(), (Names{"old.csv", "old.npy", "scene.npy"}));
}

TEST_F(Output, AFullDiskIsAFailure) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "100"});
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"pairs", scene, "-o", "/dev/full"},
                                               {"contacts", scene, "-o", "/dev/full"},
                                               {"make", "uniform", "--count", "100", "-o", "/dev/full"}}) {
        const CommandResult result = run_satori(arguments);
        EXPECT_EQ(result.exit_code, 1);
        EXPECT_NE(result.err.find("/dev/full: cannot write: No space left"), std::string::npos) << result.err;
        EXPECT_EQ(result.out, "");
    }
    const CommandSettings full{.standard_output = "/dev/full"};
    EXPECT_EQ(run_satori({"pairs", scene}, full).exit_code, 1);
    EXPECT_EQ(run_satori({"pairs", scene, "--json"}, full).exit_code, 1);
    EXPECT_EQ(run_satori({"contacts", scene, "--json"}, full).exit_code, 1);
    EXPECT_EQ(run_satori({"make", "uniform", "--count", "10", "-o", path("new.npy")}, full).exit_code, 1);
    EXPECT_EQ(run_satori({"--help"}, full).exit_code, 1);
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(Output, PlacesThatCannotBeWritten) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "100"});
    std::filesystem::create_directory(path("folder.npy"));
    for (const std::string& target : {path("no/such/folder/p.npy"), path("folder.npy"), std::string("/proc/p.npy"),
                                      path(std::string(300, 'x') + ".npy")}) {
        EXPECT_EQ(run_satori({"pairs", scene, "-o", target}).exit_code, 1) << target;
        EXPECT_EQ(run_satori({"make", "uniform", "--count", "9", "-o", target}).exit_code, 1) << target;
    }
    if (::geteuid() != 0) {
        const std::string kept = write_file("kept.npy", "old content");
        ::chmod(kept.c_str(), 0444);
        EXPECT_EQ(run_satori({"pairs", scene, "-o", kept}).exit_code, 1);
        EXPECT_EQ(read_file(kept), "old content");
        ::unlink(kept.c_str());
    }
    EXPECT_EQ(list(), (Names{"folder.npy", "scene.npy"}));
}

TEST_F(Output, ReplacesAFileAndKeepsItsModeAndLink) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "100"});
    std::filesystem::create_symlink("target.npy", path("link.npy"));
    for (const bool has_unnamed_files : {true, false}) {
        const std::string target = write_file("target.npy", "old content");
        ::chmod(target.c_str(), 0640);
        const CommandSettings settings{.has_unnamed_files = has_unnamed_files};
        ASSERT_EQ(run_satori({"pairs", scene, "-o", path("link.npy")}, settings).exit_code, 0);
        EXPECT_TRUE(std::filesystem::is_symlink(path("link.npy")));
        EXPECT_EQ(read_file(target).substr(1, 5), "NUMPY");
        struct stat status {};
        ASSERT_EQ(::stat(target.c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 0777, 0640U);
        EXPECT_EQ(list(), (Names{"link.npy", "scene.npy", "target.npy"}));
    }
}

TEST_F(Output, ANewFileHasTheModeOfAnyOther) {
    const mode_t mask = ::umask(027);
    for (const bool has_unnamed_files : {true, false}) {
        const std::string target = path(fmt::format("{}.npy", has_unnamed_files));
        const CommandSettings settings{.has_unnamed_files = has_unnamed_files};
        ASSERT_EQ(run_satori({"make", "uniform", "--count", "9", "-o", target}, settings).exit_code, 0);
        struct stat status {};
        ASSERT_EQ(::stat(target.c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 0777, 0640U);
    }
    ::umask(mask);
    EXPECT_EQ(read_file(path("true.npy")), read_file(path("false.npy")));
    EXPECT_EQ(list(), (Names{"false.npy", "true.npy"}));
}

TEST_F(Output, WritesThroughALinkThatLeadsToNoFileYet) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "100"});
    std::filesystem::create_directory(path("folder"));
    std::filesystem::create_symlink("../target.npy", path("folder/second.npy"));
    std::filesystem::create_symlink("folder/second.npy", path("first.npy"));
    ASSERT_EQ(run_satori({"pairs", scene, "-o", path("first.npy")}).exit_code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(path("first.npy")) &&
                std::filesystem::is_symlink(path("folder/second.npy")));
    EXPECT_FALSE(std::filesystem::is_symlink(path("target.npy")));
    EXPECT_EQ(read_file(path("target.npy")).substr(1, 5), "NUMPY");
    EXPECT_EQ(list(), (Names{"first.npy", "folder", "scene.npy", "target.npy"}));
}

TEST_F(Output, ALinkThatLeadsNowhereStays) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "100"});
    std::filesystem::create_symlink("no/such/folder.npy", path("link.npy"));
    std::filesystem::create_symlink("circle.npy", path("circle.npy"));
    for (const char* name : {"link.npy", "circle.npy"}) {
        const CommandResult result = run_satori({"pairs", scene, "-o", path(name)});
        EXPECT_EQ(result.exit_code, 1);
        EXPECT_NE(result.err.find(std::string(name) + ": cannot write: "), std::string::npos) << result.err;
        EXPECT_TRUE(std::filesystem::is_symlink(path(name)));
    }
    EXPECT_EQ(list(), (Names{"circle.npy", "link.npy", "scene.npy"}));
}

TEST_F(Output, BothOutputsCannotBeOneFileByALink) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "100", "--frames", "2"});
    std::filesystem::create_symlink("frames.csv", path("link.rec"));
    const CommandResult result =
        run_satori({"simulate", scene, "-o", path("frames.csv"), "--record", path("link.rec")});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find("cannot be both outputs"), std::string::npos) << result.err;
    EXPECT_EQ(list(), (Names{"link.rec", "scene.npy"}));
}

TEST_F(Output, TheSceneIsNotReplacedByItsResults) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "100"});
    const std::string content = read_file(scene);
    for (const char* command : {"pairs", "contacts"}) {
        const CommandResult result = run_satori({command, scene, "-o", path("./scene.npy")});
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_NE(result.err.find("is the scene"), std::string::npos) << result.err;
        EXPECT_EQ(read_file(scene), content);
    }
}

TEST_F(Output, PairsToStandardOutput) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "100"});
    pairs(scene, {"-o", path("pairs.npy")});
    const CommandResult result = run_satori({"pairs", scene, "-o", "/dev/stdout"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out, read_file(path("pairs.npy")));
    EXPECT_NE(result.err.find("candidates"), std::string::npos);
    EXPECT_EQ(run_satori({"pairs", scene, "-o", "/dev/null"}).exit_code, 0);
}

TEST_F(Output, ContactsToStandardOutput) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "100"});
    contacts(scene, {"-o", path("contacts.csv")});
    const CommandResult result = run_satori({"contacts", scene, "-o", "/dev/stdout"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out, read_file(path("contacts.csv")));
    EXPECT_NE(result.err.find("manifolds"), std::string::npos);
}

TEST_F(Output, AClosedPipeIsAFailure) {
    const std::string command = std::string(SATORI_CLI_PATH) + " make uniform --count 100000 -o /dev/stdout 2>" +
                                path("err") + " | true; cat " + path("err");
    if (std::getenv("SATORI_CLI_EMULATOR") != nullptr) GTEST_SKIP() << "started by a shell";
    const CommandResult result = run_program({"/bin/sh", "-c", command});
    EXPECT_NE(result.out.find("Broken pipe"), std::string::npos) << result.out;
}

/// Returns a file of points on a sphere. Each is a vertex of the hull, so that a fit takes long.
std::string sphere_file(int count) {
    std::vector<float> points;
    for (int i = 0; i < count; ++i) {
        const double z = 1 - (2 * i + 1.0) / count, radius = std::sqrt(1 - z * z), turn = 2.4 * i;
        for (const double x : {radius * std::cos(turn), radius * std::sin(turn), z})
            points.push_back(static_cast<float>(x));
    }
    return npy_file(npy_dictionary("<f4", "(" + std::to_string(count) + ", 3)"), raw(points));
}

/// Starts the command with default signal handling, like a program on a terminal, and without a core file. Its messages
/// go to `messages`.
pid_t start(std::vector<std::string>& words, const std::string& messages, bool has_unnamed_files = true) {
    std::vector<char*> arguments{const_cast<char*>("satori")};
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        for (const int signal : kSignals) ::signal(signal, SIG_DFL);  // a background job inherits that some are ignored
        const rlimit no_core{0, 0};
        ::setrlimit(RLIMIT_CORE, &no_core);
        if (!has_unnamed_files) forbid_unnamed_files();
        ::dup2(::open(messages.c_str(), O_WRONLY), STDERR_FILENO);
        ::execv(SATORI_CLI_PATH, arguments.data());
        ::_exit(127);
    }
    return child;
}

TEST_F(Output, ASceneCutOffWhileItIsReadIsAFailure) {
    if (std::getenv("SATORI_CLI_EMULATOR") != nullptr) GTEST_SKIP() << "started without run_satori";
    const std::string table = write_file("old.csv", "old content"), messages = write_file("messages", "");
    // The command reads frame after frame while it runs. It is far from the end when the test cuts off the rest.
    const std::string trajectory = make("trajectory.npy", {"identical", "--count", "300", "--frames", "1000"});
    const Names before = list();
    std::vector<std::string> words{"simulate", trajectory, "--threads", "1", "--quiet", "-o", table};
    const pid_t child = start(words, messages);
    for (int wait = 0; wait < 100000 && unfinished_count(child) < 1; ++wait)
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    std::filesystem::resize_file(trajectory, 1000);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << status;
    EXPECT_EQ(read_file(messages), "satori: " + trajectory + ": cannot read: it was cut off while it was read\n");
    EXPECT_EQ(read_file(table), "old content");
    EXPECT_EQ(list(), before);
}

TEST_F(Output, ASignalLeavesNothingBehind) {
    if (std::getenv("SATORI_CLI_EMULATOR") != nullptr) GTEST_SKIP() << "started without run_satori";
    const std::string scene = make("scene.npy", {"uniform", "--count", "1000"});
    const std::string trajectory = make("trajectory.npy", {"identical", "--count", "300", "--frames", "1000"});
    const std::string points = write_file("points.npy", sphere_file(100000));
    const std::string boxes = write_file("old.npy", "old content"), table = write_file("old.csv", "old content"),
                      recording = write_file("old.rec", "old content"), messages = write_file("messages", "");
    const Names before = list();
    // Each command is far from its end when the signal comes.
    std::vector<std::vector<std::string>> commands{
        {"make", "uniform", "--count", "1000", "--frames", "1000000", "--quiet", "--force", "-o", boxes},
        {"pairs", scene, "--repeat", "1000000", "--quiet", "-o", boxes},
        {"contacts", scene, "--repeat", "1000000", "--quiet", "-o", table},
        {"simulate", trajectory, "--threads", "1", "--quiet", "-o", table, "--record", recording},
        {"fit", points, "--threads", "1", "--quiet", "-o", boxes}};
    if (run_satori({"fit", "--help"}).exit_code != 0) commands.pop_back();  // not built
    // Files without a name go with the process, others only with signals that it can handle.
    std::vector<std::pair<int, bool>> endings;
    for (const int signal : kSignals) endings.emplace_back(signal, false);
    endings.emplace_back(SIGTERM, true);
    if (has_unnamed_files()) endings.emplace_back(SIGKILL, true);
    for (std::vector<std::string>& words : commands) {
        const std::size_t unfinished = words[0] == "simulate" ? 2 : 1;
        for (const auto& [signal, is_unnamed] : endings) {
            SCOPED_TRACE(fmt::format("{} {} {}", words[0], signal, is_unnamed));
            const pid_t child = start(words, messages, is_unnamed);
            for (int wait = 0; wait < 100000 && unfinished_count(child) < unfinished; ++wait)
                std::this_thread::sleep_for(std::chrono::microseconds(100));
            EXPECT_EQ(unfinished_count(child), unfinished);
            EXPECT_EQ(list().size() - before.size(), is_unnamed && has_unnamed_files() ? 0 : unfinished);
            ::kill(child, signal);
            int status = 0;
            ::waitpid(child, &status, 0);
            EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal);
            EXPECT_EQ(list(), before);
            for (const std::string& old : {boxes, table, recording}) EXPECT_EQ(read_file(old), "old content") << old;
        }
    }
}

}  // namespace
}  // namespace satori::test
