#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <satori/types.hpp>

#include "scenes/generator.hpp"
#include "scenes/random.hpp"

namespace satori::test {

struct NamedScene {
    const char* name;
    std::vector<OrientedBox> (*make)();
    int dealing;  ///< how it is dealt to many ranks, see Dealing
};

template <scenes::SceneKind Kind, std::uint32_t Count = 600>
std::vector<OrientedBox> generated() {
    return scenes::make_scene({.kind = Kind, .count = Count, .seed = 7}).rows;
}

/// One ground below all of them, and huge walls that reach through everything.
inline std::vector<OrientedBox> ground_and_walls() {
    std::vector<OrientedBox> boxes = generated<scenes::SceneKind::flat>();
    boxes[17] = {{0, -400, 0}, {5e4F, 400, 5e4F}, {}};
    boxes[400] = {{0, 0, 0}, {0.2F, 1e3F, 1e3F}, {}};
    boxes[401] = {{0, 0, 0}, {1e3F, 1e3F, 0.2F}, {0, 0.1F, 0, 1}};
    return boxes;
}

/// All boxes within each other.
inline std::vector<OrientedBox> one_spot() {
    scenes::Random random(3);
    std::vector<OrientedBox> boxes;
    for (int i = 0; i < 150; ++i) {
        const auto at = [&] { return static_cast<float>(random.between(-0.01, 0.01)); };
        boxes.push_back({{at(), at(), at()}, {0.5F, 0.7F, 0.6F}, random.rotation()});
    }
    return boxes;
}

/// All boxes the same.
inline std::vector<OrientedBox> one_box() {
    return std::vector<OrientedBox>(60, OrientedBox{{1, 2, 3}, {0.5F, 0.5F, 0.5F}, {}});
}

/// A grid of cubes that touch.
inline std::vector<OrientedBox> grid() {
    std::vector<OrientedBox> boxes;
    for (int x = 0; x < 9; ++x)
        for (int y = 0; y < 9; ++y)
            for (int z = 0; z < 9; ++z)
                boxes.push_back(
                    {{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}, {0.5F, 0.5F, 0.5F}, {}});
    return boxes;
}

inline std::vector<OrientedBox> none() {
    return {};
}
inline std::vector<OrientedBox> single() {
    return {OrientedBox{}};
}

inline const NamedScene kScenes[] = {
    {"uniform", generated<scenes::SceneKind::uniform>, 0},
    {"dense", generated<scenes::SceneKind::dense>, 1},
    {"pile", generated<scenes::SceneKind::pile>, 2},
    {"mixed", generated<scenes::SceneKind::mixed>, 3},
    {"clustered", generated<scenes::SceneKind::clustered>, 0},
    {"line", generated<scenes::SceneKind::line>, 1},
    {"plane", generated<scenes::SceneKind::plane>, 2},
    {"diagonal", generated<scenes::SceneKind::diagonal>, 3},
    {"identical", generated<scenes::SceneKind::identical>, 0},
    {"rods", generated<scenes::SceneKind::rods, 300>, 1},
    {"six_decades", generated<scenes::SceneKind::six_decades>, 2},
    {"huge_tiny", generated<scenes::SceneKind::huge_tiny>, 3},
    {"far", generated<scenes::SceneKind::far>, 0},
    {"ground_and_walls", ground_and_walls, 1},
    {"one_spot", one_spot, 2},
    {"one_box", one_box, 3},
    {"grid", grid, 0},
    {"none", none, 1},
    {"single", single, 2},
};

}  // namespace satori::test
