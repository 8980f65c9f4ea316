// satori-bench-contacts: compares contacts and overlap answers of candidate pairs with other libraries. --help prints
// the options.

#include "contacts/report.hpp"

int main(int argc, char** argv) {
    using namespace satori::bench;
    Program program;
    program.name = "satori-bench-contacts";
    program.description =
        "Measures satori's contacts: candidate pairs to manifolds and to yes or no, one thread, warm workspace";
    program.scene_help = "Only these streams: mixed, all_hit, resting";
    program.isa_help = "Instruction sets, or all, the default";
    program.count_help = "Boxes per stream";
    program.report = [](const ReportOptions& options, const Program::Take& take) {
        take("contacts", report_contacts(options));
    };
    return run_program(argc, argv, program);
}
