#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "scenes/csv.hpp"
#include "scenes/generator.hpp"
#include "scenes/npy.hpp"
#include "scenes/output_file.hpp"
#include "scenes/pairs_file.hpp"
#include "scenes/scene_copy.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/scene_file.hpp"
#include "scenes/text_fields.hpp"

namespace satori::scenes {
namespace {

class SceneFiles : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "satori-test-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ + "/" + name; }
    std::size_t file_count() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }

private:
    std::string folder_;
};

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

void write_scene(const std::string& path, const Scene& scene) {
    SceneWriter writer(path, scene.frames, scene.count);
    for (std::uint32_t frame = 0; frame < scene.frames; ++frame) writer.write_frame(scene.frame(frame));
    writer.commit();
}

void expect_same(const BoxView& view, std::span<const OrientedBox> boxes) {
    ASSERT_EQ(view.count, boxes.size());
    EXPECT_EQ(std::memcmp(view.centers, boxes.data(), boxes.size_bytes()), 0);
}

std::vector<OrientedBox> csv_boxes(const std::string& text) {
    const SceneRows rows = parse_csv_scene(text, "t.csv");
    EXPECT_EQ(rows.dimension, 3);
    std::vector<OrientedBox> boxes(rows.count());
    std::memcpy(static_cast<void*>(boxes.data()), rows.numbers.data(), rows.numbers.size() * sizeof(float));
    return boxes;
}

TEST_F(SceneFiles, RoundTrip) {
    const Scene scene = make_scene({SceneKind::six_decades, 777, 3, 0, 4});
    write_scene(path("t.npy"), scene);
    SceneFile file = SceneFile::open(path("t.npy"));
    ASSERT_EQ(file.frame_count(), 4U);
    for (std::uint32_t frame = 0; frame < 4; ++frame) expect_same(file.frame(frame), scene.frame(frame));
    EXPECT_THROW(file.frame(4), SceneError);

    const Scene still{scene.count, 1, {scene.rows.begin(), scene.rows.begin() + scene.count}};
    for (const char* name : {"s.npy", "s.csv"}) {
        write_scene(path(name), still);
        SceneFile one = SceneFile::open(path(name));
        EXPECT_EQ(one.frame_count(), 1U);
        SceneFile moved = std::move(one);
        expect_same(moved.frame(0), still.rows);
    }
    EXPECT_EQ(file_count(), 3U);
}

TEST_F(SceneFiles, APartOfAFrame) {
    const Scene scene = make_scene({SceneKind::six_decades, 100, 3, 0, 3});
    write_scene(path("t.npy"), scene);
    SceneFile file = SceneFile::open(path("t.npy"));
    for (const RowRange part : {RowRange{0, 100}, {40, 25}, {99, 1}})
        expect_same(file.frame_part(2, part), scene.frame(2).subspan(part.first, part.count));
    EXPECT_EQ(file.frame_part(2, {100, 0}).count, 0U);
    EXPECT_THROW(file.frame_part(3, {0, 1}), SceneError);

    write_scene(path("s.csv"), {100, 1, {scene.rows.begin(), scene.rows.begin() + 100}});
    SceneFile table = SceneFile::open(path("s.csv"));
    expect_same(table.frame_part(0, {40, 25}), scene.frame(0).subspan(40, 25));
}

