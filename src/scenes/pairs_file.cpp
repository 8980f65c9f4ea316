#include "scenes/pairs_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenes/csv.hpp"
#include "scenes/file_kind.hpp"
#include "scenes/input_file.hpp"
#include "scenes/npy.hpp"
#include "scenes/table_rows.hpp"
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

/// A file of pairs, .npy or .csv, or of contacts, .csv.
class PairsReader {
public:
    explicit PairsReader(const std::string& path) : name_(path), file_(path), array_(find_array(file_.bytes(), path)) {
        if (!array_) text_ = plain_text(file_.bytes(), storage_);
    }

    /// True when the rows are points of contacts: then a pair has several rows.
    bool has_points() const noexcept { return !array_ && TextTable(text_, kColumns).has_column("point"); }

    /// Calls take(row, a, b) for each row. Throws SceneError (content).
    template <class Take>
    void read(const ProgressCallback& progress, Take&& take) const {
        if (array_) return read_array(take);
        const TextTable table(text_, kColumns);
        if (table.has_column("frame")) refuse_content(name_, "it has the pairs of several frames; one frame is needed");
        double pair[2] = {};
        bool is_half = false;
        read_rows(table, name_, kColumns, "", progress,
                  [&](std::size_t row, std::size_t index, std::string_view field) {
                      if (!parse_number(field, pair[index])) return false;
                      is_half = !is_half;
                      if (!is_half) take(row, pair[0], pair[1]);
                      return true;
                  });
    }

    [[noreturn]] void refuse(std::uint64_t row, const std::string& reason) const {
        const std::string line = array_ ? "" : fmt::format(" (line {})", csv_line_of_row(text_, kColumns, row));
        refuse_content(name_, fmt::format("row {}{}: {}", row, line, reason));
    }

private:
    static constexpr const char* kColumns[2] = {"a", "b"};

    template <class Take>
    void read_array(Take&& take) const {
        const NpyHeader header = parse_npy_header(*array_, name_);
        if (header.shape.size() != 2 || header.shape[1] != 2)
            refuse_content(name_, fmt::format("the array's shape is ({}); pairs have shape (pairs, 2)",
                                              fmt::join(header.shape, ", ")));
        const std::span<const std::byte> data = array_->subspan(header.data_offset);
        for (std::uint64_t row = 0; row < header.shape[0]; ++row)
            take(row, npy_number(data, header, 2 * row), npy_number(data, header, 2 * row + 1));
    }

    std::string name_;
    InputFile file_;
    std::optional<std::span<const std::byte>> array_;
    std::vector<char> storage_;
    std::string_view text_;
};

BoxPair pair_of(double a, double b) {
    return {static_cast<std::uint32_t>(std::min(a, b)), static_cast<std::uint32_t>(std::max(a, b))};
}

}  // namespace

static_assert(sizeof(BoxPair) == 8);

PairsWriter::PairsWriter(const std::string& path) : format_(output_format(path)), file_(path) {}

void PairsWriter::write(std::span<const BoxPair> pairs, const ProgressCallback& progress) {
    begin(pairs.size());
    append(pairs, progress);
    end();
}

void PairsWriter::begin(std::uint64_t count) {
    if (format_ == FileFormat::npy) {
        file_.write(npy_header(NpyType::uint32, std::array<std::uint64_t, 2>{count, 2}));
    } else {
        file_.write("a,b\n");
    }
}

void PairsWriter::append(std::span<const BoxPair> pairs, const ProgressCallback& progress) {
    write_rows(file_, format_, pairs, append_csv_pair, progress);
    file_.flush();
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

std::vector<std::uint32_t> read_pair_counts(const std::string& path, std::uint32_t box_count,
                                            const ProgressCallback& progress) {
    const PairsReader reader(path);
    std::vector<BoxPair> pairs;
    reader.read(progress, [&](std::uint64_t row, double a, double b) {
        for (const double box : {a, b})
            if (!(box >= 0 && box < box_count && box == std::floor(box)))
                reader.refuse(row, fmt::format("there is no box {}; the scene has {} {}", box, box_count,
                                               plural(box_count, "box")));
        if (a == b) reader.refuse(row, fmt::format("box {} makes no pair with itself", a));
        pairs.push_back(pair_of(a, b));
    });
    std::sort(pairs.begin(), pairs.end());
    if (reader.has_points()) pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    if (const auto twice = std::adjacent_find(pairs.begin(), pairs.end()); twice != pairs.end()) {
        bool is_second = false;
        reader.read({}, [&](std::uint64_t row, double a, double b) {
            if (pair_of(a, b) == *twice && std::exchange(is_second, true))
                reader.refuse(row, fmt::format("the pair {}, {} has another row", a, b));
        });
    }
    std::vector<std::uint32_t> counts(box_count);
    for (const BoxPair& pair : pairs) {
        ++counts[pair.first];
        ++counts[pair.second];
    }
    return counts;
}

}  // namespace satori::scenes
