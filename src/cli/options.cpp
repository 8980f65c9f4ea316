#include "cli/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/cli_error.hpp"
#include "simd/isa_list.hpp"

namespace satori::cli {

namespace {

constexpr unsigned kMaxThreads = 1024;
constexpr std::uint32_t kMaxRepeat = 1000000;
#define SATORI_ISA_NAME_AND_BAR(set, SET, name, CPU, needs) name "|"
constexpr const char* kIsaWords = SATORI_ISA_LIST(SATORI_ISA_NAME_AND_BAR) "best";
#undef SATORI_ISA_NAME_AND_BAR
constexpr double kMostExpanded = 1e15;  // doubles hold all whole numbers up to here
constexpr std::string_view kColorOption = "--color";

const std::map<std::string, ColorMode>& color_modes() {
    static const std::map<std::string, ColorMode> modes{
        {"auto", ColorMode::automatic}, {"always", ColorMode::always}, {"never", ColorMode::never}};
    return modes;
}

}  // namespace

std::string whole_number(const std::string& text) {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::string() : fmt::format("{} is not a whole number from 0 on", text);
}

std::string expand_exponent(std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool has_exponent = text.find_first_of("eE") != std::string::npos;
    const bool is_whole = number == std::floor(number) && std::fabs(number) <= kMostExpanded;
    if (has_exponent && error == std::errc() && end == text.data() + text.size() && is_whole)
        text = fmt::format("{:.0f}", number);
    return {};
}

std::string not_empty(const std::string& text) {
    return text.empty() ? "its value is empty" : "";
}

std::vector<std::string> choice_words(std::string_view type_name) {
    std::vector<std::string> words;
    while (type_name.find('|') != type_name.npos || !words.empty()) {
        const std::size_t end = std::min(type_name.find('|'), type_name.size());
        words.emplace_back(type_name.substr(0, end));
        if (end == type_name.size()) break;
        type_name.remove_prefix(end + 1);
    }
    return words;
}

void add_report_options(CLI::App& command, ReportOptions& options) {
    add_plain_report_options(command, options);
    add_color_option(command)->group(kPrintGroup);
}

void add_plain_report_options(CLI::App& command, ReportOptions& options) {
    command.add_flag("--json", options.json, "Print one JSON object instead of the table")->group(kPrintGroup);
    command.add_flag("--quiet", options.quiet, "Print nothing but errors, and the object of --json")
        ->group(kPrintGroup);
}

CLI::Option* add_color_option(CLI::App& command) {
    return add_choice_function<ColorMode>(
        command, std::string(kColorOption), set_color_mode, color_modes(),
        "Colors: on terminals unless NO_COLOR is set (auto, default), always, or never");
}

void obey_color_option(std::span<char* const> words) {
    for (std::size_t i = 1; i < words.size() && words[i] != std::string_view("--"); ++i) {
        std::string_view word = words[i];
        if (!word.starts_with(kColorOption)) continue;
        word.remove_prefix(kColorOption.size());
        if (word.empty() && i + 1 < words.size()) word = words[i + 1];
        if (word.starts_with('=')) word.remove_prefix(1);
        if (const auto mode = color_modes().find(std::string(word)); mode != color_modes().end())
            set_color_mode(mode->second);
    }
}

void add_threads_option(CLI::App& command, unsigned& threads, const char* by_default) {
    command.add_option("--threads", threads, fmt::format("Threads, 1 to 1024 (default: {})", by_default))
        ->check(CLI::Range(1U, kMaxThreads))
        ->type_name("N")
        ->group(kRunGroup);
}

void add_isa_option(CLI::App& command, std::string& name) {
    command.add_option("--isa", name, "Instruction set (default best: the widest that this CPU has)")
        ->type_name(kIsaWords)
        ->group(kRunGroup);
}

CLI::Option* add_boundary_option(CLI::App& command, Boundary& boundary) {
    return add_choice<Boundary>(command, "--boundary", boundary,
                                {{"closed", Boundary::closed}, {"open", Boundary::open}},
                                "Boxes that touch overlap (closed, default), or they do not (open)");
}

CLI::Option* add_on_invalid_option(CLI::App& command, OnInvalid& on_invalid) {
    return add_choice<OnInvalid>(
        command, "--on-invalid", on_invalid, {{"refuse", OnInvalid::refuse}, {"skip", OnInvalid::skip}},
        "Boxes that are not legal: end with code 3 (refuse, default), or leave them out (skip)");
}

CLI::Option* add_speculative_distance_option(CLI::App& command, ContactOptions& options) {
    return command
        .add_option("--speculative-distance", options.speculative_distance,
                    "Boxes at most this far apart get contacts too, if parts of them lie opposite each other: not "
                    "edge beside edge (default 0)")
        ->check(not_empty)
        ->type_name("METERS");
}

void check_contact_options(const ContactOptions& options) {
    const float distance = options.speculative_distance;
    if (!(distance >= 0 && distance <= kMaxSpeculativeDistance))
        throw CliError(ExitCode::usage, "--speculative-distance must be a number from 0 to 1e9");
}

void add_run_options(CLI::App& command, RunOptions& options) {
    CLI::Option* const frame = add_frame_option(command, options.frame);
    add_choice<bool>(command, "--frames", options.all_frames, {{"all", true}},
                     "Work on every frame by itself; the output begins with a column frame, --json prints an array")
        ->excludes(frame);
    add_boundary_option(command, options.contacts.boundary);
    add_on_invalid_option(command, options.on_invalid);
    add_force_option(command, options.force);
    add_isa_option(command, options.isa_name);
    add_threads_option(command, options.threads);
    command
        .add_option("--repeat", options.repeat,
                    "Measured runs, after 200 ms of warm-up; times are medians (default 5). 1: one cold run")
        ->check(CLI::Range(1U, kMaxRepeat))
        ->type_name("R")
        ->group(kRunGroup);
}

CLI::Option* add_frame_option(CLI::App& command, std::uint32_t& frame) {
    return command.add_option("--frame", frame, "Frame of the scene, from 0 (default 0)")
        ->check(whole_number)
        ->type_name("I");
}

void add_force_option(CLI::App& command, bool& force) {
    command.add_flag("--force", force,
                     "Continue with more than 2e8 candidate pairs, or with more than half of the free memory holds");
}

void add_stage_option(CLI::App& command, Stage& stage) {
    add_choice<Stage>(command, "--stage", stage, {{"broadphase", Stage::broadphase}, {"overlap", Stage::overlap}},
                      "The pairs wanted: of AABBs (broadphase) or of the boxes themselves (overlap, default)");
}

Isa resolve_isa_option(const std::string& name) {
    std::vector<const char*> supported;
    for (const Isa isa : compiled_isas()) {
        if (isa_supported(isa)) supported.push_back(isa_name(isa));
    }
    const auto reject = [&](ExitCode code, const std::string& source, const char* reason) {
        throw CliError(code, fmt::format("{} {}; available: {}, best", source, reason, fmt::join(supported, ", ")));
    };
    const auto reject_name = [&](const std::string& source, const std::string& wrong) {
        const std::string meant = scenes::suggestion(wrong, choice_words(kIsaWords));
        if (meant.empty()) reject(ExitCode::usage, source, "is not a known instruction set");
        throw CliError(ExitCode::usage, fmt::format("{} is not a known instruction set{}", source, meant));
    };
    Isa requested = Isa::best;
    if (parse_isa(name.c_str(), requested) != Status::ok) reject_name(fmt::format("--isa {}", name), name);
    Isa resolved = Isa::best;
    if (resolve_isa(requested, resolved) == Status::ok) return resolved;
    const char* variable = std::getenv("SATORI_ISA");
    const std::string source = requested != Isa::best || variable == nullptr ? fmt::format("--isa {}", name)
                                                                             : fmt::format("SATORI_ISA={}", variable);
    Isa named = Isa::best;
    if (requested == Isa::best && parse_isa(variable, named) != Status::ok) reject_name(source, variable);
    reject(ExitCode::failed, source, "cannot run here: this CPU or this build does not have it");
    return resolved;
}

}  // namespace satori::cli
