#include "background_program.hpp"

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace satori::test {

namespace {

constexpr auto kLimit = std::chrono::minutes(3);  // for what takes a tenth of a second on an idle machine
constexpr auto kPause = std::chrono::milliseconds(10);

template <typename Met>
bool wait_until(Met&& met) {
    const auto end = std::chrono::steady_clock::now() + kLimit;
    while (std::chrono::steady_clock::now() < end) {
        if (met()) return true;
        std::this_thread::sleep_for(kPause);
    }
    return false;
}

}  // namespace

BackgroundProgram::BackgroundProgram(const std::vector<std::string>& words, const std::string& output_file,
                                     const std::vector<std::pair<std::string, std::string>>& environment)
    : output_file_(output_file) {
    std::vector<std::string> added;
    for (const auto& [name, value] : environment) added.push_back(name + "=" + value);
    std::vector<char*> arguments, variables;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    for (const std::string& variable : added) variables.push_back(const_cast<char*>(variable.c_str()));
    for (char** entry = environ; *entry != nullptr; ++entry) variables.push_back(*entry);  // the first of two counts
    variables.push_back(nullptr);
    constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
    const int output = ::open(output_file.c_str(), kNew, 0600);
    const int errors = ::open((output_file + ".err").c_str(), kNew, 0600);
    child_ = ::fork();
    if (child_ == 0) {
        ::dup2(output, STDOUT_FILENO);
        ::dup2(errors, STDERR_FILENO);
        environ = variables.data();
        ::execvp(arguments[0], arguments.data());
        ::_exit(127);
    }
    ::close(output);
    ::close(errors);
}

BackgroundProgram::~BackgroundProgram() {
    if (has_ended()) return;
    ::kill(child_, SIGTERM);
    if (!wait_until([this] { return has_ended(); })) ::kill(child_, SIGKILL);
}

bool BackgroundProgram::has_ended() {
    if (!ended_) ended_ = ::waitpid(child_, &status_, WNOHANG) == child_;
    return ended_;
}

std::vector<std::string> BackgroundProgram::lines() const {
    std::ifstream file(output_file_);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line) && !file.eof();) lines.push_back(line);
    return lines;
}

bool BackgroundProgram::wait_for(const std::function<bool(const std::vector<std::string>&)>& met) {
    bool is_met = false;
    wait_until([&] {
        const bool ended = has_ended();  // checked first, so that the last output counts
        is_met = met(lines());
        return is_met || ended;
    });
    return is_met;
}

int BackgroundProgram::wait_for_end() {
    if (!wait_until([this] { return has_ended(); })) return -1;
    return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
}

}  // namespace satori::test
