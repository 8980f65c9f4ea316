// satori-bench-mpi [alone | steps] [KIND [COUNT [STEPS]]]: what the ranks of satori::mpi do in one scene, by default
// 1e6 boxes of `uniform`. `alone`: weak scaling, of ranks that run one after another. `steps`: boxes that move, and
// their contacts from step to step. Start it with mpirun. Each rank computes on one thread; times are CPU time, so
// there may be more ranks than cores.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <satori/executor.hpp>
#include <satori/mpi.hpp>

#include "mpi/alone.hpp"
#include "mpi/steps.hpp"
#include "scenes/generator.hpp"

using namespace satori;

namespace {

struct Ranks {
    int rank = 0, count = 1;

    Ranks() {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &count);
    }
    double most(double value) const { return reduced(value, MPI_MAX); }
    double mean(double value) const { return reduced(value, MPI_SUM) / count; }

private:
    static double reduced(double value, MPI_Op op) {
        double all = value;
        MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
        return all;
    }
};

/// What the boxes of a rank are at first: every count-th box, those of a slab across x, or those of its part.
enum class Deal { in_turn, slabs, parts };

/// The boxes of this rank.
struct Hand {
    std::vector<OrientedBox> boxes;
    std::vector<std::uint64_t> ids;

    Hand(std::vector<OrientedBox> all, const Ranks& ranks, bool near) {
        std::vector<std::size_t> order(all.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        if (near) {
            std::sort(order.begin(), order.end(),
                      [&](std::size_t a, std::size_t b) { return all[a].center.x < all[b].center.x; });
        }
        const auto mine = [&](std::size_t k) {
            const auto count = static_cast<std::size_t>(ranks.count);
            return static_cast<int>(near ? k * count / all.size() : k % count) == ranks.rank;
        };
        for (std::size_t k = 0; k < order.size(); ++k) {
            if (!mine(k)) continue;
            boxes.push_back(all[order[k]]);
            ids.push_back(order[k]);
        }
    }
    mpi::RankBoxes rows() const { return {box_rows(boxes), ids}; }

    /// Replaces the boxes by those of the part. A call must have cut space.
    void migrate(mpi::Partition& partition) {
        struct Record {
            OrientedBox box;
            std::uint64_t id;
        };
        std::vector<Record> records;
        for (std::size_t i = 0; i < ids.size(); ++i) records.push_back({boxes[i], ids[i]});
        std::span<const Record> came;
        if (partition.migrate(rows(), std::span<const Record>{records}, came) != Status::ok) std::abort();
        boxes.clear();
        ids.clear();
        for (const Record& record : came) {
            boxes.push_back(record.box);
            ids.push_back(record.id);
        }
    }
};

void print_step(const Ranks& ranks, int step, const mpi::RankReport& report) {
    const auto ms = [&](std::uint64_t ns) { return ranks.mean(static_cast<double>(ns)) * 1e-6; };
    const double intake = ms(report.intake_ns), cutting = ms(report.cutting_ns), assignment = ms(report.assignment_ns),
                 exchange = ms(report.exchange_ns), sorting = ms(report.sorting_ns), finding = ms(report.finding_ns),
                 ownership = ms(report.ownership_ns);
    const auto share = [&](std::uint64_t value) {
        const auto number = static_cast<double>(value);
        const double mean = ranks.mean(number);
        return mean > 0 ? ranks.most(number) / mean : 1;
    };
    const double candidates = share(report.candidate_count), boxes = share(report.part_count);
    if (ranks.rank != 0) return;
    std::printf("%4d  %s  %7.4f  %10.4f  %6.4f  %6.1f  %6.1f  %6.1f  %6.1f  %6.1f  %7.1f  %6.1f  %8.1f %%\n", step,
                report.made_cuts ? "new " : "kept",
                static_cast<double>(report.all_parts_count) / static_cast<double>(report.all_count), candidates, boxes,
                intake, cutting, assignment, exchange, sorting, finding, ownership,
                100 * (cutting + assignment + ownership) / finding);
}

void run(const Ranks& ranks, const scenes::SceneRecipe& recipe, int steps, Deal deal) {
    Hand hand(scenes::make_scene(recipe).rows, ranks, deal == Deal::slabs);
    if (ranks.rank == 0) {
        constexpr const char* kDeals[] = {"boxes dealt in turn", "each rank brings a slab",
                                          "each rank brings the boxes of its part, from step 1 on"};
        std::printf("\n%s; times in ms, mean of %d ranks\n", kDeals[static_cast<int>(deal)], ranks.count);
        std::printf(
            "step  cuts  copies  candidates   boxes  intake  cutting  assign  exchange  sort  finding  owner  "
            "cut + assign + own\n");
    }
    mpi::Partition partition(MPI_COMM_WORLD);
    mpi::FindOptions options;
    options.execution.executor = &serial_executor();
    std::uint64_t pairs = 0;
    for (int step = 0; step < steps; ++step) {
        mpi::PairResult result;
        if (step > 0 && deal == Deal::parts) hand.migrate(partition);
        const Status status = partition.find_overlaps(hand.rows(), result, options);
        if (status != Status::ok) {
            if (ranks.rank == 0) std::printf("%s\n", partition.fault().message);
            return;
        }
        pairs = result.report.all_pairs_count;
        print_step(ranks, step, result.report);
    }
    const double peak = ranks.most(static_cast<double>(partition.peak_bytes()));
    const double held = ranks.most(static_cast<double>(partition.bytes()));
    if (ranks.rank == 0)
        std::printf("%llu pairs; memory of the largest rank %.1f MB, %.1f MB at most\n",
                    static_cast<unsigned long long>(pairs), held * 1e-6, peak * 1e-6);
}

void print_one_process(const scenes::SceneRecipe& recipe, int ranks) {
    const std::vector<OrientedBox> all = scenes::make_scene(recipe).rows;
    BoxBatch batch;
    Workspace workspace;
    PairResult result;
    PairOptions options;
    options.execution.executor = &serial_executor();
    if (batch.assign(all) != Status::ok || find_overlaps(batch, workspace, result, options) != Status::ok) std::abort();
    const double bytes = static_cast<double>(batch.peak_bytes() + workspace.peak_bytes());
    std::printf("\none process: %llu pairs, %llu candidates, memory %.1f MB; the share of one of %d ranks: %.1f MB\n",
                static_cast<unsigned long long>(result.pair_count),
                static_cast<unsigned long long>(result.candidate_count), bytes * 1e-6, ranks, bytes * 1e-6 / ranks);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const Ranks ranks;
    const std::string_view first = argc > 1 ? argv[1] : "";
    const bool alone = first == "alone", moving = first == "steps";
    if (alone || moving) {
        ++argv;
        --argc;
    }
    const auto kind = scenes::parse_scene_kind(argc > 1 ? argv[1] : "uniform");
    const long count = argc > 2 ? std::atol(argv[2]) : 1000000;
    const int steps = argc > 3 ? std::atoi(argv[3]) : 4;
    if (!kind || scenes::describe_kind(*kind).dimension != 3 || count <= 0 || steps <= 0) {
        if (ranks.rank == 0)
            std::fprintf(stderr,
                         "satori-bench-mpi [alone | steps] [KIND [COUNT [STEPS]]], a KIND of satori make, 3D\n");
        MPI_Finalize();
        return 2;
    }
    const scenes::SceneRecipe recipe{.kind = *kind, .count = static_cast<std::uint32_t>(count), .seed = 1};
    if (alone) {
        if (ranks.rank == 0) bench::print_weak_scaling(recipe);
        MPI_Finalize();
        return 0;
    }
    if (moving) {
        const bool same = bench::print_steps(recipe, steps);
        MPI_Finalize();
        return same ? 0 : 1;
    }
    if (ranks.rank == 0)
        std::printf("%ld boxes of %s, %d ranks\n", count, scenes::describe_kind(*kind).name, ranks.count);
    for (const Deal deal : {Deal::slabs, Deal::in_turn, Deal::parts}) run(ranks, recipe, steps, deal);
    if (ranks.rank == 0) print_one_process(recipe, ranks.count);
    MPI_Finalize();
    return 0;
}
