#include "scenes/pairs_file.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenes/csv.hpp"
#include "scenes/file_kind.hpp"
#include "scenes/input_file.hpp"
#include "scenes/npy.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/text_fields.hpp"
#include "scenes/text_table.hpp"
#include "scenes/write_rows.hpp"

namespace satori::scenes {

namespace {

void append_csv_pair(std::string& text, BoxPair pair) {
    append_number(text, pair.first);
    text += ',';
    append_number(text, pair.second);
    text += '\n';
}

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    throw SceneError(SceneFault::content, path + ": " + reason);
}

/// Calls take(a, b) for each row of an array of pairs.
template <class Take>
void read_array(std::span<const std::byte> bytes, const std::string& path, Take&& take) {
    const NpyHeader header = parse_npy_header(bytes, path);
    if (header.shape.size() != 2 || header.shape[1] != 2)
        fail(path,
             fmt::format("the array's shape is ({}); pairs have shape (pairs, 2)", fmt::join(header.shape, ", ")));
    const std::span<const std::byte> data = bytes.subspan(header.data_offset);
    for (std::uint64_t row = 0; row < header.shape[0]; ++row)
        take(npy_number(data, header, 2 * row), npy_number(data, header, 2 * row + 1));
}

/// Does the same for a table with the columns a and b.
template <class Take>
void read_table(std::string_view text, const std::string& path, Take&& take) {
    constexpr const char* kColumns[2] = {"a", "b"};
    TextTable table(text, kColumns);
    if (!table.has_column("a") || !table.has_column("b")) fail(path, "there are no columns a and b");
    if (table.has_column("frame")) fail(path, "it has the pairs of several frames; one frame is needed");
    std::vector<std::string_view> names;
    std::string_view header = table.header();
    for (bool is_last = false; !is_last;) names.push_back(table.next_field(header, is_last));
    while (table.next_row()) {
        double pair[2] = {-1, -1};
        std::string_view line = table.line();
        bool is_last = false;
        for (std::size_t column = 0; !is_last && column < names.size(); ++column) {
            const std::string_view field = table.next_field(line, is_last);
            for (std::size_t k = 0; k < 2; ++k)
                if (names[column] == kColumns[k] && !parse_number(field, pair[k])) pair[k] = -1;
        }
        take(pair[0], pair[1]);
    }
}

}  // namespace

static_assert(sizeof(BoxPair) == 8);

PairsWriter::PairsWriter(const std::string& path) : format_(output_format(path)), file_(path) {}

void PairsWriter::write(std::span<const BoxPair> pairs, const ProgressCallback& progress) {
    if (format_ == FileFormat::npy) {
        file_.write(npy_header(NpyType::uint32, std::array<std::uint64_t, 2>{pairs.size(), 2}));
    } else {
        file_.write("a,b\n");
    }
    write_rows(file_, format_, pairs, append_csv_pair, progress);
    file_.commit();
}

void PairsWriter::write_frame(std::uint32_t frame, std::span<const BoxPair> pairs) {
    for (const BoxPair& pair : pairs) rows_.push_back({frame, pair.first, pair.second});
}

void PairsWriter::commit() {
    if (format_ == FileFormat::npy) {
        file_.write(npy_header(NpyType::uint32, std::array<std::uint64_t, 2>{rows_.size(), 3}));
    } else {
        file_.write("frame,a,b\n");
    }
    const auto append = [](std::string& text, const Row& row) { append_csv_row(text, row); };
    write_rows(file_, format_, std::span<const Row>(rows_), append, {});
    file_.commit();
}

std::vector<std::uint32_t> read_pair_counts(const std::string& path, std::uint32_t box_count) {
    const InputFile file(path);
    std::vector<std::uint32_t> counts(box_count);
    std::uint64_t row = 0;
    std::array<double, 2> last{-1, -1};
    const auto count_pair = [&](double a, double b) {
        for (const double box : {a, b})
            if (!(box >= 0 && box < box_count && box == std::floor(box)))
                fail(path, fmt::format("row {}: there is no such pair; the scene has {} boxes", row, box_count));
        ++row;
        if (std::exchange(last, {a, b}) == std::array{a, b}) return;  // another point of the same contact
        ++counts[static_cast<std::size_t>(a)];
        ++counts[static_cast<std::size_t>(b)];
    };
    if (const auto array = find_array(file.bytes(), path)) {
        read_array(*array, path, count_pair);
    } else {
        std::vector<char> storage;
        read_table(plain_text(file.bytes(), storage), path, count_pair);
    }
    return counts;
}

}  // namespace satori::scenes
