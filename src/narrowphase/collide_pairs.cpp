#include "narrowphase/collide_pairs.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "narrowphase/axes_again.hpp"
#include "narrowphase/manifold_tile.hpp"
#include "narrowphase/options.hpp"
#include "narrowphase/record_tile.hpp"

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
        tile.take_in(kernels, count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            SATORI_ASSERT(listed.numbers[begin + i] < listed.number_limit);
            tile.records[i].id = listed.numbers[begin + i];
            records[tile.records[i].id] = tile.records[i];
        }
    }
}

/// Writes the hits of a chunk of pairs, with their axes, to `out`, which must have room for all pairs. Returns the
/// number of hits.
std::uint32_t find_hits(const simd::KernelTable& kernels, const Records& records, const ListedPairs& listed,
                        parallel::ChunkRange range, const CollideOptions& options, simd::ContactHit* out) noexcept {
    PairTile tile;
    simd::ContactHit hits[kTilePairs + simd::kMaxLanes];
    std::uint32_t hit_count = 0;
    for (tile.begin = range.begin; tile.begin < range.end; tile.begin += kTilePairs) {
        tile.count = static_cast<std::uint32_t>(std::min<std::size_t>(kTilePairs, range.end - tile.begin));
        for (std::uint32_t i = 0; i < tile.count; ++i) {
            SATORI_ASSERT(listed.pairs[tile.begin + i].first < listed.number_limit);
            SATORI_ASSERT(listed.pairs[tile.begin + i].second < listed.number_limit);
            tile.first[i] = listed.pairs[tile.begin + i].first;
            tile.second[i] = listed.pairs[tile.begin + i].second;
        }
        tile.pad();
        const std::uint32_t found = kernels.filter_contacts(
            {tile.rows(records), options.speculative_distance, tolerance(options), options.boundary == Boundary::open},
            hits);
        simd::ContactHit* const kept_hits = out + hit_count;
        std::copy_n(hits, found, kept_hits);
        const std::uint8_t* last_axis = listed.last_axes.data() + tile.begin;
        for (std::uint32_t h = 0, i = 0; h < found; ++h, ++i) {
            while (tile.first[i] != hits[h].first || tile.second[i] != hits[h].second) ++i;
            SATORI_ASSERT(i < tile.count);
            note_last_axis(kept_hits[h], last_axis[i]);
        }
        hit_count += found;
    }
    return hit_count;
}

}  // namespace

Status collide_pairs(const ListedPairs& listed, Workspace& workspace, std::span<const ContactManifold>& manifolds,
                     const CollideOptions& options, const Execution& execution) noexcept {
    manifolds = {};
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    WorkspaceLock lock(workspace);
    if (lock.status() != Status::ok) return lock.status();
    if (!legal(options)) return Status::invalid_argument;
    if (listed.pairs.empty()) return Status::ok;

    SATORI_ASSERT(listed.numbers.size() == listed.boxes.size());
    SATORI_ASSERT(listed.last_axes.size() == listed.pairs.size());
    auto* const of_boxes = lock.reserve<simd::BoxRecord>(Scratch::first_records, listed.number_limit);
    if (of_boxes == nullptr) return Status::out_of_memory;
    const parallel::Chunking box_chunks(listed.boxes.size(), parallel::kChunkBoxes, parallel::kMaxChunks);
    Status status = call.run(box_chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        make_records(call.kernels(), listed, box_chunks[chunk], of_boxes);
    });
    if (status != Status::ok) return status;
    const Records records = {of_boxes, of_boxes};
    auto* const hits = lock.reserve<simd::ContactHit>(Scratch::result, listed.pairs.size());
    if (hits == nullptr) return Status::out_of_memory;
    const parallel::Chunking chunks(listed.pairs.size(), parallel::kChunkPairs, parallel::kMaxChunks);
    std::uint32_t counts[parallel::kMaxChunks];
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        counts[chunk] = find_hits(call.kernels(), records, listed, range, options, hits + range.begin);
    });
    if (status != Status::ok) return status;
    const std::size_t hit_count = parallel::join_chunks(hits, chunks, counts);

    auto* const made = lock.reserve<ContactManifold>(Scratch::manifolds, hit_count);
    if (made == nullptr) return Status::out_of_memory;
    const parallel::Chunking hit_chunks(hit_count, parallel::kChunkPairs, parallel::kMaxChunks);
    status = call.run(hit_chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        parallel::ChunkRange rest = hit_chunks[chunk];
        for (; rest.begin < rest.end; rest.begin += kTilePairs)
            build_hit_tile<3>(call.kernels(), records, hits, rest, options, listed.covered, made);
    });
    if (status == Status::ok) manifolds = {made, hit_count};
    return status;
}

}  // namespace satori::v0::narrowphase
