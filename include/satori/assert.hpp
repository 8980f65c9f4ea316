#pragma once

#include <satori/export.hpp>

/// @ingroup status
/// Reports an invariant of the library that does not hold: its text, and the place of its check. Only a library that
/// was built with the CMake option SATORI_ASSERTS calls this function, on any thread. The library's definition writes
/// one line to stderr and calls abort(). A program may define the function itself, and the linker takes that definition
/// (but not in the place of a Windows DLL's). If it returns, the call continues, and its results are undefined.
extern "C" SATORI_API void satori_assert_failed(const char* condition, const char* file, int line) noexcept;
