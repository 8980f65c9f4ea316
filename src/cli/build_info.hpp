#pragma once

namespace satori::cli {

/// The sources and settings that this program was built from; "unknown" where the build could not find them out.
struct BuildInfo {
    const char* commit;  ///< `git describe --always --dirty` of the sources that were compiled last
    const char* compiler;
    const char* type;
    const char* flags;
};

BuildInfo build_info() noexcept;

}  // namespace satori::cli
