#include "fit/hull.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <numeric>
#include <string>

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

namespace satori::v0::fit {

namespace {

constexpr int kDimension = 3;

// When points lie in one plane, Qhull merges their facets into one, which takes time in proportion to the square of
// their number. So Qhull moves the points at random by about 1e-9, and by more when that is not enough (QJ, always with
// the same seed). Then it needs no merging, and all facets are triangles. Where Qhull gives up on that, it merges the
// facets and cuts the result into triangles (Qt). No warnings about precision (Pp).
constexpr const char* kCommands[] = {"qhull QJ1e-9 Pp", "qhull Qt Pp"};

/// A file that discards its contents. Qhull always writes messages to a file, and the library must have no output.
class Nowhere {
public:
    Nowhere() : file_(std::fopen("/dev/null", "w")) {
        if (file_ == nullptr) file_ = std::tmpfile();
        if (file_ == nullptr) throw std::bad_alloc();
    }
    Nowhere(const Nowhere&) = delete;
    Nowhere& operator=(const Nowhere&) = delete;
    ~Nowhere() { std::fclose(file_); }

    FILE* file() const noexcept { return file_; }

private:
    FILE* file_;
};

/// One run of Qhull. Its errors are long jumps that end within qh_new_qhull.
class QhullRun {
public:
    QhullRun() : qh_(std::make_unique<qhT>()) { qh_zero(qh_.get(), nowhere_.file()); }
    QhullRun(const QhullRun&) = delete;
    QhullRun& operator=(const QhullRun&) = delete;
    ~QhullRun() {
        int long_blocks = 0, long_bytes = 0;
        qh_freeqhull(qh_.get(), !qh_ALL);
        qh_memfreeshort(qh_.get(), &long_blocks, &long_bytes);
    }

    int run(std::vector<Vector>& points, std::string command) {
        return qh_new_qhull(qh_.get(), kDimension, static_cast<int>(points.size()), points.data()->at, qh_False,
                            command.data(), nullptr, nowhere_.file());
    }
    qhT* get() const noexcept { return qh_.get(); }
    /// Returns the largest distance that Qhull may have moved a point.
    double moved() const noexcept { return qh_->JOGGLEmax < 1 ? std::sqrt(3.0) * qh_->JOGGLEmax : 0; }

private:
    Nowhere nowhere_;
    std::unique_ptr<qhT> qh_;
};

/// Returns the indices of distinct points, ascending. If Qhull moved equal points at random, all would become vertices.
std::vector<std::uint32_t> distinct_points(const std::vector<Vector>& points) {
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto& at = [&](std::uint32_t i) -> const double(&)[3] { return points[i].at; };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t k = 0; k < 3; ++k)
            if (at(a)[k] != at(b)[k]) return at(a)[k] < at(b)[k];
        return a < b;
    });
    const auto same = [&](std::uint32_t a, std::uint32_t b) { return std::ranges::equal(at(a), at(b)); };
    order.erase(std::unique(order.begin(), order.end(), same), order.end());
    std::sort(order.begin(), order.end());
    return order;
}

Hull hull_of(const QhullRun& qhull, const std::vector<std::uint32_t>& indices) {
    Hull hull;
    qhT* const qh = qhull.get();
    hull.merges = static_cast<std::uint64_t>(zzval_(Ztotmerge));
    hull.triangles.reserve(static_cast<std::size_t>(qh->num_facets));
    hull.planes.reserve(static_cast<std::size_t>(qh->num_facets));
    std::vector<bool> on_hull(indices.size());
    const facetT* facet = nullptr;
    FORALLfacets {
        if (facet->normal == nullptr || qh_setsize(qh, facet->vertices) != kDimension) continue;
        std::array<std::uint32_t, 3> triangle{};
        std::size_t corner = 0;
        vertexT *vertex = nullptr, **vertexp = nullptr;
        FOREACHvertex_(facet->vertices) {
            const auto id = static_cast<std::size_t>(qh_pointid(qh, vertex->point));
            on_hull[id] = true;
            triangle[corner++] = indices[id];
        }
        hull.triangles.push_back(triangle);
        // The hull of the moved points, smaller by that distance, is inside the hull of the original points.
        hull.planes.push_back({{facet->normal[0], facet->normal[1], facet->normal[2]}, -facet->offset - qhull.moved()});
    }
    for (std::size_t i = 0; i < indices.size(); ++i)
        if (on_hull[i]) hull.vertices.push_back(indices[i]);
    return hull;
}

}  // namespace

Hull convex_hull(const std::vector<Vector>& points) {
    const std::vector<std::uint32_t> indices = distinct_points(points);
    if (indices.size() <= kDimension) return {};
    for (const char* const command : kCommands) {
        std::vector<Vector> copies;  // Qhull needs memory that it may write to
        copies.reserve(indices.size());
        for (const std::uint32_t index : indices) copies.push_back(points[index]);
        QhullRun qhull;
        const int error = qhull.run(copies, command);
        if (error == qh_ERRmem) throw std::bad_alloc();
        if (error == qh_ERRnone) return hull_of(qhull, indices);
    }
    return {};
}

}  // namespace satori::v0::fit
