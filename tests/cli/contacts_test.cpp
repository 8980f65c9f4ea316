#include <algorithm>
#include <cstring>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <satori/satori.hpp>

#include "command.hpp"
#include "numpy.hpp"
#include "scenes/generator.hpp"
#include "support/coordinates.hpp"

namespace satori::test {
namespace {

constexpr const char* kHeader = "a,b,point,px,py,pz,nx,ny,nz,separation,feature_id";
constexpr const char* kHashOfNothing = "ef46db3751d8e999";  // XXH64

// A row of the .csv.
struct PointRow {
    std::uint32_t a, b, point;
    double position[3];
    float normal[3], separation;
    std::uint32_t feature_id;
};

std::vector<PointRow> parse_rows(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, kHeader);
    std::vector<PointRow> rows;
    while (std::getline(lines, line)) {
        std::vector<std::string> fields;
        std::istringstream stream(line);
        for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
        EXPECT_EQ(fields.size(), 11U) << line;
        for (const std::string& field : fields) EXPECT_NE(field, "-0") << line;
        const auto whole = [&](std::size_t i) { return static_cast<std::uint32_t>(std::stoul(fields[i])); };
        const auto real = [&](std::size_t i) { return std::stof(fields[i]); };
        rows.push_back({whole(0),
                        whole(1),
                        whole(2),
                        {std::stod(fields[3]), std::stod(fields[4]), std::stod(fields[5])},
                        {real(6), real(7), real(8)},
                        real(9),
                        whole(10)});
    }
    return rows;
}

// The bytes that the hash covers, put together one by one.
class HashedBytes {
public:
    void add(std::uint32_t number) {
        for (int byte = 0; byte < 4; ++byte) bytes_ += static_cast<char>(number >> 8 * byte & 0xff);
    }
    void add(float number) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &number, 4);
        add(bits == 0x80000000U ? 0 : bits);
    }
    void add(const Vec3& v) {
        add(v.x);
        add(v.y);
        add(v.z);
    }
    std::size_t size() const { return bytes_.size(); }
    std::string hash() const { return fmt::format("{:016x}", XXH64(bytes_.data(), bytes_.size(), 0)); }

private:
    std::string bytes_;
};

Vec3 in_space(const Vec3& v) {
    return v;
}
Vec3 in_space(const Vec2& v) {
    return {v.x, v.y, 0};
}

// EXPECTs that rows and hash are those of the manifolds. `center_of(axis, box)` returns a coordinate of a center.
template <class Manifold, class CenterOf>
void expect_rows(const std::vector<PointRow>& rows, const std::vector<Manifold>& manifolds, CenterOf&& center_of,
                 const std::string& hash) {
    HashedBytes bytes;
    auto row = rows.begin();
    for (const Manifold& manifold : manifolds) {
        for (std::uint32_t p = 0; p < manifold.point_count; ++p, ++row) {
            const auto& point = manifold.points[p];
            EXPECT_EQ((BoxPair{row->a, row->b}), manifold.pair);
            EXPECT_EQ(row->point, p);
            const Vec3 offset = in_space(point.offset), normal = in_space(manifold.normal);
            for (int axis = 0; axis < 3; ++axis) {
                const float center = center_of(axis, manifold.pair.first);
                EXPECT_EQ(row->position[axis],
                          static_cast<double>(center) + static_cast<double>(test::coordinate(offset, axis)));
                EXPECT_EQ(row->normal[axis], test::coordinate(normal, axis));
            }
            EXPECT_EQ(row->separation, point.separation);
            EXPECT_EQ(row->feature_id, point.feature_id);
            for (const std::uint32_t number : {manifold.pair.first, manifold.pair.second, p}) bytes.add(number);
            bytes.add(offset);
            bytes.add(normal);
            bytes.add(point.separation);
            bytes.add(point.feature_id);
        }
    }
    EXPECT_EQ(bytes.size(), 44 * rows.size());
    EXPECT_EQ(hash, bytes.hash());
}

