#pragma once

#include <cstddef>
#include <cstdint>

namespace satori::bench {

// Forms of the records that the pair kernels read, and what all sets of kernels on them offer. Plain structs and function pointers, as
// in simd/kernel_abi.hpp, whose BoxRecord is the form that the library uses: centre, half extents, three axes and the id, 64 bytes.

/// Centre, half extents, two axes; the third is their cross product. 48 bytes: 1.5 cache lines of 64 bytes in the mean.
struct TwoAxesRecord {
    float values[12];
};

/// Centre, half extents, a quaternion of unit length. 40 bytes: 1.5 cache lines in the mean.
struct QuaternionRecord {
    float values[10];
};

enum class RecordForm : std::uint32_t { three_axes, two_axes, quaternion };
inline constexpr std::size_t kRecordFormCount = 3;
inline constexpr const char* kRecordFormNames[kRecordFormCount] = {"three axes", "two axes", "quaternion"};
inline constexpr std::size_t kRecordBytes[kRecordFormCount] = {64, sizeof(TwoAxesRecord), sizeof(QuaternionRecord)};

/// How many pairs further on records are asked for, where they are.
inline constexpr std::uint32_t kPairsAhead = 16;

struct RecordTestArgs {
    const void* records;
    const std::uint32_t* first;   ///< readable to padded(count) + kPairsAhead, valid indices there
    const std::uint32_t* second;  ///< likewise
    std::uint32_t count;
    bool ahead;  ///< ask for records kPairsAhead before their use
};

/// The kernels of one form and one instruction set.
struct RecordKernels {
    /// One byte per pair, 1 when it overlaps; closed boundary.
    void (*test)(const RecordTestArgs&, std::uint8_t* out);
    /// Records of `count` (padded) boxes from as many arrays as the form has floats, `stride` floats apart.
    void (*build)(const float* arrays, std::size_t stride, std::size_t count, void* records);
};

/// Of one instruction set, by RecordForm.
struct RecordKernelTable {
    RecordKernels form[kRecordFormCount];
};

extern const RecordKernelTable kScalarRecordKernels;
extern const RecordKernelTable kSse42RecordKernels;
extern const RecordKernelTable kAvx2RecordKernels;
extern const RecordKernelTable kAvx512RecordKernels;
extern const RecordKernelTable kNeon64RecordKernels;

}  // namespace satori::bench
