#pragma once

#include <cstdint>
#include <span>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <satori/status.hpp>
#include <satori/types.hpp>

#include "errors.hpp"
#include "outputs.hpp"
#include "unlocked.hpp"

namespace satori::python {

namespace py = pybind11;

/// The argument pairs=: an array of uint32, shape (n, 2). Throws TypeError and ValueError for others.
class Pairs {
public:
    explicit Pairs(const py::object& object);
    std::span<const BoxPair> pairs() const { return pairs_; }
    std::size_t size() const { return pairs_.size(); }

private:
    py::array array_;
    std::span<const BoxPair> pairs_;
};

/// Throws IndexError for a pair that names a box that is not there.
[[noreturn]] void throw_invalid_pair(std::uint64_t index);

/// Returns the array of the `count` answers that call(answers, workspace) writes. `judge(status)` throws for errors.
template <class Answer, class Call, class Judge>
py::array answer_each(std::size_t count, const Items& items, const py::object& out, Call&& call, Judge&& judge) {
    py::array made = output(out, items, count);
    const std::span<Answer> answers(static_cast<Answer*>(made.mutable_data()), count);
    BorrowedWorkspace workspace;
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = call(answers, *workspace);
    }
    judge(status);
    return made;
}

/// Returns the array of the answers that call(answers, workspace, invalid_pair) writes, one of `items` for each pair.
template <class Answer, class Call>
py::array answer_pairs(const char* name, const Pairs& pairs, const Items& items, const py::object& out, Call&& call) {
    std::uint64_t invalid = 0;
    return answer_each<Answer>(
        pairs.size(), items, out,
        [&](std::span<Answer> answers, Workspace& workspace) { return call(answers, workspace, &invalid); },
        [&](Status status) {
            if (status == Status::invalid_id) throw_invalid_pair(invalid);
            expect(status, name);
        });
}

/// find_overlaps, find_near_pairs, find_nearest, find_pairs, test_pairs, distances.
void add_pairs(py::module_& module);

}  // namespace satori::python