class Contacts : public CliTest {
protected:
    std::string write_scene(const std::vector<Row>& rows) const { return write_file("scene.npy", npy_scene(rows)); }
    // Returns the points that the command writes.
    std::vector<PointRow> points(const std::string& scene, std::vector<std::string> arguments = {}) const {
        arguments.insert(arguments.end(), {"-o", path("contacts.csv")});
        contacts(scene, arguments);
        return parse_rows(read_file(path("contacts.csv")));
    }
};

TEST_F(Contacts, ACubeOnACube) {
    const std::string scene = write_scene({cube(1, 2, 3), cube(1, 2, 3.9F)});
    const auto json = contacts(scene);
    EXPECT_EQ(json["boxes"], 2);
    EXPECT_EQ(json["candidates"], 1);
    EXPECT_EQ(json["manifolds"], 1);
    EXPECT_EQ(json["points"], 4);
    const std::vector<PointRow> rows = points(scene);
    ASSERT_EQ(rows.size(), 4U);
    std::vector<std::pair<double, double>> corners;
    std::vector<std::uint32_t> ids;
    for (std::uint32_t p = 0; p < 4; ++p) {
        const PointRow& row = rows[p];
        EXPECT_EQ(row.a, 0U);
        EXPECT_EQ(row.b, 1U);
        EXPECT_EQ(row.point, p);
        corners.emplace_back(row.position[0], row.position[1]);
        EXPECT_NEAR(row.position[2], 3.45, 1e-6) << "half way between the faces";
        EXPECT_EQ(row.normal[0], 0);
        EXPECT_EQ(row.normal[1], 0);
        EXPECT_EQ(row.normal[2], 1) << "from the lower to the upper";
        EXPECT_NEAR(row.separation, -0.1, 1e-6);
        EXPECT_EQ(feature_axis(row.feature_id), 2U);
        ids.push_back(row.feature_id);
    }
    std::sort(corners.begin(), corners.end());
    EXPECT_EQ(corners, (std::vector<std::pair<double, double>>{{0.5, 1.5}, {0.5, 2.5}, {1.5, 1.5}, {1.5, 2.5}}));
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

TEST_F(Contacts, ArraysHaveTheColumnsOfTheTable) {
    const std::string scene = make("scene.npy", {"mixed", "--count", "2000", "--overlaps", "6"});
    const std::vector<PointRow> rows = points(scene);
    ASSERT_FALSE(rows.empty());
    contacts(scene, {"-o", path("contacts.npy")});
    const std::string file = read_file(path("contacts.npy"));
    EXPECT_NE(file.find("[('a', '<u4'), ('b', '<u4'), ('point', '<u4'), ('px', '<f8'), ('py', '<f8'), ('pz', '<f8'), "
                        "('nx', '<f4'), ('ny', '<f4'), ('nz', '<f4'), ('separation', '<f4'), ('feature_id', '<u4')]"),
              std::string::npos);
    EXPECT_NE(file.find(fmt::format("'shape': ({},)", rows.size())), std::string::npos);
    const std::size_t begin = file.find('\n') + 1;
    EXPECT_EQ(begin % 64, 0U);
    ASSERT_EQ(file.size(), begin + 56 * rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        PointRow row;
        const char* const record = file.data() + begin + 56 * i;
        std::memcpy(&row.a, record, 12);
        std::memcpy(row.position, record + 12, 24);
        std::memcpy(row.normal, record + 36, 16);
        std::memcpy(&row.feature_id, record + 52, 4);
        EXPECT_EQ(std::tie(row.a, row.b, row.point, row.separation, row.feature_id),
                  std::tie(rows[i].a, rows[i].b, rows[i].point, rows[i].separation, rows[i].feature_id));
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(row.position[axis], rows[i].position[axis]);
            EXPECT_EQ(row.normal[axis], rows[i].normal[axis]);
        }
    }
}

