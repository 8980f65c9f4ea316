// docs/shapes.md: the boxes of a batch that a camera sees, that a sphere meets, that a ray hits.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <satori/satori.hpp>

using satori::Status;

namespace {

// Posts of 1 x 4 x 1 m, 3 m apart, 11 by 11, in front of a camera at the origin that looks along -z.
std::vector<satori::OrientedBox> posts() {
    std::vector<satori::OrientedBox> boxes;
    for (int row = 0; row < 11; ++row)
        for (int column = -5; column <= 5; ++column) {
            satori::OrientedBox post;
            post.center = {3 * static_cast<float>(column), 0, -3 * static_cast<float>(row) - 3};
            post.half_extents = {0.5F, 2, 0.5F};
            boxes.push_back(post);
        }
    return boxes;
}

// A projection of 90 degrees, from 0.5 m to 25 m, as Vulkan and Direct3D have it.
satori::Mat4 projection() {
    const float near_end = 0.5F, far_end = 25;
    satori::Mat4 matrix;
    matrix.m[10] = far_end / (near_end - far_end);
    matrix.m[11] = -1;
    matrix.m[14] = near_end * far_end / (near_end - far_end);
    matrix.m[15] = 0;
    return matrix;
}

int count(const std::vector<satori::Containment>& found, satori::Containment wanted) {
    int number = 0;
    for (const satori::Containment containment : found) number += containment == wanted ? 1 : 0;
    return number;
}

}  // namespace

int main() {
    satori::BoxBatch boxes;
    satori::Workspace workspace;
    if (boxes.assign(posts()) != Status::ok) return 1;

    satori::Frustum view;
    if (satori::frustum_from_matrix(projection(), satori::ClipSpace::zero_to_one, view) != Status::ok) return 1;
    std::vector<std::uint32_t> indices(boxes.size());
    satori::FoundIndices seen{indices};
    if (satori::find_boxes(boxes, view, seen, workspace) != Status::ok) return 1;
    std::printf("the camera sees %d of %d posts\n", static_cast<int>(seen.count), static_cast<int>(boxes.size()));

    std::vector<satori::Containment> found(boxes.size());
    if (satori::classify_boxes(boxes, view, found) != Status::ok) return 1;
    std::printf("%d of them wholly, %d in part\n", count(found, satori::Containment::inside),
                count(found, satori::Containment::crossing));

    const satori::Sphere blast{{0, 0, -9}, 4};
    satori::FoundIndices met{indices};
    if (satori::find_boxes(boxes, blast, met, workspace) != Status::ok) return 1;
    std::printf("the sphere meets %d posts, the first is %u\n", static_cast<int>(met.count), indices[0]);

    std::vector<satori::RayHit> hits(boxes.size());
    const satori::Ray ray{{0.25F, 0, 0}, {0, 0, -1}};
    if (satori::intersect(boxes, ray, hits) != Status::ok) return 1;
    std::printf("the ray is in post 5 from %.1f m to %.1f m\n", static_cast<double>(hits[5].entry),
                static_cast<double>(hits[5].exit));
}
