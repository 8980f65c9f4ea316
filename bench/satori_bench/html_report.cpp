#include "satori_bench/html_report.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace satori::bench {

namespace {

std::filesystem::path own_path() {
    return std::filesystem::read_symlink("/proc/self/exe");
}

/// Runs a program to its end. Returns its exit code; 127 when it cannot be run.
int run_to_end(const std::vector<std::string>& command) {
    std::vector<char*> pointers;
    for (const std::string& word : command) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        ::execvp(pointers.front(), pointers.data());
        ::_exit(127);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

}  // namespace

// The first python3 in PATH may be another than the system's. Modules of the current directory are ignored: -E ignores
// PYTHONPATH, where an empty entry means this directory, and the command removes the entry that -c adds.
const char* plotting_python() {
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        const std::string command =
            fmt::format("{} -E -c 'import sys; sys.path.remove(\"\"); import matplotlib' 2>/dev/null", python);
        if (std::system(command.c_str()) == 0) return python;
    }
    fmt::print(stderr,
               "satori-bench: --html needs python3 with matplotlib: apt-get install python3-matplotlib, or pip install "
               "matplotlib\n");
    return nullptr;
}

bool make_report(const std::vector<std::string>& arguments) {
    const char* const python = plotting_python();
    if (python == nullptr) return false;
    const std::filesystem::path script = own_path().parent_path().parent_path() / "share" / "satori" / "report.py";
    if (!std::filesystem::exists(script)) {
        fmt::print(stderr, "satori-bench: there is no {}, which draws the report\n", script.string());
        return false;
    }
    std::vector<std::string> command{python, "-E", script.string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_to_end(command) == 0;
}

std::vector<std::string> measure_peers(const std::string& path, bool quick) {
    struct PeerProgram {
        const char* name;
        const char* suffix;
        std::vector<std::string> arguments;
    };
    const PeerProgram programs[] = {
        {"satori-bench-broadphase", ".broadphase.json", {"--scene", "uniform:100000", "--isa", "best"}},
        {"satori-bench-contacts",
         ".contacts.json",
         {"--scene", "mixed:10000", "--scene", "resting:10000", "--isa", "best"}},
    };
    std::vector<std::string> files;
    for (const PeerProgram& program : programs) {
        const std::filesystem::path beside = own_path().parent_path() / program.name;
        if (::access(beside.c_str(), X_OK) != 0) {
            fmt::print("\n{} is not beside this program: the report has none of its comparisons\n", program.name);
            continue;
        }
        fmt::print("\n{}\n", program.name);
        std::vector<std::string> command{beside.string()};
        if (quick)
            command.emplace_back("--quick");
        else
            command.insert(command.end(), program.arguments.begin(), program.arguments.end());
        const std::string file = path + program.suffix;
        command.insert(command.end(), {"--json", file});
        if (run_to_end(command) == 0)
            files.push_back(file);
        else
            fmt::print(stderr, "satori-bench: {} failed: the report has none of its comparisons\n", program.name);
    }
    return files;
}

}  // namespace satori::bench
