#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <satori/isa.hpp>

namespace CLI {
class App;
}

namespace satori::bench {

/// What the command line asked for.
struct ReportOptions {
    std::vector<std::string> scenes;  ///< KIND or KIND:COUNT; empty: the default ones
    std::vector<std::string> peers;   ///< names; empty: all that are built in
    std::vector<Isa> isas;            ///< never empty
    std::uint32_t count = 0;          ///< 0: each report's own
    std::uint64_t seed = 1;
    bool quick = false;  ///< small scenes, few rounds: to see that it works
};

/// A report's outcome: printed already, and once more as data.
struct Report {
    nlohmann::ordered_json json;
    bool passed = true;  ///< results agreed, limits were kept; absolute times are no reason to fail
};

/// A benchmark against other libraries, as far as such programs differ.
struct Program {
    const char* name;
    const char* description;
    const char* scene_help;  ///< of --scene; those below likewise
    const char* isa_help;
    const char* count_help;
    std::function<void(CLI::App&)> add_options;  ///< its own; may be empty
    std::function<bool()> one_isa;               ///< whether only the best set is measured by default; may be empty
    /// Calls `take` with the name and outcome of each report.
    using Take = std::function<void(const char*, Report)>;
    std::function<void(const ReportOptions&, const Take&)> report;
};

/// The program's main(): reads the command line, prints the machine, makes the reports, and writes the file of --json.
/// Returns the exit code: 1 when a report did not pass or an error occurred, 2 for a bad command line, else 0.
int run_program(int argc, char** argv, const Program& program);

/// A line on stderr: what is being done.
void progress(const std::string& what);

/// KIND or KIND:COUNT of --scene, `count` instead of both counts unless it is 0. Throws std::invalid_argument.
struct SceneName {
    std::string kind;
    std::uint32_t count = 0;
};
SceneName parse_scene_name(const std::string& text, std::uint32_t default_count, std::uint32_t count);

/// Throws where --peers names what none of the `lists` (vectors of pointers to PeerInfo) has.
template <class... Peers>
void expect_known_peers(const std::vector<std::string>& names, const Peers&... lists) {
    for (const std::string& name : names) {
        const auto in = [&](const auto& peers) {
            return std::any_of(peers.begin(), peers.end(), [&](const auto& peer) { return peer->name() == name; });
        };
        if (name != "all" && name != "none" && !(in(lists) || ...))
            throw std::invalid_argument("no such peer in this build: " + name);
    }
}

/// Those of `peers` that --peers names: `all`, `none`; with no name all but variants.
template <class Peers>
Peers choose_peers(Peers peers, const std::vector<std::string>& names) {
    const auto has = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    std::erase_if(peers, [&](const auto& peer) {
        return names.empty() ? peer->is_variant() : !has("all") && !has(peer->name());
    });
    return peers;
}

/// Prints the peers, with versions and what of them is timed; gives the same as data.
template <class Peers>
nlohmann::ordered_json introduce(const Peers& peers) {
    nlohmann::ordered_json json;
    for (const auto& peer : peers) {
        std::printf("%s %s: %s.\n", peer->name().c_str(), peer->version().c_str(), peer->timed().c_str());
        json.push_back({{"name", peer->name()}, {"version", peer->version()}, {"timed", peer->timed()}});
    }
    return json;
}

}  // namespace satori::bench
