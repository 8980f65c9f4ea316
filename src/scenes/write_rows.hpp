#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "scenes/output_file.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

/// Writes items block by block: to .npy as they are in memory, to .csv through `append_csv(std::string&, const Item&)`.
template <typename Item, typename AppendCsv>
void write_rows(OutputFile& file, FileFormat format, std::span<const Item> items, AppendCsv append_csv,
                const ProgressCallback& progress) {
    constexpr std::size_t kItemsPerBlock = 1 << 16;
    std::string text;
    for (std::size_t done = 0; done < items.size();) {
        const std::span<const Item> block = items.subspan(done, std::min(kItemsPerBlock, items.size() - done));
        if (format == FileFormat::npy) {
            file.write(block.data(), block.size_bytes());
        } else {
            text.clear();
            for (const Item& item : block) append_csv(text, item);
            file.write(text);
        }
        done += block.size();
        if (progress) progress(done, items.size());
    }
}

}  // namespace satori::scenes
