#include "cli/build_info.hpp"

#include "satori_commit.hpp"  // cmake/write_commit.cmake

namespace satori::cli {

BuildInfo build_info() noexcept {
    return {SATORI_BUILD_COMMIT, SATORI_BUILD_COMPILER, SATORI_BUILD_TYPE, SATORI_BUILD_FLAGS};
}

}  // namespace satori::cli
