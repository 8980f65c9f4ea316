// Vehicles on a road, frame by frame: poses in, collisions out. A vehicle is an oriented rectangle: centre, half of length and
// width, heading.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <satori/satori.hpp>

namespace {

constexpr int kFrames = 5;
constexpr float kSecondsPerFrame = 0.5F;

struct Vehicle {
    satori::OrientedRect place;
    float speed;  // metres per second along the heading, which stays
};

// Four lanes of cars and lorries; in each lane the faster drive up to the slower. One car has turned round, one stands across.
std::vector<Vehicle> traffic() {
    std::vector<Vehicle> vehicles;
    for (int i = 0; i < 400; ++i) {
        const int lane = i % 4, row = i / 4;
        const bool lorry = i % 7 == 0;
        const satori::Vec2 center{static_cast<float>(row) * 16, static_cast<float>(lane) * 3.5F};
        const satori::Vec2 half = lorry ? satori::Vec2{6, 1.25F} : satori::Vec2{2.25F, 0.9F};
        vehicles.push_back({{center, half, 0}, lorry ? 18.0F : 22.0F + static_cast<float>(i % 5)});
    }
    vehicles[10].place.angle = 3.1415927F;
    vehicles[201].place.angle = 1.2F;
    vehicles[201].speed = 0;
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
            poses[i] = vehicles[i].place;
            const float forward = poses[i].angle > 3 ? -1.0F : 1.0F;  // the turned one comes the wrong way
            poses[i].center.x += forward * vehicles[i].speed * seconds;
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
