#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/color.hpp"
#include "cli/run_options.hpp"
#include "scenes/suggestion.hpp"

namespace satori::cli {

/// Checks for CLI::Option::check: they return an empty text or a fault.
std::string whole_number(const std::string& text);
std::string not_empty(const std::string& text);
/// For CLI::Option::transform: changes 1e6 to 1000000. Other text stays.
std::string expand_exponent(std::string& text);

/// Returns the words of a type name such as closed|open, or no word when it has no |.
std::vector<std::string> choice_words(std::string_view type_name);

/// The groups of options in the help, beside CLI11's group Options, which comes first.
inline constexpr const char* kRunGroup = "How it runs";
inline constexpr const char* kPrintGroup = "What it prints";

/// Adds an option whose value is one of a few words, which become its type name. Calls `take` with the word's value.
template <typename Value, typename Take>
CLI::Option* add_choice_function(CLI::App& command, const std::string& name, Take take,
                                 const std::map<std::string, Value>& choices, const std::string& description) {
    std::string words;
    for (const auto& [word, choice] : choices) words += (words.empty() ? "" : "|") + word;
    return command
        .add_option_function<std::string>(
            name,
            [take, choices, name, words](const std::string& word) {
                const auto found = choices.find(word);
                if (found == choices.end())
                    throw CLI::ValidationError(name, fmt::format("'{}' is not one of {}{}", word, words,
                                                                 scenes::suggestion(word, choice_words(words))));
                take(found->second);
            },
            description)
        ->type_name(words);
}

/// Does the same for an option that sets a variable.
template <typename Value>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Value& value,
                        const std::map<std::string, Value>& choices, const std::string& description) {
    return add_choice_function<Value>(
        command, name, [&value](const Value& chosen) { value = chosen; }, choices, description);
}

void add_report_options(CLI::App& command, ReportOptions& options);
/// The same without the color option.
void add_plain_report_options(CLI::App& command, ReportOptions& options);
CLI::Option* add_color_option(CLI::App& command);
/// Does what the option says, before the words are parsed: faults of the command line then obey it too.
void obey_color_option(std::span<char* const> words);
CLI::Option* add_frame_option(CLI::App& command, std::uint32_t& frame);
/// Without the option, `threads` stays as it is, which the help calls `by_default`; 0: all threads.
void add_threads_option(CLI::App& command, unsigned& threads, const char* by_default = "all of the machine");
void add_isa_option(CLI::App& command, std::string& name);
CLI::Option* add_boundary_option(CLI::App& command, Boundary& boundary);
CLI::Option* add_on_invalid_option(CLI::App& command, OnInvalid& on_invalid);
/// The caller must check the value with check_contact_options().
CLI::Option* add_speculative_distance_option(CLI::App& command, ContactOptions& options);
/// CliError (usage) when the speculative distance is out of range.
void check_contact_options(const ContactOptions& options);
/// Adds the options of all commands that work on a frame.
void add_run_options(CLI::App& command, RunOptions& options);
void add_force_option(CLI::App& command, bool& force);
void add_stage_option(CLI::App& command, Stage& stage);

/// Returns the instruction set for this --isa and the environment's SATORI_ISA. CliError: usage for an unknown name in
/// either, failed for an instruction set that cannot run here.
Isa resolve_isa_option(const std::string& name);

}  // namespace satori::cli
