#include <satori/contacts.hpp>
#include <satori/rect_contacts.hpp>

#include <algorithm>

#include "base/assert.hpp"
#include "broadphase/columns/find_pairs.hpp"
#include "narrowphase/axes_again.hpp"
#include "narrowphase/contact_cache.hpp"
#include "narrowphase/listed_hits.hpp"
#include "narrowphase/manifold_tile.hpp"
#include "narrowphase/options.hpp"
#include "narrowphase/rounded_contacts.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

/// A hit takes the space of two pairs in the driver's lists.
constexpr std::uint32_t kPairsPerHit = sizeof(simd::ContactHit) / sizeof(BoxPair);
static_assert(kPairsPerHit == broadphase::kMostPerCandidate);

template <int Dim>
using Records = const simd::PairRecord<Dim>* const[2];

/// Stores in hits the axes that their pairs had in the last step.
void note_last_axes(const LastContacts& last, simd::ContactHit* hits, std::uint32_t count) noexcept {
    last.for_each(
        count,
        [&](std::size_t h) {
            return BoxPair{hits[h].first, hits[h].second};
        },
        [&](std::size_t h, std::uint32_t manifold) {
            if (manifold != LastContacts::kNone) note_last_axis(hits[h], last.contact(manifold).axis);
        });
}

/// A sink that keeps the candidates with a contact, together with their axes.
template <int Dim>
class ContactSink final : public broadphase::ColumnSink<Dim> {
public:
    ContactSink(const simd::KernelTable& kernels, const ContactOptions& options, const ContactCache* last) noexcept
        : kernels_(kernels), options_(options), last_(last, ContactTypes<Dim>::kPoints), has_last_(last != nullptr) {}

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        auto* const hits = reinterpret_cast<simd::ContactHit*>(out);
        const std::uint32_t hit_count =
            simd::box_kernels<Dim>(kernels_).filter_contacts({{records[0], records[1], first, second, count},
                                                              options_.speculative_distance,
                                                              tolerance(options_),
                                                              options_.boundary == Boundary::open},
                                                             hits);
        if (has_last_) note_last_axes(last_, hits, hit_count);
        SATORI_ASSERT(hit_count <= count);
        return hit_count * kPairsPerHit;
    }

    using broadphase::ColumnSink<Dim>::records;

private:
    const simd::KernelTable& kernels_;
    const ContactOptions& options_;
    LastContacts last_;
    bool has_last_;
};

/// The numbers of manifolds and points that a chunk of hits has made.
struct BuiltChunk {
    std::uint32_t manifold_count;
    std::uint64_t point_count;
};

/// How the manifolds of a call are made.
struct BuildOptions {
    const ContactOptions& contacts;
    CoveredSets covered;
    bool rounded;  ///< the records hold radii
};

