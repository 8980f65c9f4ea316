// Kernels of the persistent broadphase. Every box has moved by up to a tenth of its size.

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "profile/kernel_case.hpp"

namespace satori::bench {

namespace {

Array<simd::TrackedBox> moved(const Boxes<3>& boxes, std::uint64_t seed) {
    Array<simd::TrackedBox> tracked(boxes.count);
    Random random(seed);
    for (std::uint32_t i = 0; i < boxes.count; ++i)
        for (int c = 0; c < 3; ++c) {
            const simd::BoundsEntry<3>& entry = boxes.entries[i];
            const float step = 0.2F * (entry.hi[c] - entry.lo[c]) * (random() - 0.5F);
            tracked[i].lo[c] = entry.lo[c];
            tracked[i].hi[c] = entry.hi[c];
            tracked[i].old_lo[c] = entry.lo[c] + step;
            tracked[i].old_hi[c] = entry.hi[c] + step;
        }
    return tracked;
}

PreparedKernel tracked_bounds(const CaseInput& in) {
    struct Data {
        Array<simd::TrackedBox> tracked;
        Array<simd::BoundsEntry<3>> entries;
        simd::EdgeRange edges;
    };
    auto data = std::make_shared<Data>(
        Data{moved(Boxes<3>(in.kernels, in.boxes, in.seed), in.seed), Array<simd::BoundsEntry<3>>(in.boxes), {}});
    const auto kernel = in.kernels.tracked_bounds;
    return {in.boxes,
            [=] {
                data->edges = {std::numeric_limits<float>::max(), 0, std::numeric_limits<float>::max()};
                const auto count = static_cast<std::uint32_t>(data->tracked.size());
                kernel({data->tracked.data(), 0, count, false, data->entries.data()}, data->edges);
            },
            [=] { return hash_first(data->entries, data->entries.size(), hash(&data->edges, sizeof data->edges)); }};
}

PreparedKernel move_boxes(const CaseInput& in) {
    struct Data {
        Array<simd::TrackedBox> tracked;
        Array<std::uint32_t> ids, changed;
        Array<Aabb> bounds[2];
        std::uint32_t turn = 0;
    };
    const Boxes<3> boxes(in.kernels, in.boxes, in.seed);
    auto data = std::make_shared<Data>(Data{moved(boxes, in.seed),
                                            Array<std::uint32_t>(in.boxes + 1),
                                            Array<std::uint32_t>(in.boxes + simd::kMaxLanes),
                                            {Array<Aabb>(in.boxes), Array<Aabb>(in.boxes)}});
    // One id more than boxes: the kernel leaves the last one to its caller.
    std::iota(data->ids.data(), data->ids.data() + in.boxes + 1, 0U);
    for (std::uint32_t i = 0; i < in.boxes; ++i) {
        // Runs alternate between the two bounds, so that every run moves every box.
        const simd::TrackedBox& box = data->tracked[i];
        data->bounds[0][i] = {{box.old_lo[0], box.old_lo[1], box.old_lo[2]},
                              {box.old_hi[0], box.old_hi[1], box.old_hi[2]}};
        data->bounds[1][i] = {{box.lo[0], box.lo[1], box.lo[2]}, {box.hi[0], box.hi[1], box.hi[2]}};
    }
    const auto run = [kernel = in.kernels.move_boxes, data]() -> std::uint32_t {
        std::uint32_t changed_count = 0;
        const simd::BoundsRows rows{&data->bounds[data->turn][0].min.x, 6};
        data->turn ^= 1;
        const auto count = static_cast<std::uint32_t>(data->ids.size());
        kernel({data->tracked.data(), data->ids.data(), count, rows, 0, 0, 4}, data->changed.data(), changed_count);
        return changed_count;
    };
    return {in.boxes, [=] { static_cast<void>(run()); },
            [=] {
                // The checksum run starts from the first state, because the number of runs before it is not known.
                for (std::size_t i = 0; i < data->tracked.size(); ++i) data->tracked[i].state = 0;
                data->turn = 0;
                const std::uint32_t count = run();
                return hash_first(data->changed, count, hash_first(data->tracked, data->tracked.size()));
            }};
}

PreparedKernel legal_bounds(const CaseInput& in) {
    struct Data {
        Boxes<3> boxes;
        std::uint32_t legal = 0;
    };
    auto data = std::make_shared<Data>(Data{Boxes<3>(in.kernels, in.boxes, in.seed)});
    const auto kernel = in.kernels.legal_bounds;
    return {
        in.boxes,
        [=] {
            data->legal = kernel({data->boxes.entries[0].lo, sizeof(simd::BoundsEntry<3>) / sizeof(float)}, in.boxes);
        },
        [=] { return std::uint64_t{data->legal}; }};
}

PreparedKernel changes(const CaseInput& in) {
    struct Data {
        Array<simd::TrackedBox> tracked;
        PairList pairs;
        Array<BoxPair> out;
        std::uint32_t kept = 0;
    };
    const Boxes<3> boxes(in.kernels, in.boxes, in.seed);
    PairList pairs = candidates(boxes, in.data);
    const std::uint32_t count = pairs.count;
    auto data =
        std::make_shared<Data>(Data{moved(boxes, in.seed), std::move(pairs), Array<BoxPair>(count + simd::kMaxLanes)});
    const auto kernel = in.kernels.filter_changes;
    return {count,
            [=] {
                const PairList& list = data->pairs;
                data->kept =
                    kernel({data->tracked.data(), list.first.data(), list.second.data(), list.count}, data->out.data());
            },
            [=] { return hash_first(data->out, data->kept, data->kept); }};
}

/// Sweeps boxes that have moved against a list of boxes that have not.
PreparedKernel sweep_changes(const CaseInput& in) {
    struct Data {
        Array<simd::TrackedBox> tracked;
        Array<float> streams;
        Array<BoxPair> out;
        std::vector<simd::ChangeSweep> sweeps;
        std::uint32_t kept = 0;
    };
    const Boxes<3> boxes(in.kernels, in.boxes, in.seed);
    const std::size_t room = simd::padded(in.boxes) + simd::kSentinels;
    const std::uint32_t most = 16 * in.boxes;
    auto data = std::make_shared<Data>(
        Data{moved(boxes, in.seed), Array<float>(7 * room), Array<BoxPair>(most + simd::kMaxLanes), {}});
    const simd::TrackedBox* const tracked = data->tracked.data();
    std::vector<std::uint32_t> order(in.boxes);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return tracked[a].old_lo[0] < tracked[b].old_lo[0]; });

