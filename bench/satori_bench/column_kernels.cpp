// Measures the kernels of one column: order, gather, sweep. The column is the fullest of a uniform scene.

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "common/block.hpp"
#include "common/columns.hpp"
#include "satori_bench/checksum.hpp"
#include "satori_bench/kernel_case.hpp"
#include "satori_bench/scenes.hpp"

namespace satori::bench {

namespace {

using simd::BoundsEntry;

/// Entries of a column, and its axes.
struct Column {
    std::vector<BoundsEntry<3>> entries;  ///< readable to padded(count)
    std::uint32_t count = 0;
    int axis[3] = {};
    double candidates = 0;  ///< candidates of its sweep: boxes within reach of another

    static const Column& get() {
        static const Column column;
        return column;
    }

private:
    Column() {
        BenchScene scene("uniform_100000");
        BoxBatch boxes;
        expect(boxes.assign(box_rows(scene.boxes())), "taking in boxes");
        std::vector<Aabb> bounds(boxes.size());
        expect(compute_aabbs(boxes, bounds), "computing bounds");
        with_columns(bounds, [&](const broadphase::Columns<3>& columns) {
            for (std::uint32_t c = 0; c < columns.column_count(0); ++c) {
                const auto natives = columns.list(0, c, broadphase::kNative);
                const std::span<const BoundsEntry<3>> here(natives.entries, natives.count);
                if (here.size() > entries.size()) entries.assign(here.begin(), here.end());
            }
            std::copy_n(columns.grids[0].columns.axis, 3, axis);
        });
        count = static_cast<std::uint32_t>(entries.size());
        entries.resize(simd::padded(count));
        std::vector<float> lo;
        for (std::uint32_t i = 0; i < count; ++i) lo.push_back(entries[i].lo[axis[0]]);
        std::sort(lo.begin(), lo.end());
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto reach = std::upper_bound(lo.begin(), lo.end(), entries[i].hi[axis[0]]);
            const auto self = std::lower_bound(lo.begin(), lo.end(), entries[i].lo[axis[0]]);
            candidates += static_cast<double>(reach - self - 1);
        }
    }
};

/// The order of a column, and its boxes gathered in that order, by kernels of one set.
class SortedColumn {
public:
    explicit SortedColumn(const simd::KernelTable& table)
        : kernels_(table.solid),
          keys_(room() * sizeof(float)),
          order_(room() * sizeof(float)),
          scratch_(room() * sizeof(float)),
          lists_(8 * room() * 4) {
        sort();
        gather();
    }
    void sort() { sort_first(column_.count); }
    void sort_first(std::uint32_t count) {
        sorted_ = kernels_.sort({column_.entries.data(), count, column_.axis[0], keys_.floats(), order(),
                                 static_cast<std::uint32_t*>(scratch_.data())});
    }
    void gather() {
        std::fill_n(order() + column_.count, simd::padded(column_.count) - column_.count, 0U);
        simd::GatherArgs<3> args{column_.entries.data(), order(), column_.count, {}, arrays()};
        std::copy_n(column_.axis, 3, args.axis);
        kernels_.gather(args);
    }
    simd::SweepArrays<3> arrays() const {
        simd::SweepArrays<3> a{};
        float* at = lists_.floats();
        const auto next = [&] {
            float* const stream = at;
            at += room();
            return stream;
        };
        for (int c = 0; c < 3; ++c) {
            a.lo[c] = next();
            a.hi[c] = next();
        }
        a.id = reinterpret_cast<std::uint32_t*>(next());
        a.missing = reinterpret_cast<std::uint32_t*>(next());
        a.count = column_.count;
        return a;
    }
    std::uint64_t order_sum(std::uint32_t count) const {
        return sorted_ ? checksum(std::span<const std::uint32_t>(order(), count)) : 0;
    }
    std::uint64_t lists_sum() const {
        const simd::SweepArrays<3> a = arrays();
        return checksum(std::span<const float>(a.lo[0], a.count)) ^
               checksum(std::span<const std::uint32_t>(a.id, a.count));
    }

private:
    std::uint32_t room() const { return static_cast<std::uint32_t>(simd::padded(column_.count)) + simd::kSentinels; }
    std::uint32_t* order() const { return static_cast<std::uint32_t*>(order_.data()); }

    const Column& column_ = Column::get();
    const simd::BroadphaseKernels<3>& kernels_;
    Block keys_, order_, scratch_, lists_;
    bool sorted_ = false;
};

/// Sorts the first entries of the column, few enough for the sorting network in all sets.
KernelRun sort(const simd::KernelTable& table) {
    auto column = std::make_shared<SortedColumn>(table);
    const std::uint32_t count = std::min(60U, Column::get().count);
    return {[column, count] { column->sort_first(count); }, [column, count] { return column->order_sum(count); },
            static_cast<double>(count)};
}

KernelRun gather(const simd::KernelTable& table) {
    auto column = std::make_shared<SortedColumn>(table);
    return {[column] { column->gather(); }, [column] { return column->lists_sum(); },
            static_cast<double>(Column::get().count)};
}

KernelRun sweep(const simd::KernelTable& table) {
    struct Data {
        SortedColumn column;
        std::vector<std::uint32_t> first, second;
        std::uint32_t count = 0;
    };
    constexpr std::uint32_t kCapacity = 1 << 16;
    auto data = std::make_shared<Data>(Data{SortedColumn(table), {}, {}});
    data->first.resize(kCapacity + simd::kSentinels);
    data->second.resize(kCapacity + simd::kSentinels);
    return {[data, kernel = table.solid.sweep_self] {
                simd::SweepState<3> state{};
                state.a = data->column.arrays();
                state.first = data->first.data();
                state.second = data->second.data();
                state.capacity = kCapacity;
                kernel(state);
                data->count = state.done ? state.count : 0;
            },
            [data] {
                return checksum(std::span<const std::uint32_t>(data->first.data(), data->count)) ^
                       checksum(std::span<const std::uint32_t>(data->second.data(), data->count));
            },
            Column::get().candidates};
}

}  // namespace

void add_column_kernels(std::vector<KernelCase>& cases) {
    // The cost of sorting: 47 operations of the network of 64 entries with 4 lanes. It is 54 with 8 lanes, 59 with 16,
    // and 21 one by one.
    cases.push_back({"sort", "L1", "entries", Place::l1, {0, 0, 47, 0, 4, 8}, Level::quick, sort});
    cases.push_back({"gather", "L1", "entries", Place::l1, {0, 0, 4, 2, 36, 32}, Level::quick, gather});
    cases.push_back({"sweep", "L1", "candidates", Place::l1, {0, 4, 9, 0, 28, 1}, Level::quick, sweep});
}

}  // namespace satori::bench
