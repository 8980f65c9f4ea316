#include "scenes/pairs_file.hpp"

#include <array>
#include <cstdint>
#include <string>

#include "scenes/csv.hpp"
#include "scenes/npy.hpp"
#include "scenes/write_rows.hpp"

namespace satori::scenes {

namespace {

void append_csv_pair(std::string& text, BoxPair pair) {
    append_number(text, pair.first);
    text += ',';
    append_number(text, pair.second);
    text += '\n';
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

}  // namespace satori::scenes
