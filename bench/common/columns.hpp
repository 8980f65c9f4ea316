#pragma once

#include <span>

#include <satori/satori.hpp>

#include "broadphase/columns/columns.hpp"
#include "common/expect.hpp"

namespace satori::bench {

/// Calls look(columns) with the columns that find_pairs() makes of these boxes, if they are more than 128. The function
/// uses internal code of the library, so it links only where the library's hidden symbols are visible.
template <class Look>
void with_columns(std::span<const Aabb> bounds, Look&& look) {
    parallel::Call call({Isa::best, &serial_executor()});
    expect(call.status(), "choosing an instruction set");
    Workspace workspace;
    WorkspaceLock lock(workspace);
    broadphase::BoundsSet<3> set;
    PairResult result;
    expect(fill_bounds<3>(call, lock, broadphase::raw_bounds(aabb_rows(bounds)), nullptr, set, result),
           "reading boxes");
    broadphase::BoxClasses<3> classes;
    expect(classify(call, lock, set, classes), "dividing boxes into classes");
    broadphase::Columns<3> columns;
    expect(fill_columns(call, lock, classes, columns), "filling columns");
    look(static_cast<const broadphase::Columns<3>&>(columns));
}

}  // namespace satori::bench
