#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/status.hpp>

#include "base/assert.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0::parallel {

/// The largest number of chunks in one parallel part.
inline constexpr std::uint32_t kMaxChunks = 4096;

/// The smallest numbers of boxes, or of pairs, that are worth a chunk of their own when each takes some nanoseconds.
inline constexpr std::size_t kChunkBoxes = 4096;
inline constexpr std::size_t kChunkPairs = 4096;

/// Returns the number of threads to plan for: 1 to 64.
inline unsigned concurrency_of(const Executor& executor) noexcept {
    const unsigned n = executor.concurrency();
    return n == 0 ? 1 : n < 64 ? n : 64;
}

/// Counts the different threads that run chunks of a call (up to 64). It is exported, like run_chunks(), for
/// satori_fit; no public header names them.
class SATORI_API ThreadTally {
public:
    void note_this_thread() noexcept;
    std::uint32_t count() const noexcept;

private:
    static constexpr int kMost = 64;
    std::atomic<const void*> seen_[kMost] = {};
};

/// Runs body(context, chunk) once for every chunk in [0, chunk_count), chunk_count <= kMaxChunks, on `executor`. A
/// single chunk runs on the calling thread. Whatever the executor does, no chunk runs twice. Returns `executor_failed`
/// when the executor threw, left a chunk out or repeated one. This is the only place that catches exceptions of an
/// executor.
SATORI_API Status run_chunks(Executor& executor, std::uint32_t chunk_count, ThreadTally& tally, Executor::Body body,
                             void* context) noexcept;

template <class F>
Status run_chunks(Executor& executor, std::uint32_t chunk_count, ThreadTally& tally, F&& f) noexcept {
    using Body = std::remove_reference_t<F>;
    const Executor::Body call = [](void* context, std::uint32_t chunk) noexcept {
        (*static_cast<Body*>(context))(chunk);
    };
    return run_chunks(executor, chunk_count, tally, call, const_cast<void*>(static_cast<const void*>(&f)));
}

/// The items [begin, end).
struct ChunkRange {
    std::size_t begin;
    std::size_t end;
};

/// A fixed division of [0, count) into chunks. It depends only on the arguments of the constructor.
class Chunking {
public:
    Chunking(std::size_t count, std::size_t smallest, std::uint32_t most_chunks) noexcept : count_(count) {
        SATORI_ASSERT(smallest != 0 && most_chunks != 0 && most_chunks <= kMaxChunks);
        constexpr std::size_t kGrain = 16;
        size_ = (count + most_chunks - 1) / most_chunks;
        if (size_ < smallest) size_ = smallest;
        size_ = (size_ + kGrain - 1) / kGrain * kGrain;
        SATORI_ASSERT(chunk_count() <= most_chunks);
    }
    std::uint32_t chunk_count() const noexcept { return static_cast<std::uint32_t>((count_ + size_ - 1) / size_); }
    ChunkRange operator[](std::uint32_t chunk) const noexcept {
        SATORI_ASSERT(chunk < chunk_count());
        const std::size_t begin = chunk * size_;
        return {begin, begin + size_ < count_ ? begin + size_ : count_};
    }

private:
    std::size_t count_;
    std::size_t size_;
};

/// Each chunk has left counts[chunk] items of `list` at its begin. Moves these items together, in order. Returns their
/// number.
template <class T>
std::size_t join_chunks(T* list, const Chunking& chunks, const std::uint32_t* counts) noexcept {
    std::size_t end = 0;
    for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk) {
        const std::size_t begin = chunks[chunk].begin;
        SATORI_ASSERT(counts[chunk] <= chunks[chunk].end - begin);
        SATORI_ASSERT(end <= begin);
        if (begin != end) std::copy_n(list + begin, counts[chunk], list + end);
        end += counts[chunk];
    }
    return end;
}

}  // namespace satori::v0::parallel
