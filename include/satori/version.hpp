#pragma once

/// @addtogroup version
/// @{

/// The first number of the version.
#define SATORI_VERSION_MAJOR 0
/// The second number of the version.
#define SATORI_VERSION_MINOR 2
/// The third number of the version.
#define SATORI_VERSION_PATCH 0
/// The version as one number, which grows with every release: major * 10000 + minor * 100 + patch.
#define SATORI_VERSION (SATORI_VERSION_MAJOR * 10000 + SATORI_VERSION_MINOR * 100 + SATORI_VERSION_PATCH)

/// @}

/// @cond
/// All public names are in `satori::v0`, an inline namespace: one program can link two major versions.
#define SATORI_NAMESPACE_BEGIN                                                                                         \
    namespace satori {                                                                                                 \
    inline namespace v0 {
#define SATORI_NAMESPACE_END                                                                                           \
    }                                                                                                                  \
    }
/// @endcond
