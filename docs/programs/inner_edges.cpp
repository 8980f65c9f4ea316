// docs/inner_edges.md: which sides of a floor's tiles are covered by their neighbors.
#include <cstdio>
#include <span>
#include <vector>

#include <satori/covered_sides.hpp>
#include <satori/world.hpp>

using satori::Status;

namespace {

constexpr int kColumns = 4, kRows = 3;

// Tiles of 1 m, flush, but for the last column: a gap of 5 mm separates it.
std::vector<satori::BoxDef> make_floor() {
    std::vector<satori::BoxDef> tiles(kColumns * kRows);
    for (int i = 0; i < kColumns * kRows; ++i) {
        satori::BoxDef& tile = tiles[static_cast<std::size_t>(i)];
        const int column = i % kColumns, row = i / kColumns;
        tile.pose.position = {column + (column == 3 ? 0.005 : 0), static_cast<double>(row), -0.1};
        tile.half_extents = {0.5F, 0.5F, 0.1F};
        tile.motion = satori::MotionType::static_box;
    }
    return tiles;
}

// Each side that is covered as its axis, small where it looks against it.
void print(satori::CoveredSides sides) {
    for (int bit = 0; bit < 6; ++bit) std::putchar((sides >> bit & 1) != 0 ? "XxYyZz"[bit] : '.');
}

bool show(const satori::World& world, std::span<const satori::BoxId> ids, const char* what) {
    std::printf("%s\n", what);
    for (int row = kRows - 1; row >= 0; --row) {
        for (int column = 0; column < kColumns; ++column) {
            std::printf("  ");
            print(world.box(ids[static_cast<std::size_t>(row * kColumns + column)]).covered_sides);
        }
        std::printf("\n");
    }
    return true;
}

}  // namespace

int main() {
    const std::vector<satori::BoxDef> tiles = make_floor();
    std::vector<satori::BoxId> ids(tiles.size());
    satori::World world;
    if (world.create(tiles, ids) != Status::ok) return 1;

    constexpr float tolerance = 0.001F;  // meters
    if (world.find_covered_sides(tolerance) != Status::ok) return 1;
    show(world, ids, "within 1 mm");

    if (world.find_covered_sides(0.004F) != Status::ok) return 1;
    show(world, ids, "within 4 mm");

    // A hole: the tile in the middle of the second row is gone.
    if (world.destroy(ids[kColumns + 1]) != Status::ok) return 1;
    if (world.find_covered_sides(tolerance) != Status::ok) return 1;
    show(world, ids, "with a hole");

    const satori::CoveredSides sides = satori::kSidePlusX | satori::kSideMinusX;
    if (world.set_covered_sides(ids[0], sides) != Status::ok) return 1;
}
