#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/help.hpp"

namespace satori::cli {

namespace {

struct SideProgram {
    const char* name;
    const char* summary;
};
constexpr std::array<SideProgram, 3> kSidePrograms{{
    {"bench", "Run the benchmarks (satori-bench, if installed beside satori)"},
    {"profile", "Profile the kernels (satori-profile, if installed beside satori)"},
    {"view", "Show a scene (satori-view, if installed beside satori)"},
}};

std::filesystem::path own_path(const char* program_name) {
    std::error_code error;
    std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) return path;
    // A plain name was found in PATH. A file with this name in the current directory is another program, and its folder
    // is the wrong one.
    if (std::string_view(program_name).find('/') != std::string_view::npos)
        return std::filesystem::absolute(program_name);
    throw CliError(ExitCode::failed, "cannot tell where this program is: /proc/self/exe: " + error.message());
}

}  // namespace

void add_side_programs(CLI::App& program) {
    for (const SideProgram& side : kSidePrograms) {
        CLI::App* const command = program.add_subcommand(side.name, side.summary);
        const std::string example = fmt::format("satori {} --help", side.name);
        set_footer(*command, "It has options of its own.", {example.c_str()});
        command->set_help_flag();
        command->allow_extras();
        command->callback([name = side.name] {
            throw CliError(ExitCode::usage,
                           fmt::format("options of satori do not apply to {0}: write satori {0}", name));
        });
    }
}

void run_side_program(std::span<char*> arguments) {
    static char help[] = "--help";
    std::vector<char*> passed(arguments.begin(), arguments.end());
    if (passed.size() == 3 && passed[1] == std::string_view("help")) passed = {passed[0], passed[2], help};
    if (passed.size() < 2) return;
    const std::string_view name = passed[1];
    bool known = false;
    for (const SideProgram& side : kSidePrograms) known = known || name == side.name;
    if (!known) return;

    const std::string path = (own_path(arguments[0]).parent_path() / fmt::format("satori-{}", name)).string();
    if (::access(path.c_str(), X_OK) != 0) {
        throw CliError(ExitCode::failed, fmt::format("satori-{} is not installed beside this program: {}: {}", name,
                                                     path, std::strerror(errno)));
    }
    std::string own_name = path;
    passed.erase(passed.begin());
    passed[0] = own_name.data();
    passed.push_back(nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGXFSZ, SIG_DFL);
    ::execv(path.c_str(), passed.data());
    throw CliError(ExitCode::failed, fmt::format("{} cannot be run: {}", path, std::strerror(errno)));
}

}  // namespace satori::cli
