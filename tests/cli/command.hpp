#pragma once

#include <csignal>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/types.h>

namespace satori::test {

/// The settings for the start of a program.
struct CommandSettings {
    std::vector<std::pair<std::string, std::string>> environment = {};  ///< added to this process's, without SATORI_ISA
    std::string standard_input = {};                                    ///< a file that it reads; empty: this process's
    std::string standard_output = {};   ///< a file to send it to instead of collecting it
    std::uint64_t file_size_limit = 0;  ///< bytes; 0: none
    bool has_unnamed_files = true;      ///< else after forbid_unnamed_files()
};

/// The outcome of a program.
struct CommandResult {
    int exit_code = -1;  ///< 128 + the signal that ended it
    std::string out;
    std::string err;
};

/// Runs the `satori` command (SATORI_CLI_PATH, under SATORI_CLI_EMULATOR where that is set) to its end.
CommandResult run_satori(const std::vector<std::string>& arguments, const CommandSettings& settings = {});
/// Runs any program.
CommandResult run_program(const std::vector<std::string>& words, const CommandSettings& settings = {});

/// Makes this process and those that it starts fail to open files without a name, as where the file system has none.
void forbid_unnamed_files();

/// A test with an empty folder of its own.
class CliTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    /// Returns the path of a name in the folder.
    std::string path(const std::string& name) const { return folder_ + "/" + name; }
    std::string write_file(const std::string& name, const std::string& content) const;
    /// Makes a scene with the command and returns its path. The test fails if the command fails.
    std::string make(const std::string& name, const std::vector<std::string>& arguments) const;
    /// Returns the JSON that `satori pairs` (`contacts`, `simulate`) prints. The test fails if the exit code is not 0.
    nlohmann::ordered_json pairs(const std::string& scene, const std::vector<std::string>& arguments = {}) const {
        return json_of("pairs", scene, arguments);
    }
    nlohmann::ordered_json contacts(const std::string& scene, const std::vector<std::string>& arguments = {}) const {
        return json_of("contacts", scene, arguments);
    }
    nlohmann::ordered_json simulate(const std::string& scene, const std::vector<std::string>& arguments = {}) const {
        return json_of("simulate", scene, arguments);
    }
    /// Returns the output of `command` with --json --repeat. EXPECTs these fields in this order, the documented stages,
    /// and that the stages' times, except ingest and sort, sum to the total.
    nlohmann::ordered_json json_with_fields(const std::string& command, const std::string& scene,
                                            const std::string& repeat, const std::vector<std::string>& fields) const;
    /// Returns all names in the folder, sorted: shows which files a command left.
    std::vector<std::string> list() const;
    /// Returns how many output files a process has that are not committed, with or without a name.
    static std::size_t unfinished_count(pid_t process);
    /// Returns whether the file system of the folder has files without a name.
    bool has_unnamed_files() const;

private:
    nlohmann::ordered_json json_of(const std::string& command, const std::string& scene,
                                   const std::vector<std::string>& arguments) const;

    std::string folder_;
};

std::string read_file(const std::string& path);

/// One row of a scene: ten numbers.
using Row = std::vector<float>;
/// Returns a unit cube with its center at x, y, z.
Row cube(float x, float y, float z);

/// Returns a .npy file, written by other code than the command's. `version` 1 to 3.
std::string npy_file(const std::string& dictionary, const std::string& data, int version = 1);
/// Returns the dictionary that numpy writes.
std::string npy_dictionary(const std::string& descr, const std::string& shape,
                           const std::string& fortran_order = "False");
/// Returns numbers as the bytes of a file.
template <typename Number>
std::string raw(const std::vector<Number>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}
/// Returns a float32 scene of one frame.
std::string npy_scene(const std::vector<Row>& rows);

}  // namespace satori::test
