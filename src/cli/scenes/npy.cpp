#include "cli/scenes/npy.hpp"

#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "cli/scenes/scene_error.hpp"
#include "cli/scenes/text_fields.hpp"
#include "geometry/rounding.hpp"

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

const char* descr_of(NpyType type) noexcept {
    switch (type) {
        case NpyType::float32:
            return "<f4";
        case NpyType::float64:
            return "<f8";
        case NpyType::uint32:
            return "<u4";
    }
    return "";
}

// The subset of Python literals that numpy writes: a dictionary of a string, a bool and a tuple of integers.
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
            if (text_.starts_with('[')) fail(name_, "the array holds records; plain float32 or float64 is needed");
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

NpyType parse_descr(std::string_view descr, const std::string& name) {
    for (const NpyType type : {NpyType::float32, NpyType::float64, NpyType::uint32}) {
        if (descr == descr_of(type)) return type;
    }
    if (descr.starts_with('>'))
        fail(name, fmt::format("the array is big-endian ('{}'); little-endian is needed", descr));
    fail(name, fmt::format("the array's type is '{}'; '<f4' or '<f8' is needed", descr));
}

void convert(const std::byte* rows, std::span<float> numbers, const ProgressCallback& progress) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        double number = 0;
        std::memcpy(&number, rows + i * sizeof number, sizeof number);
        numbers[i] = geometry::rounded(number);
        if (progress && i % kNumbersPerReport == 0) progress(i, numbers.size());
    }
}

}  // namespace

std::size_t npy_type_size(NpyType type) noexcept {
    return type == NpyType::float64 ? 8 : 4;
}

bool is_npy(std::span<const std::byte> file) noexcept {
    return file.size() >= kMagic.size() && std::memcmp(file.data(), kMagic.data(), kMagic.size()) == 0;
}

bool is_npy_name(std::string_view name) noexcept {
    return ends_with_any_case(name, ".npy");
}

const float* npy_floats(std::span<const std::byte> data, NpyType type, std::size_t count, std::vector<float>& storage,
                        const ProgressCallback& progress) {
    if (type == NpyType::float64) {
        storage.resize(count);
        convert(data.data(), storage, progress);
        return storage.data();
    }
    if (reinterpret_cast<std::uintptr_t>(data.data()) % alignof(float) != 0) {  // a header of odd length
        storage.resize(count);
        if (count > 0) std::memcpy(storage.data(), data.data(), count * sizeof(float));
        return storage.data();
    }
    return reinterpret_cast<const float*>(data.data());
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
    header.type = parse_descr(*dictionary.descr, name);
    header.shape = *dictionary.shape;
    header.data_offset = header_begin + length;
    if (*dictionary.fortran_order) fail(name, "the array is in Fortran order; C order is needed");

    const std::uint64_t present = text.size() - header.data_offset;
    const std::uint64_t most = UINT64_MAX / npy_type_size(header.type);
    header.element_count = 1;
    bool empty = false;
    for (const std::uint64_t extent : header.shape) empty = empty || extent == 0;
    if (empty) header.element_count = 0;
    for (const std::uint64_t extent : header.shape) {
        if (empty) break;
        if (header.element_count > most / extent) fail(name, "the header promises more than 2^64 bytes");
        header.element_count *= extent;
    }
    const std::uint64_t promised = header.element_count * npy_type_size(header.type);
    if (present < promised) {
        fail(name, fmt::format("the file is truncated: its header promises {} bytes of data, {} are there", promised,
                               present));
    }
    if (present > promised) fail(name, fmt::format("{} bytes follow the array's end", present - promised));
    return header;
}

std::string npy_header(NpyType type, std::span<const std::uint64_t> shape) {
    std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", descr_of(type),
                                         fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    const std::size_t unpadded = kVersionEnd + 2 + dictionary.size() + 1;
    dictionary.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
    dictionary += '\n';
    const auto length = static_cast<unsigned>(dictionary.size());
    std::string header(kMagic);
    header += {'\x01', '\x00', static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
    return header + dictionary;
}

}  // namespace satori::scenes