TEST_F(Contacts, NumpyReadsTheArraysOfOneFrameAndOfAll) {
    const std::string python = python_with_numpy();
    if (python.empty()) GTEST_SKIP() << "no numpy";
    const std::string scene = make("scene.npy", {"uniform", "--count", "300", "--frames", "3"});
    const std::string script =
        "import numpy, sys; a = numpy.load(sys.argv[1], allow_pickle=False)\n"
        "t = numpy.genfromtxt(sys.argv[2], delimiter=',', names=True)\n"
        "print(a.dtype.names == t.dtype.names, len(a) > 0, all((a[n] == t[n].astype(a.dtype[n])).all() for n in "
        "a.dtype.names))";
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{{}, {"--frames", "all"}}) {
        for (const char* name : {"c.npy", "c.csv"}) {
            std::vector<std::string> words{"contacts", scene, "-o", path(name), "--quiet"};
            words.insert(words.end(), arguments.begin(), arguments.end());
            EXPECT_EQ(run_satori(words).exit_code, 0);
        }
        const CommandResult result = run_program({python, "-c", script, path("c.npy"), path("c.csv")});
        EXPECT_EQ(result.out, "True True True\n") << result.err;
    }
}

TEST_F(Contacts, SameAsTheLibrary) {
    const scenes::SceneRecipe recipe{scenes::SceneKind::mixed, 3000, 5, 6, 2};
    const scenes::Scene scene = scenes::make_scene(recipe);
    const std::string file =
        make("scene.npy", {"mixed", "--count", "3000", "--seed", "5", "--overlaps", "6", "--frames", "2"});
    for (std::uint32_t frame = 0; frame < 2; ++frame) {
        BoxBatch batch;
        Workspace workspace;
        ContactResult result;
        ASSERT_EQ(batch.assign(scene.view(frame)), Status::ok);
        const ContactOptions options{.speculative_distance = 0.01F};
        ASSERT_EQ(collide(batch, workspace, result, {.contacts = options}), Status::ok);
        std::vector<ContactManifold> expected(result.manifolds.begin(), result.manifolds.end());
        std::sort(expected.begin(), expected.end(), [](const auto& m, const auto& n) { return m.pair < n.pair; });

        const std::vector<std::string> arguments{"--frame", std::to_string(frame), "--speculative-distance", "0.01"};
        const auto json = contacts(file, arguments);
        EXPECT_EQ(json["boxes"], 3000);
        EXPECT_EQ(json["candidates"], result.candidate_count);
        EXPECT_EQ(json["manifolds"], expected.size());
        EXPECT_EQ(json["points"], result.point_count);
        const std::vector<PointRow> rows = points(file, arguments);
        ASSERT_EQ(rows.size(), result.point_count);
        ASSERT_GT(rows.size(), 1000U);
        expect_rows(
            rows, expected,
            [&](int axis, std::uint32_t a) { return batch.component(static_cast<BoxComponent>(axis))[a]; },
            json["hash"]);
    }
}

TEST_F(Contacts, OfA2DSceneSameAsTheLibrary) {
    const std::string file = make("scene.npy", {"rects", "--count", "3000", "--seed", "5", "--overlaps", "6"});
    const std::string content = read_file(file);
    std::vector<OrientedRect> rects(3000);
    const std::size_t size = rects.size() * sizeof(OrientedRect);
    std::memcpy(rects.data(), content.data() + content.size() - size, size);
    RectBatch batch;
    Workspace workspace;
    RectContactResult result;
    ASSERT_EQ(batch.assign(rect_rows(rects)), Status::ok);
    ASSERT_EQ(collide(batch, workspace, result, {.contacts = {.speculative_distance = 0.01F}}), Status::ok);
    std::vector<RectManifold> expected(result.manifolds.begin(), result.manifolds.end());
    std::sort(expected.begin(), expected.end(), [](const auto& m, const auto& n) { return m.pair < n.pair; });
    const std::vector<std::string> arguments{"--speculative-distance", "0.01"};
    const auto json = contacts(file, arguments);
    EXPECT_EQ(json["boxes"], 3000);
    EXPECT_EQ(json["candidates"], result.candidate_count);
    EXPECT_EQ(json["manifolds"], expected.size());
    EXPECT_EQ(json["points"], result.point_count);
    const std::vector<PointRow> rows = points(file, arguments);
    ASSERT_EQ(rows.size(), result.point_count);
    ASSERT_GT(rows.size(), 3000U);
    expect_rows(
        rows, expected,
        [&](int axis, std::uint32_t a) { return axis < 2 ? batch.component(static_cast<RectComponent>(axis))[a] : 0; },
        json["hash"]);
    EXPECT_EQ(contacts(file, {"--speculative-distance", "0.01", "--isa", "scalar", "--threads", "1"})["hash"],
              json["hash"]);
}

