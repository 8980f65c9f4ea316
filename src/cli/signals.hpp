#pragma once

namespace satori::cli {

/// Installs handlers. From then on, signals that end the process leave no unfinished OutputFile behind. When another
/// program truncates an InputFile during a read (SIGBUS), the process ends with a message that begins with the
/// program's name, and exit code 1. A write beyond the file size limit is an error of that write. Signals that are
/// already ignored or handled stay so.
void set_signals(const char* program_name);

}  // namespace satori::cli
