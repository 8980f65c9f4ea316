// Kernels of the broadphase. Each column is a separate uniform scene. Its width in box sizes is the width of real
// columns.

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "broadphase/columns/sweep_block.hpp"
#include "profile/kernel_case.hpp"
#include "simd/dispatch.hpp"

namespace satori::bench {

namespace {

constexpr std::uint32_t kColumnBoxes = 256;

template <int Dim>
void set_arrays(simd::SweepArrays<Dim>& arrays, float* streams, std::size_t room, std::uint32_t count) {
    for (int c = 0; c < Dim; ++c) {
        arrays.lo[c] = streams + (2 * c) * room;
        arrays.hi[c] = streams + (2 * c + 1) * room;
    }
    arrays.id = reinterpret_cast<std::uint32_t*>(streams + 2 * Dim * room);
    arrays.missing = reinterpret_cast<std::uint32_t*>(streams + (2 * Dim + 1) * room);
    arrays.count = count;
}

/// An odd number of cache lines keeps the streams in different sets.
std::size_t stream_room(std::uint32_t count) {
    return (((simd::padded(count) + simd::kSentinels) / simd::kMaxLanes) | 1) * simd::kMaxLanes;
}

/// One column: entries, their order, and structure of arrays.
template <int Dim>
struct Column {
    Column(const simd::KernelTable& kernels, std::uint32_t count, std::uint64_t seed)
        : boxes(kernels, count, seed),
          keys(count),
          order(count),
          scratch(count),
          room(stream_room(count)),
          streams((2 * Dim + 2) * room) {
        set_arrays(arrays, streams.data(), room, count);
        for (std::uint32_t i = 0; i < count; ++i) boxes.entries[i].tag = 0;
        if (!simd::kernels_for<Dim>(kernels).sort(sort())) throw std::logic_error("the scene cannot be sorted");
        simd::kernels_for<Dim>(kernels).gather(gather());
    }
    simd::SortArgs<Dim> sort() const {
        return {boxes.entries.data(), boxes.count, 0, keys.data(), order.data(), scratch.data()};
    }
    simd::GatherArgs<Dim> gather() const {
        simd::GatherArgs<Dim> args{boxes.entries.data(), order.data(), boxes.count, {}, arrays};
        for (int c = 0; c < Dim; ++c) args.axis[c] = c;
        return args;
    }

    Boxes<Dim> boxes;
    Array<float> keys;
    Array<std::uint32_t> order, scratch;
    std::size_t room;
    Array<float> streams;
    simd::SweepArrays<Dim> arrays;
};

template <int Dim>
using Columns = std::vector<std::unique_ptr<Column<Dim>>>;

template <int Dim>
std::shared_ptr<Columns<Dim>> make_columns(const CaseInput& in) {
    auto columns = std::make_shared<Columns<Dim>>();
    const std::uint32_t count = std::min(in.boxes, kColumnBoxes);
    for (std::uint32_t i = 0; i < in.boxes / count; ++i)
        columns->push_back(std::make_unique<Column<Dim>>(in.kernels, count, in.seed + i));
    return columns;
}

template <int Dim>
std::size_t boxes_in(const Columns<Dim>& columns) {
    return columns.size() * columns.front()->boxes.count;
}

template <int Dim>
PreparedKernel quantize(const CaseInput& in) {
    struct Data {
        Boxes<Dim> boxes;
        Array<std::uint32_t> cells;
        simd::QuantizeArgs<Dim> args;
    };
    auto data = std::make_shared<Data>(
        Data{Boxes<Dim>(in.kernels, in.boxes, in.seed), Array<std::uint32_t>(std::size_t{Dim} * in.boxes), {}});
    data->args.entries = data->boxes.entries.data();
    data->args.count = in.boxes;
    data->args.end = Dim;
    for (int c = 0; c < Dim; ++c) {
        float least = std::numeric_limits<float>::infinity(), greatest = -least;
        for (std::uint32_t i = 0; i < in.boxes; ++i) {
            least = std::min(least, data->boxes.entries[i].lo[c]);
            greatest = std::max(greatest, data->boxes.entries[i].hi[c]);
        }
        data->args.axis[c] = c;
        data->args.origin[c] = least;
        data->args.scale[c] = static_cast<float>(simd::kGridCells) / (greatest - least);
        data->args.cells[c] = data->cells.data() + c * in.boxes;
    }
    const auto kernel = simd::kernels_for<Dim>(in.kernels).quantize;
    return {in.boxes, [=] { kernel(data->args); }, [=] { return hash_first(data->cells, data->cells.size()); }};
}

/// A tile of entries that go to random columns, like entries in no order. One entry in three also goes to a second
/// column.
struct TileCopies {
    explicit TileCopies(const CaseInput& in)
        : entries(std::min(in.boxes, simd::kTileEntries)),
          copies(2 * std::size_t{entries} + simd::kMaxLanes),
          first(simd::padded(entries)),
          last(first.size()),
          wide(entries),
          kernel(in.kernels.split_copies) {
        Random random(in.seed);
        for (std::uint32_t k = 0; k < entries; ++k) {
            copies[k] = k;
            first[k] = static_cast<std::uint32_t>((kColumns - 1) * random());
            last[k] = first[k] + (3 * random() < 1 ? 1 : 0);
        }
        split();
    }
    void split() {
        std::uint32_t wide_count = 0;
        count = kernel({copies.data(), entries, first.data(), last.data(), simd::kMissing[1], wide.data()}, wide_count);
    }

