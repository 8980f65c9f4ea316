#include "mpi/alone.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <vector>

#include <satori/executor.hpp>
#include <satori/mpi.hpp>

#include "mpi/cells.hpp"
#include "mpi/cut_tree.hpp"
#include "mpi/parts.hpp"
#include "scenes/generator.hpp"

namespace satori::bench {

namespace {

constexpr std::uint32_t kMostRanks = 64, kRanksRun = 8;
constexpr int kRepetitions = 5;

double cpu_ms() {
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

std::vector<Aabb> bounds_of(const std::vector<OrientedBox>& boxes) {
    BoxBatch batch;
    std::vector<Aabb> bounds(boxes.size());
    if (batch.assign(boxes) != Status::ok || compute_aabbs(batch, bounds) != Status::ok) std::abort();
    return bounds;
}

/// Cuts space as rank 0 does.
void cut(const std::vector<Aabb>& bounds, std::uint32_t part_count, mpi::CutTree& tree) {
    const auto slabs = std::make_unique<mpi::Slabs>();
    std::vector<Aabb> samples;
    const std::size_t step = std::max<std::size_t>(bounds.size() / mpi::kSampleCount, 1);
    for (std::size_t i = 0; i < bounds.size(); i += step) samples.push_back(bounds[i]);
    std::vector<float> scratch(samples.size());
    mpi::make_slabs(samples, scratch.data(), *slabs);
    std::vector<std::uint64_t> counts(slabs->cell_count());
    for (const Aabb& box : bounds) ++counts[slabs->cell_of(mpi::middle_of(box))];
    const auto sums = std::make_unique<mpi::SlabSums>();
    if (!tree.reset(part_count)) std::abort();
    mpi::bisect(*slabs, counts.data(), *sums, part_count, tree);
}

/// What one rank of many does, without the others: CPU time in ms, of the fastest repetition.
struct Alone {
    double assignment = 1e300, rest = 1e300;

    double all() const { return assignment + rest; }
};

Alone run_alone(const std::vector<OrientedBox>& boxes, const std::vector<Aabb>& bounds, std::uint32_t part,
                const mpi::CutTree& tree) {
    std::vector<OrientedBox> of_part;
    std::vector<Aabb> own;
    std::vector<std::uint64_t> ids;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        tree.for_each_part(bounds[i], [&](std::uint32_t touched) {
            if (touched != part) return;
            of_part.push_back(boxes[i]);
            ids.push_back(i);
        });
        bool alone = false;
        if (tree.part_of(bounds[i], alone) == part) own.push_back(bounds[i]);
    }
    mpi::Partition partition(MPI_COMM_SELF);
    mpi::FindOptions options;
    options.execution.executor = &serial_executor();
    Alone best;
    std::vector<std::uint32_t> part_of(own.size()), several(own.size());
    std::uint64_t sum = 1;
    for (int repetition = 0; repetition < kRepetitions; ++repetition) {
        const double start = cpu_ms();
        const std::uint32_t count = mpi::find_parts(tree, own, part, Isa::best, part_of.data(), several.data());
        for (std::uint32_t k = 0; k < count; ++k)
            tree.for_each_part(own[several[k]], [&](std::uint32_t touched) { sum += touched; });
        const double assigned = cpu_ms();
        mpi::PairResult result;
        if (partition.find_overlaps({box_rows(of_part), ids}, result, options) != Status::ok) std::abort();
        best.assignment = std::min(best.assignment, assigned - start);
        best.rest = std::min(best.rest, cpu_ms() - assigned);
    }
    if (sum == 0) std::printf("no box\n");  // the compiler must keep the loop
    return best;
}

}  // namespace

void print_weak_scaling(const scenes::SceneRecipe& recipe) {
    std::printf("%u boxes of %s on each rank; ranks run alone, one thread; CPU time in ms of the slowest\n",
                recipe.count, scenes::describe_kind(recipe.kind).name);
    std::printf("ranks  copies  largest part  assign    rest  efficiency\n");
    double first = 0;
    for (std::uint32_t ranks = 1; ranks <= kMostRanks; ranks *= 2) {
        scenes::SceneRecipe all = recipe;
        all.count = recipe.count * ranks;
        const std::vector<OrientedBox> boxes = scenes::make_scene(all).rows;
        const std::vector<Aabb> bounds = bounds_of(boxes);
        base::CountedMemory memory(default_allocator());
        mpi::CutTree tree(memory);
        cut(bounds, ranks, tree);
        std::vector<std::uint64_t> parts(ranks);
        for (const Aabb& box : bounds) tree.for_each_part(box, [&](std::uint32_t part) { ++parts[part]; });
        std::uint64_t copies = 0;
        for (const std::uint64_t count : parts) copies += count;
        const std::uint64_t largest = *std::max_element(parts.begin(), parts.end());
        Alone slowest{0, 0};
        const std::uint32_t run = std::min(ranks, kRanksRun);
        for (std::uint32_t k = 0; k < run; ++k) {
            const Alone alone = run_alone(boxes, bounds, k * ranks / run, tree);
            if (alone.all() > slowest.all()) slowest = alone;
        }
        if (ranks == 1) first = slowest.all();
        std::printf("%5u  %6.4f  %12.4f  %6.2f  %6.2f  %8.1f %%\n", ranks,
                    static_cast<double>(copies) / static_cast<double>(boxes.size()),
                    static_cast<double>(largest) * ranks / static_cast<double>(boxes.size()), slowest.assignment,
                    slowest.rest, 100 * first / slowest.all());
        std::fflush(stdout);
    }
}

}  // namespace satori::bench
