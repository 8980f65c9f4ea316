// satori-bench-broadphase: compares the broadphase with other libraries, and measures its growth and its worst scenes.
// --help prints the options.

#include <CLI/CLI.hpp>

#include "reports.hpp"

int main(int argc, char** argv) {
    using namespace satori::bench;
    bool growth = false, adversaries = false;
    Program program;
    program.name = "satori-bench-broadphase";
    program.description = "Measures satori's broadphase: AABBs in, pairs out, one thread, warm workspace";
    program.scene_help = "Only these scenes, as satori make names them";
    program.isa_help = "Instruction sets, or all; default all against peers, best with --growth and --adversaries";
    program.count_help = "Boxes per scene; with --growth the largest number";
    program.add_options = [&](CLI::App& app) {
        app.add_flag("--growth", growth, "Time against number of boxes, and the fitted exponent");
        app.add_flag("--adversaries", adversaries, "Difficult scenes against uniform ones of as many boxes and pairs");
    };
    program.one_isa = [&] { return growth || adversaries; };
    program.report = [&](const ReportOptions& options, const Program::Take& take) {
        if (!growth && !adversaries) take("comparison", report_comparison(options));
        if (growth) take("growth", report_growth(options));
        if (adversaries) take("adversaries", report_adversaries(options));
    };
    return run_program(argc, argv, program);
}
