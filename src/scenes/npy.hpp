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

/// Element types that satori reads. It writes float32, float64 and uint32, little-endian.
enum class NpyType { float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64 };

/// The contents of the header of a .npy file, checked against the file.
struct NpyHeader {
    NpyType type = NpyType::float32;
    bool is_big_endian = false;
    bool is_fortran_order = false;
    std::vector<std::uint64_t> shape;
    std::size_t data_offset = 0;  ///< position of the first element in the file
    std::uint64_t element_count = 0;
};

/// True when the bytes begin like a .npy file.
bool is_npy(std::span<const std::byte> file) noexcept;

/// Returns the element of the array `data` with this index in C order.
double npy_number(std::span<const std::byte> data, const NpyHeader& header, std::uint64_t index) noexcept;

/// Returns `count` numbers of the array `data`, from index `first` in C order on, as rows of float32: in place if
/// possible, else in `storage`.
const float* npy_rows(std::span<const std::byte> data, const NpyHeader& header, std::uint64_t first, std::size_t count,
                      const RowShape& shape, const MapOrigin& origin, std::vector<float>& storage,
                      const ProgressCallback& progress = {});

/// Adds the coordinates of rows [first, first + count) of the array to the bounds. Those of float32 and float16 do not
/// count: their origin is 0, because the numbers are used as they are.
void add_npy_bounds(CoordinateBounds& bounds, std::span<const std::byte> data, const NpyHeader& header,
                    const RowShape& shape, std::uint64_t first, std::uint64_t count);
/// Returns the origin for all rows of the array, of which add_npy_bounds() has given the bounds.
MapOrigin npy_origin(std::span<const std::byte> data, const NpyHeader& header, const RowShape& shape,
                     const CoordinateBounds& bounds);

/// Reads the header (format versions 1.0, 2.0 and 3.0) and checks the size of the file against it. Format:
/// numpy.lib.format. Throws SceneError (content), with a message that begins with `name`, when anything is wrong; that
/// includes other element types.
NpyHeader parse_npy_header(std::span<const std::byte> file, const std::string& name);

/// Returns the header of a C-ordered array, version 1.0, padded so that the data are 64-byte aligned.
std::string npy_header(NpyType type, std::span<const std::uint64_t> shape);

/// A field of the records of an array.
struct NpyField {
    const char* name;
    NpyType type;
};
/// Returns the header of an array of `count` records, packed in this order. numpy reads it as a structured array.
std::string npy_header(std::span<const NpyField> fields, std::uint64_t count);

}  // namespace satori::scenes
