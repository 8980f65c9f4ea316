#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scenes/progress_callback.hpp"

namespace satori::scenes {

/// Element types that satori reads and writes, little-endian.
enum class NpyType {
    float32,
    float64,
    uint32,
};

/// Bytes of one element.
std::size_t npy_type_size(NpyType type) noexcept;

/// What the header of a .npy file says, once it is known to be true of the file.
struct NpyHeader {
    NpyType type = NpyType::float32;
    std::vector<std::uint64_t> shape;
    std::size_t data_offset = 0;  ///< of the first element in the file
    std::uint64_t element_count = 0;
};

/// Whether the bytes begin as a .npy file does.
bool is_npy(std::span<const std::byte> file) noexcept;

/// Whether a file's name ends with .npy, in any case.
bool is_npy_name(std::string_view name) noexcept;

/// `count` numbers of a file, float32 or float64, from the beginning of `data` on: as float32 where they lie, else in
/// `storage`, float64 rounded.
const float* npy_floats(std::span<const std::byte> data, NpyType type, std::size_t count, std::vector<float>& storage,
                        const ProgressCallback& progress = {});

/// Reads the header (format versions 1.0, 2.0 and 3.0) and checks the whole file's size against it. Format:
/// numpy.lib.format. SceneError (content), beginning with `name`, where anything is not as it should be: other types,
/// big-endian or Fortran order among it.
NpyHeader parse_npy_header(std::span<const std::byte> file, const std::string& name);

/// The header of a C-ordered array, version 1.0, padded so that the data are 64-byte aligned.
std::string npy_header(NpyType type, std::span<const std::uint64_t> shape);

}  // namespace satori::scenes
