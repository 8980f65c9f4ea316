#include "rect_scenes.hpp"

#include "random.hpp"

namespace satori::test {

std::vector<OrientedRect> rect_contact_scene(std::uint32_t count, std::uint64_t seed) {
    Random random(seed);
    const auto uniform = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
    double side = 1;
    while (side * side < 1.2 * count) side += 1;
    std::vector<OrientedRect> rects;
    for (std::uint32_t i = 0; i < count; ++i) {
        switch (i % 8) {
            case 0: {  // bricks
                const std::uint32_t row = i / 8 / 16, place = i / 8 % 16;
                rects.push_back({{static_cast<float>(2 * place) + (row % 2 == 0 ? 0.0F : 1.0F) - 1000,
                                  0.75F * static_cast<float>(row)},
                                 {1, 0.375F},
                                 0});
                break;
            }
            case 1:  // at the place of the last one of the crowd
                rects.push_back(i < 8 ? OrientedRect{} : rects[i - 2]);
                break;
            case 2:
                rects.push_back({{uniform(0, side), uniform(0, side)}, {uniform(0.1, 1), 0}, uniform(-4, 4)});
                break;
            default:
                rects.push_back(
                    {{uniform(0, side), uniform(0, side)}, {uniform(0.1, 0.9), uniform(0.1, 0.9)}, uniform(-100, 100)});
        }
    }
    if (!rects.empty()) rects[0] = {{0, 0}, {static_cast<float>(side), 1}, 0.25F};
    return rects;
}

}  // namespace satori::test
