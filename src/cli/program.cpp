#include "cli/program.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <satori/version.hpp>

#include "cli/color.hpp"
#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/option_table.hpp"
#include "cli/options.hpp"
#include "cli/report.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/suggestion.hpp"

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

std::vector<std::string> command_names(const CLI::App& program) {
    std::vector<std::string> names;
    for (const CLI::App* command : shown_commands(program)) names.push_back(command->get_name());
    return names;
}

std::string unknown_command(const CLI::App& program, const std::string& word) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(word, ignored))
        return fmt::format("there is no command '{0}'; did you mean '{1} pairs {0}'?", word, program.get_name());
    return fmt::format("there is no command '{}'{}", word, scenes::suggestion(word, command_names(program)));
}

// Returns what is wrong with the first word that the command does not know; empty when it knows all words.
std::string unknown_word(const CLI::App& program, const CLI::App& command) {
    std::vector<std::string> words = command.remaining();
    if (words.empty()) words = program.remaining();  // those before the command
    const auto is_option = [](const std::string& word) { return word.size() > 1 && word[0] == '-'; };
    const auto end_of_options = std::find(words.begin(), words.end(), "--");
    const auto option = std::find_if(words.begin(), end_of_options, is_option);
    if (option != end_of_options) {
        const std::string typed = option->substr(0, option->find('='));
        std::vector<std::string> known;
        for (const CLI::Option* other : command.get_options())
            for (const std::string& name : other->get_lnames()) known.push_back("--" + name);
        return fmt::format("{} has no option '{}'{}", command.get_name(), typed, scenes::suggestion(typed, known));
    }
    if (end_of_options != words.end()) words.erase(end_of_options);
    if (words.empty()) return "";
    if (&command == &program && !command_names(program).empty()) return unknown_command(program, words[0]);
    return fmt::format("{} does not take '{}'", command.get_name(), words[0]);
}

// An answer with the right word is enough; other faults need the help.
ExitCode complain_about_usage(const CLI::App& program, const CLI::App& command, const std::string& fault) {
    const std::string help = fault.ends_with('?') ? "" : fmt::format("\n{} --help tells more", full_name(command));
    return complain(program.get_name(), {ExitCode::usage, fault + help});
}

// Returns the message of the parser, or a plainer one.
std::string plain_fault(const CLI::ParseError& error) {
    const std::string message = error.what();
    if (error.get_name() == "ArgumentMismatch" && message.ends_with(" missing"))
        return message.substr(0, message.find(':')) + " needs a value";
    return message == "A subcommand is required" ? "a command is needed" : message;
}

// Prints the help, the version, or the fault of the command line.
ExitCode answer_parse_error(const CLI::App& program, const CLI::ParseError& error) {
    std::ostringstream out, err;
    if (program.exit(error, out, err) == 0) {
        print(stdout, out.str());
        return ExitCode::done;
    }
    const std::vector<CLI::App*> commands = program.get_subcommands();  // those in the command line: one or none
    const CLI::App& command = commands.empty() ? program : *commands.back();
    // A mistyped option often makes another fault, such as a missing value. So it is named first.
    std::string fault = unknown_word(program, command);
    if (fault.empty()) fault = plain_fault(error);
    return complain_about_usage(program, command, fault);
}

// Adds `help`, which prints what --help of a command prints. All other commands must have been added.
void add_help_command(CLI::App& program) {
    CLI::App* const command = program.add_subcommand("help", "Print the help of a command");
    const auto name = std::make_shared<std::string>();
    command->add_option("COMMAND", *name, "The command; without one, this is the help of satori")
        ->type_name(fmt::format("{}", fmt::join(command_names(program), "|")));
    add_color_option(*command);
    set_footer(*command, "", {"satori help", "satori help pairs"});
    command->callback([&program, name] {
        const auto is_named = [&](const CLI::App* other) { return other->get_name() == *name; };
        const std::vector<const CLI::App*> named = std::as_const(program).get_subcommands(is_named);
        if (named.empty() && !name->empty()) throw CliError(ExitCode::usage, unknown_command(program, *name));
        print(stdout, help_text(named.empty() ? program : *named[0]));
    });
}

ExitCode run(std::span<char*> arguments) {
    set_color_mode(ColorMode::automatic);
    run_side_program(arguments);
    obey_color_option(arguments);
    CLI::App program("Finds overlapping oriented boxes, many at a time", "satori");
    program.set_version_flag(
        "--version", fmt::format("satori {}.{}.{}", SATORI_VERSION_MAJOR, SATORI_VERSION_MINOR, SATORI_VERSION_PATCH));
    program.get_option("--version")->description("Print the version");
    program.require_subcommand(1);
    set_help_format(program);
    add_color_option(program);
    set_footer(program, "Exit codes: 0 done, 1 the work failed, 2 wrong usage, 3 the scene is invalid.",
               {"satori make uniform --count 1e4 -o scene.npy    # a scene to try",
                "satori pairs scene.npy -o pairs.csv             # which boxes overlap",
                "satori contacts scene.npy -o contacts.csv       # where they touch",
                "satori help pairs                               # all options of a command"});
    add_info_command(program);
    add_make_command(program);
    add_pairs_command(program);
    add_contacts_command(program);
    add_convert_command(program);
    add_simulate_command(program);
#if defined(SATORI_HAVE_FIT)
    add_fit_command(program);
#else
    add_missing_fit_command(program);
#endif
    add_side_programs(program);
    add_shell_commands(program);
    add_help_command(program);
    const auto named = [&](const CLI::App* command) { return command->get_name() == arguments[1]; };
    if (arguments.size() > 1 && arguments[1][0] != '-' && program.get_subcommands(named).empty())
        return complain_about_usage(program, program, unknown_command(program, arguments[1]));
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

std::optional<Failure> failure_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const CliError& error) {
        return Failure{error.code(), error.what()};
    } catch (const scenes::SceneError& error) {
        return Failure{exit_code(error.fault()), error.what()};
    } catch (const std::bad_alloc&) {
        return Failure{ExitCode::failed, "out of memory"};
    } catch (const std::exception& error) {
        return Failure{ExitCode::failed, error.what()};
    }
    return std::nullopt;
}

ExitCode complain(const std::string& name, const Failure& failure) {
    std::fputs(fmt::format("{} {}\n", Style(stderr).fault(name + ":"), failure.message).c_str(), stderr);
    return failure.code;
}

ExitCode run_guarded(const char* name, const std::function<ExitCode()>& work) {
    ExitCode code = ExitCode::done;
    const std::optional<Failure> failure = failure_of([&] { code = work(); });
    return failure ? complain(name, *failure) : code;
}

}  // namespace satori::cli