TEST_F(SceneFiles, TheOriginByParts) {
    std::vector<double> numbers;
    for (int i = 0; i < 2 * 30; ++i) {
        const double x = i == 7 ? -5e7 : 9e7 + i, y = i == 59 ? 3e5 : i, z = i == 3 ? 1e300 : -2e6;
        for (const double number : {x, y, z, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0}) numbers.push_back(number);
    }
    const std::string header = npy_header(NpyType::float64, std::array<std::uint64_t, 3>{2, 30, 10});
    std::ofstream(path("map.npy"), std::ios::binary)
        << header << std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
    SceneFile whole = SceneFile::open(path("map.npy"));
    EXPECT_EQ(whole.origin().place, (std::array<double, 3>{5e7, 0, -2e6}));
    SceneFile file = SceneFile::open_without_origin(path("map.npy"));
    CoordinateBounds bounds;
    for (const RowRange part : {RowRange{20, 10}, {0, 0}, {0, 20}}) file.add_to_bounds(bounds, part);
    file.find_origin(bounds);
    EXPECT_EQ(file.origin().place, whole.origin().place);
    EXPECT_TRUE(file.origin().is_map);
    const BoxView some = file.frame_part(1, {5, 9}), all = whole.frame(1);
    EXPECT_EQ(std::memcmp(some.centers, all.centers + 5 * 10, 9 * 40), 0);

    const std::string frames = npy_header(NpyType::float64, std::array<std::uint64_t, 3>{0xffffffff, 0, 10});
    EXPECT_EQ(SceneFile::parse(bytes_of(frames), "frames.npy").box_count(), 0U) << "and it takes no time";
}

TEST_F(SceneFiles, RectanglesRoundTrip) {
    SceneGenerator generator({SceneKind::rects, 333, 3, 0, 3});
    SceneWriter writer(path("t.npy"), 3, 333, 2);
    std::vector<std::vector<OrientedRect>> frames;
    for (std::uint32_t frame = 0; frame < 3; ++frame) {
        if (frame > 0) generator.advance();
        writer.write_frame(generator.rects());
        frames.emplace_back(generator.rects().begin(), generator.rects().end());
    }
    writer.commit();
    EXPECT_NE(std::memcmp(frames[0].data(), frames[1].data(), 333 * 20), 0) << "they move";
    SceneFile file = SceneFile::open(path("t.npy"));
    EXPECT_EQ(file.dimension(), 2);
    EXPECT_EQ(file.box_count(), 333U);
    ASSERT_EQ(file.frame_count(), 3U);
    for (std::uint32_t frame = 0; frame < 3; ++frame) {
        const auto view = std::get<RectView>(file.view(frame));
        ASSERT_EQ(view.count, 333U);
        EXPECT_EQ(std::memcmp(view.centers, frames[frame].data(), 333 * 20), 0);
    }
    EXPECT_THROW(file.frame(0), SceneError) << "these are no boxes";

    SceneWriter csv(path("s.csv"), 1, 333, 2);
    csv.write_frame(frames[0]);
    csv.commit();
    SceneFile text = SceneFile::open(path("s.csv"));
    EXPECT_EQ(text.dimension(), 2);
    EXPECT_EQ(std::memcmp(std::get<RectView>(text.view(0)).centers, frames[0].data(), 333 * 20), 0);
}

/// Expects the largest solids of each kind in the boxes.
void expect_solids(const BoxBatch& batch, std::span<const OrientedBox> boxes, Solid solid) {
    for (std::uint32_t i = 0; i < batch.size(); ++i) {
        const Vec3 whole = boxes[i].half_extents;
        const float least = std::min({whole.x, whole.y, whole.z}), most = std::max({whole.x, whole.y, whole.z});
        const float x = batch.component(BoxComponent::half_x)[i], y = batch.component(BoxComponent::half_y)[i],
                    z = batch.component(BoxComponent::half_z)[i], radius = batch.radii()[i];
        EXPECT_EQ(radius, solid == Solid::rounded ? 0.25F * least : least);
        if (solid != Solid::rounded) {
            EXPECT_EQ(x + y + z, solid == Solid::spheres ? 0 : most - least);
        }
        for (const auto& [core, half] : {std::pair{x, whole.x}, {y, whole.y}, {z, whole.z}}) {
            EXPECT_LE(core + radius, half * 1.000001F) << "the solid is in its box";
            if (solid == Solid::rounded) {
                EXPECT_NEAR(core + radius, half, 1e-6F * half);
            }
        }
    }
}

