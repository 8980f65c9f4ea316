#include "geometry/fit/hull.hpp"

#include <cstdio>
#include <memory>
#include <new>

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

namespace satori::inline v0::fit {

namespace {

constexpr int kDimension = 3;

/// Qhull writes messages to a file whatever it is told; there is to be no output.
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

    int run(std::vector<Vector>& points) {
        char command[] = "qhull Qt Pp";  // triangles; no warnings about precision
        return qh_new_qhull(qh_.get(), kDimension, static_cast<int>(points.size()), points.data()->at, qh_False,
                            command, nullptr, nowhere_.file());
    }
    qhT* get() const noexcept { return qh_.get(); }

private:
    Nowhere nowhere_;
    std::unique_ptr<qhT> qh_;
};

}  // namespace

Hull convex_hull(const std::vector<Vector>& points) {
    Hull hull;
    if (points.size() <= kDimension) return hull;
    std::vector<Vector> copy = points;  // Qhull asks for memory that it may write to
    QhullRun qhull;
    const int error = qhull.run(copy);
    if (error == qh_ERRmem) throw std::bad_alloc();
    if (error != qh_ERRnone) return hull;

    qhT* const qh = qhull.get();
    hull.triangles.reserve(static_cast<std::size_t>(qh->num_facets));
    hull.planes.reserve(static_cast<std::size_t>(qh->num_facets));
    std::vector<bool> on_hull(points.size());
    const facetT* facet = nullptr;
    FORALLfacets {
        if (facet->normal == nullptr || qh_setsize(qh, facet->vertices) != kDimension) continue;
        std::array<std::uint32_t, 3> triangle{};
        std::size_t corner = 0;
        vertexT *vertex = nullptr, **vertexp = nullptr;
        FOREACHvertex_(facet->vertices) {
            triangle[corner] = static_cast<std::uint32_t>(qh_pointid(qh, vertex->point));
            on_hull[triangle[corner++]] = true;
        }
        hull.triangles.push_back(triangle);
        hull.planes.push_back({{facet->normal[0], facet->normal[1], facet->normal[2]}, -facet->offset});
    }
    for (std::uint32_t i = 0; i < points.size(); ++i)
        if (on_hull[i]) hull.vertices.push_back(i);
    return hull;
}

}  // namespace satori::inline v0::fit
