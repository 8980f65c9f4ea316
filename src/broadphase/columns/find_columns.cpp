#include <satori/columns.hpp>

#include "base/assert.hpp"
#include "broadphase/columns/column_regions.hpp"
#include "broadphase/columns/columns.hpp"
#include "parallel/call.hpp"

namespace satori::v0 {

namespace broadphase {
namespace {

/// Enlarges `around`, on the grid's axes, to hold the entries of one column. Returns the number of boxes.
template <int Dim>
std::uint32_t enclose(const ColumnGrid<Dim>& grid, const simd::BoundsEntry<Dim>* begin,
                      const simd::BoundsEntry<Dim>* end, Region<Dim>& around) noexcept {
    std::uint32_t count = 0;
    for (const simd::BoundsEntry<Dim>* entry = begin; entry != end; ++entry) {
        if (entry->lo[0] > entry->hi[0]) continue;  // a box that was skipped as illegal
        ++count;
        for (int c = 0; c < Dim; ++c) {
            around.lo[c] = std::min(around.lo[c], entry->lo[grid.axis[c]]);
            around.hi[c] = std::max(around.hi[c], entry->hi[grid.axis[c]]);
        }
    }
    return count;
}

template <int Dim>
Status list_columns(WorkspaceLock& workspace, const Columns<Dim>& columns,
                    std::span<const PublicColumn<Dim>>& out) noexcept {
    std::size_t most = 0;
    for (std::uint32_t g = 0; g < columns.grids.count(); ++g) most += columns.column_count(g);
    auto* const list = workspace.reserve<PublicColumn<Dim>>(Scratch::result, most);
    if (list == nullptr) return Status::out_of_memory;
    std::size_t count = 0;
    for (std::uint32_t g = 0; g < columns.grids.count(); ++g) {
        if (columns.column_count(g) == 0) continue;
        const ColumnGrid<Dim>& grid = columns.grids[g].columns;
        for_each_region(grid, [&](std::uint32_t column, const Region<Dim>& region) {
            Region<Dim> around;
            std::fill_n(around.lo, Dim, std::numeric_limits<float>::infinity());
            std::fill_n(around.hi, Dim, -std::numeric_limits<float>::infinity());
            const std::uint32_t boxes = enclose(grid, columns.entries + columns.column_begin(g, column),
                                                columns.entries + columns.column_begin(g, column + 1), around);
            if (boxes != 0) list[count++] = column_around(grid, region, around.lo, around.hi, boxes, g);
        });
    }
    SATORI_ASSERT(count <= most);
    out = {list, count};
    return Status::ok;
}

template <int Dim>
Status find_columns(const geometry::Batch<Dim>& boxes, Workspace& workspace, std::span<const PublicColumn<Dim>>& out,
                    const Execution& execution) noexcept {
    out = {};
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    WorkspaceLock lock(workspace);
    if (lock.status() != Status::ok) return lock.status();
    BoundsSet<Dim> bounds;
    BoxClasses<Dim> classes;
    Columns<Dim> columns;
    const simd::PairRecord<Dim>* no_records[2] = {nullptr, nullptr};
    Status status = fill_bounds<Dim>(call, lock, boxes, nullptr, false, bounds, no_records);
    if (status != Status::ok || bounds.count() == 0) return status;
    status = classify(call, lock, bounds, classes);
    if (status == Status::ok) status = fill_columns(call, lock, classes, columns);
    return status == Status::ok ? list_columns(lock, columns, out) : status;
}

}  // namespace
}  // namespace broadphase

Status find_columns(const BoxBatch& boxes, Workspace& workspace, std::span<const BoxColumn>& columns,
                    const Execution& execution) noexcept {
    return broadphase::find_columns<3>(boxes, workspace, columns, execution);
}

Status find_columns(const RectBatch& rects, Workspace& workspace, std::span<const RectColumn>& columns,
                    const Execution& execution) noexcept {
    return broadphase::find_columns<2>(rects, workspace, columns, execution);
}

}  // namespace satori::v0