TEST_F(SceneFiles, SolidsRoundTrip) {
    const Scene scene = make_scene({SceneKind::mixed, 300, 3});
    for (const Solid solid : {Solid::spheres, Solid::capsules, Solid::rounded}) {
        for (const char* name : {"r.npy", "r.csv"}) {
            SceneWriter writer(path(name), 1, 300, 3, NpyType::float32, true);
            writer.write_solids(scene.frame(0), solid);
            writer.commit();
            SceneFile file = SceneFile::open(path(name));
            ASSERT_TRUE(file.has_radii());
            EXPECT_EQ(file.columns().size(), 11U);
            BoxBatch batch;
            ASSERT_EQ(batch.assign(std::get<BoxView>(file.view(0))), Status::ok);
            ASSERT_EQ(file.radii().size(), 300U);
            ASSERT_EQ(batch.set_radii(file.radii()), Status::ok);
            expect_solids(batch, scene.frame(0), solid);
            EXPECT_EQ(file.frame(0).count, 300U) << "the cores";
        }
    }
}

TEST_F(SceneFiles, ATableMayHaveRadii) {
    const SceneRows rows = parse_csv_scene("radius,angle,hy,hx,cy,cx\n7,5,4,3,2,1\n", "t.csv");
    EXPECT_TRUE(rows.has_radii);
    EXPECT_EQ(rows.dimension, 2);
    EXPECT_EQ(rows.numbers, (std::vector<float>{1, 2, 3, 4, 5, 7}));
    EXPECT_FALSE(parse_csv_scene("angle,hy,hx,cy,cx\n5,4,3,2,1\n", "t.csv").has_radii);
    EXPECT_GT(parse_csv_scene("radius,angle,hy,hx,cy,cx\n1e-60,5,4,3,2,1\n", "t.csv").numbers[5], 0)
        << "a radius that rounds to 0 does not become legal";
}

TEST_F(SceneFiles, ACsvIsOf2DWhenItHasAnAngleAndNoDepth) {
    EXPECT_EQ(parse_csv_scene("angle,hy,hx,cy,cx,hz\n5,4,3,2,1,9\n", "t.csv").numbers,
              (std::vector<float>{1, 2, 3, 4, 5}));
    EXPECT_EQ(
        parse_csv_scene("angle," + csv_scene_header(scene_columns(3)) + "7,1,2,3,4,5,6,7,8,9,0\n", "t.csv").dimension,
        3);
}

TEST_F(SceneFiles, EveryPassOverALongTableTellsItsProgress) {
    std::string text = csv_scene_header(scene_columns(2));
    for (int row = 0; row < 70000; ++row) text += "1,2,3,4,0.1\n";
    std::vector<std::pair<std::uint64_t, std::uint64_t>> calls;
    const ProgressCallback progress = [&](std::uint64_t done, std::uint64_t total) { calls.emplace_back(done, total); };
    SceneFile file = SceneFile::parse(std::as_bytes(std::span(text)), "t.csv", progress);
    EXPECT_EQ(calls.size(), 1U);
    file.keep_exact(progress);
    EXPECT_EQ(calls.size(), 2U);
    EXPECT_TRUE(file.fits_float32());
    OutputFile output(path("t.npy"));
    copy_scene(file, 0, 1, output, FileFormat::npy, progress);
    ASSERT_EQ(calls.size(), 4U);
    EXPECT_EQ(calls[2], (std::pair<std::uint64_t, std::uint64_t>(65536, 70000)));
    EXPECT_EQ(calls[3], (std::pair<std::uint64_t, std::uint64_t>(70000, 70000)));
}

TEST(Plural, OneHasNoEnding) {
    EXPECT_EQ(plural(1, "box"), "box");
    EXPECT_EQ(plural(0, "box"), "boxes");
    EXPECT_EQ(plural(2, "frame"), "frames");
}

