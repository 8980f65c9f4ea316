#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace satori::test {

/// A program that runs beside the test. Its output goes to a file, its errors to the same name with ".err". The
/// destructor ends it.
class BackgroundProgram {
public:
    BackgroundProgram(const std::vector<std::string>& words, const std::string& output_file,
                      const std::vector<std::pair<std::string, std::string>>& environment = {});
    BackgroundProgram(const BackgroundProgram&) = delete;
    BackgroundProgram& operator=(const BackgroundProgram&) = delete;
    ~BackgroundProgram();

    /// Returns the whole lines that the program has printed so far.
    std::vector<std::string> lines() const;
    /// Waits until `met` accepts its lines. Returns false where the program has ended, or after minutes.
    bool wait_for(const std::function<bool(const std::vector<std::string>&)>& met);
    /// Waits until the program has ended. Returns its exit code, -1 after minutes, 128 + the signal that ended it.
    int wait_for_end();

private:
    bool has_ended();

    std::string output_file_;
    pid_t child_ = -1;
    int status_ = 0;
    bool ended_ = false;
};

}  // namespace satori::test
