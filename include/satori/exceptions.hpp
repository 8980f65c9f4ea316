#pragma once

#include <stdexcept>

#include <satori/status.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup status
///
/// Optional: exceptions for programs that want them. No other header includes this one, and the library itself never
/// throws.
/// @{

/// A call that failed.
class StatusError : public std::runtime_error {
public:
    /// Makes the exception of a status.
    explicit StatusError(Status status) : std::runtime_error(describe(status)), status_(status) {}

    /// Returns the status of the call.
    Status status() const noexcept { return status_; }

private:
    Status status_;
};

/// Throws a StatusError unless `status` is ok.
///
///     throw_on_error(collide(boxes, workspace, result));
inline void throw_on_error(Status status) {
    if (status != Status::ok) throw StatusError(status);
}

/// @}

SATORI_NAMESPACE_END
