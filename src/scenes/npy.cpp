#include "scenes/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/assert.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/text_fields.hpp"

namespace satori::scenes {

static_assert(std::endian::native == std::endian::little, "files are little-endian and are used as they are");

namespace {

constexpr std::string_view kMagic{"\x93NUMPY", 6};
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kVersionEnd = 8;  // magic, major, minor
constexpr std::size_t kLargestDimensionCount = 32;
constexpr std::size_t kNumbersPerReport = 1 << 20;

[[noreturn]] void fail(const std::string& name, const std::string& reason) {
    throw SceneError(SceneFault::content, name + ": " + reason);
}

struct TypeName {
    NpyType type;
    std::string_view name;  // without the byte order
};
constexpr TypeName kTypes[] = {{NpyType::float16, "f2"}, {NpyType::float32, "f4"}, {NpyType::float64, "f8"},
                               {NpyType::int8, "i1"},    {NpyType::int16, "i2"},   {NpyType::int32, "i4"},
                               {NpyType::int64, "i8"},   {NpyType::uint8, "u1"},   {NpyType::uint16, "u2"},
                               {NpyType::uint32, "u4"},  {NpyType::uint64, "u8"}};

std::string_view name_of(NpyType type) noexcept {
    return kTypes[static_cast<std::size_t>(type)].name;
}
std::size_t size_of(NpyType type) noexcept {
    return static_cast<std::size_t>(name_of(type)[1] - '0');
}

// Parses the subset of Python literals that numpy writes: a dictionary of a string, a bool and a tuple of integers.
class DictionaryParser {
public:
    DictionaryParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    void parse() {
        expect('{');
        while (!accept('}')) {
            const std::string_view key = parse_string();
            expect(':');
            parse_value(key);
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        skip_space();
        if (!text_.empty()) malformed();
        if (!descr || !fortran_order || !shape) malformed();
    }

    std::optional<std::string_view> descr;
    std::optional<bool> fortran_order;
    std::optional<std::vector<std::uint64_t>> shape;

private:
    void parse_value(std::string_view key) {
        if (key == "descr" && !descr) {
            skip_space();
            if (text_.starts_with('[')) fail(name_, "the array holds records; plain numbers are needed");
            descr = parse_string();
        } else if (key == "fortran_order" && !fortran_order) {
            fortran_order = parse_bool();
        } else if (key == "shape" && !shape) {
            shape = parse_tuple();
        } else {
            malformed();
        }
    }

    std::string_view parse_string() {
        skip_space();
        if (text_.empty() || (text_[0] != '\'' && text_[0] != '"')) malformed();
        const std::size_t end = text_.find(text_[0], 1);
        if (end == std::string_view::npos) malformed();
        const std::string_view content = text_.substr(1, end - 1);
        text_.remove_prefix(end + 1);
        return content;
    }

    bool parse_bool() {
        skip_space();
        for (const bool value : {false, true}) {
            const std::string_view word = value ? "True" : "False";
            if (!text_.starts_with(word)) continue;
            text_.remove_prefix(word.size());
            return value;
        }
        malformed();
    }

    std::vector<std::uint64_t> parse_tuple() {
        std::vector<std::uint64_t> values;
        expect('(');
        while (!accept(')')) {
            skip_space();
            std::uint64_t value = 0;
            const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
            if (error == std::errc::result_out_of_range) fail(name_, "the header's shape does not fit 64 bits");
            if (error != std::errc() || values.size() == kLargestDimensionCount) malformed();
            text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
            values.push_back(value);
            if (accept('L')) skip_space();  // long integers of Python 2
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
        return values;
    }

    void skip_space() {
        while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n' || text_[0] == '\t' || text_[0] == '\r')) {
            text_.remove_prefix(1);
        }
    }
    bool accept(char wanted) {
        skip_space();
        if (text_.empty() || text_[0] != wanted) return false;
        text_.remove_prefix(1);
        return true;
    }
    void expect(char wanted) {
        if (!accept(wanted)) malformed();
    }
    [[noreturn]] void malformed() const { fail(name_, "the .npy header is malformed"); }

    std::string_view text_;
    const std::string& name_;
};

void parse_descr(std::string_view descr, const std::string& name, NpyHeader& header) {
    const bool is_known_order = !descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
    for (const TypeName& known : kTypes) {
        if (!is_known_order || descr.substr(1) != known.name) continue;
        header.type = known.type;
        header.is_big_endian = descr[0] == '>';
        return;
    }
    fail(name,
         fmt::format("the array's type is {}; floats of 16, 32 or 64 bits and integers can be read", quoted(descr)));
}

// Converts IEEE 754 binary16.
double widened_half(std::uint16_t bits) noexcept {
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    double size = std::ldexp(fraction, -24);
    if (exponent == 31)
        size = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    else if (exponent > 0)
        size = std::ldexp(1024 + fraction, exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

template <class Number>
Number load(const std::byte* element, bool is_big_endian) noexcept {
    std::array<std::byte, sizeof(Number)> bytes;
    std::memcpy(bytes.data(), element, sizeof(Number));
    if (is_big_endian) std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<Number>(bytes);
}

double load(const std::byte* element, NpyType type, bool is_big_endian) noexcept {
    switch (type) {
        case NpyType::float16:
            return widened_half(load<std::uint16_t>(element, is_big_endian));
        case NpyType::float32:
            return double{load<float>(element, is_big_endian)};
        case NpyType::float64:
            return load<double>(element, is_big_endian);
        case NpyType::int8:
            return load<std::int8_t>(element, is_big_endian);
        case NpyType::int16:
            return load<std::int16_t>(element, is_big_endian);
        case NpyType::int32:
            return load<std::int32_t>(element, is_big_endian);
        case NpyType::int64:
            return static_cast<double>(load<std::int64_t>(element, is_big_endian));
        case NpyType::uint8:
            return load<std::uint8_t>(element, is_big_endian);
        case NpyType::uint16:
            return load<std::uint16_t>(element, is_big_endian);
        case NpyType::uint32:
            return load<std::uint32_t>(element, is_big_endian);
        case NpyType::uint64:
            return static_cast<double>(load<std::uint64_t>(element, is_big_endian));
    }
    return 0;
}

/// Returns the position in the file of the element with this index in C order.
std::uint64_t place_of(const NpyHeader& header, std::uint64_t index) noexcept {
    if (!header.is_fortran_order) return index;
    std::uint64_t place = 0, stride = header.element_count;
    for (std::size_t k = header.shape.size(); k-- > 0;) {
        stride /= header.shape[k];
        place += index % header.shape[k] * stride;
        index /= header.shape[k];
    }
    return place;
}

std::string header_of(const std::string& description, std::span<const std::uint64_t> shape) {
    std::string dictionary = fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': ({}{}), }}", description,
                                         fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    const std::size_t unpadded = kVersionEnd + 2 + dictionary.size() + 1;
    dictionary.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
    dictionary += '\n';
    SATORI_ASSERT((kVersionEnd + 2 + dictionary.size()) % kAlignment == 0);
    const auto length = static_cast<unsigned>(dictionary.size());
    std::string header(kMagic);
    header += {'\x01', '\x00', static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
    return header + dictionary;
}

}  // namespace

bool is_npy(std::span<const std::byte> file) noexcept {
    return file.size() >= kMagic.size() && std::memcmp(file.data(), kMagic.data(), kMagic.size()) == 0;
}

double npy_number(std::span<const std::byte> data, const NpyHeader& header, std::uint64_t index) noexcept {
    SATORI_ASSERT(index < header.element_count);
    const std::byte* const element = data.data() + place_of(header, index) * size_of(header.type);
    return load(element, header.type, header.is_big_endian);
}

const float* npy_rows(std::span<const std::byte> data, const NpyHeader& header, std::uint64_t first, std::size_t count,
                      const RowShape& shape, const MapOrigin& origin, std::vector<float>& storage,
                      const ProgressCallback& progress) {
    SATORI_ASSERT(first <= header.element_count && count <= header.element_count - first);
    if (header.type == NpyType::float32 && !header.is_big_endian && !header.is_fortran_order) {
        const std::byte* const rows = data.data() + first * sizeof(float);
        if (reinterpret_cast<std::uintptr_t>(rows) % alignof(float) == 0) return reinterpret_cast<const float*>(rows);
        storage.resize(count);  // the header has an odd length
        if (count > 0) std::memcpy(storage.data(), rows, count * sizeof(float));
        return storage.data();
    }
    storage.resize(count);
    for (std::size_t i = 0, column = 0; i < count; ++i) {
        storage[i] = row_number(npy_number(data, header, first + i), column, shape, origin);
        column = column + 1 < shape.columns ? column + 1 : 0;
        if (progress && i % kNumbersPerReport == 0) progress(i, count);
    }
    return storage.data();
}

void add_npy_bounds(CoordinateBounds& bounds, std::span<const std::byte> data, const NpyHeader& header,
                    const RowShape& shape, std::uint64_t first, std::uint64_t count) {
    if (header.type == NpyType::float32 || header.type == NpyType::float16) return;
    add_to_bounds(bounds, first, count, shape.coordinates, [&](std::uint64_t row, std::size_t column) {
        return npy_number(data, header, row * shape.columns + column);
    });
}

MapOrigin npy_origin(std::span<const std::byte> data, const NpyHeader& header, const RowShape& shape,
                     const CoordinateBounds& bounds) {
    return find_map_origin(
        bounds, header.element_count / shape.columns, shape,
        [&](std::uint64_t row, std::size_t column) { return npy_number(data, header, row * shape.columns + column); });
}

NpyHeader parse_npy_header(std::span<const std::byte> file, const std::string& name) {
    if (file.empty()) fail(name, "the file is empty");
    if (!is_npy(file)) fail(name, "this is not a .npy file");
    const std::string_view text = as_text(file);
    if (text.size() < kVersionEnd) fail(name, "the file ends within its header");
    const int major = text[6];
    if (major < 1 || major > 3 || text[7] != 0)
        fail(name, fmt::format(".npy version {}.{} is not known", major, +text[7]));
    const std::size_t length_size = major == 1 ? 2 : 4;
    if (text.size() < kVersionEnd + length_size) fail(name, "the file ends within its header");
    std::uint32_t length = 0;
    std::memcpy(&length, text.data() + kVersionEnd, length_size);
    const std::size_t header_begin = kVersionEnd + length_size;
    if (length > text.size() - header_begin) fail(name, "the file ends within its header");

    DictionaryParser dictionary(text.substr(header_begin, length), name);
    dictionary.parse();
    NpyHeader header;
    parse_descr(*dictionary.descr, name, header);
    header.shape = *dictionary.shape;
    header.data_offset = header_begin + length;
    header.is_fortran_order = *dictionary.fortran_order;

    const std::uint64_t present = text.size() - header.data_offset;
    const std::uint64_t most = UINT64_MAX / size_of(header.type);
    header.element_count = 1;
    bool empty = false;
    for (const std::uint64_t extent : header.shape) empty = empty || extent == 0;
    if (empty) header.element_count = 0;
    for (const std::uint64_t extent : header.shape) {
        if (empty) break;
        if (header.element_count > most / extent) fail(name, "the header promises more than 2^64 bytes");
        header.element_count *= extent;
    }
    const std::uint64_t promised = header.element_count * size_of(header.type);
    if (present < promised) {
        fail(name, fmt::format("the file is truncated: its header promises {} bytes of data, {} are there", promised,
                               present));
    }
    if (present > promised) fail(name, fmt::format("{} bytes follow the array's end", present - promised));
    return header;
}

std::string npy_header(NpyType type, std::span<const std::uint64_t> shape) {
    return header_of(fmt::format("'<{}'", name_of(type)), shape);
}

std::string npy_header(std::span<const NpyField> fields, std::uint64_t count) {
    std::string description;
    for (const NpyField& field : fields)
        description +=
            fmt::format("{}('{}', '<{}')", description.empty() ? "[" : ", ", field.name, name_of(field.type));
    return header_of(description + "]", std::span(&count, 1));
}

}  // namespace satori::scenes