TEST_F(SceneFiles, Float32IsNotCopied) {
    const Scene scene = make_scene({SceneKind::uniform, 50, 1, 0, 2});
    write_scene(path("s.npy"), scene);
    const std::string content = content_of(path("s.npy"));
    SceneFile file = SceneFile::parse(bytes_of(content), "s.npy");
    EXPECT_EQ(reinterpret_cast<const char*>(file.frame(1).centers), content.data() + 128 + 50 * 40);
    EXPECT_EQ(file.frame(1).center_stride, 40);
}

TEST_F(SceneFiles, NumbersSurviveCsv) {
    const std::vector<float> numbers{0.1F, -0.0F, 1e-45F, 3.4028235e38F, 1.17549435e-38F, 16777217.0F, 1 / 3.0F,
                                     1e8F, -7,    0};
    std::array<float, 10> row;
    std::copy(numbers.begin(), numbers.end(), row.begin());
    std::string text = csv_scene_header(scene_columns(3));
    append_csv_row(text, row);
    const std::vector<OrientedBox> boxes = csv_boxes(text);
    ASSERT_EQ(boxes.size(), 1U);
    EXPECT_EQ(std::memcmp(boxes.data(), row.data(), sizeof row), 0);
}

TEST_F(SceneFiles, CsvNumbersRoundAsFloat64Does) {
    const std::string text = csv_scene_header(scene_columns(3)) + "1e39,-1e39,1e-60,1e-40,+2,.5,1.,1e2,-0,inf\n";
    const std::vector<OrientedBox> boxes = csv_boxes(text);
    ASSERT_EQ(boxes.size(), 1U);
    const float inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(boxes[0].center.x, inf);
    EXPECT_EQ(boxes[0].center.y, -inf);
    EXPECT_EQ(boxes[0].center.z, 0);
    EXPECT_EQ(boxes[0].half_extents.x, 1e-40F);
    EXPECT_EQ(boxes[0].half_extents.y, 2);
    EXPECT_EQ(boxes[0].half_extents.z, 0.5F);
    EXPECT_EQ(boxes[0].rotation.y, 100);
    EXPECT_EQ(boxes[0].rotation.w, inf);
}

TEST_F(SceneFiles, CsvNumbersBeyondDoubleAreTinyOrHuge) {
    const std::string zeros(400, '0');
    const std::string text = csv_scene_header(scene_columns(3)) + "1e400,-1e400,1e-400,-1e-400,0." + zeros + "1,1" +
                             zeros + ",1E-999,1,2,3\n";
    const std::vector<OrientedBox> boxes = csv_boxes(text);
    ASSERT_EQ(boxes.size(), 1U);
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kTiny = std::numeric_limits<float>::denorm_min();  // half extents must not become a legal 0
    const float expected[10] = {kInfinity, -kInfinity, 0, -kTiny, kTiny, kInfinity, 0, 1, 2, 3};
    const auto* numbers = &boxes[0].center.x;
    for (int i = 0; i < 10; ++i) EXPECT_EQ(numbers[i], expected[i]) << i;
}

TEST_F(SceneFiles, Float64IsRoundedToNearest) {
    const std::vector<double> row{
        0.1, 1 + 0x1p-24, 1 + 0x1.8p-23, 3.4028235677973366e38, 3.402823567e38, -1e39, 1e-50, 1, 2, 3};
    std::string content = npy_header(NpyType::float64, std::array<std::uint64_t, 2>{1, 10});
    content.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(double));
    SceneFile file = SceneFile::parse(bytes_of(content), "d.npy");
    const float inf = std::numeric_limits<float>::infinity();
    const float* numbers = file.frame(0).centers;
    EXPECT_EQ(numbers[0], 0.1F);
    EXPECT_EQ(numbers[1], 1);             // a tie rounds to even
    EXPECT_EQ(numbers[2], 1 + 0x1p-22F);  // a tie rounds to even
    EXPECT_EQ(numbers[3], inf);
    EXPECT_EQ(numbers[4], std::numeric_limits<float>::max());
    EXPECT_EQ(numbers[5], -inf);
    EXPECT_EQ(numbers[6], 0);
}

