#include <csignal>
#include <cstddef>

#include "cli/program.hpp"
#include "cli/signals.hpp"

int main(int argument_count, char** arguments) {
    satori::cli::set_signals("satori");
    // A write to a closed pipe then fails like other writes: with a message and exit code 1.
    std::signal(SIGPIPE, SIG_IGN);
    return static_cast<int>(satori::cli::run_program({arguments, static_cast<std::size_t>(argument_count)}));
}
