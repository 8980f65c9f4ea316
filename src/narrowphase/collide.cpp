#include <satori/contacts.hpp>
#include <satori/rect_contacts.hpp>

#include <algorithm>

#include "base/assert.hpp"
#include "broadphase/columns/find_pairs.hpp"
#include "narrowphase/axes_again.hpp"
#include "narrowphase/contact_cache.hpp"
#include "narrowphase/manifold_tile.hpp"
#include "narrowphase/options.hpp"
#include "parallel/stopwatch.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

/// A hit takes the space of two pairs in the driver's lists.
constexpr std::uint32_t kPairsPerHit = sizeof(simd::ContactHit) / sizeof(BoxPair);
static_assert(kPairsPerHit == broadphase::kMostPerCandidate);

template <int Dim>
using Records = const simd::PairRecord<Dim>* const[2];

/// A sink that keeps the candidates with a contact, together with their axes.
template <int Dim>
class ContactSink final : public broadphase::ColumnSink<Dim> {
public:
    ContactSink(const simd::KernelTable& kernels, const Records<Dim>& of_set, const CollideOptions& options,
                const ContactCache* last) noexcept
        : kernels_(kernels), options_(options), last_(last, ContactTypes<Dim>::kPoints), has_last_(last != nullptr) {
        records[0] = of_set[0];
        records[1] = of_set[1];
    }

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        auto* const hits = reinterpret_cast<simd::ContactHit*>(out);
        const std::uint32_t hit_count =
            simd::box_kernels<Dim>(kernels_).filter_contacts({{records[0], records[1], first, second, count},
                                                              options_.speculative_distance,
                                                              tolerance(options_),
                                                              options_.boundary == Boundary::open},
                                                             hits);
        if (has_last_) note_last_axes(hits, hit_count);
        SATORI_ASSERT(hit_count <= count);
        return hit_count * kPairsPerHit;
    }

private:
    using broadphase::ColumnSink<Dim>::records;

    void note_last_axes(simd::ContactHit* hits, std::uint32_t count) const noexcept {
        last_.for_each(
            count,
            [&](std::size_t h) {
                return BoxPair{hits[h].first, hits[h].second};
            },
            [&](std::size_t h, std::uint32_t manifold) {
                if (manifold != LastContacts::kNone) note_last_axis(hits[h], last_.contact(manifold).axis);
            });
    }

    const simd::KernelTable& kernels_;
    const CollideOptions& options_;
    LastContacts last_;
    bool has_last_;
};

/// The numbers of manifolds and points that a chunk of hits has made.
struct BuiltChunk {
    std::uint32_t manifold_count;
    std::uint64_t point_count;
};

/// Makes the manifolds of the hits of `range` and writes them to out[range.begin] and on. Manifolds without a point are
/// left out.
template <int Dim, class Manifold>
BuiltChunk build_chunk(const simd::KernelTable& kernels, const Records<Dim>& records, const simd::ContactHit* hits,
                       parallel::ChunkRange range, const CollideOptions& options, const CoveredSets& covered,
                       Manifold* out) noexcept {
    BuiltChunk built{0, 0};
    for (std::size_t begin = range.begin; begin < range.end; begin += kTilePairs) {
        Manifold* const made = out + begin;
        const std::uint32_t count =
            build_hit_tile<Dim>(kernels, records, hits, {begin, range.end}, options, covered, out);
        for (std::uint32_t i = 0; i < count; ++i) {
            built.point_count += made[i].point_count;
            SATORI_ASSERT(range.begin + built.manifold_count <= begin + i);
            Manifold* const place = out + range.begin + built.manifold_count;
            if (place != made + i) *place = made[i];
            built.manifold_count += made[i].point_count != 0 ? 1U : 0U;
        }
    }
    return built;
}

