#pragma once

#include <satori/version.hpp>

// Declares the inline namespace satori::v0, so that `namespace satori::v0::room` names it.
SATORI_NAMESPACE_BEGIN
SATORI_NAMESPACE_END
