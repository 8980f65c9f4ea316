#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/number_rows.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

/// Element types that satori reads; it writes float32, float64 and uint32, little-endian.
enum class NpyType { float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64 };

/// What the header of a .npy file says, once it is known to be true of the file.
struct NpyHeader {
    NpyType type = NpyType::float32;
    bool is_big_endian = false;
    bool is_fortran_order = false;
    std::vector<std::uint64_t> shape;
    std::size_t data_offset = 0;  ///< of the first element in the file
    std::uint64_t element_count = 0;
};

/// Whether the bytes begin as a .npy file does.
bool is_npy(std::span<const std::byte> file) noexcept;

/// An element of the array whose data these are, by its place in C order.
double npy_number(std::span<const std::byte> data, const NpyHeader& header, std::uint64_t index) noexcept;

/// `count` numbers of the array whose data these are, from the place `first` in C order on, as rows of float32: where they lie, or else in
/// `storage`.
const float* npy_rows(std::span<const std::byte> data, const NpyHeader& header, std::uint64_t first, std::size_t count,
                      const RowShape& shape, const MapOrigin& origin, std::vector<float>& storage,
                      const ProgressCallback& progress = {});

/// The origin for all rows of the array. 0 of float32 and float16, whose numbers are what they are.
MapOrigin npy_origin(std::span<const std::byte> data, const NpyHeader& header, const RowShape& shape);

/// Reads the header (format versions 1.0, 2.0 and 3.0) and checks the whole file's size against it. Format:
/// numpy.lib.format. SceneError (content), beginning with `name`, where anything is not as it should be, other types among it.
NpyHeader parse_npy_header(std::span<const std::byte> file, const std::string& name);

/// The header of a C-ordered array, version 1.0, padded so that the data are 64-byte aligned.
std::string npy_header(NpyType type, std::span<const std::uint64_t> shape);

}  // namespace satori::scenes
