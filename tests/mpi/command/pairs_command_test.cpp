// satori-mpi pairs: what satori pairs finds, whatever the number of ranks and whoever reads which row.

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <satori/satori.hpp>

#include "ranks_command.hpp"
#include "scenes/generator.hpp"

namespace satori::test {
namespace {

class RankCount : public RanksTest, public testing::WithParamInterface<int> {};

TEST_P(RankCount, SamePairsAndHashAsOneProcess) {
    for (const char* kind : {"uniform", "clustered", "identical", "pile", "huge_tiny"})
        expect_same(GetParam(), make(fmt::format("{}.npy", kind), {kind, "--count", "3000"}));
}

INSTANTIATE_TEST_SUITE_P(Mpi, RankCount, testing::Values(1, 2, 4, 8));

class RankPairs : public RanksTest {
protected:
    /// Returns the rows of a made scene.
    static std::vector<Row> rows_of(scenes::SceneKind kind, std::uint32_t count) {
        std::vector<Row> rows;
        for (const OrientedBox& box : scenes::make_scene({.kind = kind, .count = count}).rows)
            rows.push_back({box.center.x, box.center.y, box.center.z, box.half_extents.x, box.half_extents.y,
                            box.half_extents.z, box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w});
        return rows;
    }
    /// Returns the rows that all files of ranks have, without the headings of tables.
    std::string joined(int count) const {
        std::string all;
        for (int rank = 0; rank < count; ++rank) {
            const std::string text = read_file(path(fmt::format("pairs-{}.csv", rank)));
            EXPECT_EQ(text.substr(0, 4), "a,b\n");
            all += text.substr(4);
        }
        return all;
    }
};

TEST_F(RankPairs, AFileOfEachRank) {
    const std::vector<Row> rows = rows_of(scenes::SceneKind::uniform, 3000);
    const std::string whole = write_file("whole.npy", npy_scene(rows));
    const std::size_t ends[] = {0, 700, 700, 3000};  // the second one has no box
    for (std::size_t rank = 0; rank < 3; ++rank)
        write_file(fmt::format("part-{}.npy", rank),
                   npy_scene(std::vector<Row>(rows.begin() + static_cast<std::ptrdiff_t>(ends[rank]),
                                              rows.begin() + static_cast<std::ptrdiff_t>(ends[rank + 1]))));
    const auto one = pairs(whole, {"-o", path("one.csv")});
    const auto ranks = rank_pairs(3, path("part-{rank}.npy"), {"-o", path("pairs-{rank}.csv")});
    EXPECT_EQ(ranks["hash"], one["hash"]);
    EXPECT_EQ(ranks["boxes"], 3000);
    EXPECT_EQ(ranks["by_rank"][1]["boxes"], 0);
    EXPECT_EQ("a,b\n" + joined(3), read_file(path("one.csv")));
    for (int rank = 0; rank < 3; ++rank)  // about the same number of pairs each
        EXPECT_GT(read_file(path(fmt::format("pairs-{}.csv", rank))).size(), read_file(path("one.csv")).size() / 4);
}

TEST_F(RankPairs, Progress) {
    const CommandResult result =
        run_ranks(3, {"pairs", "make:mixed:2e3", "--progress", "--quiet", "-o", path("pairs.npy")});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::size_t at = 0;
    for (const char* phase :
         {"s: loading the scene\n", "s: finding pairs\n", "s: sorting pairs\n", "s: writing pairs\n"}) {
        at = result.err.find(phase, at);
        ASSERT_NE(at, std::string::npos) << phase << result.err;
    }
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 4) << "rank 0 alone says it";
}

TEST_F(RankPairs, ScenesWithRadii) {
    for (const char* const solids : {"spheres", "capsules", "rounded"})
        expect_same(3, make(fmt::format("{}.npy", solids), {"dense", "--count", "2000", "--solids", solids}));
    expect_same(2, make("table.csv", {"dense", "--count", "600", "--solids", "capsules"}));
    // Files of some ranks have radii.
    std::vector<Row> rows = rows_of(scenes::SceneKind::dense, 900);
    write_file("part-1.npy", npy_scene(std::vector<Row>(rows.begin() + 300, rows.begin() + 600)));
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(i / 300 == 1 ? 0 : 0.1F);
    write_file("part-0.npy", npy_scene(std::vector<Row>(rows.begin(), rows.begin() + 300)));
    write_file("part-2.npy", npy_scene(std::vector<Row>(rows.begin() + 600, rows.end())));
    const auto one = pairs(write_file("whole.npy", npy_scene(rows)));
    EXPECT_EQ(rank_pairs(3, path("part-{rank}.npy"))["hash"], one["hash"]);
}

TEST_F(RankPairs, EveryKindOfFile) {
    const std::vector<Row> rows = rows_of(scenes::SceneKind::uniform, 600);
    std::vector<float> columns;
    for (std::size_t k = 0; k < 10; ++k)
        for (const Row& row : rows) columns.push_back(row[k]);
    expect_same(3, write_file("fortran.npy", npy_file(npy_dictionary("<f4", "(600, 10)", "True"), raw(columns))));

    std::vector<double> map;
    for (const Row& row : rows)
        for (std::size_t k = 0; k < 10; ++k) map.push_back(double{row[k]} + (k < 3 ? 4.5e6 : 0));
    expect_same(3, write_file("map.npy", npy_file(npy_dictionary("<f8", "(600, 10)"), raw(map))));

    std::string odd = npy_scene(rows);  // rows that are not aligned
    odd.insert(odd.find('\n'), 1, ' ');
    ++odd[8];
    expect_same(2, write_file("odd.npy", odd));
    expect_same(2, make("table.csv", {"uniform", "--count", "600"}));
}

/// The origin depends on the farthest coordinates of all frames. Each is in the rows of one rank only.
TEST_F(RankPairs, AMapWhoseFarthestBoxesAreOfOneRank) {
    const std::vector<Row> rows = rows_of(scenes::SceneKind::uniform, 600);
    for (const std::size_t far : {std::size_t{0}, std::size_t{300}, std::size_t{599}, std::size_t{1200 + 599}}) {
        std::vector<double> map;
        for (std::size_t i = 0; i < 3 * rows.size(); ++i) {
            for (std::size_t k = 0; k < 10; ++k) map.push_back(double{rows[i % 600][k]} + (k < 3 ? 9e7 : 0));
            if (i == far) map[10 * i] = -5e7;
        }
        const std::string scene = write_file("map.npy", npy_file(npy_dictionary("<f8", "(3, 600, 10)"), raw(map)));
        EXPECT_NE(run_satori({"pairs", scene}).err.find("as float32 about (50000000, "), std::string::npos);
        for (const char* frame : {"0", "2"}) expect_same(3, scene, {"--frame", frame, "--quiet"});
        EXPECT_EQ(run_ranks(3, {"pairs", scene}).err, run_satori({"pairs", scene}).err);
    }
    std::vector<std::int32_t> whole;
    for (int i = 0; i < 300; ++i)
        for (const int number : {200000 + 2 * (i / 2), 0, i == 299 ? 150000 : 0, 2, 1, 1, 0, 0, 0, 1})
            whole.push_back(number);
    expect_same(4, write_file("whole.npy", npy_file(npy_dictionary("<i4", "(300, 10)"), raw(whole))));
}

TEST_F(RankPairs, WhatFloatsLoseOfAMap) {
    std::vector<double> numbers;
    for (const double x : {0.0, 2.0, 4.0, 1e7 + 0.3})
        for (const double number : {x, 0.0, 0.0, 0.5, 0.5, 0.5, 0.0, 0.0, 0.0, 1.0}) numbers.push_back(number);
    const std::string scene = write_file("map.npy", npy_file(npy_dictionary("<f8", "(4, 10)"), raw(numbers)));
    const std::string told = run_satori({"pairs", scene}).err;
    EXPECT_NE(told.find("centers are up to"), std::string::npos) << told;
    for (const int count : {1, 2, 6}) EXPECT_EQ(run_ranks(count, {"pairs", scene}).err, told);
    EXPECT_EQ(run_ranks(2, {"pairs", scene, "--quiet"}).err, "");
}

TEST_F(RankPairs, OptionsOfTheCommand) {
    const std::string scene = make("scene.npy", {"pile", "--count", "600", "--frames", "3"});
    expect_same(2, scene, {"--frame", "2", "--isa", "scalar", "--threads", "2"});
    const std::string cubes = write_file("cubes.npy", npy_scene({cube(0, 0, 0), cube(1, 0, 0), cube(5, 5, 5)}));
    EXPECT_EQ(rank_pairs(2, cubes)["overlaps"], 1);
    EXPECT_EQ(rank_pairs(2, cubes, {"--boundary", "open"})["overlaps"], 0);
}

TEST_F(RankPairs, PairsThatAreNear) {
    const scenes::Scene scene = scenes::make_scene({.kind = scenes::SceneKind::uniform, .count = 600});
    BoxBatch batch;
    Workspace workspace;
    PairResult result;
    ASSERT_EQ(batch.assign(scene.view()), Status::ok);
    ASSERT_EQ(find_near_pairs(batch, 0.25F, workspace, result), Status::ok);
    std::vector<BoxPair> expected(result.pairs.begin(), result.pairs.end());
    std::sort(expected.begin(), expected.end());
    const auto json = rank_pairs(3, "make:uniform:600", {"--near", "0.25"});
    EXPECT_EQ(json["near"], expected.size());
    EXPECT_EQ(json["hash"], fmt::format("{:016x}", XXH64(expected.data(), expected.size() * sizeof(BoxPair), 0)));
}

TEST_F(RankPairs, FewerBoxesThanRanks) {
    for (const std::vector<Row>& rows :
         {std::vector<Row>{}, std::vector<Row>{cube(0, 0, 0)}, std::vector<Row>{cube(0, 0, 0), cube(0.5F, 0, 0)}})
        expect_same(4, write_file("few.npy", npy_scene(rows)));
}

TEST_F(RankPairs, JsonHasTheFiguresOfEachRank) {
    const auto json = rank_pairs(3, "make:uniform:3000");
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"ranks", "boxes", "candidates", "overlaps", "isa", "threads", "hash",
                                              "halo", "imbalance", "stages_ms", "total_ms", "read_ms", "sort_ms",
                                              "peak_bytes", "by_rank"}));
    ASSERT_EQ(json["by_rank"].size(), 3U);
    std::uint64_t boxes = 0, part_boxes = 0, candidates = 0, overlaps = 0;
    for (const auto& rank : json["by_rank"]) {
        boxes += rank["boxes"].get<std::uint64_t>();
        part_boxes += rank["part_boxes"].get<std::uint64_t>();
        candidates += rank["candidates"].get<std::uint64_t>();
        overlaps += rank["overlaps"].get<std::uint64_t>();
    }
    EXPECT_EQ(boxes, 3000U);
    EXPECT_EQ(json["boxes"], boxes);
    EXPECT_EQ(json["candidates"], candidates);
    EXPECT_EQ(json["overlaps"], overlaps);
    EXPECT_NEAR(json["halo"].get<double>(), static_cast<double>(part_boxes - boxes) / 3000, 1e-12);
    EXPECT_GT(json["halo"], 0);
    EXPECT_GE(json["imbalance"], 1);
    EXPECT_GT(json["total_ms"], 0);
    EXPECT_GT(json["peak_bytes"], 3000 * 40 / 3);
}