/// Makes the manifolds of the hits of `range` and writes them to out[range.begin] and on. Manifolds without a point are
/// left out.
template <int Dim, class Manifold>
BuiltChunk build_chunk(const simd::KernelTable& kernels, const Records<Dim>& records, const simd::ContactHit* hits,
                       parallel::ChunkRange range, const BuildOptions& options, Manifold* out) noexcept {
    BuiltChunk built{0, 0};
    for (std::size_t begin = range.begin; begin < range.end; begin += kTilePairs) {
        Manifold* const made = out + begin;
        const auto build = options.rounded ? build_rounded_tile<Dim> : build_hit_tile<Dim>;
        const std::uint32_t count =
            build(kernels, records, hits, {begin, range.end}, options.contacts, options.covered, out);
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
                  std::span<const simd::ContactHit> hits, const geometry::Sets<Dim>& sets,
                  const typename ContactTypes<Dim>::Options& call_options,
                  typename ContactTypes<Dim>::Result& result) noexcept {
    const ContactOptions& options = call_options.contacts;
    const auto& buffer = call_options.buffer;
    using Manifold = typename ContactTypes<Dim>::Manifold;
    const parallel::Stopwatch watch(broadphase::is_timed(sets));
    result.manifold_count = hits.size();
    // The number of manifolds is known before they are made only when every hit has a point. So there must be no
    // speculative distance, no radius, and no pair of very different sizes: a part of the larger box decides such a
    // pair.
    const bool fits = buffer.data != nullptr && buffer.capacity >= hits.size();
    const auto has_point = [](const simd::ContactHit& hit) { return (hit.flags & simd::kUneven) == 0; };
    const BuildOptions build{options, covered_sets(sets.first(), sets.second()), geometry::have_radii(sets)};
    if (buffer.data != nullptr && !fits && options.speculative_distance == 0 && !build.rounded &&
        std::ranges::all_of(hits, has_point))
        return Status::capacity_exceeded;
    Manifold* const out = fits ? buffer.data : workspace.reserve<Manifold>(Scratch::manifolds, hits.size());
    constexpr std::uint32_t kMostChunks = 1024;
    BuiltChunk built[kMostChunks];
    if (out == nullptr) return Status::out_of_memory;
    const parallel::Chunking chunks(hits.size(), parallel::kChunkPairs, kMostChunks);
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        built[chunk] = build_chunk<Dim>(call.kernels(), records, hits.data(), chunks[chunk], build, out);
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
Status collide_boxes(const geometry::Sets<Dim>& sets, Workspace& workspace, typename ContactTypes<Dim>::Result& result,
                     const typename ContactTypes<Dim>::Options& options) noexcept {
    result = {};
    PairResult hits;
    const auto collide = [&](parallel::Call& call, WorkspaceLock& lock) {
        const ContactOptions& contacts = options.contacts;
        if (!legal(contacts)) return Status::invalid_argument;
        ContactSink<Dim> sink(call.kernels(), contacts, options.last);
        const Status status = broadphase::fill_and_sweep<Dim>(
            call, lock, sink,
            [&](broadphase::BoundsSet<Dim>& bounds) {
                return broadphase::fill_bounds(call, lock, sets.first(), sets.second(), true, bounds, sink.records,
                                               broadphase::margin_of(contacts.speculative_distance));
            },
            broadphase::SweepOptions<typename ContactTypes<Dim>::Options>{options, {}, broadphase::is_timed(sets)},
            hits);
        if (status != Status::ok) return status;
        SATORI_ASSERT(hits.pairs.size() % kPairsPerHit == 0);
        const auto* const first_hit = reinterpret_cast<const simd::ContactHit*>(hits.pairs.data());
        return build_hits<Dim>(call, lock, sink.records, {first_hit, hits.pairs.size() / kPairsPerHit}, sets, options,
                               result);
    };
    const Status status = broadphase::with_workspace(workspace, options.execution, hits, collide);
    result.candidate_count = hits.candidate_count;
    result.thread_count = hits.thread_count;
    result.isa = hits.isa;
    hits.times.manifold = result.times.manifold;
    result.times = hits.times;
    return status;
}

template <int Dim>
Status collide_list(const PairListIn<Dim>& list, Workspace& workspace, typename ContactTypes<Dim>::Result& result,
                    const typename ContactTypes<Dim>::Options& options) noexcept {
    result = {};
    parallel::Call call(options.execution);
    result.isa = call.isa();
    if (call.status() == Status::ok && !legal(options.contacts)) return Status::invalid_argument;
    const auto collide = [&](WorkspaceLock& lock, const simd::PairRecord<Dim>* const(&records)[2]) {
        const LastContacts last(options.last, ContactTypes<Dim>::kPoints);
        const auto note = [&](const PairTile&, simd::ContactHit* hits, std::uint32_t count) noexcept {
            if (options.last != nullptr) note_last_axes(last, hits, count);
        };
        const parallel::Stopwatch watch(broadphase::is_timed(list.sets));
        std::span<const simd::ContactHit> hits;
        const Status status =
            find_listed_hits<Dim>(call, lock, {records, list.pairs, list.canonical(), options.contacts}, note, hits);
        if (status != Status::ok) return status;
        result.candidate_count = list.pairs.size();
        result.times.narrowphase = watch.nanoseconds() * call.thread_count();
        return build_hits<Dim>(call, lock, records, hits, list.sets, options, result);
    };
    const Status status = with_pairs(call, list, workspace, options.invalid_pair, collide);
    result.thread_count = call.thread_count();
    return status;
}

}  // namespace
}  // namespace narrowphase

Status collide(const BoxSets& sets, Workspace& workspace, ContactResult& result,
               const CollideOptions& options) noexcept {
    return narrowphase::collide_boxes<3>(sets, workspace, result, options);
}

Status collide(const RectSets& sets, Workspace& workspace, RectContactResult& result,
               const RectCollideOptions& options) noexcept {
    return narrowphase::collide_boxes<2>(sets, workspace, result, options);
}

Status collide_pairs(const BoxSets& sets, std::span<const BoxPair> pairs, Workspace& workspace, ContactResult& result,
                     const CollideOptions& options) noexcept {
    return narrowphase::collide_list<3>({sets, pairs}, workspace, result, options);
}

Status collide_pairs(const RectSets& sets, std::span<const BoxPair> pairs, Workspace& workspace,
                     RectContactResult& result, const RectCollideOptions& options) noexcept {
    return narrowphase::collide_list<2>({sets, pairs}, workspace, result, options);
}

}  // namespace satori::v0