// A file that is cut off or changed gives a scene or a SceneError, and no other exception.
TEST_F(SceneFiles, DamagedFilesAreRefusedOrRead) {
    const Scene scene = make_scene({SceneKind::uniform, 3});
    write_scene(path("s.npy"), scene);
    write_scene(path("s.csv"), scene);
    int refused = 0;
    const auto try_parse = [&](const std::string& content, const char* name) {
        try {
            SceneFile file = SceneFile::parse(bytes_of(content), name);
            for (std::uint32_t frame = 0; frame < std::min(file.frame_count(), 4U); ++frame) {
                EXPECT_EQ(file.frame(frame).count, file.box_count());
            }
        } catch (const SceneError&) {
            ++refused;
        }
    };
    for (const char* name : {"s.npy", "s.csv"}) {
        const std::string whole = content_of(path(name));
        for (std::size_t size = 0; size < whole.size(); ++size) try_parse(whole.substr(0, size), name);
        for (std::size_t place = 0; place < std::min<std::size_t>(whole.size(), 200); ++place) {
            for (const char replacement : {'\0', '9', '(', '\'', ',', ' ', '\n', '\xff'}) {
                std::string damaged = whole;
                damaged[place] = replacement;
                try_parse(damaged, name);
            }
        }
    }
    EXPECT_GT(refused, 500);
}

TEST_F(SceneFiles, NpyHeaderIsAligned) {
    for (std::uint64_t rows = 1; rows < 1000000000000; rows *= 7) {
        const std::string header = npy_header(NpyType::uint32, std::array<std::uint64_t, 2>{rows, 2});
        EXPECT_EQ(header.size() % 64, 0U);
        EXPECT_EQ(header.back(), '\n');
    }
    const std::string content = npy_header(NpyType::uint32, std::array<std::uint64_t, 1>{3}) + std::string(12, 'x');
    const NpyHeader header = parse_npy_header(bytes_of(content), "p.npy");
    EXPECT_EQ(header.type, NpyType::uint32);
    EXPECT_EQ(header.shape, std::vector<std::uint64_t>{3});
    EXPECT_EQ(header.element_count, 3U);
}

TEST_F(SceneFiles, AnAbandonedOutputLeavesTheOldFile) {
    std::ofstream(path("f.npy")) << "old";
    {
        OutputFile file(path("f.npy"));
        file.write(std::string(3 << 20, 'x'));
        EXPECT_EQ(content_of(path("f.npy")), "old");
    }
    EXPECT_EQ(content_of(path("f.npy")), "old");
    EXPECT_EQ(file_count(), 1U);
    OutputFile file(path("f.npy"));
    for (int i = 0; i < 300; ++i) file.write(std::string(10007, 'y'));
    file.commit();
    EXPECT_EQ(content_of(path("f.npy")), std::string(300 * 10007, 'y'));
    EXPECT_EQ(file_count(), 1U);
}

TEST_F(SceneFiles, Pairs) {
    const std::vector<BoxPair> pairs{{0, 1}, {0, 4294967295U}, {7, 8}};
    PairsWriter(path("p.csv")).write(pairs);
    EXPECT_EQ(content_of(path("p.csv")), "a,b\n0,1\n0,4294967295\n7,8\n");
    PairsWriter parts(path("parts.csv"));
    parts.begin(3);
    parts.append(std::span(pairs).first(1));
    parts.append(std::span(pairs).subspan(1));
    EXPECT_FALSE(std::filesystem::exists(path("parts.csv")));
    parts.end();
    EXPECT_EQ(content_of(path("parts.csv")), content_of(path("p.csv")));
    PairsWriter(path("p.npy")).write({});
    EXPECT_EQ(content_of(path("p.npy")).size(), 128U);
    EXPECT_THROW(PairsWriter(path("p.txt")), SceneError);
    EXPECT_THROW(PairsWriter(path("none/p.npy")), SceneError);
}

}  // namespace
}  // namespace satori::scenes
