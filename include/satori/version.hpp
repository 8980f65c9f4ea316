#pragma once

#define SATORI_VERSION_MAJOR 0
#define SATORI_VERSION_MINOR 1
#define SATORI_VERSION_PATCH 0
/// One number that grows with every release: major * 10000 + minor * 100 + patch.
#define SATORI_VERSION (SATORI_VERSION_MAJOR * 10000 + SATORI_VERSION_MINOR * 100 + SATORI_VERSION_PATCH)

/// Every public name lives in `satori::v0`, an inline namespace: two major versions can be linked into one program.
#define SATORI_NAMESPACE_BEGIN                                                                                         \
    namespace satori {                                                                                                 \
    inline namespace v0 {
#define SATORI_NAMESPACE_END                                                                                           \
    }                                                                                                                  \
    }
