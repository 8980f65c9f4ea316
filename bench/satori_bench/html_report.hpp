#pragma once

#include <string>
#include <vector>

namespace satori::bench {

/// Returns a python3 that has matplotlib. Prints an error and returns null when there is none.
const char* plotting_python();

/// Runs report.py, which draws the report, with these arguments. It lies in share/satori next to this program's folder,
/// in the build and when installed. Prints an error and returns false when it failed.
bool make_report(const std::vector<std::string>& arguments);

/// Runs the programs beside this one that measure other libraries, in less than two minutes, and says which are not
/// there. They write to files whose names begin with `path`. Returns these files.
std::vector<std::string> measure_peers(const std::string& path, bool quick);

}  // namespace satori::bench
