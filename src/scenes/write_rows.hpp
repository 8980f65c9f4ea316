#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "scenes/output_file.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

inline constexpr std::size_t kItemsPerBlock = 1 << 16;

/// Writes `count` items block by block, as `append(std::string&, std::size_t index)` appends them.
template <typename Append>
void write_appended(OutputFile& file, std::size_t count, Append append, const ProgressCallback& progress = {}) {
    std::string bytes;
    for (std::size_t done = 0; done < count;) {
        const std::size_t end = std::min(done + kItemsPerBlock, count);
        bytes.clear();
        for (; done < end; ++done) append(bytes, done);
        file.write(bytes);
        if (progress) progress(done, count);
    }
}

/// Writes items block by block: to .npy as they are in memory, to .csv through `append_csv(std::string&, const Item&)`.
template <typename Item, typename AppendCsv>
void write_rows(OutputFile& file, FileFormat format, std::span<const Item> items, AppendCsv append_csv,
                const ProgressCallback& progress) {
    if (format == FileFormat::csv) {
        const auto append = [&](std::string& text, std::size_t index) { append_csv(text, items[index]); };
        return write_appended(file, items.size(), append, progress);
    }
    for (std::size_t done = 0; done < items.size();) {
        const std::span<const Item> block = items.subspan(done, std::min(kItemsPerBlock, items.size() - done));
        file.write(block.data(), block.size_bytes());
        done += block.size();
        if (progress) progress(done, items.size());
    }
}

}  // namespace satori::scenes
