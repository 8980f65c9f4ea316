#pragma once

namespace satori::cli {

/// From here on, signals that end the process leave no unfinished OutputFile behind. An InputFile that another program cuts off while
/// it is read (SIGBUS) is a failure: a message that begins with the program's name, exit code 1. A write beyond the file size limit
/// is an error of that write. Signals that are ignored or handled by others stay so.
void set_signals(const char* program_name);

}  // namespace satori::cli
