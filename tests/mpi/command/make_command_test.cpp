// satori-mpi make, and pairs of a made scene: the scene that satori make makes, of which a rank holds its rows.

#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sys/resource.h>

#include "ranks_command.hpp"

namespace satori::test {
namespace {

class RankMake : public RanksTest {
protected:
    /// Returns the rows of a file of float32, without its header.
    std::string rows_of(const std::string& name) const { return read_file(path(name)).substr(128); }
    /// The files of the ranks, one after the other, must have the rows of `satori make` with the same words.
    void expect_same_rows(int count, std::vector<std::string> words) const {
        const std::string whole = make("whole.npy", words);
        words.insert(words.begin(), "make");
        words.insert(words.end(), {"-o", path("part-{rank}.npy"), "--quiet"});
        const CommandResult result = run_ranks(count, words);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_EQ(result.out + result.err, "");
        std::string joined;
        for (int rank = 0; rank < count; ++rank) joined += rows_of(fmt::format("part-{}.npy", rank));
        EXPECT_EQ(joined, rows_of("whole.npy")) << words[1];
        EXPECT_EQ(rank_pairs(count, path("part-{rank}.npy"))["hash"], pairs(whole)["hash"]);
    }
};

TEST_F(RankMake, TheRowsOfOneProcess) {
    for (const char* kind : {"uniform", "mixed", "rods", "far", "clustered", "identical", "pile", "heap"})
        expect_same_rows(3, {kind, "--count", "1000"});
    expect_same_rows(4, {"uniform", "--count", "2"});  // ranks without boxes
}

TEST_F(RankMake, Solids) {
    for (const char* solids : {"spheres", "capsules", "rounded", "boxes"})
        expect_same_rows(3, {"dense", "--count", "700", "--solids", solids});
}

TEST_F(RankMake, Printed) {
    const CommandResult made = run_ranks(3, {"make", "clustered", "--count", "2e3", "-o", path("part-{rank}.npy")});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_EQ(made.out, path("part-{rank}.npy") + ": 2 000 boxes (clustered) in 3 files\n");
}

TEST_F(RankMake, Faults) {
    EXPECT_EQ(run_ranks(2, {"make", "clustered", "--count", "9", "-o", path("one.npy")}).exit_code, 2);
    EXPECT_EQ(run_ranks(2, {"make", "clustered", "--count", "x", "-o", path("part-{rank}.npy")}).exit_code, 2);
    EXPECT_EQ(run_ranks(2, {"make", "uniform", "--count", "9", "-o", path("none/part-{rank}.npy")}).exit_code, 1);
    EXPECT_EQ(list(), std::vector<std::string>());
}

TEST_F(RankMake, PairsOfAMadeScene) {
    const auto one = pairs(make("scene.npy", {"mixed", "--count", "2000"}));
    EXPECT_EQ(rank_pairs(3, "make:mixed:2e3")["hash"], one["hash"]);
}

TEST_F(RankMake, ARankHoldsItsRowsAlone) {
    constexpr int kRanks = 8;
    constexpr long kBoxes = 4000000;
    for (int rank = 0; rank < kRanks; ++rank)
        std::filesystem::create_symlink("/dev/null", path(fmt::format("part-{}.npy", rank)));
    const CommandResult result =
        run_ranks(kRanks, {"make", "uniform", "--count", std::to_string(kBoxes), "-o", path("part-{rank}.npy")});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used);
    EXPECT_GT(used.ru_maxrss, kBoxes / kRanks * 40 / 1024) << "it counts the ranks";
    EXPECT_LT(used.ru_maxrss, kBoxes * 40 / 1024) << "kB of the largest rank";
}

}  // namespace
}  // namespace satori::test
