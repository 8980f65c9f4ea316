// Kernels of the persistent broadphase. Every box has moved by up to a tenth of its size.

#include <memory>
#include <numeric>
#include <utility>

#include "profile/kernel_case.hpp"

namespace satori::bench {

namespace {

simd::TrackedBox tracked(const Aabb& bounds) {
    return {{bounds.min.x, bounds.min.y, bounds.min.z}, {bounds.max.x, bounds.max.y, bounds.max.z}, 0, 0};
}

/// Bounds of boxes: first where they have moved to, then where they were.
struct MovedBounds {
    MovedBounds(const Boxes<3>& boxes, std::uint64_t seed) : sets{Array<Aabb>(boxes.count), Array<Aabb>(boxes.count)} {
        Random random(seed);
        for (std::uint32_t i = 0; i < boxes.count; ++i) {
            const simd::BoundsEntry<3>& entry = boxes.entries[i];
            float step[3];
            for (int c = 0; c < 3; ++c) step[c] = 0.2F * (entry.hi[c] - entry.lo[c]) * (random() - 0.5F);
            const Vec3 lo{entry.lo[0], entry.lo[1], entry.lo[2]}, hi{entry.hi[0], entry.hi[1], entry.hi[2]};
            sets[0][i] = {{lo.x + step[0], lo.y + step[1], lo.z + step[2]},
                          {hi.x + step[0], hi.y + step[1], hi.z + step[2]}};
            sets[1][i] = {lo, hi};
        }
    }
    Array<simd::TrackedBox> boxes(int set) const {
        Array<simd::TrackedBox> all(sets[set].size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = tracked(sets[set][i]);
        return all;
    }
    Array<Aabb> sets[2];
};

PreparedKernel move_boxes(const CaseInput& in) {
    struct Data {
        MovedBounds bounds;
        Array<simd::TrackedBox> boxes;
        Array<std::uint32_t> ids, changed;
        std::uint32_t turn = 0;
    };
    MovedBounds bounds(Boxes<3>(in.kernels, in.boxes, in.seed), in.seed);
    Array<simd::TrackedBox> boxes = bounds.boxes(1);
    auto data = std::make_shared<Data>(Data{std::move(bounds), std::move(boxes), Array<std::uint32_t>(in.boxes + 1),
                                            Array<std::uint32_t>(in.boxes + simd::kMaxLanes)});
    // One id more than boxes: the kernel leaves the last one to its caller.
    std::iota(data->ids.data(), data->ids.data() + in.boxes + 1, 0U);
    const auto run = [kernel = in.kernels.move_boxes, data]() -> std::uint32_t {
        std::uint32_t changed_count = 0;
        // Runs alternate between the two bounds, so that every run moves every box.
        const simd::BoundsRows rows{&data->bounds.sets[data->turn][0].min.x, 6};
        data->turn ^= 1;
        const auto count = static_cast<std::uint32_t>(data->ids.size());
        kernel({data->boxes.data(), data->ids.data(), count, rows, 0, 0, 4}, data->changed.data(), changed_count);
        return changed_count;
    };
    return {in.boxes, [=] { static_cast<void>(run()); },
            [=] {
                // The checksum run starts from the first state, because the number of runs before it is not known.
                for (std::size_t i = 0; i < data->boxes.size(); ++i) data->boxes[i] = tracked(data->bounds.sets[1][i]);
                data->turn = 0;
                const std::uint32_t count = run();
                return hash_first(data->changed, count, hash_first(data->boxes, data->boxes.size()));
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

/// Bonds of boxes that were pairs where they were; about a tenth are none where the boxes have moved to.
PreparedKernel judge_bonds(const CaseInput& in) {
    struct Data {
        Array<simd::TrackedBox> boxes[2];
        Array<BoxPair> bonds, out;
        std::uint32_t turn = 0;
        std::uint32_t changed = 0;
    };
    const Boxes<3> boxes(in.kernels, in.boxes, in.seed);
    const MovedBounds bounds(boxes, in.seed);
    const PairList pairs = candidates(boxes, in.data);
    auto data = std::make_shared<Data>(
        Data{{bounds.boxes(0), bounds.boxes(1)}, Array<BoxPair>(pairs.count), Array<BoxPair>(pairs.count)});
    for (std::uint32_t k = 0; k < pairs.count; ++k) data->bonds[k] = {pairs.first[k], pairs.second[k]};
    const auto run = [kernel = in.kernels.judge_bonds, data, count = pairs.count] {
        // Runs alternate between the two places of the boxes, so that every run changes the same bonds.
        data->changed =
            kernel({data->boxes[data->turn].data(), data->bonds.data(), count, simd::kUnlisted}, data->out.data());
        data->turn ^= 1;
    };
    return {pairs.count, run, [=] {
                // The checksum run starts from the first state, because the number of runs before it is not known.
                for (std::size_t k = 0; k < data->bonds.size(); ++k) data->bonds[k].second &= ~simd::kNoPair;
                data->turn = 0;
                run();
                return hash_first(data->out, data->changed, hash_first(data->bonds, data->bonds.size()));
            }};
}

constexpr KernelCase kCases[] = {
    {"move-boxes", "box", "new bounds for boxes of a persistent world", move_boxes, 128},
    {"legal-bounds", "box", "whether raw AABBs are legal", legal_bounds, 256},
    {"judge-bonds", "bond", "which bonds have begun or ceased to be pairs", judge_bonds, 128, true},
};

}  // namespace

std::span<const KernelCase> change_cases() {
    return kCases;
}

}  // namespace satori::bench