TEST_F(Contacts, ARectangleOnARectangle) {
    const std::vector<PointRow> rows =
        points(write_file("scene.csv", "cx,cy,hx,hy,angle\n10,20,3,1,0\n11.5,21.75,2,1,0\n"));
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].position[0], 9.5);
    EXPECT_EQ(rows[1].position[0], 13);
    for (const PointRow& row : rows) {
        EXPECT_EQ(row.position[1], 20.875);
        EXPECT_EQ(row.position[2], 0);
        EXPECT_EQ(row.normal[1], 1);
        EXPECT_EQ(row.normal[2], 0);
        EXPECT_EQ(row.separation, -0.25F);
    }
    EXPECT_EQ(rows[0].feature_id, 0x130U);
    EXPECT_EQ(rows[1].feature_id, 0x133U);
}

TEST_F(Contacts, EverySetAndThreadCountGivesTheSameHash) {
    const std::string scene = make("scene.npy", {"pile", "--count", "20000"});
    const auto expected = contacts(scene, {"--isa", "scalar", "--threads", "1"});
    EXPECT_EQ(expected["isa"], "scalar");
    EXPECT_EQ(expected["threads"], 1);
    EXPECT_GT(expected["points"], 20000);
    for (const Isa isa : compiled_isas()) {
        if (!isa_supported(isa)) continue;
        for (const char* threads : {"1", "2", "3", "8"}) {
            const auto json = contacts(scene, {"--isa", isa_name(isa), "--threads", threads});
            EXPECT_EQ(json["isa"], isa_name(isa));
            EXPECT_EQ(json["hash"], expected["hash"]) << isa_name(isa) << ", " << threads;
            EXPECT_EQ(json["points"], expected["points"]);
            EXPECT_LE(json["threads"], std::stoi(threads));
        }
    }
}

TEST_F(Contacts, JsonHasTheFieldsOfTheContract) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "20000"});
    for (const char* repeat : {"1", "4"}) {
        const auto json = json_with_fields("contacts", scene, repeat,
                                           {"boxes", "invalid", "candidates", "manifolds", "points", "isa", "threads",
                                            "hash", "repeat", "stages_ms", "total_ms", "peak_bytes"});
        const auto& stages = json["stages_ms"];
        for (const auto& [stage, ms] : stages.items()) EXPECT_GT(ms, 0.0) << stage;
        EXPECT_GT(json["peak_bytes"], 20000 * 60);
    }
}

TEST_F(Contacts, NothingToFind) {
    const std::string header = std::string(kHeader) + "\n";
    for (const std::vector<Row>& rows :
         std::vector<std::vector<Row>>{{}, {cube(0, 0, 0)}, {cube(0, 0, 0), cube(3, 0, 0)}}) {
        const auto json = contacts(write_scene(rows), {"-o", path("contacts.csv")});
        EXPECT_EQ(json["boxes"], rows.size());
        EXPECT_EQ(json["manifolds"], 0);
        EXPECT_EQ(json["points"], 0);
        EXPECT_EQ(json["hash"], kHashOfNothing);
        EXPECT_EQ(read_file(path("contacts.csv")), header);
    }
}

