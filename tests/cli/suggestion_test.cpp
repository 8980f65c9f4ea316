// Tests that mistyped words get an answer with the right word, in one line.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "command.hpp"
#include "scenes/suggestion.hpp"

namespace satori::test {
namespace {

class Suggestions : public CliTest {};

TEST_F(Suggestions, MistypedWordsOfTheCommandLine) {
    const std::string scene = write_file("scene.npy", npy_scene({cube(0, 0, 0)}));
    const struct {
        std::vector<std::string> arguments;
        std::string meant;
    } cases[] = {
        {{"piars", scene}, "pairs"},        // neighbors swapped
        {{"pair", scene}, "pairs"},         // a letter missing
        {{"sim", scene}, "simulate"},       // only the beginning
        {{"Contacts", scene}, "contacts"},  // another case
        {{"cnotatcs", scene}, "contacts"},  // two swaps
        {{"--color", "never", "paris", scene}, "pairs"},
        {{"help", "piars"}, "pairs"},
        {{"help", "--color", "never", "piars"}, "pairs"},
        {{"hepl"}, "help"},
        {{scene}, "satori pairs " + scene},
        {{"pairs", scene, "---repat", "2"}, "--repeat"},
        {{"pairs", scene, "--theads", "2"}, "--threads"},
        {{"pairs", scene, "--reapet=3"}, "--repeat"},
        {{"pairs", scene, "-json"}, "--json"},
        {{"pairs", "--thread", "2", scene}, "--threads"},
        {{"make", "uniform", "--cuont", "10", "-o", path("x.npy")}, "--count"},
        {{"make", "unifrom", "--count", "10", "-o", path("x.npy")}, "uniform"},
        {{"make", "rect", "--count", "10", "-o", path("x.npy")}, "rects"},
        {{"pairs", scene, "--isa", "axv2"}, "avx2"},
        {{"pairs", scene, "--isa", "SSE4.2"}, "sse4.2"},
        {{"pairs", scene, "--stage", "overlaps"}, "overlap"},
        {{"pairs", scene, "--boundary", "close"}, "closed"},
        {{"pairs", scene, "--on-invalid", "sikp"}, "skip"},
        {{"pairs", scene, "--color", "nevr"}, "never"},
        {{"completion", "bsh"}, "bash"},
    };
    for (const auto& [arguments, meant] : cases) {
        const CommandResult result = run_satori(arguments);
        EXPECT_EQ(result.exit_code, 2) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_TRUE(result.err.starts_with("satori: ")) << result.err;
        EXPECT_TRUE(result.err.ends_with("; did you mean '" + meant + "'?\n")) << result.err;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
    const CommandResult variable = run_satori({"pairs", scene}, {.environment = {{"SATORI_ISA", "avx"}}});
    EXPECT_EQ(variable.exit_code, 2);
    EXPECT_TRUE(variable.err.ends_with("; did you mean 'avx2'?\n")) << variable.err;
    EXPECT_EQ(list(), std::vector<std::string>{"scene.npy"});
}

TEST_F(Suggestions, MistypedMethodOfFit) {
    const std::string points = write_file("points.csv", "x,y,z\n0,0,0\n1,2,3\n");
    const CommandResult result = run_satori({"fit", points, "--method", "minimum"});
    EXPECT_EQ(result.exit_code, 2);
    if (result.err.find("not part of") != std::string::npos) GTEST_SKIP() << "a build without satori::fit";
    EXPECT_TRUE(result.err.ends_with("; did you mean 'minimal'?\n")) << result.err;
}

TEST_F(Suggestions, MistypedFiles) {
    write_file("scene.npy", npy_scene({cube(0, 0, 0)}));
    for (const char* name : {"scnee.npy", "scene", "scene.csv", "Scene.npy"}) {
        const CommandResult result = run_satori({"pairs", path(name)});
        EXPECT_EQ(result.exit_code, 1) << result.err;
        EXPECT_TRUE(result.err.ends_with("No such file or directory; did you mean '" + path("scene.npy") + "'?\n"))
            << result.err;
    }
    // The ends are compared only where the rest is as like.
    write_file("ab.csv", "");
    write_file("ab.npy", "");
    EXPECT_TRUE(run_satori({"pairs", path("abc.npy")}).err.ends_with("; did you mean '" + path("ab.npy") + "'?\n"));
    EXPECT_TRUE(run_satori({"pairs", path("xy.npy")}).err.ends_with("No such file or directory\n"));
    const CommandResult other = run_satori({"pairs", path("something else")});
    EXPECT_TRUE(other.err.ends_with("No such file or directory\n")) << other.err;
    const CommandResult no_folder = run_satori({"pairs", path("folder/scene.npy")});
    EXPECT_TRUE(no_folder.err.ends_with("No such file or directory\n")) << no_folder.err;
}

TEST_F(Suggestions, NothingForWordsThatAreLikeNone) {
    const std::string scene = write_file("scene.npy", npy_scene({cube(0, 0, 0)}));
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"frobnicate"},
                                               {"pairs", scene, "--xyz"},
                                               {"pairs", scene, "--xs"},
                                               {"pairs", scene, "extra"},
                                               {"pairs", "--", scene, "extra"},
                                               {"pairs", scene, "--isa", "mmx"}}) {
        const CommandResult result = run_satori(arguments);
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_EQ(result.err.find("did you mean"), std::string::npos) << result.err;
    }
    const CommandResult kind = run_satori({"make", "nonsense", "--count", "1", "-o", path("x.npy")});
    EXPECT_NE(kind.err.find("six_decades"), std::string::npos) << "the list of kinds: " << kind.err;
}

TEST(MostLike, CountsInsertionsRemovalsReplacementsAndSwapsOfNeighborsAsOne) {
    const std::vector<std::string> words{"broadphase", "overlap"};
    for (const char* one : {"broadphse", "broadphasee", "braodphase", "broadqhase", "BROADPHASE"})
        EXPECT_EQ(scenes::suggestion(one, words), "; did you mean 'broadphase'?") << one;
    const std::vector<std::string> near{"abcd", "abdx"};
    ASSERT_NE(scenes::most_like("abdc", near), nullptr);
    EXPECT_EQ(*scenes::most_like("abdc", near), "abcd") << "both have one error; the first is taken";
    EXPECT_EQ(scenes::most_like("xy", words), nullptr);
    EXPECT_EQ(scenes::most_like("", words), nullptr);
    EXPECT_EQ(scenes::most_like(std::string(1000, 'b'), words), nullptr);
    EXPECT_EQ(scenes::most_like("word", {}), nullptr);
}

}  // namespace
}  // namespace satori::test
