#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "../../cli/command.hpp"

namespace satori::test {

/// A test that starts satori-mpi on ranks. One that hangs is stopped after a minute.
class RanksTest : public CliTest {
protected:
    static CommandResult run_limited(const std::vector<std::string>& program) {
        std::vector<std::string> words{"timeout", "-k", "5", "60"};
        words.insert(words.end(), program.begin(), program.end());
        CommandSettings settings;
        // Of Open MPI: root may start it, and there may be more ranks than cores, which then yield.
        settings.environment = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                                {"OMPI_MCA_mpi_yield_when_idle", "1"},
                                {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
                                {"ASAN_OPTIONS", "detect_leaks=0"}};
        return run_program(words, settings);
    }
    static CommandResult run_shell(const std::string& line) { return run_limited({"sh", "-c", line}); }
    static CommandResult run_mpiexec(const std::vector<std::string>& arguments) {
        std::vector<std::string> words{SATORI_MPIEXEC};
        words.insert(words.end(), arguments.begin(), arguments.end());
        return run_limited(words);
    }
    static CommandResult run_ranks(int count, const std::vector<std::string>& arguments) {
        std::vector<std::string> words{"-n", std::to_string(count), SATORI_MPI_PATH};
        words.insert(words.end(), arguments.begin(), arguments.end());
        return run_mpiexec(words);
    }
    /// Returns the JSON that `satori-mpi pairs` prints. The test fails if the exit code is not 0.
    static nlohmann::ordered_json rank_pairs(int count, const std::string& scene,
                                             const std::vector<std::string>& arguments = {}) {
        std::vector<std::string> words{"pairs", scene, "--json"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        const CommandResult result = run_ranks(count, words);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_EQ(result.err, "");
        return nlohmann::ordered_json::parse(result.out, nullptr, false);
    }
    /// Both commands must find the same in a scene.
    void expect_same(int count, const std::string& scene, const std::vector<std::string>& options = {}) const {
        std::vector<std::string> with_output = options;
        with_output.insert(with_output.end(), {"-o", path("one.npy")});
        const nlohmann::ordered_json one = pairs(scene, with_output);
        with_output.back() = path("ranks.npy");
        const nlohmann::ordered_json ranks = rank_pairs(count, scene, with_output);
        EXPECT_EQ(ranks["ranks"], count);
        for (const char* key : {"boxes", "overlaps", "hash"}) EXPECT_EQ(ranks[key], one[key]) << key << scene;
        EXPECT_EQ(read_file(path("ranks.npy")), read_file(path("one.npy"))) << scene;
    }
};

}  // namespace satori::test
