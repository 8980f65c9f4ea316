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

/// The options of the command line.
struct ReportOptions {
    std::vector<std::string> scenes;  ///< KIND or KIND:COUNT; empty: the default scenes
    std::vector<std::string> peers;   ///< names; empty: all that are built in
    std::vector<Isa> isas;            ///< never empty
    std::uint32_t count = 0;          ///< 0: each report uses its own count
    std::uint64_t seed = 1;
    bool quick = false;  ///< small scenes, few rounds: a check that the program works
};

/// A report's outcome. The report is already printed; this is the same as data.
struct Report {
    nlohmann::ordered_json json;
    bool passed = true;  ///< true when results agree and limits hold; absolute times never make it false
};

/// The parts in which the benchmarks against other libraries differ.
struct Program {
    const char* name;
    const char* description;
    const char* scene_help;  ///< help of --scene; the next two likewise
    const char* isa_help;
    const char* count_help;
    std::function<void(CLI::App&)> add_options;  ///< adds the program's own options; may be empty
    std::function<bool()> one_isa;               ///< true when only the best set is measured by default; may be empty
    /// Calls `take` with the name and outcome of each report.
    using Take = std::function<void(const char*, Report)>;
    std::function<void(const ReportOptions&, const Take&)> report;
};

/// The program's main(): reads the command line, prints the machine, makes the reports, and writes the file of --json.
/// Returns the exit code: 1 when a report did not pass or an error occurred, 2 for a bad command line, else 0.
int run_program(int argc, char** argv, const Program& program);

/// Prints a line on stderr with the current work.
void progress(const std::string& what);

/// A value of --scene: KIND or KIND:COUNT. parse_scene_name() takes `count` instead of both other counts unless `count`
/// is 0. It throws std::invalid_argument.
struct SceneName {
    std::string kind;
    std::uint32_t count = 0;
};
SceneName parse_scene_name(const std::string& text, std::uint32_t default_count, std::uint32_t count);

/// Throws when --peers has a name that is in none of the `lists` (vectors of pointers to PeerInfo).
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

/// Returns the peers that --peers names. `all` means all peers, `none` no peer. Without any name the result is all
/// peers except variants.
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

/// Prints the peers with their versions and their timed work. Returns the same as data.
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
