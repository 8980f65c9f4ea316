#pragma once

namespace satori::cli {

/// What this program was built of, and how. "unknown" where the build could not tell.
struct BuildInfo {
    const char* commit;  ///< as `git describe --always --dirty` of the sources that were compiled last
    const char* compiler;
    const char* type;
    const char* flags;
};

BuildInfo build_info() noexcept;

}  // namespace satori::cli
