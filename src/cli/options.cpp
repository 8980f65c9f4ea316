#include "cli/options.hpp"

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
constexpr double kMostExpanded = 1e15;  // doubles hold all whole numbers up to here

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

void add_report_options(CLI::App& command, ReportOptions& options) {
    command.add_flag("--json", options.json, "Print one JSON object");
    command.add_flag("--quiet", options.quiet, "Print no table and no progress bar");
}

void add_threads_option(CLI::App& command, unsigned& threads) {
    command.add_option("--threads", threads, "Threads (default: all)")
        ->check(CLI::Range(1U, kMaxThreads))
        ->type_name("N");
}

void add_isa_option(CLI::App& command, std::string& name) {
    command.add_option("--isa", name, "Instruction set: " SATORI_ISA_NAMES "best (default)")->type_name("NAME");
}

CLI::Option* add_boundary_option(CLI::App& command, Boundary& boundary) {
    return add_choice<Boundary>(command, "--boundary", boundary,
                                {{"closed", Boundary::closed}, {"open", Boundary::open}},
                                "closed: boxes that touch overlap (default); open: they do not");
}

CLI::Option* add_on_invalid_option(CLI::App& command, OnInvalid& on_invalid) {
    return add_choice<OnInvalid>(command, "--on-invalid", on_invalid,
                                 {{"refuse", OnInvalid::refuse}, {"skip", OnInvalid::skip}},
                                 "Boxes that are not legal: refuse: end with code 3 (default); skip: leave them out");
}

CLI::Option* add_speculative_distance_option(CLI::App& command, ContactOptions& options) {
    return command
        .add_option(
            "--speculative-distance", options.speculative_distance,
            "Boxes that are at most this far apart get contacts too; their separations are positive (default 0)")
        ->check(not_empty)
        ->type_name("METERS");
}

void check_contact_options(const ContactOptions& options) {
    const float distance = options.speculative_distance;
    if (!(distance >= 0 && distance <= kMaxSpeculativeDistance))
        throw CliError(ExitCode::usage, "--speculative-distance must be a number from 0 to 1e9");
}

void add_run_options(CLI::App& command, RunOptions& options) {
    CLI::Option* const frame = command.add_option("--frame", options.frame, "Frame of the scene, from 0 (default 0)")
                                   ->check(whole_number)
                                   ->type_name("I");
    add_choice<bool>(
        command, "--frames", options.all_frames, {{"all", true}},
        "all: work on every frame separately; the output gets a first column frame, --json prints an array")
        ->excludes(frame);
    add_isa_option(command, options.isa_name);
    add_threads_option(command, options.threads);
    add_boundary_option(command, options.contacts.boundary);
    command
        .add_option("--repeat", options.repeat,
                    "Number of measured runs, after 200 ms of warm-up; times are medians (default 5). 1: one cold run")
        ->check(CLI::Range(1U, kMaxRepeat))
        ->type_name("R");
    add_on_invalid_option(command, options.on_invalid);
    add_force_option(command, options.force);
}

void add_force_option(CLI::App& command, bool& force) {
    command.add_flag("--force", force,
                     "Continue with more than 2e8 candidate pairs, or with more than half of the free memory can hold; "
                     "without it the command ends with code 2");
}

void add_stage_option(CLI::App& command, Stage& stage) {
    add_choice<Stage>(command, "--stage", stage, {{"broadphase", Stage::broadphase}, {"overlap", Stage::overlap}},
                      "AABB candidates or exact overlaps (default overlap)");
}

Isa resolve_isa_option(const std::string& name) {
    std::vector<const char*> supported;
    for (const Isa isa : compiled_isas()) {
        if (isa_supported(isa)) supported.push_back(isa_name(isa));
    }
    const auto reject = [&](ExitCode code, const std::string& source, const char* reason) {
        throw CliError(code, fmt::format("{} {}; available: {}, best", source, reason, fmt::join(supported, ", ")));
    };
    Isa requested = Isa::best;
    if (parse_isa(name.c_str(), requested) != Status::ok) {
        reject(ExitCode::usage, fmt::format("--isa {}", name), "is not a known instruction set");
    }
    Isa resolved = Isa::best;
    if (resolve_isa(requested, resolved) == Status::ok) return resolved;
    const char* variable = std::getenv("SATORI_ISA");
    const std::string source = requested != Isa::best || variable == nullptr ? fmt::format("--isa {}", name)
                                                                             : fmt::format("SATORI_ISA={}", variable);
    Isa named = Isa::best;
    if (requested == Isa::best && parse_isa(variable, named) != Status::ok) {
        reject(ExitCode::usage, source, "is not a known instruction set");
    }
    reject(ExitCode::failed, source, "cannot run here: this CPU or this build does not have it");
    return resolved;
}

}  // namespace satori::cli
