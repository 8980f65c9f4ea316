#include "cli/kinds.hpp"

#include <fmt/format.h>

#include "cli/cli_error.hpp"
#include "cli/options.hpp"
#include "scenes/suggestion.hpp"

namespace satori::cli {

std::string kind_list(bool has_2d) {
    std::string list;
    for (const scenes::SceneKindInfo& info : scenes::scene_kinds()) {
        if (info.dimension == 3 || has_2d)
            list += fmt::format("\n  {:<12} {:<62}{:>4}", info.name, info.summary, info.default_overlaps);
    }
    return list;
}

std::string kind_words() {
    std::string words;
    for (const scenes::SceneKindInfo& info : scenes::scene_kinds())
        words += (words.empty() ? "" : "|") + std::string(info.name);
    return words;
}

scenes::SceneKind resolve_kind(const std::string& name) {
    if (const auto kind = scenes::parse_scene_kind(name)) return *kind;
    const std::string meant = scenes::suggestion(name, choice_words(kind_words()));
    throw CliError(ExitCode::usage,
                   fmt::format("'{}' is not a kind of scene{}", name, meant.empty() ? ":" + kind_list() : meant));
}

void add_solids_option(CLI::App& command, scenes::Solid& solid) {
    add_choice<scenes::Solid>(
        command, "--solids", solid,
        {{"boxes", scenes::Solid::boxes},
         {"spheres", scenes::Solid::spheres},
         {"capsules", scenes::Solid::capsules},
         {"rounded", scenes::Solid::rounded}},
        "What each box becomes: the largest sphere in it, a capsule as long and as thick as it, or a box with rounded "
        "edges. The solids overlap less than their boxes (default boxes)");
}

}  // namespace satori::cli