    float* const streams = data->streams.data();
    simd::SweepArrays<3> list{{streams, streams + 2 * room, streams + 4 * room},
                              {streams + room, streams + 3 * room, streams + 5 * room},
                              reinterpret_cast<std::uint32_t*>(streams + 6 * room),
                              nullptr,
                              in.boxes};
    float widest = 0;
    for (std::uint32_t i = 0; i < in.boxes; ++i) {
        const simd::TrackedBox& box = tracked[order[i]];
        for (int c = 0; c < 3; ++c) {
            list.lo[c][i] = box.old_lo[c];
            list.hi[c][i] = box.old_hi[c];
        }
        list.id[i] = order[i];
        widest = std::max(widest, box.old_hi[0] - box.old_lo[0]);
    }
    std::fill_n(list.lo[0] + in.boxes, simd::kSentinels, std::numeric_limits<float>::infinity());
    for (std::uint32_t i = 0; i < in.boxes; ++i) {
        const simd::TrackedBox& box = tracked[i];
        const float from = std::min(box.lo[0], box.old_lo[0]) - 1.001F * widest;
        const auto begin =
            static_cast<std::uint32_t>(std::lower_bound(list.lo[0], list.lo[0] + in.boxes, from) - list.lo[0]);
        data->sweeps.push_back({&box,
                                i,
                                {0, 1, 2},
                                std::max(box.hi[0], box.old_hi[0]),
                                list,
                                0,
                                begin / simd::kMaxLanes * simd::kMaxLanes,
                                0,
                                data->out.data(),
                                most,
                                0,
                                false});
    }
    const auto kernel = in.kernels.sweep_changes;
    return {in.boxes,
            [=] {
                data->kept = 0;
                for (simd::ChangeSweep sweep : data->sweeps) {
                    sweep.count = data->kept;
                    kernel(sweep);
                    data->kept = sweep.count;
                }
            },
            [=] { return hash_first(data->out, data->kept, data->kept); }};
}

