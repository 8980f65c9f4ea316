// Vehicles on a road, frame by frame: poses in, collisions out. A vehicle is an oriented rectangle: center, half length
// and half width, heading.
#include <cmath>
#include <cstdio>
#include <vector>

#include <satori/satori.hpp>

namespace {

constexpr int kFrames = 5;
constexpr float kSecondsPerFrame = 0.5F;

struct Vehicle {
    satori::OrientedRect place;
    float speed;  // meters per second along the heading, which stays
};

// Three lanes of cars and lorries. In each lane the faster vehicles catch up with the slower ones, and every fifth
// changes lanes. Next to the lanes is a row of cars parked at an angle; their AABBs overlap, but no two cars touch. One
// car drives the wrong way, and one stands across the road.
std::vector<Vehicle> traffic() {
    constexpr satori::Vec2 kCar{2.25F, 0.9F}, kLorry{6, 1.25F};  // half length, half width
    std::vector<Vehicle> vehicles;
    for (int i = 0; i < 300; ++i) {
        const int lane = i % 3, row = i / 3;
        const satori::Vec2 center{static_cast<float>(row) * 16, static_cast<float>(lane) * 3.5F};
        const float heading = i % 5 != 0 ? 0.0F : lane == 0 ? 0.1F : -0.1F;
        const float speed = i % 7 == 0 ? 18.0F : 22.0F + static_cast<float>(i % 5);
        vehicles.push_back({{center, i % 7 == 0 ? kLorry : kCar, heading}, speed});
    }
    vehicles[10].place.angle = 3.1415927F;
    vehicles[202] = {{vehicles[202].place.center, kCar, 1.2F}, 0};
    for (int i = 0; i < 100; ++i) vehicles.push_back({{{static_cast<float>(i) * 3, 12.5F}, kCar, 1.05F}, 0});
    return vehicles;
}

}  // namespace

int main() {
    const std::vector<Vehicle> vehicles = traffic();
    std::vector<satori::OrientedRect> poses(vehicles.size());
    // Kept from frame to frame: their memory is used again.
    satori::RectBatch batch;
    satori::Workspace workspace;
    for (int frame = 0; frame < kFrames; ++frame) {
        const float seconds = static_cast<float>(frame) * kSecondsPerFrame;
        for (std::size_t i = 0; i < vehicles.size(); ++i) {
            const float way = vehicles[i].speed * seconds;
            poses[i] = vehicles[i].place;
            poses[i].center.x += way * std::cos(poses[i].angle);
            poses[i].center.y += way * std::sin(poses[i].angle);
        }
        satori::PairResult result;
        satori::Status status = batch.assign(satori::rect_rows(poses));
        if (status == satori::Status::ok) status = satori::find_overlaps(batch, workspace, result);
        if (status == satori::Status::ok) status = satori::sort_pairs(result.pairs, workspace);
        if (status != satori::Status::ok) {
            std::fprintf(stderr, "frame %d: %s\n", frame, satori::describe(status));
            return 1;
        }
        std::printf("%.1f s: %zu vehicles, %llu near each other, %zu collisions", static_cast<double>(seconds),
                    poses.size(), static_cast<unsigned long long>(result.candidate_count), result.pairs.size());
        constexpr std::size_t kShown = 4;
        for (std::size_t k = 0; k < result.pairs.size() && k < kShown; ++k)
            std::printf("%s %u-%u", k == 0 ? ":" : ",", result.pairs[k].first, result.pairs[k].second);
        std::printf(result.pairs.size() > kShown ? ", ...\n" : "\n");
    }
    return 0;
}
