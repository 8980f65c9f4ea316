// Tests what the build installs for shells and for man.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "command.hpp"

namespace satori::test {
namespace {

bool has_program(const std::string& name) {
    return run_program({"sh", "-c", "command -v " + name}).exit_code == 0;
}

const std::vector<std::string> kCommands{"info",     "make", "pairs",      "contacts", "convert",
                                         "simulate", "fit",  "completion", "help"};

// An option as the help of its command lists it.
struct ListedOption {
    std::string letter, name, values;  // values: closed|open, or another word
};

class Completion : public CliTest {
protected:
    std::string script(const std::string& shell) const {
        const CommandResult result = run_satori({"completion", shell});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return write_file("completion." + shell, result.out);
    }
    static std::vector<ListedOption> options_of(const std::string& command) {
        const std::regex pattern("^ +(-., )?--([a-z-]+)( \\S+)?");
        std::vector<ListedOption> options;
        std::istringstream lines(run_satori({command, "--help"}).out);
        std::smatch found;
        for (std::string line; std::getline(lines, line);)
            if (std::regex_search(line, found, pattern))
                options.push_back({found[1].str().substr(0, 2), found[2], found[3].str()});
        EXPECT_FALSE(options.empty()) << command;
        return options;
    }
    // Returns the words that fish offers for a command line, each on a line.
    std::string in_fish(const std::string& line) const {
        const CommandResult result =
            run_program({"fish", "--no-config", "-c",
                         "source '" + script("fish") + "'; complete -C '" + line + "' | string split -f1 \\t; true"},
                        {.environment = {{"HOME", path("")}, {"XDG_CONFIG_HOME", ""}, {"XDG_DATA_HOME", ""}}});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_EQ(result.err, "");
        return result.out;
    }
    // Returns what the script passes to zsh's _arguments for the words after `satori`, each on a line.
    std::string in_zsh(const std::string& words) const {
        const CommandResult result = run_program(
            {"zsh", "-f", "-c",
             "compdef() {}; _arguments() { print -rl -- \"$@\" }; _describe() { print -rl -- \"${(@P)2}\" }; source '" +
                 script("zsh") + "'; words=(satori " + words + " ''); CURRENT=$#words; _satori"});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_EQ(result.err, "");
        return result.out;
    }
    // Returns the words that bash offers for the last of these words, each on a line.
    std::string in_bash(const std::vector<std::string>& words) const {
        std::string command = "source '" + script("bash") + "'; COMP_WORDS=(";
        for (const std::string& word : words) command += "'" + word + "' ";
        command +=
            "); COMP_CWORD=" + std::to_string(words.size() - 1) + "; _satori; printf '%s\\n' \"${COMPREPLY[@]}\"";
        const CommandResult result = run_program({"bash", "--norc", "-c", command});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_EQ(result.err, "");
        return result.out;
    }
};

TEST_F(Completion, BashCompletesCommandsOptionsAndValues) {
    EXPECT_EQ(in_bash({"satori", "pai"}), "pairs\n");
    EXPECT_EQ(in_bash({"satori", "con"}), "contacts\nconvert\n");
    EXPECT_EQ(in_bash({"satori", "hel"}), "help\n");
    EXPECT_EQ(in_bash({"satori", "help", "simu"}), "simulate\n");
    EXPECT_EQ(in_bash({"satori", "--ver"}), "--version\n");
    EXPECT_EQ(in_bash({"satori", "pairs", "scene.npy", "--thr"}), "--threads\n");
    EXPECT_EQ(in_bash({"satori", "contacts", "--spec"}), "--speculative-distance\n");
    EXPECT_EQ(in_bash({"satori", "contacts", "--stage"}), "\n") << "an option of another command";
    EXPECT_EQ(in_bash({"satori", "pairs", "--isa", "avx"}), "avx2\navx512\n");
    EXPECT_EQ(in_bash({"satori", "pairs", "--isa", "=", "sc"}), "scalar\n");
    EXPECT_EQ(in_bash({"satori", "pairs", "--boundary", ""}), "closed\nopen\n");
    EXPECT_EQ(in_bash({"satori", "make", "unif"}), "uniform\n");
    EXPECT_EQ(in_bash({"satori", "completion", "ba"}), "bash\n");
    // No word of its own: bash then completes names of files.
    EXPECT_EQ(in_bash({"satori", "pairs", "sce"}), "\n");
    EXPECT_EQ(in_bash({"satori", "pairs", "-o", ""}), "\n");
}

TEST_F(Completion, ScriptsAreLegalForTheirShells) {
    int checked = 0;
    for (const std::string shell : {"bash", "zsh", "fish"}) {
        const std::string file = script(shell);
        if (!has_program(shell)) continue;
        ++checked;
        const CommandResult result = run_program({shell, "-n", file});
        EXPECT_EQ(result.exit_code, 0) << shell << result.err;
    }
    EXPECT_GE(checked, 1);
}

// The part of each script for a command has the options of this command, with their values, and no others.
TEST_F(Completion, ZshAndFishKnowTheOptionsOfEachCommand) {
    const std::string zsh = read_file(script("zsh")), fish = read_file(script("fish"));
    const auto count_of = [](const std::string& text, const std::string& part) {
        std::size_t count = 0;
        for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
        return count;
    };
    for (const std::string& command : kCommands) {
        const std::size_t begin = zsh.find("\n        " + command + ")\n");
        ASSERT_NE(begin, std::string::npos) << command;
        const std::string in_zsh = zsh.substr(begin, zsh.find(";;", begin) - begin);
        std::string in_fish;
        std::istringstream lines(fish);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with("complete -c satori -n '__fish_seen_subcommand_from " + command + "' "))
                in_fish += line + "\n";
        const std::vector<ListedOption> options = options_of(command);
        for (const auto& [letter, name, values] : options) {
            std::string words = values.find('|') == std::string::npos ? "" : values.substr(1);
            std::replace(words.begin(), words.end(), '|', ' ');
            EXPECT_NE(in_zsh.find("--" + name + (letter.empty() ? "[" : "}'[")), std::string::npos) << command << name;
            EXPECT_NE(in_zsh.find(words.empty() ? "" : "(" + words + ")'"), std::string::npos) << command << name;
            const std::string short_name = letter.empty() ? "" : " -s " + letter.substr(1);
            EXPECT_NE(in_fish.find(short_name + " -l " + name +
                                   (words.empty() ? (values.empty() ? " -d " : " -r -d ") : " -x -a '" + words + "' ")),
                      std::string::npos)
                << command << name;
        }
        EXPECT_EQ(count_of(in_zsh, "]"), count_of(in_zsh, "[")) << command;
        EXPECT_EQ(count_of(in_fish, " -l "), options.size()) << command << " has options of another command";
    }
}

TEST_F(Completion, FishCompletesCommandsOptionsAndValues) {
    if (!has_program("fish")) GTEST_SKIP() << "no fish";
    EXPECT_EQ(in_fish("satori pai"), "pairs\n");
    EXPECT_EQ(in_fish("satori con"), "contacts\nconvert\n");
    EXPECT_EQ(in_fish("satori help simu"), "simulate\n");
    EXPECT_EQ(in_fish("satori pairs scene.npy --thr"), "--threads\n");
    EXPECT_EQ(in_fish("satori contacts --spec"), "--speculative-distance\n");
    EXPECT_EQ(in_fish("satori contacts --stag"), "") << "an option of another command";
    EXPECT_EQ(in_fish("satori pairs --isa avx"), "avx2\navx512\n");
    EXPECT_EQ(in_fish("satori completion ba"), "bash\n");
}

TEST_F(Completion, ZshTakesTheOptionsOfTheCommandOnTheLine) {
    if (!has_program("zsh")) GTEST_SKIP() << "no zsh";
    EXPECT_NE(in_zsh("").find("\npairs:Find "), std::string::npos) << in_zsh("");
    for (const std::string& command : kCommands) {
        const std::string arguments = in_zsh(command);
        for (const auto& [letter, name, values] : options_of(command))
            EXPECT_NE(arguments.find("--" + name + "["), std::string::npos) << command << name << arguments;
    }
    EXPECT_EQ(in_zsh("contacts").find("--stage"), std::string::npos) << "an option of another command";
    EXPECT_NE(in_zsh("pairs").find("\n--boundary["), std::string::npos);
    EXPECT_NE(in_zsh("pairs").find(":value:(closed open)\n"), std::string::npos);
    EXPECT_NE(in_zsh("help").find(" simulate "), std::string::npos);
}

TEST_F(Completion, TheManualHasEveryOptionAndNoFaults) {
    const CommandResult page = run_satori({"manual"});
    EXPECT_EQ(page.exit_code, 0) << page.err;
    const std::string file = write_file("satori.1", page.out);
    EXPECT_TRUE(page.out.starts_with(".TH satori 1 ")) << page.out.substr(0, 100);
    EXPECT_EQ(run_satori({"--help"}).out.find("manual"), std::string::npos) << "it is for the build";
    if (!has_program("groff")) GTEST_SKIP() << "no groff";
    const CommandResult text = run_program({"groff", "-man", "-Tascii", "-ww", "-rLL=200n", "-P-cbou", file});
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_EQ(text.err, "");
    for (const std::string& command : kCommands) {
        const std::size_t begin = text.out.find("\n   satori " + command + " ");
        ASSERT_NE(begin, std::string::npos) << command;
        const std::string section = text.out.substr(begin, text.out.find("\n   satori ", begin + 1) - begin);
        for (const ListedOption& option : options_of(command))
            EXPECT_NE(section.find("--" + option.name + option.values), std::string::npos) << command << option.name;
    }
}

}  // namespace
}  // namespace satori::test
