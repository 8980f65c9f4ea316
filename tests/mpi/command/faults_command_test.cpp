// satori-mpi pairs: what goes wrong on one rank ends all of them, with one message and the exit codes of the command.

#include <filesystem>
#include <limits>

#include <gtest/gtest.h>

#include "ranks_command.hpp"

namespace satori::test {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Returns how often a text is in another one.
int count_of(const std::string& word, const std::string& text) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++count;
    return count;
}

class RankFaults : public RanksTest {
protected:
    std::string cubes(const std::string& name, int count, int bad = -1) const {
        std::vector<Row> rows;
        for (int i = 0; i < count; ++i) rows.push_back(cube(0.6F * static_cast<float>(i), 0, 0));
        if (bad >= 0) rows[static_cast<std::size_t>(bad)][4] = kNaN;
        return write_file(name, npy_scene(rows));
    }
    /// The command must end so, and rank 0 alone says why.
    void expect_fault(const CommandResult& result, int exit_code, const std::string& message) const {
        EXPECT_EQ(result.exit_code, exit_code) << result.err;
        EXPECT_EQ(count_of("satori-mpi: " + message, result.err), 1) << result.err;
        EXPECT_EQ(count_of("satori-mpi: ", result.err), 1) << result.err;
        EXPECT_EQ(result.out, "");
    }
    void expect_fault(const std::vector<std::string>& arguments, int exit_code, const std::string& message) const {
        std::vector<std::string> words{"pairs"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        expect_fault(run_ranks(3, words), exit_code, message);
    }
};

TEST_F(RankFaults, Files) {
    expect_fault({path("none.npy")}, 1, path("none.npy") + ": cannot read: No such file or directory");
    cubes("part-0.npy", 9);
    cubes("part-2.npy", 9);
    cubes("part-3.npy", 9);
    expect_fault({path("part-{rank}.npy")}, 2, path("part-3.npy") + " is there too: start a rank for each file, not 3");
    std::filesystem::remove(path("part-3.npy"));
    expect_fault({path("part-{rank}.npy")}, 1, "rank 1: " + path("part-1.npy") + ": cannot read: No such file");
    const std::string whole = read_file(path("part-0.npy"));
    write_file("part-1.npy", whole.substr(0, whole.size() - 40));
    expect_fault({path("part-{rank}.npy")}, 3, "rank 1: " + path("part-1.npy") + ": the file is truncated");
    write_file("part-1.npy", npy_scene({{0, 0, 1, 1, 0}}));
    expect_fault({path("part-{rank}.npy")}, 2, "rank 1: " + path("part-1.npy") + ": this is a 2D scene");
    expect_fault({path("part-0.npy"), "--frame", "1"}, 2, path("part-0.npy") + ": there is no frame 1");
}

TEST_F(RankFaults, ABadBoxIsNamedByRankRowAndColumn) {
    const std::string scene = cubes("scene.npy", 9, 7);
    expect_fault({scene, "-o", path("pairs.npy")}, 3,
                 "rank 2: " + scene + ": row 7, column hy: half extent is not finite (nan)\n");
    cubes("part-0.npy", 9);
    cubes("part-1.npy", 9, 4);
    cubes("part-2.npy", 9, 3);
    expect_fault({path("part-{rank}.npy")}, 3,
                 "rank 1: " + path("part-1.npy") + ": row 4, column hy: half extent is not finite (nan)\n");
    EXPECT_EQ(list(), (std::vector<std::string>{"part-0.npy", "part-1.npy", "part-2.npy", "scene.npy"}));
}

TEST_F(RankFaults, ABadRadiusIsNamedByRankAndRow) {
    std::vector<Row> rows;
    for (int i = 0; i < 9; ++i) {
        rows.push_back(cube(0.6F * static_cast<float>(i), 0, 0));
        rows.back().push_back(i >= 7 ? -1 : 0.1F);
    }
    const std::string scene = write_file("scene.npy", npy_scene(rows));
    expect_fault({scene}, 3,
                 "rank 2: " + scene + ": row 7, column radius: a radius is 0 or 1e-07 to 1e+08 meters (-1)\n");
}

TEST_F(RankFaults, Usage) {
    const std::string scene = cubes("scene.npy", 9);
    expect_fault({scene, "--boundry", "open"}, 2, "pairs has no option '--boundry'; did you mean '--boundary'?");
    expect_fault({scene, "-o", scene}, 2, scene + " is the scene: the output would replace it");
    expect_fault({scene, "-o", path("pairs.txt")}, 2, "rank 0: " + path("pairs.txt") + ": the name of an output");
    expect_fault({"make:unifrm:100"}, 2, "'unifrm' is not a kind of scene; did you mean 'uniform'?");
    expect_fault({"make:rects:100"}, 2, "rects:100: this is a 2D scene");
    expect_fault({"make:uniform:12x"}, 2, "'12x' is not a number of boxes");
    expect_fault({"-"}, 2, "the scene must be a file");
    expect_fault({scene, "--near", "-1"}, 2, "--near must be a number from 0 to 1e+09");
    expect_fault({scene, "--isa", "none"}, 2, "--isa none is not a known instruction set");
    EXPECT_EQ(list(), std::vector<std::string>{"scene.npy"});
}

TEST_F(RankFaults, CommandLinesThatDiffer) {
    const std::string scene = cubes("scene.npy", 9);
    const std::string program = SATORI_MPI_PATH;
    expect_fault(run_mpiexec({"-n", "2", program, "pairs", scene, ":", "-n", "1", program, "pairs", scene, "--boundary",
                              "open"}),
                 2, "the ranks have different command lines");
}

TEST_F(RankFaults, FilesOfDifferentPlacesOfAMap) {
    for (int rank = 0; rank < 3; ++rank) {
        std::vector<double> numbers{2e5 * (rank + 1), 0, 0, 1, 1, 1, 0, 0, 0, 1};
        write_file(fmt::format("part-{}.npy", rank), npy_file(npy_dictionary("<f8", "(1, 10)"), raw(numbers)));
    }
    expect_fault({path("part-{rank}.npy")}, 2, "the files have coordinates about different places of a map");
}

TEST_F(RankFaults, AFullDisk) {
    const std::string scene = cubes("scene.npy", 900);
    expect_fault({scene, "-o", "/dev/full"}, 1, "rank 0: /dev/full: cannot write: No space left on device");
    std::filesystem::create_symlink("/dev/full", path("pairs-2.npy"));
    expect_fault({scene, "-o", path("pairs-{rank}.npy")}, 1,
                 "rank 2: " + path("pairs-2.npy") + ": cannot write: No space left on device");
    expect_fault({scene, "-o", path("none/pairs.npy")}, 1, "rank 0: " + path("none/pairs.npy") + ": cannot write: ");
    EXPECT_EQ(list(), (std::vector<std::string>{"pairs-2.npy", "scene.npy"}));
}

/// The reader leaves while pairs of other ranks come: after 100 kB of 192 kB. Rank 0 has 64 kB, and a pipe holds 64 kB.
TEST_F(RankFaults, APipeThatCloses) {
    const std::string pipe = path("pipe");
    const std::string line = fmt::format(
        "mkfifo {0} && {{ head -c 100000 {0} > /dev/null & exec {1} -n 3 {2} pairs make:uniform:30000 -o {0}; }}", pipe,
        SATORI_MPIEXEC, SATORI_MPI_PATH);
    expect_fault(run_shell(line), 1, "rank 0: " + pipe + ": cannot write: Broken pipe");
}

/// Rank 1 waits for a reader of its output when it is killed, and the others wait for it, with unfinished files. mpirun
/// may kill them too, at once. No file has its name, and none stays, unless the file system needs names for them.
TEST_F(RankFaults, AKilledRankEndsAll) {
    const std::string line = fmt::format(
        "cd {0} && mkfifo pairs-1.npy && {{ {1} -n 3 sh -c 'echo $$ > pid-${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}; exec "
        "{2} "
        "pairs make:uniform:900 -o pairs-{{rank}}.npy' & }} && while [ $(for rank in 0 2; do ls -l /proc/$(cat "
        "pid-$rank)/fd; done 2> /dev/null | "
        "grep -c -e '/#' -e /.satori-) -lt 2 ]; do sleep 0.1; done && kill -9 $(cat pid-1) && wait $!",
        path(""), SATORI_MPIEXEC, SATORI_MPI_PATH);
    const CommandResult result = run_shell(line);
    EXPECT_NE(result.exit_code, 0);
    EXPECT_NE(result.exit_code, 124) << "it hung";
    const std::string told = result.out + result.err;  // Open MPI tells it in err, MPICH in out
    EXPECT_NE(told.find("signal 9"), std::string::npos) << told;
    for (const char* name : {"pairs-0.npy", "pairs-2.npy"}) EXPECT_FALSE(std::filesystem::exists(path(name))) << name;
    if (has_unnamed_files()) {
        EXPECT_EQ(list(), (std::vector<std::string>{"pairs-1.npy", "pid-0", "pid-1", "pid-2"}));
    }
}

}  // namespace
}  // namespace satori::test
