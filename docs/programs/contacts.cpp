// A plate that hits another one at a slight angle, and crossed bars: faces or edges? See docs/contacts.md.

#include <cmath>
#include <cstdio>

#include <satori/satori.hpp>

namespace {

using namespace satori;

void show(const char* what, const OrientedBox& lower, const OrientedBox& upper, const ContactOptions& options) {
    const OrientedBox boxes[] = {lower, upper};
    BoxBatch batch;
    Workspace workspace;
    ContactResult result;
    if (batch.assign(boxes) != Status::ok || collide(batch, workspace, result, {.contacts = options}) != Status::ok)
        return;
    for (const ContactManifold& contact : result.manifolds) {
        float deepest = 0;
        for (std::uint32_t p = 0; p < contact.point_count; ++p)
            deepest = std::fmax(deepest, -contact.points[p].separation);
        std::printf("%-12s %-5s  %u points, deepest %.1f mm\n", what,
                    feature_axis(contact.points[0].feature_id) < 6 ? "faces" : "edges", contact.point_count,
                    static_cast<double>(1000 * deepest));
    }
}

Quat turned(double x, double y, double z, double degrees) {
    const double half = degrees / 2 * 3.14159265358979 / 180;
    return {static_cast<float>(x * std::sin(half)), static_cast<float>(y * std::sin(half)),
            static_cast<float>(z * std::sin(half)), static_cast<float>(std::cos(half))};
}

}  // namespace

int main() {
    const Vec3 plate{0.65F, 0.65F, 0.4F}, bar{2, 0.2F, 0.2F};
    const OrientedBox ground{{}, plate, {}};
    const OrientedBox tilted{{0.5F, 0.4F, 0.78F}, plate, turned(0.6, 0.8, 0, 3)};
    const OrientedBox below{{}, bar, turned(1, 0, 0, 45)};
    const OrientedBox across{{0, 0, 0.55F}, bar, {0.2705981F, 0.2705981F, 0.6532815F, 0.6532815F}};

    const ContactOptions usual;
    ContactOptions exact;
    exact.axis_slack = 0;
    exact.edge_share = 0;
    show("tilted plate", ground, tilted, usual);
    show("tilted plate", ground, tilted, exact);
    show("crossed bars", below, across, usual);
    show("crossed bars", below, across, exact);
    return 0;
}
