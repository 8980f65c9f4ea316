// Fuzzes files of scenes and points, .npy, .csv and .obj: the reader reads them, or throws a SceneError about their
// content.

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "fuzz/input.hpp"
#include "scenes/csv.hpp"
#include "scenes/npy.hpp"
#include "scenes/point_file.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/scene_file.hpp"

namespace satori::fuzz {

namespace {

using scenes::SceneError;
using scenes::SceneFault;

/// Returns true when the numbers are the same. NaN equals NaN.
bool same_numbers(std::span<const float> a, std::span<const float> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) {
        return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y) || (std::isnan(x) && std::isnan(y));
    });
}

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

/// Returns the numbers of a frame, which are contiguous.
std::span<const float> numbers_of(const scenes::SceneFile& scene, const scenes::FrameView& frame) {
    return std::visit([&](const auto& view) { return std::span(view.centers, view.count * scene.columns().size()); },
                      frame);
}

// The scene must name the place of every box that the library rejects.
template <class Batch, class View>
void take_in(const scenes::SceneFile& scene, std::uint32_t frame, const View& view) {
    Batch batch;
    EXPECT_EQ(batch.assign(view, OnInvalid::skip), Status::ok);
    EXPECT_EQ(batch.size(), scene.box_count());
    EXPECT_EQ(scene.radii().size(), scene.has_radii() ? scene.box_count() : 0);
    for (const InvalidBox& box : batch.invalid()) {
        EXPECT_LT(box.index, scene.box_count());
        EXPECT_FALSE(scene.locate(frame, box.index).empty());
    }
}

// The numbers must be the same after they are written and read again.
void check_round_trip(std::span<const float> numbers, const scenes::SceneFile& scene) {
    const std::size_t columns = scene.columns().size();
    std::string text = scenes::csv_scene_header(scene.columns());
    for (std::size_t row = 0; row < numbers.size(); row += columns)
        scenes::append_csv_row(text, numbers.subspan(row, columns));
    const scenes::SceneRows rows = scenes::parse_csv_scene(text, "written.csv");
    EXPECT_EQ(rows.dimension, scene.dimension());
    EXPECT_EQ(rows.has_radii, scene.has_radii());
    // The reader gives map coordinates another origin.
    EXPECT_TRUE(!scenes::is_zero(rows.origin) || same_numbers(rows.numbers, numbers));

    std::string array =
        scenes::npy_header(scenes::NpyType::float32, std::array<std::uint64_t, 2>{numbers.size() / columns, columns});
    array.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    scenes::SceneFile again = scenes::SceneFile::parse(bytes_of(array), "written.npy");
    EXPECT_EQ(again.dimension(), scene.dimension());
    EXPECT_EQ(again.has_radii(), scene.has_radii());
    EXPECT_TRUE(same_numbers(numbers_of(again, again.view(0)), numbers));
}

void check_scene(std::span<const std::byte> bytes, const std::string& name) {
    scenes::SceneFile scene = scenes::SceneFile::parse(bytes, name);
    EXPECT_GE(scene.frame_count(), 1U);
    EXPECT_THROW(scene.view(scene.frame_count()), SceneError);
    for (const std::uint32_t frame : {0U, scene.frame_count() - 1}) {
        if (scene.dimension() == 3) {
            EXPECT_EQ(scene.frame(frame).count, scene.box_count());
        } else {
            EXPECT_THROW(scene.frame(frame), SceneError);
        }
        const scenes::FrameView view = scene.view(frame);
        if (const auto* rects = std::get_if<RectView>(&view))
            take_in<RectBatch>(scene, frame, *rects);
        else
            take_in<BoxBatch>(scene, frame, std::get<BoxView>(view));
        check_round_trip(numbers_of(scene, view), scene);
        const scenes::CenterError loss = scene.center_error(frame);
        EXPECT_GE(loss.most, 0);
        EXPECT_LE(loss.most, double{kMaxCenter} * 0x1p-23);
        if (scene.box_count() > 0) static_cast<void>(scene.coordinate(frame, scene.box_count() - 1, 1));
    }
}

void check_points(std::span<const std::byte> bytes, const std::string& name) {
    const scenes::PointFile file = scenes::PointFile::parse(bytes, name);
    EXPECT_GT(file.count(), 0U);
    float sum = 0;  // reads them all
    for (std::size_t i = 0; i < 3 * file.count(); ++i) sum += file.points()[i];
    volatile const float read = sum;
    static_cast<void>(read);
    EXPECT_FALSE(file.locate(file.count() - 1).empty());
}

}  // namespace

void check(Input input) {
    static constexpr const char* kNames[] = {"a.csv", "a.npy", "points.csv", "points.npy",
                                             "points.obj"};  // names say little
    const std::uint32_t which = input.below(std::size(kNames));
    const auto bytes = std::as_bytes(input.rest());
    try {
        which < 2 ? check_scene(bytes, kNames[which]) : check_points(bytes, kNames[which]);
    } catch (const SceneError& error) {
        EXPECT_EQ(error.fault(), SceneFault::content) << error.what();
        EXPECT_EQ(std::string(error.what()).rfind(kNames[which], 0), 0U) << error.what();
    }
}

}  // namespace satori::fuzz