template <int Dim>
Status build_hits(parallel::Call& call, WorkspaceLock& workspace, const Records<Dim>& records,
                  std::span<const simd::ContactHit> hits, const CollideOptions& options, const CoveredSets& covered,
                  typename ContactTypes<Dim>::Buffer buffer, typename ContactTypes<Dim>::Result& result) noexcept {
    using Manifold = typename ContactTypes<Dim>::Manifold;
    const parallel::Stopwatch watch;
    result.manifold_count = hits.size();
    // The number of manifolds is known before they are made only when every hit has a point. So there must be no
    // speculative distance, and no pair of very different sizes: a part of the larger box decides such a pair.
    const bool fits = buffer.data != nullptr && buffer.capacity >= hits.size();
    const auto has_point = [](const simd::ContactHit& hit) { return (hit.flags & simd::kUneven) == 0; };
    if (buffer.data != nullptr && !fits && options.speculative_distance == 0 && std::ranges::all_of(hits, has_point))
        return Status::capacity_exceeded;
    Manifold* const out = fits ? buffer.data : workspace.reserve<Manifold>(Scratch::manifolds, hits.size());
    constexpr std::uint32_t kMostChunks = 1024;
    BuiltChunk built[kMostChunks];
    if (out == nullptr) return Status::out_of_memory;
    const parallel::Chunking chunks(hits.size(), parallel::kChunkPairs, kMostChunks);
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        built[chunk] = build_chunk<Dim>(call.kernels(), records, hits.data(), chunks[chunk], options, covered, out);
    });
    if (status != Status::ok) return status;
    std::size_t count = 0;
    for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk) {
        const Manifold* const from = out + chunks[chunk].begin;
        SATORI_ASSERT(count <= chunks[chunk].begin);
        if (from != out + count) std::copy_n(from, built[chunk].manifold_count, out + count);
        count += built[chunk].manifold_count;
        result.point_count += built[chunk].point_count;
    }
    result.manifold_count = count;
    SATORI_ASSERT(count <= hits.size());
    result.manifolds = {out, count};
    if (buffer.data != nullptr && !fits) {
        result.manifolds = {};
        if (buffer.capacity < count) return Status::capacity_exceeded;
        std::copy_n(out, count, buffer.data);
        result.manifolds = {buffer.data, count};
    }
    result.times.manifold = watch.nanoseconds() * call.thread_count();
    return Status::ok;
}

template <int Dim>
Status collide_boxes(const geometry::Batch<Dim>& first, const geometry::Batch<Dim>* second, Workspace& workspace,
                     typename ContactTypes<Dim>::Result& result, const CollideOptions& options,
                     const Execution& execution, typename ContactTypes<Dim>::Buffer buffer,
                     const ContactCache* last) noexcept {
    result = {};
    PairResult hits;
    const Status status =
        broadphase::with_workspace(workspace, execution, hits, [&](parallel::Call& call, WorkspaceLock& lock) {
            if (!legal(options)) return Status::invalid_argument;
            const parallel::Stopwatch watch;
            broadphase::BoundsSet<Dim> bounds;
            const simd::PairRecord<Dim>* records[2] = {nullptr, nullptr};
            // Each box takes half the distance, plus a slack for what rounding may take of it.
            const float margin = options.speculative_distance * (0.5F + simd::kMarginSlack);
            Status done = broadphase::fill_bounds(call, lock, first, second, true, bounds, records, margin);
            if (done != Status::ok) return done;
            hits.times.aabb = watch.nanoseconds() * call.thread_count();
            const ContactSink<Dim> sink(call.kernels(), records, options, last);
            done = broadphase::sweep_bounds(call, lock, bounds, sink, broadphase::SweepLimit::of_call(call.max_pairs()),
                                            {}, hits);
            if (done != Status::ok) return done;
            SATORI_ASSERT(hits.pairs.size() % kPairsPerHit == 0);
            const auto* const first_hit = reinterpret_cast<const simd::ContactHit*>(hits.pairs.data());
            return build_hits<Dim>(call, lock, records, {first_hit, hits.pairs.size() / kPairsPerHit}, options,
                                   covered_sets(first, second), buffer, result);
        });
    result.candidate_count = hits.candidate_count;
    result.thread_count = hits.thread_count;
    result.isa = hits.isa;
    hits.times.manifold = result.times.manifold;
    result.times = hits.times;
    return status;
}

}  // namespace
}  // namespace narrowphase

Status collide(const BoxBatch& boxes, Workspace& workspace, ContactResult& result, const CollideOptions& options,
               const Execution& execution, ManifoldBuffer buffer, const ContactCache* last) noexcept {
    return narrowphase::collide_boxes<3>(boxes, nullptr, workspace, result, options, execution, buffer, last);
}

Status collide(const BoxBatch& first, const BoxBatch& second, Workspace& workspace, ContactResult& result,
               const CollideOptions& options, const Execution& execution, ManifoldBuffer buffer,
               const ContactCache* last) noexcept {
    return narrowphase::collide_boxes<3>(first, &second, workspace, result, options, execution, buffer, last);
}

Status collide(const RectBatch& rects, Workspace& workspace, RectContactResult& result, const CollideOptions& options,
               const Execution& execution, RectManifoldBuffer buffer, const ContactCache* last) noexcept {
    return narrowphase::collide_boxes<2>(rects, nullptr, workspace, result, options, execution, buffer, last);
}

Status collide(const RectBatch& first, const RectBatch& second, Workspace& workspace, RectContactResult& result,
               const CollideOptions& options, const Execution& execution, RectManifoldBuffer buffer,
               const ContactCache* last) noexcept {
    return narrowphase::collide_boxes<2>(first, &second, workspace, result, options, execution, buffer, last);
}

}  // namespace satori::v0
