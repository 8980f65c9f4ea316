#pragma once

/// @cond
/// SATORI_API marks what the shared library exports; everything else is hidden.
#if defined(SATORI_STATIC)
#define SATORI_API
#elif defined(_WIN32)
#if defined(SATORI_BUILDING)
#define SATORI_API __declspec(dllexport)
#else
#define SATORI_API __declspec(dllimport)
#endif
#else
#define SATORI_API __attribute__((visibility("default")))
#endif
/// @endcond
