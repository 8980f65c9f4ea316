#include "cli/mpi/command_pairs.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <satori/distances.hpp>

#include "cli/help.hpp"
#include "cli/kinds.hpp"
#include "cli/mpi/rank_report.hpp"
#include "cli/mpi/rank_scene.hpp"
#include "cli/mpi/shared_output.hpp"
#include "cli/mpi/sorted_pairs.hpp"
#include "cli/options.hpp"
#include "cli/pair_limit.hpp"
#include "cli/report.hpp"
#include "cli/thread_limit.hpp"
#include "cli/timing.hpp"

namespace satori::cli {

namespace {

constexpr std::uint64_t kBytesPerPair = 52;  // of the library, and of this command to sort them

struct RankPairs {
    std::string scene;
    std::string output;
    std::uint32_t frame = 0;
    std::optional<float> near;
    Boundary boundary = Boundary::closed;
    std::string isa_name = "best";
    unsigned threads = 1;
    bool force = false;
    bool progress = false;
    ReportOptions report;
};

/// Says on rank 0 what the ranks begin to do, one line each: under mpirun a bar would not know a terminal from a pipe.
class RankProgress {
public:
    RankProgress(const Ranks& ranks, bool is_wanted) : is_wanted_(is_wanted && ranks.is_first()) {}

    void begin(const char* what) const {
        if (is_wanted_) print(stderr, fmt::format("satori-mpi: {:.1f} s: {}\n", 1e-3 * ms_since(start_), what));
    }

private:
    bool is_wanted_;
    Clock::time_point start_ = Clock::now();
};

/// Finds the pairs, or throws SharedError.
mpi::PairResult find(const Ranks& ranks, const RankPairs& options, mpi::Partition& partition, const RankScene& scene,
                     const Execution& execution) {
    mpi::PairResult result;
    const mpi::FindOptions find_options{options.boundary, execution};
    const Status status = options.near ? partition.find_near_pairs(scene.boxes(), *options.near, result, find_options)
                                       : partition.find_overlaps(scene.boxes(), result, find_options);
    ranks.together([&] {
        if (status == Status::ok) return;
        const mpi::Fault& fault = partition.fault();
        const bool is_here = fault.rank == ranks.rank();
        if (status == Status::invalid_box && is_here) scene.refuse_box(fault.index);
        if (status == Status::limit_exceeded && is_here)
            PairLimit(options.force, kBytesPerPair).check(status, scene.name());
        const bool has_told = status == Status::invalid_box || status == Status::limit_exceeded;
        if (!has_told) throw CliError(ExitCode::failed, fmt::format("finding the pairs: {}", fault.message));
    });
    return result;
}

void run(const Ranks& ranks, const RankPairs& options) {
    RanksMeasurement measured;
    ranks.together([&] {
        if (options.near && !(*options.near >= 0 && *options.near <= kMaxNearDistance))
            throw CliError(ExitCode::usage, fmt::format("--near must be a number from 0 to {:g}", kMaxNearDistance));
        measured.isa = resolve_isa_option(options.isa_name);
    });
    const RankProgress progress(ranks, options.progress);
    progress.begin("loading the scene");
    RankFigures own;
    Clock::time_point start = Clock::now();
    const RankScene scene(ranks, options.scene, options.frame);
    own.read_ms = ms_since(start);
    SharedOutput output(ranks, options.output, scene.name());

    std::optional<ThreadLimit> threads;
    ranks.together([&] { threads.emplace(options.threads); });
    progress.begin("finding pairs");
    const PairLimit limit(options.force, kBytesPerPair);
    mpi::Partition partition(MPI_COMM_WORLD);
    start = Clock::now();
    const mpi::PairResult found =
        find(ranks, options, partition, scene, {measured.isa, threads->executor(), limit.most()});
    own.call_ms = ms_since(start);
    own.call = found.report;
    own.pair_count = found.pairs.size();
    own.peak_bytes = partition.peak_bytes();

    progress.begin("sorting pairs");
    start = Clock::now();
    const std::vector<BoxPair> sorted = sorted_over_ranks(ranks, found, scene.all_count());
    own.sort_ms = ms_since(start);
    measured.hash = hash_over_ranks(ranks, sorted);
    if (!options.output.empty()) progress.begin("writing pairs");
    output.write(sorted);
    if (!options.report.quiet) scene.print_loss(ranks);
    measured.ranks = gathered(ranks, own);
    ranks.together([&] {
        if (!ranks.is_first()) return;
        measured.scene = options.scene;
        measured.frame = options.frame;
        measured.threads = options.threads;
        if (options.near) measured.found_name = "near";
        std::FILE* const stream = output.is_standard_output() ? stderr : stdout;
        if (options.report.json)
            print(stream, json_report(measured));
        else if (!options.report.quiet)
            print(stream, table_report(measured, Style(stream)));
    });
}

}  // namespace

void add_rank_pairs_command(CLI::App& program, std::function<void(const Ranks&)>& work) {
    const auto options = std::make_shared<RankPairs>();
    CLI::App* const command = program.add_subcommand("pairs", "Find the overlapping pairs of a scene");
    command
        ->add_option("SCENE", options->scene,
                     "Scene to read; a name with {rank}: a file of each rank, from 0; make:KIND:COUNT: a made scene")
        ->required()
        ->type_name("");
    command
        ->add_option("-o,--output", options->output,
                     "Pairs to write, sorted, .csv or .npy (uint32, m rows of 2). With {rank} in the name each rank "
                     "writes a file, else rank 0 writes all")
        ->type_name("PAIRS")
        ->check(not_empty);
    add_frame_option(*command, options->frame);
    CLI::Option* const near =
        command->add_option("--near", options->near, "Find the pairs of boxes that are at most this far apart instead")
            ->check(not_empty)
            ->type_name("METERS");
    add_boundary_option(*command, options->boundary)->excludes(near);
    add_force_option(*command, options->force);
    add_isa_option(*command, options->isa_name);
    add_threads_option(*command, options->threads, "1; each rank has N");
    command->add_flag("--progress", options->progress, "Say on standard error what the ranks begin to do");
    add_plain_report_options(*command, options->report);
    set_footer(
        *command,
        "Each rank reads its rows of an array, and all of a table. Boxes have the numbers of their rows, from 0; "
        "those of the next rank's file count on. PAIRS and the hash are those of satori pairs for the whole "
        "scene. Candidates are those of all ranks: one that two ranks have counts twice.\n\n"
        "halo is the second and further copies of boxes, over all boxes. imbalance is the most boxes and "
        "candidates of a rank over the mean. Stages are CPU time; total, read and sort are time that passes.\n\n"
        "Kinds of made scenes, and how many AABB overlaps per box they have:" +
            kind_list(false),
        {"satori make uniform --count 1e4 -o scene.npy", "mpirun -np 2 satori-mpi pairs scene.npy",
         "mpirun -np 2 satori-mpi pairs scene.npy -o pairs-{rank}.npy --quiet",
         "mpirun -np 2 satori-mpi pairs make:clustered:1e4 --json"});
    command->callback([options, &work] { work = [options](const Ranks& ranks) { run(ranks, *options); }; });
}

}  // namespace satori::cli
