#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/isa.hpp>

#include "command.hpp"
#include "support/isa_fixture.hpp"

namespace satori::test {
namespace {

class Usage : public CliTest {};

TEST_F(Usage, WrongCommandLinesEndWithTwo) {
    const std::string scene = write_file("scene.npy", npy_scene({cube(0, 0, 0)}));
    const std::string out = path("out.npy");
    const std::vector<std::vector<std::string>> wrong{
        {},
        {"nonsense"},
        {"--nonsense"},
        {"info", "--nonsense"},
        {"info", "extra"},
        {"pairs"},
        {"pairs", scene, "extra"},
        {"pairs", scene, "--frame"},
        {"pairs", scene, "--frame", "-1"},
        {"pairs", scene, "--frame", "1"},  // the scene has frame 0 only
        {"pairs", scene, "--frame", "one"},
        {"pairs", scene, "--frame", "4294967296"},
        {"pairs", scene, "--isa", "mmx"},
        {"pairs", scene, "--isa", ""},
        {"pairs", scene, "--threads", "0"},
        {"pairs", scene, "--threads", "-2"},
        {"pairs", scene, "--threads", "two"},
        {"pairs", scene, "--threads", "100000"},
        {"pairs", scene, "--stage", "manifold"},
        {"pairs", scene, "--boundary", "half-open"},
        {"pairs", scene, "--repeat", "0"},
        {"pairs", scene, "--repeat", "1.5"},
        {"pairs", scene, "--on-invalid", "ignore"},
        {"pairs", scene, "-o", path("out.txt")},
        {"pairs", scene, "-o", path("out")},
        {"pairs", scene, "-o", scene},  // the pairs would replace it
        {"pairs", scene, "-o", ""},
        {"pairs", scene, "-o"},
        {"pairs", scene, "--json=maybe"},
        {"make"},
        {"make", "uniform", "-o", out},
        {"make", "uniform", "--count", "10"},
        {"make", "nonsense", "--count", "10", "-o", out},
        {"make", "uniform", "--count", "-1", "-o", out},
        {"make", "uniform", "--count", "2147483648", "-o", out},
        {"make", "uniform", "--count", "99999999999999999999", "-o", out},
        {"make", "uniform", "--count", "1e-3", "-o", out},
        {"make", "uniform", "--count", "1.5e0", "-o", out},
        {"make", "uniform", "--count", "1e300", "-o", out},
        {"make", "uniform", "--count", "ten", "-o", out},
        {"make", "uniform", "--count", "10", "--count", "20", "-o", out},
        {"make", "uniform", "--count", "10", "--overlaps", "0", "-o", out},
        {"make", "uniform", "--count", "10", "--overlaps", "-4", "-o", out},
        {"make", "uniform", "--count", "10", "--overlaps", "nan", "-o", out},
        {"make", "uniform", "--count", "10", "--overlaps", "inf", "-o", out},
        {"make", "uniform", "--count", "10", "--overlaps", "four", "-o", out},
        {"make", "uniform", "--count", "10", "--seed", "-1", "-o", out},
        {"make", "uniform", "--count", "10", "--seed", "x", "-o", out},
        {"make", "uniform", "--count", "10", "--frames", "0", "-o", out},
        {"make", "uniform", "--count", "10", "--frames", "2", "-o", path("out.csv")},
        {"make", "uniform", "--count", "10", "-o", path("out.obj")},
        {"make", "line", "--count", "10000", "--overlaps", "1e-6", "-o", out},  // leaves the legal range
        {"make", "dense", "--count", "20000000", "-o", out},                    // 4e8 pairs
        {"make", "uniform", "--count", "2147483647", "-o", out},
        {"contacts"},
        {"contacts", scene, "extra"},
        {"contacts", scene, "--frame", "1"},
        {"contacts", scene, "--isa", "mmx"},
        {"contacts", scene, "--stage", "overlap"},  // an option of `pairs`
        {"contacts", scene, "--speculative-distance", "-0.1"},
        {"contacts", scene, "--speculative-distance", "nan"},
        {"contacts", scene, "--speculative-distance", "inf"},
        {"contacts", scene, "--speculative-distance", "1e39"},
        {"contacts", scene, "--speculative-distance", "far"},
        {"contacts", scene, "--speculative-distance", ""},
        {"contacts", scene, "--speculative-distance"},
        {"contacts", scene, "-o", path("out.txt")},
        {"contacts", scene, "-o", scene},
        {"contacts", scene, "-o", ""},
        {"convert"},
        {"convert", scene},
        {"convert", scene, path("out.txt")},
        {"convert", scene, ""},
        {"convert", scene, scene},
        {"convert", scene, path("out.csv"), "--frame", "1"},
        {"convert", scene, path("out.csv"), "--pairs", scene},  // .vtu only
        {"convert", scene, path("out.ply"), "--pairs", scene},
        {"completion"},
        {"completion", "tcsh"},
        {"help", "nonsense"},
        {"help", "pairs", "extra"},
        {"--color", "never", "bench"},
        {"--color", "never", "view", "--help"},
        {"pairs", scene, "--color", "sometimes"},
        {"simulate"},
        {"simulate", scene, "extra"},
        {"simulate", scene, "--frame", "0"},  // it takes all frames
        {"simulate", scene, "--isa", "mmx"},
        {"simulate", scene, "--speculative-distance", "-1"},
        {"simulate", scene, "-o", path("out.npy")},  // .csv only
        {"simulate", scene, "-o", scene},
        {"simulate", scene, "--record", scene},
        {"simulate", scene, "--record", ""},
        {"simulate", scene, "-o", path("a.csv"), "--record", path("a.csv")},
        {"fit", scene, "--method", "nonsense"},
    };
    for (const std::vector<std::string>& arguments : wrong) {
        const CommandResult result = run_satori(arguments);
        std::string line;
        for (const std::string& argument : arguments) line += argument + " ";
        EXPECT_EQ(result.exit_code, 2) << line << "\n" << result.err;
        EXPECT_EQ(result.err.rfind("satori: ", 0), 0U) << line << "\n" << result.err;
        EXPECT_EQ(result.out, "") << line;
    }
    EXPECT_EQ(list(), std::vector<std::string>{"scene.npy"});
}

TEST_F(Usage, FaultsInPlainWords) {
    const std::string scene = write_file("scene.npy", npy_scene({cube(0, 0, 0)}));
    const auto fault = [](const std::vector<std::string>& arguments) { return run_satori(arguments).err; };
    EXPECT_EQ(fault({}), "satori: a command is needed\nsatori --help tells more\n");
    EXPECT_EQ(fault({"pairs", scene, "--frame"}), "satori: --frame needs a value\nsatori pairs --help tells more\n");
    EXPECT_EQ(fault({"pairs"}), "satori: SCENE is required\nsatori pairs --help tells more\n");
    EXPECT_EQ(fault({"pairs", scene, "more"}), "satori: pairs does not take 'more'\nsatori pairs --help tells more\n");
    for (const std::vector<std::string>& after :
         {std::vector<std::string>{"--", scene, "more"}, {scene, "--", "more"}}) {
        std::vector<std::string> words{"pairs"};
        words.insert(words.end(), after.begin(), after.end());
        EXPECT_EQ(fault(words), "satori: pairs does not take 'more'\nsatori pairs --help tells more\n");
    }
    EXPECT_EQ(fault({"--color", "never", "bench", "--quick"}),
              "satori: options of satori do not apply to bench: write satori bench\n");
    EXPECT_EQ(fault({"pairs", scene, "--xyz"}),
              "satori: pairs has no option '--xyz'\nsatori pairs --help tells more\n");
}

TEST_F(Usage, HelpAndVersionEndWithZero) {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{{"--help"},
                                                                                           {"--version"},
                                                                                           {"pairs", "--help"},
                                                                                           {"contacts", "--help"},
                                                                                           {"simulate", "--help"},
                                                                                           {"help"},
                                                                                           {"help", "pairs"},
                                                                                           {"convert", "--help"},
                                                                                           {"make", "-h"},
                                                                                           {"info", "-h"}}) {
        const CommandResult result = run_satori(arguments);
        EXPECT_EQ(result.exit_code, 0) << arguments[0];
        EXPECT_NE(result.out, "") << arguments[0];
        EXPECT_EQ(result.err, "") << arguments[0];
    }
}

TEST_F(Usage, InstructionSetsThatCannotRun) {
    const std::string scene = write_file("scene.npy", npy_scene({cube(0, 0, 0)}));
    for (const Isa isa : test::kAllIsas) {
        const int expected = isa_supported(isa) ? 0 : 1;
        const CommandResult by_option = run_satori({"pairs", scene, "--isa", isa_name(isa)});
        EXPECT_EQ(by_option.exit_code, expected) << isa_name(isa) << by_option.err;
        const CommandSettings settings{.environment = {{"SATORI_ISA", isa_name(isa)}}};
        EXPECT_EQ(run_satori({"pairs", scene}, settings).exit_code, expected) << isa_name(isa);
        EXPECT_EQ(run_satori({"info"}, settings).exit_code, expected) << isa_name(isa);
    }
    const CommandResult unknown = run_satori({"pairs", scene}, {.environment = {{"SATORI_ISA", "mmx"}}});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_NE(unknown.err.find("SATORI_ISA=mmx"), std::string::npos) << unknown.err;
    // The command line has priority over the environment.
    EXPECT_EQ(run_satori({"pairs", scene, "--isa", "scalar"}, {.environment = {{"SATORI_ISA", "avx2"}}}).exit_code, 0);
}

class SidePrograms : public CliTest {
protected:
    // Copies the command to a folder, so that the test knows the programs beside it.
    std::string copy_command() const {
        std::filesystem::copy_file(SATORI_CLI_PATH, path("satori"));
        return path("satori");
    }
    std::string write_script(const std::string& name, const std::string& text) const {
        const std::string script = write_file(name, "#!/bin/sh\n" + text);
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        return script;
    }
};

TEST_F(SidePrograms, RunWithAllTheirArguments) {
    if (std::getenv("SATORI_CLI_EMULATOR") != nullptr) GTEST_SKIP() << "an emulator hides the program's own path";
    const std::string satori = copy_command();
    for (const std::string name : {"bench", "profile", "view"}) {
        const CommandResult missing = run_program({satori, name});
        EXPECT_EQ(missing.exit_code, 1);
        EXPECT_NE(missing.err.find("satori-" + name), std::string::npos) << missing.err;
        write_script("satori-" + name, "echo \"$@\"; exit 7\n");
        const CommandResult result = run_program({satori, name, "--help", "a b", "--json"});
        EXPECT_EQ(result.exit_code, 7);
        EXPECT_EQ(result.out, "--help a b --json\n");
        EXPECT_EQ(run_program({satori, "help", name}).out, "--help\n");
    }
}

}  // namespace
}  // namespace satori::test
