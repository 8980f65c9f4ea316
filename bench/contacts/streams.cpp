#include "contacts/streams.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "oracles/reference_overlap.hpp"
#include "scenes/generator.hpp"
#include "scenes/placement.hpp"
#include "scenes/random.hpp"

namespace satori::bench {

namespace {

using scenes::Random;

constexpr std::array kNames{"mixed", "all_hit", "resting"};

constexpr double kDuoCell = 6;  // meters: duos of the largest boxes stay apart
constexpr double kShallowest = 0.002;
constexpr double kDeepest = 0.05;
constexpr int kBisections = 14;

constexpr std::uint32_t kCourses = 10;  // courses of a wall, and boxes in a tower
constexpr std::uint32_t kBricksPerCourse = 10;
constexpr double kSunk = 1e-3;    // meters, each box into the one below
constexpr double kNoise = 1e-4;   // meters and radians
constexpr double kWallCell = 33;  // meters: walls and towers stay apart
constexpr double kTowerCell = 3;
constexpr double kTowerShift = 0.1;
constexpr Vec3 kBrick{0.5F, 0.25F, 0.25F};
constexpr double kBrickGap = 0.02;

Vec3 to_vec3(double x, double y, double z) {
    return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
}

/// Returns the number of cells along a side of the smallest cube that has `count` cells.
std::uint32_t cube_side(std::uint32_t count) {
    std::uint32_t side = 1;
    while (side * side * side < count) ++side;
    return side;
}

void add_duo(std::vector<OrientedBox>& boxes, Random& random, const Vec3& center) {
    OrientedBox a = scenes::draw_box(random), b = scenes::draw_box(random);
    const auto way = random.in_ball();
    const double length = std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    const double wanted = -random.between(kShallowest, kDeepest);
    const auto place = [&](double distance) {
        const double t = distance / length;
        b.center = to_vec3(center.x + t * way[0], center.y + t * way[1], center.z + t * way[2]);
    };
    a.center = center;
    // A greater distance means less depth. At 3 m even the largest boxes are apart.
    double near = 0, far = 3;
    for (int step = 0; step < kBisections; ++step) {
        const double middle = 0.5 * (near + far);
        place(middle);
        (reference_separation(a, b) < wanted ? near : far) = middle;
    }
    place(near);
    boxes.push_back(a);
    boxes.push_back(b);
}

/// Returns an upright box, turned about the vertical (y) by about `turn` radians, and a little out of place.
OrientedBox resting_box(Random& random, const Vec3& half, double x, double y, double z, double turn) {
    const auto noise = [&] { return random.between(-kNoise, kNoise); };
    // The half-angle quaternion of small turns about x and z, and of the turn about y; it need not have unit length.
    const double t = turn / 2;
    return {to_vec3(x + noise(), y + noise() * 0.25, z + noise()),
            half,
            {static_cast<float>(noise() / 2), static_cast<float>(t), static_cast<float>(noise() / 2), 1.0F}};
}

void add_wall(std::vector<OrientedBox>& boxes, Random& random, double x, double z) {
    const double pitch = 2 * kBrick.x + kBrickGap;
    for (std::uint32_t course = 0; course < kCourses; ++course) {
        const double y = course * (2 * kBrick.y - kSunk);
        for (std::uint32_t i = 0; i < kBricksPerCourse; ++i)
            boxes.push_back(resting_box(random, kBrick, x + pitch * (i + 0.5 * (course % 2)), y, z, 0));
    }
}

void add_tower(std::vector<OrientedBox>& boxes, Random& random, double x, double z) {
    double floor = 0;
    for (std::uint32_t i = 0; i < kCourses; ++i) {
        const Vec3 half = scenes::draw_box(random).half_extents;
        const auto shift = [&] { return random.between(-kTowerShift, kTowerShift); };
        boxes.push_back(resting_box(random, half, x + shift(), floor + half.y, z + shift(), random.between(-1, 1)));
        floor += 2 * half.y - kSunk;
    }
}

std::vector<OrientedBox> make_duos(std::uint32_t count, Random& random) {
    std::vector<OrientedBox> boxes;
    const std::uint32_t duos = count / 2, side = cube_side(duos);
    for (std::uint32_t i = 0; i < duos; ++i)
        add_duo(boxes, random,
                to_vec3(kDuoCell * (i % side), kDuoCell * (i / side % side), kDuoCell * (i / side / side)));
    return boxes;
}

/// Returns a field of cells. Each cell has a wall or ten towers in a row. A wall has as many boxes as ten
/// towers.
std::vector<OrientedBox> make_resting(std::uint32_t count, Random& random) {
    std::vector<OrientedBox> boxes;
    constexpr std::uint32_t kPerCell = kCourses * kBricksPerCourse;
    const std::uint32_t cells = (count + kPerCell - 1) / kPerCell;
    const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(cells)));
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        const double z = kTowerCell * (cell / side);
        if (cell % 2 == 0) {
            add_wall(boxes, random, kWallCell * (cell % side), z);
        } else {
            for (std::uint32_t i = 0; i < kBricksPerCourse; ++i)
                add_tower(boxes, random, kWallCell * (cell % side) + kTowerCell * i, z);
        }
    }
    return boxes;
}

}  // namespace

const char* stream_name(StreamKind kind) noexcept {
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<StreamKind> parse_stream_kind(std::string_view name) noexcept {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (name == kNames[i]) return static_cast<StreamKind>(i);
    return std::nullopt;
}

std::vector<OrientedBox> make_stream(StreamKind kind, std::uint32_t count, std::uint64_t seed) {
    if (kind == StreamKind::mixed) {
        const scenes::SceneGenerator scene({scenes::SceneKind::uniform, count, seed});
        return {scene.boxes().begin(), scene.boxes().end()};
    }
    Random random(seed);
    std::vector<OrientedBox> boxes =
        kind == StreamKind::all_hit ? make_duos(count, random) : make_resting(count, random);
    scenes::shuffle(boxes, random);
    return boxes;
}

}  // namespace satori::bench
