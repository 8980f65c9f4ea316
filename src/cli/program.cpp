#include "cli/program.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <satori/version.hpp>

#include "cli/commands.hpp"
#include "cli/report.hpp"
#include "scenes/scene_error.hpp"

namespace satori::cli {

namespace {

ExitCode exit_code(scenes::SceneFault fault) {
    switch (fault) {
        case scenes::SceneFault::io:
            return ExitCode::failed;
        case scenes::SceneFault::content:
            return ExitCode::invalid_scene;
        case scenes::SceneFault::unsupported:
        case scenes::SceneFault::argument:
            return ExitCode::usage;
    }
    return ExitCode::failed;
}

ExitCode complain(const std::string& name, ExitCode code, const std::string& message) {
    std::fputs(fmt::format("{}: {}\n", name, message).c_str(), stderr);
    return code;
}

// Prints the help, the version, or the fault of the command line.
ExitCode answer_parse_error(const CLI::App& program, const CLI::ParseError& error) {
    std::ostringstream out, err;
    if (program.exit(error, out, err) == 0) {
        print(stdout, out.str());
        return ExitCode::done;
    }
    const char* help =
        program.get_subcommands({}).empty() ? "--help tells more" : "--help and satori COMMAND --help tell more";
    return complain(program.get_name(), ExitCode::usage,
                    fmt::format("{}\n{} {}", error.what(), program.get_name(), help));
}

ExitCode run(std::span<char*> arguments) {
    run_side_program(arguments);
    CLI::App program("Finds overlapping oriented boxes, many at a time", "satori");
    program.set_version_flag(
        "--version", fmt::format("satori {}.{}.{}", SATORI_VERSION_MAJOR, SATORI_VERSION_MINOR, SATORI_VERSION_PATCH));
    program.require_subcommand(1);
    program.footer("Exit codes: 0 done, 1 the work failed, 2 wrong usage, 3 the scene is invalid.");
    add_info_command(program);
    add_make_command(program);
    add_pairs_command(program);
    add_contacts_command(program);
    add_simulate_command(program);
#if defined(SATORI_HAVE_FIT)
    add_fit_command(program);
#else
    add_missing_fit_command(program);
#endif
    add_side_programs(program);
    const auto named = [&](const CLI::App* command) { return command->get_name() == arguments[1]; };
    if (arguments.size() > 1 && arguments[1][0] != '-' && program.get_subcommands(named).empty())
        return complain("satori", ExitCode::usage,
                        fmt::format("{} is no command; satori --help lists them", arguments[1]));
    return parse_and_run(program, arguments, [] {});  // commands run while they are parsed
}

}  // namespace

ExitCode parse_and_run(CLI::App& program, std::span<char*> arguments, const std::function<void()>& work) {
    try {
        program.parse(static_cast<int>(arguments.size()), arguments.data());
    } catch (const CLI::ParseError& error) {
        return answer_parse_error(program, error);
    }
    work();
    return ExitCode::done;
}

ExitCode run_program(std::span<char*> arguments) {
    return run_guarded("satori", [&] { return run(arguments); });
}

ExitCode run_guarded(const char* name, const std::function<ExitCode()>& work) {
    try {
        return work();
    } catch (const CliError& error) {
        return complain(name, error.code(), error.what());
    } catch (const scenes::SceneError& error) {
        return complain(name, exit_code(error.fault()), error.what());
    } catch (const std::bad_alloc&) {
        return complain(name, ExitCode::failed, "out of memory");
    } catch (const std::exception& error) {
        return complain(name, ExitCode::failed, error.what());
    }
}

}  // namespace satori::cli