    static constexpr std::uint32_t kColumns = 64;
    std::uint32_t entries;
    std::uint32_t count = 0;  ///< number of copies
    Array<std::uint32_t> copies, first, last, wide;
    std::uint32_t (*kernel)(const simd::SplitArgs&, std::uint32_t&);
};

PreparedKernel split_copies(const CaseInput& in) {
    auto tile = std::make_shared<TileCopies>(in);
    return {tile->entries, [=] { tile->split(); }, [=] { return hash_first(tile->copies, tile->count); }};
}

PreparedKernel count_copies(const CaseInput& in) {
    struct Data {
        TileCopies tile;
        Array<std::uint32_t> counts;
    };
    auto data = std::make_shared<Data>(Data{TileCopies(in), Array<std::uint32_t>(TileCopies::kColumns)});
    const auto kernel = in.kernels.count_copies;
    return {data->tile.count,
            [=] {
                std::fill_n(data->counts.data(), TileCopies::kColumns, 0U);
                kernel(data->tile.copies.data(), data->tile.count, data->counts.data(), 1);
            },
            [=] { return hash_first(data->counts, TileCopies::kColumns); }};
}

/// Scatters tile after tile, all with the same copies.
template <int Dim>
PreparedKernel scatter(const CaseInput& in) {
    struct Data {
        Boxes<Dim> boxes;
        TileCopies tile;
        std::uint32_t tiles;
        Array<simd::BoundsEntry<Dim>> out;
        std::uint32_t begin[TileCopies::kColumns], next[TileCopies::kColumns];
    };
    TileCopies tile(in);
    const std::uint32_t tiles = in.boxes / tile.entries;
    const std::size_t count = std::size_t{tiles} * tile.count;
    auto data = std::make_shared<Data>(Data{Boxes<Dim>(in.kernels, in.boxes, in.seed),
                                            std::move(tile),
                                            tiles,
                                            Array<simd::BoundsEntry<Dim>>(count + 2),
                                            {},
                                            {}});
    std::uint32_t in_columns[TileCopies::kColumns] = {};
    in.kernels.count_copies(data->tile.copies.data(), data->tile.count, in_columns, 1);
    for (std::uint32_t c = 1; c < TileCopies::kColumns; ++c)
        data->begin[c] = data->begin[c - 1] + tiles * in_columns[c - 1];
    const auto kernel = simd::kernels_for<Dim>(in.kernels).scatter;
    return {count,
            [=] {
                std::copy_n(data->begin, TileCopies::kColumns, data->next);
                for (std::uint32_t t = 0; t < data->tiles; ++t)
                    kernel({data->tile.copies.data(), data->tile.count,
                            data->boxes.entries.data() + t * data->tile.entries, data->next, 1, data->out.data()});
            },
            [=] { return hash_first(data->out, count); }};
}

template <int Dim>
PreparedKernel sort(const CaseInput& in) {
    auto columns = make_columns<Dim>(in);
    const auto kernel = simd::kernels_for<Dim>(in.kernels).sort;
    return {boxes_in(*columns),
            [=] {
                for (const auto& column : *columns) kernel(column->sort());
            },
            [=] {
                std::uint64_t sum = 0;
                for (const auto& column : *columns) sum = hash_first(column->order, column->boxes.count, sum);
                return sum;
            }};
}

template <int Dim>
PreparedKernel gather(const CaseInput& in) {
    auto columns = make_columns<Dim>(in);
    const auto kernel = simd::kernels_for<Dim>(in.kernels).gather;
    return {boxes_in(*columns),
            [=] {
                for (const auto& column : *columns) kernel(column->gather());
            },
            [=] {
                std::uint64_t sum = 0;
                for (const auto& column : *columns)
                    for (std::size_t s = 0; s < 2 * Dim + 2; ++s)
                        sum = hash(column->streams.data() + s * column->room, column->boxes.count * sizeof(float), sum);
                return sum;
            }};
}

/// Pairs that a sweep found.
struct SweepOut {
    explicit SweepOut(std::uint32_t most)
        : capacity(most), first(most + simd::kSentinels), second(most + simd::kSentinels) {}
    std::uint32_t capacity;
    Array<std::uint32_t> first, second;
    std::uint32_t count = 0;

