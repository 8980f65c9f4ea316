#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <satori/box_batch.hpp>
#include <satori/isa.hpp>
#include <satori/pairs.hpp>

namespace satori::cli {

/// Options about what is printed, of every command.
struct ReportOptions {
    bool json = false;
    bool quiet = false;
};

/// Which stage's result is wanted.
enum class Stage {
    broadphase,  ///< pairs of overlapping AABBs
    overlap,     ///< pairs of overlapping boxes
    contacts,    ///< manifolds
};

/// Options of commands that work on a scene.
struct RunOptions {
    std::uint32_t frame = 0;
    std::string isa_name = "best";
    unsigned threads = 0;  ///< 0: all
    Stage stage = Stage::overlap;
    CollideOptions collide;
    std::uint32_t repeat = 5;
    OnInvalid on_invalid = OnInvalid::refuse;
};

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
