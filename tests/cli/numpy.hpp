#pragma once

#include <string>

#include "command.hpp"

namespace satori::test {

/// Returns a python3 that has numpy; empty when there is none.
inline std::string python_with_numpy() {
    for (const char* python : {"python3", "/usr/bin/python3"})
        if (run_program({python, "-c", "import numpy"}).exit_code == 0) return python;
    return "";
}

}  // namespace satori::test
