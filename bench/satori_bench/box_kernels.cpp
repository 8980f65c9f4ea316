// Measures kernels with one lane per box (or point): ingest, bounds, moving, corners, points in a box.

#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "common/block.hpp"
#include "common/expect.hpp"
#include "geometry/dimension.hpp"
#include "satori_bench/checksum.hpp"
#include "satori_bench/kernel_case.hpp"
#include "satori_bench/kernel_costs.hpp"
#include "satori_bench/scenes.hpp"
#include "simd/dispatch.hpp"

namespace satori::bench {

namespace {

constexpr std::uint32_t kFew = 160, kMany = 1000000;  // boxes: kFew fit L1, with all data made from them

template <int Dim>
struct Boxes {
    static constexpr std::uint32_t kFloatsPerRow = Dim == 2 ? 5 : 10;
    static constexpr std::uint32_t kComponents = geometry::Dimension<Dim>::kComponentCount;
    using Batch = geometry::Batch<Dim>;

    std::vector<float> rows;
    Batch batch;

    explicit Boxes(std::uint32_t count) {
        BenchScene scene((Dim == 2 ? "rects_" : "uniform_") + std::to_string(count));
        if constexpr (Dim == 2) {
            fill(scene.rects());
            expect(batch.assign(rect_rows(scene.rects())), "taking in rectangles");
        } else {
            fill(scene.boxes());
            expect(batch.assign(box_rows(scene.boxes())), "taking in boxes");
        }
    }
    simd::BoxArrays arrays() const { return geometry::batch_arrays<Dim>(batch); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(batch.size()); }

    /// Returns the boxes of a count. They are made once for each count.
    static const Boxes& of(std::uint32_t count) {
        static const Boxes few(kFew), many(kMany);
        return count == kFew ? few : many;
    }

private:
    template <class Row>
    void fill(std::span<const Row> from) {
        static_assert(sizeof(Row) == kFloatsPerRow * sizeof(float));
        const float* const first = reinterpret_cast<const float*>(from.data());
        rows.assign(first, first + from.size() * kFloatsPerRow);
    }
};

std::uint64_t sum_of(const Block& block) {
    return checksum(std::span<const char>(static_cast<const char*>(block.data()), block.size()));
}

template <int Dim>
KernelRun ingest(const simd::KernelTable& table, std::uint32_t count) {
    using B = Boxes<Dim>;
    const B& boxes = B::of(count);
    auto out = std::make_shared<Block>(B::kComponents * count * sizeof(float));
    const simd::IngestArgs args{boxes.rows.data(), B::kFloatsPerRow, count, {out->floats(), count}, 0};
    return {[args, kernel = simd::box_kernels<Dim>(table).ingest, out] { kernel(args); },
            [out] { return sum_of(*out); }, static_cast<double>(count)};
}

template <int Dim, bool kRecords>
KernelRun bounds(const simd::KernelTable& table, std::uint32_t count) {
    struct Out {
        Block entries, records;
    };
    auto out = std::make_shared<Out>(Out{Block(simd::padded(count) * sizeof(simd::BoundsEntry<Dim>)),
                                         Block(simd::padded(count) * sizeof(simd::PairRecord<Dim>))});
    const simd::BoundsArgsIn<Dim> args{Boxes<Dim>::of(count).arrays(),
                                       0,
                                       count,
                                       static_cast<simd::BoundsEntry<Dim>*>(out->entries.data()),
                                       kRecords ? static_cast<simd::PairRecord<Dim>*>(out->records.data()) : nullptr,
                                       0};
    return {[args, kernel = simd::box_kernels<Dim>(table).bounds, out] { kernel(args); },
            [out] { return sum_of(out->entries) ^ sum_of(out->records); }, static_cast<double>(count)};
}

KernelRun corners(const simd::KernelTable& table, std::uint32_t count) {
    auto out = std::make_shared<Block>(simd::padded(count) * 24 * sizeof(float));
    const simd::CornersArgs args{Boxes<3>::of(count).arrays(), 0, count, out->floats()};
    return {[args, kernel = table.boxes.corners, out] { kernel(args); }, [out] { return sum_of(*out); },
            static_cast<double>(count)};
}

KernelRun points_in_box(const simd::KernelTable& table, std::uint32_t count) {
    struct Data {
        std::vector<float> points;
        std::vector<std::uint8_t> inside;
    };
    auto data = std::make_shared<Data>();
    std::mt19937 random(1);
    // The kernel reads a row as four floats: one float follows the last row.
    for (std::uint32_t i = 0; i < 3 * count + 1; ++i)
        data->points.push_back(static_cast<float>(random() >> 8) * 0x1p-23F - 1);
    data->inside.resize(count);
    const OrientedBox box{{0.1F, -0.2F, 0.3F}, {0.5F, 0.6F, 0.7F}, {0.1F, 0.2F, 0.3F, 0.9F}};
    auto batch = std::make_shared<BoxBatch>();
    expect(batch->assign(box_rows({&box, 1})), "taking in a box");
    const simd::PointsArgs args{geometry::batch_arrays<3>(*batch), data->points.data(), true, count};
    return {[args, kernel = table.shapes.contains_points, data, batch] { kernel(args, data->inside.data()); },
            [data] { return checksum(std::span<const std::uint8_t>(data->inside)); }, static_cast<double>(count)};
}

}  // namespace

void add_box_kernels(std::vector<KernelCase>& cases) {
    struct Size {
        const char* where;
        Place place;
        std::uint32_t count;
        Level level;
    };
    for (const Size& size :
         {Size{"L1", Place::l1, kFew, Level::quick}, {"memory", Place::memory, kMany, Level::full}}) {
        const auto add = [&](const char* name, const char* item, const Cost& cost, auto make, std::uint32_t count) {
            cases.push_back({name, size.where, item, size.place, cost, size.level,
                             [=](const simd::KernelTable& table) { return make(table, count); }});
        };
        add("ingest", "boxes", kIngestCost, ingest<3>, size.count);
        add("aabb", "boxes", kBoundsCost, bounds<3, false>, size.count);
        add("aabb_records", "boxes", kBoundsAndRecordsCost, bounds<3, true>, size.count);
        add("corners", "boxes", kCornersCost, corners, size.count);
        add("points_in_box", "points", kPointsInBoxCost, points_in_box,
            size.place == Place::l1 ? 1024 : 4 * size.count);
        add("rect_ingest", "rects", kRectIngestCost, ingest<2>, size.count);
        add("rect_aabb_records", "rects", kRectBoundsAndRecordsCost, bounds<2, true>, size.count);
    }
}

}  // namespace satori::bench
