#include "execution.hpp"

#include <limits>
#include <map>

#include "arguments.hpp"

namespace satori::python {

namespace {

constexpr unsigned kMostThreads = 1024;

/// One executor for each number of threads, because it keeps its threads. Whoever touches the map holds the interpreter
/// lock. No executor is ever destroyed: a thread of Python may be in a call when the process ends.
std::map<unsigned, Executor*>& executors() {
    static auto& made = *new std::map<unsigned, Executor*>;
    return made;
}

Executor* executor_of(unsigned threads) {
    if (threads == 1) return &serial_executor();
    Executor*& executor = executors()[threads];
    if (executor == nullptr) executor = new ThreadExecutor(threads);
    return executor;
}

}  // namespace

Calling::Calling(const py::object& isa, const py::object& threads) {
    if (!isa.is_none()) {
        const std::string name = text("isa", isa);
        if (parse_isa(name.c_str(), execution_.isa) != Status::ok)
            throw py::value_error("isa: '" + name + "' is none of best, scalar, sse4.2, avx2, avx512, neon64");
    }
    if (!threads.is_none())
        execution_.executor = executor_of(static_cast<unsigned>(integer("threads", threads, 1, kMostThreads)));
}

Calling::Calling(const py::object& isa, const py::object& threads, const py::object& max_pairs)
    : Calling(isa, threads) {
    execution_.max_pairs = integer("max_pairs", max_pairs, 0, std::numeric_limits<std::uint64_t>::max());
}

Calling::Calling(const std::optional<std::string>& isa, const std::optional<unsigned>& threads, std::uint64_t max_pairs)
    : Calling(isa ? py::object(py::str(*isa)) : py::none(), threads ? py::object(py::int_(*threads)) : py::none()) {
    execution_.max_pairs = max_pairs;
}

void add_execution(py::module_&) {
    const py::module_ os = py::module_::import("os");
    if (!py::hasattr(os, "register_at_fork")) return;
    os.attr("register_at_fork")(py::arg("after_in_child") = py::cpp_function([] { executors().clear(); }));
}

}  // namespace satori::python