/// Scans all boxes against moved boxes, as many as one scan takes at once.
PreparedKernel scan_changes(const CaseInput& in) {
    struct Data {
        Array<simd::TrackedBox> tracked;
        Array<simd::BoundsEntry<3>> changed;
        Array<BoxPair> out;
        std::uint32_t kept = 0;
    };
    constexpr std::uint32_t kChanged = 64;
    const std::uint32_t count = std::min(kChanged, in.boxes), capacity = 64 * kChanged * simd::kMaxLanes;
    auto data =
        std::make_shared<Data>(Data{moved(Boxes<3>(in.kernels, in.boxes, in.seed), in.seed),
                                    Array<simd::BoundsEntry<3>>(count), Array<BoxPair>(capacity + simd::kMaxLanes)});
    for (std::uint32_t k = 0; k < count; ++k) {
        const auto id = static_cast<std::uint32_t>(std::uint64_t{in.boxes} * k / count);
        const simd::TrackedBox& box = data->tracked[id];
        simd::BoundsEntry<3>& entry = data->changed[k];
        for (int c = 0; c < 3; ++c) {
            entry.lo[c] = std::min(box.lo[c], box.old_lo[c]);
            entry.hi[c] = std::max(box.hi[c], box.old_hi[c]);
        }
        entry.id = id;
        entry.tag = 0;
    }
    const auto kernel = in.kernels.scan_changes;
    return {in.boxes * count,
            [=] {
                simd::ChangeScan scan{
                    data->tracked.data(), data->changed.data(), count, 0, in.boxes, data->out.data(), capacity, 0};
                kernel(scan);
                if (scan.next != in.boxes) throw std::runtime_error("more changes than there is room for");
                data->kept = scan.count;
            },
            [=] {
                // The order depends on the set: wider sets test more changed boxes before the next box.
                std::sort(data->out.data(), data->out.data() + data->kept);
                return hash_first(data->out, data->kept, data->kept);
            }};
}

/// Adds one partner to each box's list of up to seven partners, and removes it again.
PreparedKernel edit_partners(const CaseInput& in) {
    struct Data {
        Array<std::uint32_t> lists, counts, partners;

        std::uint32_t* list(std::uint32_t i) const { return lists.data() + std::size_t{i} * simd::kShortList; }
    };
    auto data = std::make_shared<Data>(Data{Array<std::uint32_t>(std::size_t{in.boxes} * simd::kShortList),
                                            Array<std::uint32_t>(in.boxes), Array<std::uint32_t>(in.boxes)});
    Random random(in.seed);
    const auto below = [&](std::uint32_t limit) {
        return static_cast<std::uint32_t>(random() * static_cast<float>(limit));
    };
    for (std::uint32_t i = 0; i < in.boxes; ++i) {
        std::uint32_t* const list = data->list(i);
        data->counts[i] = below(simd::kShortList);
        // The list holds even ids. The new partner is odd.
        for (std::uint32_t k = 0; k < data->counts[i]; ++k) list[k] = (k > 0 ? list[k - 1] : 0) + 2 + 2 * below(100);
        data->partners[i] = 1 + 2 * below(400);
    }
    const auto kernel = in.kernels.edit_partners;
    return {2 * in.boxes,
            [=] {
                for (const bool lost : {false, true}) {
                    for (std::uint32_t i = 0; i < in.boxes; ++i)
                        kernel(data->list(i), data->counts[i] + (lost ? 1 : 0), data->partners[i], lost);
                }
            },
            [=] {
                std::uint64_t sum = 0;
                for (std::uint32_t i = 0; i < in.boxes; ++i)
                    sum = hash(data->list(i), data->counts[i] * sizeof(std::uint32_t), sum);
                return sum;
            }};
}

constexpr KernelCase kCases[] = {
    {"tracked-bounds", "box", "boxes of a persistent world to bounds", tracked_bounds, 128},
    {"move-boxes", "box", "new bounds for boxes of a persistent world", move_boxes, 128},
    {"legal-bounds", "box", "whether raw AABBs are legal", legal_bounds, 256},
    {"changes", "pair", "candidates that began or ceased to be pairs", changes, 128, true},
    {"sweep-changes", "box", "moved boxes against a sorted list", sweep_changes, 256},
    {"scan-changes", "pair", "a few moved boxes against all others", scan_changes, 256},
    {"edit-partners", "partner", "one partner into a short list, or out of it", edit_partners, 256},
};

}  // namespace

std::span<const KernelCase> change_cases() {
    return kCases;
}

}  // namespace satori::bench
