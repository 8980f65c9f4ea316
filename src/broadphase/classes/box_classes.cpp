#include "broadphase/classes/box_classes.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "base/assert.hpp"

namespace satori::v0::broadphase {

namespace {

constexpr std::size_t kChunkEntries = 8192;
constexpr std::uint32_t kMostChunks = 64;

/// Sorts boxes by class in three steps: chunks count their boxes by key, the keys in use make the classes, chunks move
/// their boxes to where the classes stand.
template <int Dim>
class Classifier {
public:
    Classifier(const BoundsSet<Dim>& bounds, bool with_shape, BoxClasses<Dim>& out) noexcept
        : bounds_(bounds), out_(out), table_(out.table), chunks_(bounds.count(), kChunkEntries, kMostChunks) {
        table_.shapes = with_shape ? 1U << Dim : 1;
        key_count_ = kOctaves * table_.shapes;
        inert_key_ = octave(bounds.edges.min) * table_.shapes + table_.shapes - 1;
    }

    Status reserve(WorkspaceLock& workspace) noexcept {
        histograms_ = workspace.reserve<PerSet>(Scratch::cell_counts,
                                                std::size_t{chunks_.chunk_count()} * (key_count_ + kMaxClasses));
        sorted_ =
            workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::classed_entries, bounds_.count() + simd::kMaxLanes);
        return histograms_ != nullptr && sorted_ != nullptr ? Status::ok : Status::out_of_memory;
    }

    /// Counts the boxes of each set and key in each chunk.
    Status count_keys(parallel::Call& call) noexcept {
        return call.run(chunks_.chunk_count(), [&](std::uint32_t chunk) noexcept {
            PerSet* const histogram = histograms_ + std::size_t{chunk} * key_count_;
            std::memset(histogram, 0, key_count_ * sizeof(PerSet));
            const parallel::ChunkRange range = chunks_[chunk];
            for (std::size_t i = range.begin; i < range.end; ++i) ++histogram[key_of(i)][set_of(i)];
        });
    }

    /// Makes the classes. A band of octaves begins at the finest octave that holds a box and is not yet covered. Each
    /// shape in the band gets a class.
    void make_classes() noexcept {
        std::fill_n(table_.class_of, kOctaves << Dim, ClassTable<Dim>::kNoClass);
        std::uint32_t class_count = 0, band = 0, band_octave = 0;
        std::uint32_t class_of_shape[1U << Dim];
        constexpr std::uint32_t kNone = ~0U;
        for (std::uint32_t key = 0; key < key_count_; ++key) {
            if (!used(key)) continue;
            const std::uint32_t key_octave = key / table_.shapes;
            if (band == 0 || key_octave - band_octave >= kClassOctaves) {
                ++band;
                band_octave = key_octave;
                std::fill_n(class_of_shape, 1U << Dim, kNone);
            }
            std::uint32_t& of_shape = class_of_shape[key % table_.shapes];
            SATORI_ASSERT(of_shape == kNone || of_shape < class_count);
            if (of_shape == kNone) of_shape = class_count++;
            table_.class_of[key] = static_cast<std::uint8_t>(of_shape);
        }
        SATORI_ASSERT(class_count != 0 && class_count <= kMaxClasses);
        out_.class_count = class_count;
    }

    /// Places the classes one after the other, and computes where each chunk's first box of each class and set goes.
    void place_classes() noexcept {
        const std::uint32_t chunk_count = chunks_.chunk_count(), class_count = out_.class_count;
        positions_ = histograms_ + std::size_t{chunk_count} * key_count_;
        std::memset(positions_, 0, std::size_t{chunk_count} * class_count * sizeof(PerSet));
        for (std::uint32_t c = 0; c < chunk_count; ++c) {
            for (std::uint32_t key = 0; key < key_count_; ++key) {
                if (table_.class_of[key] == ClassTable<Dim>::kNoClass) continue;
                PerSet& position = positions_[c * class_count + table_.class_of[key]];
                for (std::uint32_t s = 0; s < 2; ++s) position[s] += in_chunk(c, key)[s];
            }
        }
        std::uint32_t position = 0;
        for (std::uint32_t k = 0; k < class_count; ++k) {
            for (std::uint32_t s = 0; s < 2; ++s) {
                out_.begin[k][s] = position;
                for (std::uint32_t c = 0; c < chunk_count; ++c)
                    position += std::exchange(positions_[c * class_count + k][s], position);
            }
            out_.begin[k][2] = position;
        }
        SATORI_ASSERT(position == bounds_.count());
    }

