#include "narrowphase/collide_listed.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "narrowphase/axes_again.hpp"
#include "narrowphase/listed_hits.hpp"
#include "narrowphase/manifold_tile.hpp"
#include "narrowphase/options.hpp"
#include "narrowphase/record_tile.hpp"
#include "narrowphase/rounded_contacts.hpp"

namespace satori::v0::narrowphase {

namespace {

using Records = const simd::BoxRecord* const[2];

/// Makes the records of a chunk of boxes, and stores each one at its box's number.
void make_records(const simd::KernelTable& kernels, const ListedPairs& listed, parallel::ChunkRange range,
                  simd::BoxRecord* records) noexcept {
    RecordTile tile;
    for (std::size_t begin = range.begin; begin < range.end; begin += RecordTile::kBoxes) {
        const std::size_t count = std::min<std::size_t>(RecordTile::kBoxes, range.end - begin);
        std::copy_n(listed.boxes.data() + begin, count, tile.rows);
        if (listed.radii.empty())
            std::fill_n(tile.radii, count, 0.0F);
        else
            std::copy_n(listed.radii.data() + begin, count, tile.radii);
        tile.take_in(kernels, count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            SATORI_ASSERT(listed.numbers[begin + i] < listed.number_limit);
            records[listed.numbers[begin + i]] = tile.records[i];
        }
    }
}

/// Stores the last axes of the listed pairs in their hits, which are in the same order.
void note_listed_axes(const ListedPairs& listed, const PairTile& tile, simd::ContactHit* hits,
                      std::uint32_t count) noexcept {
    const std::uint8_t* const last_axes = listed.last_axes.data() + tile.begin;
    for (std::uint32_t h = 0, i = 0; h < count; ++h, ++i) {
        while (tile.first[i] != hits[h].first || tile.second[i] != hits[h].second) ++i;
        SATORI_ASSERT(i < tile.count);
        note_last_axis(hits[h], last_axes[i]);
    }
}

}  // namespace

Status collide_listed(const ListedPairs& listed, Workspace& workspace, std::span<const ContactManifold>& manifolds,
                      const ContactOptions& options, const Execution& execution) noexcept {
    manifolds = {};
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    WorkspaceLock lock(workspace);
    if (lock.status() != Status::ok) return lock.status();
    if (!legal(options)) return Status::invalid_argument;
    if (listed.pairs.empty()) return Status::ok;

    SATORI_ASSERT(listed.numbers.size() == listed.boxes.size());
    SATORI_ASSERT(listed.radii.empty() || listed.radii.size() == listed.boxes.size());
    SATORI_ASSERT(listed.last_axes.size() == listed.pairs.size());
    auto* const of_boxes = lock.reserve<simd::BoxRecord>(Scratch::first_records, listed.number_limit);
    if (of_boxes == nullptr) return Status::out_of_memory;
    const parallel::Chunking box_chunks(listed.boxes.size(), parallel::kChunkBoxes, parallel::kMaxChunks);
    Status status = call.run(box_chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        make_records(call.kernels(), listed, box_chunks[chunk], of_boxes);
    });
    if (status != Status::ok) return status;
    const Records records = {of_boxes, of_boxes};
    SATORI_ASSERT(std::ranges::all_of(listed.pairs, [&](const BoxPair& pair) {
        return pair.first < listed.number_limit && pair.second < listed.number_limit;
    }));
    const auto note = [&](const PairTile& tile, simd::ContactHit* hits, std::uint32_t count) noexcept {
        note_listed_axes(listed, tile, hits, count);
    };
    std::span<const simd::ContactHit> hits;
    status = find_listed_hits<3>(call, lock, {records, listed.pairs, false, options}, note, hits);
    if (status != Status::ok) return status;
    const std::size_t hit_count = hits.size();

    auto* const made = lock.reserve<ContactManifold>(Scratch::manifolds, hit_count);
    if (made == nullptr) return Status::out_of_memory;
    const parallel::Chunking hit_chunks(hit_count, parallel::kChunkPairs, parallel::kMaxChunks);
    status = call.run(hit_chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        parallel::ChunkRange rest = hit_chunks[chunk];
        const auto build = listed.radii.empty() ? build_hit_tile<3> : build_rounded_tile<3>;
        for (; rest.begin < rest.end; rest.begin += kTilePairs)
            build(call.kernels(), records, hits.data(), rest, options, listed.covered, made);
    });
    if (status == Status::ok) manifolds = {made, hit_count};
    return status;
}

}  // namespace satori::v0::narrowphase
