// Kernels that process all boxes: rows to arrays, bounds, corners, transforms.

#include <memory>
#include <vector>

#include "profile/kernel_case.hpp"
#include "simd/dispatch.hpp"

namespace satori::bench {

namespace {

template <int Dim>
PreparedKernel ingest(const CaseInput& in) {
    auto boxes = std::make_shared<Boxes<Dim>>(in.kernels, in.boxes, in.seed);
    const auto kernel = simd::box_kernels<Dim>(in.kernels).ingest;
    return {boxes->count, [=] { kernel(boxes->ingest()); },
            [=] { return hash_first(boxes->arrays, boxes->arrays.size()); }};
}

template <int Dim>
PreparedKernel aabb(const CaseInput& in) {
    auto boxes = std::make_shared<Boxes<Dim>>(in.kernels, in.boxes, in.seed);
    auto edges = std::make_shared<simd::EdgeRange>();
    const auto kernel = simd::box_kernels<Dim>(in.kernels).bounds;
    return {boxes->count, [=] { *edges = kernel(boxes->bounds()); },
            [=] {
                const std::uint64_t first = hash_first(boxes->entries, boxes->count, hash(edges.get(), sizeof *edges));
                return hash_first(boxes->records, boxes->count, first);
            }};
}

PreparedKernel read_aabbs(const CaseInput& in) {
    struct Data {
        Boxes<3> boxes;
        Array<float> aabbs;
        Array<simd::BoundsEntry<3>> entries;
        simd::EdgeRange edges;
    };
    auto data = std::make_shared<Data>(Data{Boxes<3>(in.kernels, in.boxes, in.seed),
                                            Array<float>(6 * in.boxes),
                                            Array<simd::BoundsEntry<3>>(in.boxes),
                                            {}});
    for (std::uint32_t i = 0; i < in.boxes; ++i)
        for (int k = 0; k < 3; ++k) {
            data->aabbs[6 * i + k] = data->boxes.entries[i].lo[k];
            data->aabbs[6 * i + 3 + k] = data->boxes.entries[i].hi[k];
        }
    const auto kernel = in.kernels.read_aabbs;
    return {in.boxes,
            [=] {
                kernel({{data->aabbs.data(), 6}, data->boxes.count, 0, data->entries.data()}, data->edges);
            },
            [=] { return hash_first(data->entries, data->boxes.count, hash(&data->edges, sizeof data->edges)); }};
}

PreparedKernel corners(const CaseInput& in) {
    auto boxes = std::make_shared<Boxes<3>>(in.kernels, in.boxes, in.seed);
    auto out = std::make_shared<Array<float>>(24 * in.boxes);
    const auto kernel = in.kernels.boxes.corners;
    return {in.boxes,
            [=] {
                kernel({boxes->view(), 0, boxes->count, out->data()});
            },
            [=] { return hash_first(*out, out->size()); }};
}

PreparedKernel transform(const CaseInput& in) {
    auto boxes = std::make_shared<Boxes<3>>(in.kernels, in.boxes, in.seed);
    auto out = std::make_shared<Array<float>>(15 * in.boxes);
    // These numbers have few bits: floats hold them exactly.
    simd::TransformArgs args{boxes->view(), {out->data(), in.boxes},     0,    in.boxes, {},
                             {1, 2, 3},     {0, 0, 1, 1, 0, 0, 0, 1, 0}, 1.5F, false};
    for (int i = 0; i < 9; ++i) args.matrix[i] = {1.5F * args.rotation[i], 0, 0};
    const auto kernel = in.kernels.boxes.transform;
    return {in.boxes, [=] { kernel(args); },
            [=] {
                (void)boxes;  // args points to it
                return hash_first(*out, out->size());
            }};
}

constexpr KernelCase kCases[] = {
    {"ingest", "box", "raw rows to validated arrays", ingest<3>, 128},
    {"aabb", "box", "arrays to bounds and pair records", aabb<3>, 128},
    {"read-aabbs", "box", "raw AABBs to bounds", read_aabbs, 256},
    {"corners", "box", "eight corners of each box", corners, 128},
    {"transform", "box", "boxes moved and turned", transform, 128},
    {"rect-ingest", "rect", "raw rows to validated arrays, 2D", ingest<2>, 256},
    {"rect-aabb", "rect", "arrays to bounds and pair records, 2D", aabb<2>, 256},
};

}  // namespace

std::span<const KernelCase> batch_cases() {
    return kCases;
}

}  // namespace satori::bench