    /// Copies the boxes to their places.
    Status scatter(parallel::Call& call) noexcept {
        const Status status = call.run(chunks_.chunk_count(), [&](std::uint32_t chunk) noexcept {
            PerSet* const next = positions_ + std::size_t{chunk} * out_.class_count;
            const parallel::ChunkRange range = chunks_[chunk];
            for (std::size_t i = range.begin; i < range.end; ++i)
                sorted_[next[table_.class_of[key_of(i)]][set_of(i)]++] = bounds_.entries[i];
            SATORI_ASSERT(chunk + 1 != chunks_.chunk_count() || next[out_.class_count - 1][1] == bounds_.count());
        });
        std::uninitialized_fill_n(sorted_ + bounds_.count(), simd::kMaxLanes, simd::BoundsEntry<Dim>{});
        out_.entries = sorted_;
        return status;
    }

private:
    using PerSet = std::uint32_t[2];

    std::uint32_t key_of(std::size_t i) const noexcept {
        const simd::BoundsEntry<Dim>& entry = bounds_.entries[i];
        return overlaps_nothing(entry) ? inert_key_ : table_.key(entry);
    }
    std::uint32_t set_of(std::size_t i) const noexcept { return i < bounds_.set_size[0] ? 0 : 1; }
    const PerSet& in_chunk(std::uint32_t chunk, std::uint32_t key) const noexcept {
        return histograms_[std::size_t{chunk} * key_count_ + key];
    }
    bool used(std::uint32_t key) const noexcept {
        for (std::uint32_t c = 0; c < chunks_.chunk_count(); ++c)
            if (in_chunk(c, key)[0] != 0 || in_chunk(c, key)[1] != 0) return true;
        return false;
    }

    const BoundsSet<Dim>& bounds_;
    BoxClasses<Dim>& out_;
    ClassTable<Dim>& table_;
    const parallel::Chunking chunks_;
    std::uint32_t key_count_, inert_key_;  // boxes that overlap nothing go to the finest class
    PerSet* histograms_ = nullptr;         // [chunk][key]
    PerSet* positions_ = nullptr;          // [chunk][class], behind the histograms
    simd::BoundsEntry<Dim>* sorted_ = nullptr;
};

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
    workspace.free(Scratch::sample);
    if (division == Division::one_class) return Status::ok;
    // Each band of octaves may hold every shape except the shape without a long edge.
    const std::uint32_t octaves = octave(bounds.edges.max) - octave(bounds.edges.min) + 1;
    SATORI_ASSERT(octaves <= kOctaves);
    const bool room_for_shapes = (octaves / kClassOctaves + 1) * ((1U << Dim) - 1) <= kMaxClasses;
    const bool with_shape = division == Division::by_size_and_shape && room_for_shapes;

    Classifier<Dim> classifier(bounds, with_shape, out);
    Status status = classifier.reserve(workspace);
    if (status == Status::ok) status = classifier.count_keys(call);
    if (status != Status::ok) return status;
    classifier.make_classes();
    classifier.place_classes();
    if (out.class_count != 1) status = classifier.scatter(call);
    workspace.free(Scratch::cell_counts);
    return status;
}

template struct ClassTable<2>;
template struct ClassTable<3>;
template Status classify<2>(parallel::Call&, WorkspaceLock&, const BoundsSet<2>&, BoxClasses<2>&) noexcept;
template Status classify<3>(parallel::Call&, WorkspaceLock&, const BoundsSet<3>&, BoxClasses<3>&) noexcept;

}  // namespace satori::v0::broadphase
