#include <csignal>
#include <cstddef>

#include "cli/program.hpp"
#include "cli/scenes/output_file.hpp"

namespace satori::cli {

namespace {

extern "C" void clean_up_and_die(int signal) {
    scenes::OutputFile::remove_unfinished();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void set_signals() {
    // A full disk, a file size limit, a closed pipe: errors of the write that meets them, with a message and exit code 1.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (std::signal(signal, clean_up_and_die) == SIG_IGN) std::signal(signal, SIG_IGN);
    }
}

}  // namespace

}  // namespace satori::cli

int main(int argument_count, char** arguments) {
    satori::cli::set_signals();
    return static_cast<int>(satori::cli::run_program({arguments, static_cast<std::size_t>(argument_count)}));
}
