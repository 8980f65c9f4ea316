#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <satori/types.hpp>

namespace satori::bench {

/// The kind of the candidates.
enum class StreamKind {
    mixed,    ///< the uniform scene of `satori make`: two in five candidates touch, at all depths
    all_hit,  ///< pairs of boxes far from all others, any rotations, 2 to 50 mm deep
    resting,  ///< brick walls and towers of turned boxes, 1 mm deep, with noise of a tenth of that
};

/// Returns "mixed", "all_hit" or "resting".
const char* stream_name(StreamKind kind) noexcept;
std::optional<StreamKind> parse_stream_kind(std::string_view name) noexcept;

/// Returns about `count` boxes (whole pairs, walls and towers) in random order. Their AABB overlaps are the stream.
std::vector<OrientedBox> make_stream(StreamKind kind, std::uint32_t count, std::uint64_t seed);

}  // namespace satori::bench