    std::uint64_t checksum() const { return hash_first(second, count, hash_first(first, count)); }
};

template <int Dim>
simd::SweepState<Dim> sweep_state(const SweepOut& out) {
    simd::SweepState<Dim> state{};
    state.first = out.first.data();
    state.second = out.second.data();
    state.capacity = out.capacity;
    return state;
}

/// Runs one sweep to its end, and appends its pairs to `out`.
template <int Dim>
void run_sweep(void (*kernel)(simd::SweepState<Dim>&), simd::SweepState<Dim>& state, SweepOut& out) {
    state.count = out.count;
    kernel(state);
    if (!state.done) throw std::logic_error("too many pairs");
    out.count = state.count;
}

/// A uniform scene has two pairs per box.
constexpr std::uint32_t kMostPairsPerBox = 8;

template <int Dim>
PreparedKernel sweep(const CaseInput& in) {
    auto columns = make_columns<Dim>(in);
    auto out = std::make_shared<SweepOut>(kMostPairsPerBox * in.boxes);
    const auto kernel = simd::kernels_for<Dim>(in.kernels).sweep_self;
    return {boxes_in(*columns),
            [=] {
                out->count = 0;
                for (const auto& column : *columns) {
                    simd::SweepState<Dim> state = sweep_state<Dim>(*out);
                    state.a = column->arrays;
                    run_sweep(kernel, state, *out);
                }
            },
            [=] { return out->checksum(); }};
}

/// Sweeps columns against each other: 0 and 1, 2 and 3 and so on.
template <int Dim>
PreparedKernel sweep_cross(const CaseInput& in) {
    auto columns = make_columns<Dim>(in);
    auto out = std::make_shared<SweepOut>(kMostPairsPerBox * in.boxes);
    const auto kernel = simd::kernels_for<Dim>(in.kernels).sweep_cross;
    return {columns->size() / 2 * 2 * columns->front()->boxes.count,
            [=] {
                out->count = 0;
                for (std::size_t i = 0; i + 1 < columns->size(); i += 2) {
                    simd::SweepState<Dim> state = sweep_state<Dim>(*out);
                    state.a = (*columns)[i]->arrays;
                    state.b = (*columns)[i + 1]->arrays;
                    state.block[0] = broadphase::sweep_block(state.a, state.b);
                    state.block[1] = broadphase::sweep_block(state.b, state.a);
                    run_sweep(kernel, state, *out);
                }
            },
            [=] { return out->checksum(); }};
}

/// Sweeps one column to measure the inner loop alone: all boxes reach each other along the sweep axis, and few overlap.
template <int Dim>
PreparedKernel sweep_scan(const CaseInput& in) {
    struct Data {
        Array<float> streams;
        SweepOut out;
        simd::SweepArrays<Dim> arrays;
    };
    const std::size_t room = stream_room(in.boxes);
    auto data =
        std::make_shared<Data>(Data{Array<float>((2 * Dim + 2) * room), SweepOut(kMostPairsPerBox * in.boxes), {}});
    set_arrays(data->arrays, data->streams.data(), room, in.boxes);
    Random random(in.seed);
    for (std::uint32_t i = 0; i < in.boxes; ++i) {
        data->arrays.lo[0][i] = static_cast<float>(i);
        data->arrays.hi[0][i] = static_cast<float>(in.boxes);
        for (int c = 1; c < Dim; ++c) {
            data->arrays.lo[c][i] = 1000 * random();
            data->arrays.hi[c][i] = data->arrays.lo[c][i] + 1;
        }
        data->arrays.id[i] = i;
    }
    for (std::uint32_t i = 0; i < simd::kSentinels; ++i)
        data->arrays.lo[0][in.boxes + i] = std::numeric_limits<float>::infinity();
    for (std::uint32_t i = 0; i < simd::kTileOuter; ++i)
        data->arrays.hi[0][in.boxes + i] = -std::numeric_limits<float>::infinity();
    const auto kernel = simd::kernels_for<Dim>(in.kernels).sweep_self;
    return {std::size_t{in.boxes} * (in.boxes - 1) / 2,
            [=] {
                data->out.count = 0;
                simd::SweepState<Dim> state = sweep_state<Dim>(data->out);
                state.a = data->arrays;
                run_sweep(kernel, state, data->out);
            },
            [=] { return data->out.checksum(); }};
}

constexpr KernelCase kCases[] = {
    {"quantize", "box", "bounds to grid cells", quantize<3>, 256},
    {"split-copies", "entry", "a tile's entries to the columns they touch", split_copies, 256},
    {"count-copies", "copy", "a tile's copies counted by column", count_copies, 256},
    {"scatter", "copy", "tiles of 256 entries to their columns", scatter<3>, 2048},
    {"sort", "entry", "columns of 256 entries to their order", sort<3>, 2048},
    {"gather", "entry", "sorted columns of 256 to arrays", gather<3>, 2048},
    {"sweep", "box", "sweep of columns of 256 boxes", sweep<3>, 2048},
    {"sweep-cross", "box", "sweep of columns of 256 boxes against others", sweep_cross<3>, 2048},
    {"sweep-scan", "candidate", "a sweep's inner loops, boxes against many", sweep_scan<3>, 512},
    {"rect-quantize", "rect", "bounds to grid cells, 2D", quantize<2>, 256},
    {"rect-scatter", "copy", "tiles of 256 entries to their columns, 2D", scatter<2>, 2048},
    {"rect-sort", "entry", "columns of 256 entries to their order, 2D", sort<2>, 2048},
    {"rect-gather", "entry", "sorted columns of 256 to arrays, 2D", gather<2>, 2048},
    {"rect-sweep", "rect", "sweep of columns of 256 rectangles", sweep<2>, 2048},
    {"rect-sweep-cross", "rect", "sweep of columns of 256 rectangles against others", sweep_cross<2>, 2048},
};

}  // namespace

std::span<const KernelCase> broadphase_cases() {
    return kCases;
}

}  // namespace satori::bench
