#include "broadphase/classes/box_classes.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "base/assert.hpp"

namespace satori::inline v0::broadphase {

namespace {

constexpr std::size_t kChunkEntries = 8192;
constexpr std::uint32_t kMostChunks = 64;

}  // namespace

template <int Dim>
std::uint32_t ClassTable<Dim>::key(const simd::BoundsEntry<Dim>& entry) const noexcept {
    SATORI_ASSERT(!overlaps_nothing(entry));
    SATORI_ASSERT(shapes == 1 || shapes == 1U << Dim);
    return octave(longest_edge(entry)) * shapes + (shapes == 1 ? 0 : shape(entry));
}

template <int Dim>
Status classify(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                BoxClasses<Dim>& out) noexcept {
    const std::uint32_t count = bounds.count();
    out.entries = bounds.entries;
    out.two_sets = bounds.two_sets;
    out.class_count = count == 0 ? 0 : 1;
    out.begin[0][1] = bounds.set_size[0];
    out.begin[0][2] = count;
    ClassTable<Dim>& table = out.table;
    table.shapes = 1;
    std::fill_n(table.class_of, kOctaves << Dim, std::uint8_t{0});
    if (count == 0 || bounds.edges.max < bounds.edges.min) return Status::ok;
    auto* const sample = workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::sample, kDivisionSample + 1);
    if (sample == nullptr) return Status::out_of_memory;
    const Division division = choose_division(bounds, sample);
    if (division == Division::one_class) return Status::ok;
    // Each band of octaves may hold every shape but none.
    const std::uint32_t octaves = octave(bounds.edges.max) - octave(bounds.edges.min) + 1;
    SATORI_ASSERT(octaves <= kOctaves);
    const bool room_for_shapes = (octaves / kClassOctaves + 1) * ((1U << Dim) - 1) <= kMaxClasses;
    const bool with_shape = division == Division::by_size_and_shape && room_for_shapes;

    // How many boxes of each set and key each chunk holds.
    table.shapes = with_shape ? 1U << Dim : 1;
    // Boxes that overlap nothing go with the finest.
    const std::uint32_t inert_key = octave(bounds.edges.min) * table.shapes + table.shapes - 1;
    const auto key_of = [&](const simd::BoundsEntry<Dim>& entry) {
        return overlaps_nothing(entry) ? inert_key : table.key(entry);
    };
    const parallel::Chunking chunks(count, kChunkEntries, kMostChunks);
    const std::uint32_t chunk_count = chunks.chunk_count(), key_count = kOctaves * table.shapes;
    using PerSet = std::uint32_t[2];
    auto* const histograms =
        workspace.reserve<PerSet>(Scratch::cell_counts, std::size_t{chunk_count} * (key_count + kMaxClasses));
    auto* const sorted = workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::classed_entries, count + simd::kMaxLanes);
    if (histograms == nullptr || sorted == nullptr) return Status::out_of_memory;
    const auto set_of = [&](std::size_t i) { return i < bounds.set_size[0] ? 0 : 1; };
    Status status = call.run(chunk_count, [&](std::uint32_t chunk) noexcept {
        PerSet* const histogram = histograms + std::size_t{chunk} * key_count;
        std::memset(histogram, 0, key_count * sizeof(PerSet));
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) ++histogram[key_of(bounds.entries[i])][set_of(i)];
    });
    if (status != Status::ok) return status;

    // A band of octaves begins at the finest one not yet covered that holds a box; it has a class per shape that it holds.
    std::fill_n(table.class_of, kOctaves << Dim, ClassTable<Dim>::kNoClass);
    std::uint32_t class_count = 0, band = 0, band_octave = 0;
    std::uint32_t class_of_shape[1U << Dim];
    constexpr std::uint32_t kNone = ~0U;
    const auto used = [&](std::uint32_t key) {
        for (std::uint32_t c = 0; c < chunk_count; ++c) {
            const PerSet& in_chunk = histograms[std::size_t{c} * key_count + key];
            if (in_chunk[0] != 0 || in_chunk[1] != 0) return true;
        }
        return false;
    };
    for (std::uint32_t key = 0; key < key_count; ++key) {
        if (!used(key)) continue;
        const std::uint32_t key_octave = key / table.shapes;
        if (band == 0 || key_octave - band_octave >= kClassOctaves) {
            ++band;
            band_octave = key_octave;
            std::fill_n(class_of_shape, 1U << Dim, kNone);
        }
        std::uint32_t& of_shape = class_of_shape[key % table.shapes];
        SATORI_ASSERT(of_shape == kNone || of_shape < class_count);
        if (of_shape == kNone) of_shape = class_count++;
        table.class_of[key] = static_cast<std::uint8_t>(of_shape);
    }

    SATORI_ASSERT(class_count != 0 && class_count <= kMaxClasses);
    // Where each chunk's first box of each class and set goes.
    PerSet* const positions = histograms + std::size_t{chunk_count} * key_count;
    std::memset(positions, 0, std::size_t{chunk_count} * class_count * sizeof(PerSet));
    for (std::uint32_t c = 0; c < chunk_count; ++c) {
        for (std::uint32_t key = 0; key < key_count; ++key) {
            if (table.class_of[key] == ClassTable<Dim>::kNoClass) continue;
            for (std::uint32_t s = 0; s < 2; ++s)
                positions[c * class_count + table.class_of[key]][s] += histograms[std::size_t{c} * key_count + key][s];
        }
    }
    std::uint32_t position = 0;
    for (std::uint32_t k = 0; k < class_count; ++k) {
        for (std::uint32_t s = 0; s < 2; ++s) {
            out.begin[k][s] = position;
            for (std::uint32_t c = 0; c < chunk_count; ++c)
                position += std::exchange(positions[c * class_count + k][s], position);
        }
        out.begin[k][2] = position;
    }
    SATORI_ASSERT(position == count);
    out.class_count = class_count;
    if (class_count == 1) return Status::ok;

    status = call.run(chunk_count, [&](std::uint32_t chunk) noexcept {
        PerSet* const next = positions + std::size_t{chunk} * class_count;
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i)
            sorted[next[table.class_of[key_of(bounds.entries[i])]][set_of(i)]++] = bounds.entries[i];
        SATORI_ASSERT(chunk + 1 != chunk_count || next[class_count - 1][1] == count);
    });
    std::uninitialized_fill_n(sorted + count, simd::kMaxLanes, simd::BoundsEntry<Dim>{});
    out.entries = sorted;
    return status;
}

template struct ClassTable<2>;
template struct ClassTable<3>;
template Status classify<2>(parallel::Call&, WorkspaceLock&, const BoundsSet<2>&, BoxClasses<2>&) noexcept;
template Status classify<3>(parallel::Call&, WorkspaceLock&, const BoundsSet<3>&, BoxClasses<3>&) noexcept;

}  // namespace satori::inline v0::broadphase
