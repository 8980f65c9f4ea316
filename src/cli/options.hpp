#pragma once

#include <map>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/run_options.hpp"

namespace satori::cli {

/// For CLI::Option::check: empty, or what is wrong.
std::string whole_number(const std::string& text);
std::string not_empty(const std::string& text);

/// An option whose value is one of a few words.
template <typename Value>
void add_choice(CLI::App& command, const std::string& name, Value& value, const std::map<std::string, Value>& choices,
                const std::string& description) {
    std::string words;
    for (const auto& [word, choice] : choices) words += (words.empty() ? "" : "|") + word;
    command
        .add_option_function<std::string>(
            name,
            [&value, choices, name, words](const std::string& word) {
                const auto found = choices.find(word);
                if (found == choices.end())
                    throw CLI::ValidationError(name, fmt::format("'{}' is not one of {}", word, words));
                value = found->second;
            },
            description)
        ->type_name(words);
}

void add_report_options(CLI::App& command, ReportOptions& options);
/// 0, all of them, unless given.
void add_threads_option(CLI::App& command, unsigned& threads);
/// Those of all such commands.
void add_run_options(CLI::App& command, RunOptions& options);
void add_stage_option(CLI::App& command, Stage& stage);

/// The instruction set that a run with this --isa and the environment's SATORI_ISA takes. CliError: usage for an unknown
/// name in either, failed for a set that cannot run here.
Isa resolve_isa_option(const std::string& name);

}  // namespace satori::cli