TEST_F(Contacts, SpeculativeDistanceAndBoundary) {
    const std::string apart = write_scene({cube(0, 0, 0), cube(1.0625F, 0, 0)});
    EXPECT_EQ(contacts(apart)["candidates"], 0);
    EXPECT_EQ(contacts(apart, {"--speculative-distance", "0.05"})["manifolds"], 0);
    const std::vector<PointRow> rows = points(apart, {"--speculative-distance", "0.1"});
    ASSERT_EQ(rows.size(), 4U);
    for (const PointRow& row : rows) {
        EXPECT_EQ(row.separation, 0.0625F);
        EXPECT_EQ(row.normal[0], 1);
        EXPECT_EQ(row.position[0], 0.53125);
    }
    const std::string edge_beside_edge = write_scene({cube(0, 0, 0), cube(1.05F, 1.05F, 0)});
    EXPECT_EQ(contacts(edge_beside_edge, {"--speculative-distance", "0.1"})["manifolds"], 0) << "as the help says";
    const std::string touching = write_scene({cube(0, 0, 0), cube(1, 0, 0)});
    EXPECT_EQ(contacts(touching)["manifolds"], 1);
    EXPECT_EQ(contacts(touching, {"--boundary", "closed"})["manifolds"], 1);
    EXPECT_EQ(contacts(touching, {"--boundary", "open"})["manifolds"], 0);
}

TEST_F(Contacts, InvalidBoxesAreRefusedOrSkipped) {
    Row thin = cube(0, 0, 0);
    thin[4] = -2;
    const std::string scene = write_scene({thin, cube(0, 0, 0), thin, cube(0.5F, 0, 0)});
    const CommandResult refused = run_satori({"contacts", scene, "-o", path("contacts.csv"), "--json"});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_EQ(refused.out, "");
    EXPECT_NE(refused.err.find("scene.npy: row 0, column hy: "), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("2 of 4 boxes"), std::string::npos) << refused.err;
    EXPECT_EQ(list(), std::vector<std::string>{"scene.npy"});

    const std::vector<PointRow> rows = points(scene, {"--on-invalid", "skip"});
    ASSERT_FALSE(rows.empty());
    for (const PointRow& row : rows) {
        EXPECT_EQ(row.a, 1U);
        EXPECT_EQ(row.b, 3U);
        EXPECT_EQ(row.position[0], 0.25) << "of the box's own center";
    }
    const CommandResult skipped = run_satori({"contacts", scene, "--on-invalid", "skip", "--json"});
    EXPECT_EQ(skipped.exit_code, 0);
    EXPECT_NE(skipped.err.find("2 of 4 boxes"), std::string::npos) << skipped.err;
    EXPECT_EQ(nlohmann::json::parse(skipped.out)["invalid"], 2);
}

TEST_F(Contacts, TableHelpAndQuiet) {
    const std::string scene = make("s.npy", {"uniform", "--count", "1000"});
    const CommandResult table = run_satori({"contacts", scene});
    EXPECT_EQ(table.exit_code, 0);
    EXPECT_EQ(table.err, "");
    for (const char* word : {"boxes", "1 000", "candidates", "manifolds", "points", "isa", "threads", "aabb",
                             "broadphase", "narrowphase", "manifold", "total", "ingest", "sort", "median of 5"}) {
        EXPECT_NE(table.out.find(word), std::string::npos) << word << "\n" << table.out;
    }
    const CommandResult help = run_satori({"contacts", "--help"});
    EXPECT_EQ(help.exit_code, 0);
    for (const char* word : {"--frame", "--isa", "--threads", "--boundary", "--repeat", "--on-invalid", "--json",
                             "--quiet", "--speculative-distance", "44 bytes", "feature_id"}) {
        EXPECT_NE(help.out.find(word), std::string::npos) << word;
    }
    EXPECT_EQ(help.out.find("--stage"), std::string::npos);
    const CommandResult quiet = run_satori({"contacts", scene, "--quiet", "-o", path("c.csv")});
    EXPECT_EQ(quiet.exit_code, 0);
    EXPECT_EQ(quiet.out + quiet.err, "");
    EXPECT_FALSE(read_file(path("c.csv")).empty());
}

}  // namespace
}  // namespace satori::test
