#pragma once

#include <stdexcept>

#include <satori/status.hpp>

namespace rigid_bodies {

/// Throws if a call of satori has failed.
inline void expect(satori::Status status) {
    if (status != satori::Status::ok) throw std::runtime_error(satori::describe(status));
}

}  // namespace rigid_bodies
