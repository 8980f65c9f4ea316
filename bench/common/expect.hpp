#pragma once

#include <stdexcept>
#include <string>

#include <satori/status.hpp>

namespace satori::bench {

/// Throws, with what was being done, unless `status` is ok.
inline void expect(Status status, const char* work) {
    if (status != Status::ok) throw std::runtime_error(std::string(work) + ": " + describe(status));
}

}  // namespace satori::bench
