// Tests what the build installs for shells and for man.

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

class Completion : public CliTest {
protected:
    std::string script(const std::string& shell) const {
        const CommandResult result = run_satori({"completion", shell});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return write_file("completion." + shell, result.out);
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

TEST_F(Completion, ZshAndFishKnowEveryOption) {
    const std::string zsh = read_file(script("zsh")), fish = read_file(script("fish"));
    const std::string help = run_satori({"pairs", "--help"}).out;
    const std::regex option("--([a-z-]+)");
    const std::string options =
        help.substr(help.find("\nOptions:"), help.find("\nPAIRS has") - help.find("\nOptions:"));
    for (std::sregex_iterator found(options.begin(), options.end(), option), end; found != end; ++found) {
        EXPECT_NE(zsh.find((*found)[0].str()), std::string::npos) << (*found)[0];
        EXPECT_NE(fish.find(" -l " + (*found)[1].str() + " "), std::string::npos) << (*found)[0];
    }
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
    for (const std::string command : {"pairs", "contacts", "convert", "simulate", "make", "info", "completion"}) {
        EXPECT_NE(text.out.find("satori " + command), std::string::npos) << command;
        std::istringstream lines(run_satori({command, "--help"}).out);
        for (std::string line; std::getline(lines, line);) {
            const std::regex option("^ +(-., )?(--[a-z-]+)");
            std::smatch found;
            if (!std::regex_search(line, found, option)) continue;
            EXPECT_NE(text.out.find(found[2].str()), std::string::npos) << command << " " << found[2];
        }
    }
}

}  // namespace
}  // namespace satori::test