TEST_F(RankPairs, Printed) {
    const CommandResult table = run_ranks(2, {"pairs", "make:uniform:3000"});
    EXPECT_EQ(table.exit_code, 0);
    EXPECT_NE(table.out.find("make:uniform:3000, frame 0, 2 ranks"), std::string::npos) << table.out;
    EXPECT_NE(table.out.find("3 000"), std::string::npos);
    EXPECT_EQ(table.out.find('\x1b'), std::string::npos);
    EXPECT_EQ(run_ranks(2, {"pairs", "make:uniform:30", "--quiet"}).out, "");
    const CommandResult help = run_ranks(2, {"pairs", "--help"});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_EQ(help.out.find("Usage: satori-mpi pairs SCENE"), help.out.rfind("Usage:"));  // one rank prints it
    EXPECT_NE(help.out.find("Usage:"), std::string::npos);
}

TEST_F(RankPairs, ToStandardOutput) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "600"});
    pairs(scene, {"-o", path("one.csv")});
    const CommandResult result = run_ranks(2, {"pairs", scene, "--quiet", "-o", "/dev/stdout"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const CommandResult one = run_satori({"pairs", scene, "--quiet", "-o", "/dev/stdout"});
    EXPECT_EQ(result.out, one.out);
}

}  // namespace
}  // namespace satori::test
