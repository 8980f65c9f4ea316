#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "scenes/output_file.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

inline constexpr std::size_t kItemsPerBlock = 1 << 16;

/// Writes items block by block, as `append(std::string&, const Item&)` appends them.
template <typename Item, typename Append>
void write_appended(OutputFile& file, std::span<const Item> items, Append append, const ProgressCallback& progress) {
    std::string bytes;
    for (std::size_t done = 0; done < items.size();) {
        const std::span<const Item> block = items.subspan(done, std::min(kItemsPerBlock, items.size() - done));
        bytes.clear();
        for (const Item& item : block) append(bytes, item);
        file.write(bytes);
        done += block.size();
        if (progress) progress(done, items.size());
    }
}

/// Writes items block by block: to .npy as they are in memory, to .csv through `append_csv(std::string&, const Item&)`.
template <typename Item, typename AppendCsv>
void write_rows(OutputFile& file, FileFormat format, std::span<const Item> items, AppendCsv append_csv,
                const ProgressCallback& progress) {
    if (format == FileFormat::csv) return write_appended(file, items, append_csv, progress);
    for (std::size_t done = 0; done < items.size();) {
        const std::span<const Item> block = items.subspan(done, std::min(kItemsPerBlock, items.size() - done));
        file.write(block.data(), block.size_bytes());
        done += block.size();
        if (progress) progress(done, items.size());
    }
}

}  // namespace satori::scenes
