#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <xxhash.h>

namespace satori::test {

// Takes a recording apart with other code than the library's, by the format in satori/world_recording.hpp.

inline constexpr std::uint32_t kCreateRecord = 2, kPosesRecord = 4, kPayloadsRecord = 13, kUpdateRecord = 14,
                               kSnapshotRecord = 20;

/// The place of a record.
struct RecordAt {
    std::size_t begin, body, size;  // size: of the body
    std::uint32_t kind;
};

/// Returns all records of a complete recording.
inline std::vector<RecordAt> records_of(std::span<const std::byte> bytes) {
    std::vector<RecordAt> records;
    for (std::size_t at = 12; at < bytes.size();) {
        std::uint64_t size = 0;
        std::memcpy(&size, bytes.data() + at + 1, sizeof size);
        records.push_back({at, at + 9, size, static_cast<std::uint32_t>(bytes[at])});
        at += 9 + size + 8;
    }
    return records;
}

/// Sets the checksums to those of the bytes.
inline void mend_checksums(std::span<std::byte> bytes) {
    std::uint64_t hash = 0;
    for (const RecordAt& record : records_of(bytes)) {
        hash = XXH64(bytes.data() + record.begin, 9 + record.size, hash);
        std::memcpy(bytes.data() + record.body + record.size, &hash, sizeof hash);
    }
}

}  // namespace satori::test
