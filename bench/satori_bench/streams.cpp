#include "satori_bench/streams.hpp"

#include <cstring>

namespace satori::bench {

namespace {

constexpr std::size_t kUnit = 512;       // floats: two halves of whole steps of the probes
constexpr std::size_t kLeast = 1 << 18;  // floats that a chunk moves: the cost of handing it out must not be visible

}  // namespace

Stream::Stream(const ProbeTable& probes, std::size_t bytes, unsigned threads)
    : probes_(probes),
      floats_((bytes / sizeof(float) + kUnit - 1) / kUnit * kUnit),
      passes_((kLeast + floats_ - 1) / floats_) {
    for (unsigned part = 0; part < threads; ++part) {
        parts_.emplace_back(floats_ * sizeof(float));
        // Sets each bit once. Each bit lies a 32nd of the part after the previous one: a skipped range is visible.
        for (std::size_t i = 0; i < floats_; ++i) {
            const std::uint32_t word = i % (floats_ / 32) == 0 ? 1U << i / (floats_ / 32) : 0;
            std::memcpy(parts_[part].floats() + i, &word, sizeof word);
        }
    }
}

void Stream::read(Executor& executor) {
    executor.run(
        static_cast<std::uint32_t>(parts_.size()),
        [](void* self, std::uint32_t part) noexcept {
            Stream& s = *static_cast<Stream*>(self);
            std::uint32_t joined = 0;
            for (std::size_t pass = 0; pass < s.passes_; ++pass)
                joined |= s.probes_.read(s.parts_[part].floats(), s.floats_);
            s.joined_.fetch_or(joined, std::memory_order_relaxed);
        },
        this);
}

void Stream::copy(Executor& executor) {
    executor.run(
        static_cast<std::uint32_t>(parts_.size()),
        [](void* self, std::uint32_t part) noexcept {
            Stream& s = *static_cast<Stream*>(self);
            float* const floats = s.parts_[part].floats();
            for (std::size_t pass = 0; pass < s.passes_; ++pass)
                s.probes_.copy(floats, floats + s.floats_ / 2, s.floats_ / 2);
        },
        this);
}

std::uint32_t Stream::checksum() const noexcept {
    std::uint32_t sum = joined_.load(std::memory_order_relaxed);
    for (const Block& part : parts_) sum = sum * 31 + probes_.read(part.floats() + floats_ / 2, floats_ / 2);
    return sum;
}

}  // namespace satori::bench
