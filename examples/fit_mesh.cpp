// Fits boxes to the vertices of a mesh, by each method: fit_mesh [MESH.obj]. Without a file: a piece of a coiled pipe.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <satori/fit.hpp>

namespace {

std::vector<satori::Vec3> coiled_pipe() {
    std::vector<satori::Vec3> vertices;
    for (int ring = 0; ring <= 40; ++ring) {
        const float part = static_cast<float>(ring) / 40;
        const float along = 2.5F * part * part * part;  // rings crowd at one end, which turns principal axes
        for (int i = 0; i < 24; ++i) {
            const float angle = 6.2831853F * static_cast<float>(i) / 24;
            const float radius = 4 + 0.5F * std::cos(angle);
            const float height = 0.5F * std::sin(angle) + along;
            // About a tilted axis.
            vertices.push_back({radius * std::cos(along), radius * std::sin(along) * 0.8F - height * 0.6F,
                                radius * std::sin(along) * 0.6F + height * 0.8F});
        }
    }
    return vertices;
}

/// Nothing where the file cannot be read.
std::optional<std::vector<satori::Vec3>> read_vertices(const char* path) {
    std::vector<satori::Vec3> vertices;
    std::ifstream file(path);
    if (!file) return std::nullopt;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string kind;
        satori::Vec3 v;
        if (words >> kind >> v.x >> v.y >> v.z && kind == "v") vertices.push_back(v);
    }
    if (!file.eof()) return std::nullopt;
    return vertices;
}

}  // namespace

int main(int argc, char** argv) {
    const auto read = argc > 1 ? read_vertices(argv[1]) : coiled_pipe();
    if (!read) {
        std::fprintf(stderr, "%s cannot be read\n", argv[1]);
        return 1;
    }
    const std::vector<satori::Vec3>& vertices = *read;
    if (vertices.empty()) {
        std::fprintf(stderr, "%s has no vertices (lines that begin with v)\n", argv[1]);
        return 1;
    }
    std::printf("%zu vertices\n%-8s  %10s  %-32s  %s\n", vertices.size(), "method", "volume", "half extents",
                "rotation (x y z w)");
    for (const satori::FitMethod method :
         {satori::FitMethod::pca, satori::FitMethod::hull, satori::FitMethod::minimal}) {
        satori::OrientedBox box;
        satori::FitReport report;
        const satori::Status status = satori::fit_box(satori::point_rows(vertices), method, box, &report);
        if (status != satori::Status::ok) {
            std::fprintf(stderr, "%s\n", satori::describe(status));
            return 1;
        }
        const satori::Vec3& h = box.half_extents;
        const satori::Quat& q = box.rotation;
        std::printf("%-8s  %10.4f  %10.5f %10.5f %10.5f  %9.6f %9.6f %9.6f %9.6f\n", satori::fit_method_name(method),
                    report.volume, h.x, h.y, h.z, q.x, q.y, q.z, q.w);
    }
}
