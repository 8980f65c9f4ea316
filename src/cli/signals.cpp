#include "cli/signals.hpp"

#include <csignal>
#include <cstring>

#include <unistd.h>

#include "cli/cli_error.hpp"
#include "scenes/input_file.hpp"
#include "scenes/output_file.hpp"

namespace satori::cli {

namespace {

const char* own_name = "";

// First the signals that end a process without a fault of its code; then those of faults, oneTBB's std::abort() among
// them.
constexpr int kEnding[] = {SIGINT,  SIGTERM, SIGHUP,    SIGQUIT, SIGALRM, SIGXCPU, SIGUSR1,
                           SIGUSR2, SIGPROF, SIGVTALRM, SIGABRT, SIGFPE,  SIGILL,  SIGSEGV};

// The code below must use only what a signal handler may use.
void say(const char* text) {
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // there is no one left to inform
}

extern "C" void clean_up_and_die(int signal, siginfo_t* info, void*) {
    scenes::OutputFile::remove_unfinished();
    const bool by_access = signal == SIGBUS && info->si_code > 0;  // and not sent by a process
    if (const char* path = by_access ? scenes::InputFile::mapped_at(info->si_addr) : nullptr) {
        static volatile std::sig_atomic_t said = 0;  // several threads may read the file; mostly this prints once
        if (said == 0) {
            said = 1;
            if (::isatty(STDERR_FILENO) == 1) say("\r\x1b[K");  // where a progress bar may be
            for (const char* part : {own_name, ": ", path, ": cannot read: it was cut off while it was read\n"})
                say(part);
        }
        ::_exit(static_cast<int>(ExitCode::failed));
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // takes effect when this handler has returned
}

}  // namespace

void set_signals(const char* program_name) {
    own_name = program_name;
    std::signal(SIGXFSZ, SIG_IGN);
    struct sigaction ending {};
    ending.sa_sigaction = clean_up_and_die;
    ending.sa_flags = SA_SIGINFO;
    sigfillset(&ending.sa_mask);
    for (const int signal : kEnding) {
        struct sigaction old {};
        if (::sigaction(signal, nullptr, &old) == 0 && old.sa_handler == SIG_DFL) ::sigaction(signal, &ending, nullptr);
    }
    ::sigaction(SIGBUS, &ending, nullptr);  // sanitizers would report it as a fault of this code
}

}  // namespace satori::cli
