// satori-bench-records: the pair test on compact records; --help tells the options.

#include "records/report.hpp"

int main(int argc, char** argv) {
    using namespace satori::bench;
    Program program;
    program.name = "satori-bench-records";
    program.description = "Measures the 15-axis test on records of 64, 48 and 40 bytes per box, one thread";
    program.scene_help = "Only these scenes, kinds of satori make; default uniform:1000, :100000 and :1000000";
    program.isa_help = "Instruction sets, or all, the default";
    program.count_help = "Boxes per scene";
    program.report = [](const ReportOptions& options, const Program::Take& take) {
        take("records", report_records(options));
    };
    return run_program(argc, argv, program);
}
