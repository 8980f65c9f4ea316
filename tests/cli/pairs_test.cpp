#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <satori/satori.hpp>

#include "cli/scene_run.hpp"
#include "command.hpp"
#include "scenes/generator.hpp"

namespace satori::test {
namespace {

class Pairs : public CliTest {
protected:
    std::string write_scene(const std::vector<Row>& rows) const { return write_file("scene.npy", npy_scene(rows)); }
    // Returns the pairs that the command writes, as text.
    std::string csv_pairs(const std::string& scene, std::vector<std::string> arguments = {}) const {
        arguments.insert(arguments.end(), {"-o", path("pairs.csv")});
        pairs(scene, arguments);
        return read_file(path("pairs.csv"));
    }
};

std::string hash_of(const std::vector<BoxPair>& pairs) {
    return fmt::format("{:016x}", XXH64(pairs.data(), pairs.size() * sizeof(BoxPair), 0));
}

TEST_F(Pairs, SameAsTheLibrary) {
    const scenes::SceneRecipe recipe{scenes::SceneKind::mixed, 3000, 5, 6, 2};
    const scenes::Scene scene = scenes::make_scene(recipe);
    const std::string file =
        make("scene.npy", {"mixed", "--count", "3000", "--seed", "5", "--overlaps", "6", "--frames", "2"});
    for (std::uint32_t frame = 0; frame < 2; ++frame) {
        BoxBatch batch;
        Workspace workspace;
        PairResult result;
        ASSERT_EQ(batch.assign(scene.view(frame)), Status::ok);
        ASSERT_EQ(find_overlaps(batch, workspace, result), Status::ok);
        std::vector<BoxPair> expected(result.pairs.begin(), result.pairs.end());
        std::sort(expected.begin(), expected.end());
        const auto json = pairs(file, {"--frame", std::to_string(frame), "-o", path("pairs.npy")});
        EXPECT_EQ(json["boxes"], 3000);
        EXPECT_EQ(json["candidates"], result.candidate_count);
        EXPECT_EQ(json["overlaps"], expected.size());
        EXPECT_EQ(json["hash"], hash_of(expected));
        const std::string written = read_file(path("pairs.npy"));
        ASSERT_EQ(written.size(), 128 + 8 * expected.size());
        EXPECT_EQ(std::memcmp(written.data() + 128, expected.data(), 8 * expected.size()), 0);
        EXPECT_NE(written.find(fmt::format("'shape': ({}, 2)", expected.size())), std::string::npos);

        ASSERT_EQ(find_pairs(batch, workspace, result), Status::ok);
        std::vector<BoxPair> candidates(result.pairs.begin(), result.pairs.end());
        std::sort(candidates.begin(), candidates.end());
        const auto broadphase = pairs(file, {"--frame", std::to_string(frame), "--stage", "broadphase"});
        EXPECT_EQ(broadphase["hash"], hash_of(candidates));
        EXPECT_EQ(broadphase["candidates"], candidates.size());
        EXPECT_TRUE(broadphase["overlaps"].is_null());
    }
}

TEST_F(Pairs, FilesByteForByte) {
    const std::string scene = write_scene({cube(0, 0, 0), cube(9, 0, 0), cube(0.5F, 0, 0), cube(9, 0.5F, 0)});
    const auto json = pairs(scene, {"-o", path("pairs.npy")});
    const std::string dictionary = "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2), }";
    const std::string header = dictionary + std::string(117 - dictionary.size(), ' ') + "\n";
    EXPECT_EQ(read_file(path("pairs.npy")), npy_file(header, raw(std::vector<std::uint32_t>{0, 2, 1, 3})));
    EXPECT_EQ(csv_pairs(scene), "a,b\n0,2\n1,3\n");
    EXPECT_EQ(json["hash"], hash_of({{0, 2}, {1, 3}}));
}

TEST_F(Pairs, JsonHasTheFieldsOfTheContract) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "20000"});
    for (const char* repeat : {"1", "4"}) {
        const auto json = json_with_fields("pairs", scene, repeat,
                                           {"boxes", "invalid", "candidates", "overlaps", "isa", "threads", "hash",
                                            "repeat", "stages_ms", "total_ms", "peak_bytes"});
        EXPECT_EQ(json["invalid"], 0);
        EXPECT_EQ(json["hash"].get<std::string>().size(), 16U);
        EXPECT_GE(json["threads"], 1);
        const auto& stages = json["stages_ms"];
        for (const char* stage : {"ingest", "aabb", "broadphase", "narrowphase", "sort"})
            EXPECT_GT(stages[stage], 0.0) << stage;
        EXPECT_EQ(stages["manifold"], 0.0);
        // The batch alone takes 60 bytes per box.
        EXPECT_GT(json["peak_bytes"], 20000 * 60);
        EXPECT_LT(json["peak_bytes"], 20000 * 500);
    }
}

TEST_F(Pairs, EverySetAndThreadCountGivesTheSameHash) {
    const std::string scene = make("scene.npy", {"uniform", "--count", "30000"});
    const auto expected = pairs(scene, {"--isa", "scalar", "--threads", "1"});
    EXPECT_EQ(expected["isa"], "scalar");
    EXPECT_EQ(expected["threads"], 1);
    for (const Isa isa : compiled_isas()) {
        if (!isa_supported(isa)) continue;
        const auto json = pairs(scene, {"--isa", isa_name(isa)});
        EXPECT_EQ(json["isa"], isa_name(isa));
        EXPECT_EQ(json["hash"], expected["hash"]) << isa_name(isa);
    }
    for (const char* threads : {"2", "7", "64"}) {
        const auto json = pairs(scene, {"--threads", threads});
        EXPECT_EQ(json["hash"], expected["hash"]) << threads;
        EXPECT_LE(json["threads"], std::stoi(threads));
    }
    const CommandResult by_environment =
        run_satori({"pairs", scene, "--json"}, {.environment = {{"SATORI_ISA", "scalar"}}});
    EXPECT_EQ(nlohmann::json::parse(by_environment.out)["isa"], "scalar");
}

TEST_F(Pairs, TouchingIsOverlapUnlessOpen) {
    const std::string scene = write_scene({cube(0, 0, 0), cube(1, 0, 0)});
    EXPECT_EQ(pairs(scene)["overlaps"], 1);
    EXPECT_EQ(pairs(scene, {"--boundary", "closed"})["overlaps"], 1);
    const auto open = pairs(scene, {"--boundary", "open"});
    EXPECT_EQ(open["overlaps"], 0);
    EXPECT_EQ(open["candidates"], 1);
    EXPECT_EQ(open["hash"], "ef46db3751d8e999");  // XXH64 of nothing
}

TEST_F(Pairs, InvalidBoxesAreRefusedByName) {
    Row thin = cube(0, 0, 0);
    thin[4] = -2;
    Row nowhere = cube(0, 0, 0);
    nowhere[2] = std::numeric_limits<float>::quiet_NaN();
    const std::string scene = write_scene({cube(0, 0, 0), thin, cube(0.5F, 0, 0), nowhere, cube(0.7F, 0, 0)});
    const CommandResult refused = run_satori({"pairs", scene, "-o", path("pairs.csv"), "--json"});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_EQ(refused.out, "");
    EXPECT_NE(refused.err.find("scene.npy: row 1, column hy: "), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("(-2)"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("scene.npy: row 3, column cz: "), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("2 of 5 boxes"), std::string::npos) << refused.err;
    EXPECT_EQ(list(), std::vector<std::string>{"scene.npy"});
    EXPECT_EQ(run_satori({"pairs", scene, "--on-invalid", "refuse"}).exit_code, 3);

    EXPECT_EQ(csv_pairs(scene, {"--on-invalid", "skip"}), "a,b\n0,2\n0,4\n2,4\n");
    const CommandResult skipped = run_satori({"pairs", scene, "--on-invalid", "skip", "--json"});
    EXPECT_EQ(skipped.exit_code, 0);
    EXPECT_NE(skipped.err.find("2 of 5 boxes"), std::string::npos) << skipped.err;
    const auto json = nlohmann::json::parse(skipped.out);
    EXPECT_EQ(json["invalid"], 2);
    EXPECT_EQ(json["boxes"], 5);
    EXPECT_EQ(json["overlaps"], 3);
}

TEST_F(Pairs, TheFirstTenInvalidRowsAreListed) {
    Row bad = cube(0, 0, 0);
    bad[3] = -1;
    const std::string scene = write_scene(std::vector<Row>(25, bad));
    const CommandResult refused = run_satori({"pairs", scene});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find("row 9,"), std::string::npos) << refused.err;
    EXPECT_EQ(refused.err.find("row 10,"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("15 more"), std::string::npos) << refused.err;
    EXPECT_EQ(pairs(scene, {"--on-invalid", "skip"})["overlaps"], 0);
}

TEST_F(Pairs, FrameAndLineAreNamed) {
    Row bad = cube(0, 0, 0);
    bad[9] = 0;
    const std::string data = raw(cube(0, 0, 0)) + raw(bad);
    const std::string scene = write_file("t.npy", npy_file(npy_dictionary("<f4", "(2, 1, 10)"), data));
    EXPECT_EQ(pairs(scene)["boxes"], 1);  // frame 0 is legal
    const CommandResult refused = run_satori({"pairs", scene, "--frame", "1"});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find("frame 1, row 0, column qx"), std::string::npos) << refused.err;
    const std::string csv = write_file("t.csv", "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw\n\n0,0,0,1,1,1,0,0,0,0\n");
    const CommandResult csv_refused = run_satori({"pairs", csv});
    EXPECT_EQ(csv_refused.exit_code, 3);
    EXPECT_NE(csv_refused.err.find("row 0 (line 3), column qx"), std::string::npos) << csv_refused.err;
}

TEST_F(Pairs, OneSceneInManyForms) {
    const std::vector<Row> rows{cube(0, 0, 0), cube(0.25F, 0.5F, 0), cube(5, 0, 0), cube(5.5F, 0.125F, 0.5F)};
    std::string data;
    std::vector<double> wide;
    for (const Row& row : rows) {
        data += raw(row);
        wide.insert(wide.end(), row.begin(), row.end());
    }
    const std::string expected = csv_pairs(write_file("a.npy", npy_scene(rows)));
    EXPECT_EQ(expected, "a,b\n0,1\n2,3\n");
    const std::string f4 = npy_dictionary("<f4", "(4, 10)");
    EXPECT_EQ(csv_pairs(write_file("b.npy", npy_file(f4, data, 2))), expected);
    EXPECT_EQ(csv_pairs(write_file("c.npy", npy_file(f4, data, 3))), expected);
    for (int padding = 0; padding < 5; ++padding) {  // data at odd addresses
        EXPECT_EQ(csv_pairs(write_file("d.npy", npy_file(std::string(padding, ' ') + f4, data))), expected);
    }
    EXPECT_EQ(csv_pairs(write_file("e.npy", npy_file(npy_dictionary("<f4", "(1, 4, 10)"), data))), expected);
    EXPECT_EQ(csv_pairs(write_file("f.npy", npy_file(npy_dictionary("<f8", "(4, 10)"), raw(wide)))), expected);
    EXPECT_EQ(csv_pairs(write_file("g.npy",
                                   npy_file("{\"shape\":(4L,10L),\"fortran_order\":False,\"descr\":\"<f4\"}", data))),
              expected);
    EXPECT_EQ(csv_pairs(write_file("no_suffix", npy_scene(rows))), expected);
    EXPECT_EQ(csv_pairs(write_file("UPPER.NPY", npy_scene(rows))), expected);

    std::string plain = "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw\n";
    std::string odd = "\xef\xbb\xbfname, qw,qz,qy,qx,hz,hy,hx,cz,cy,cx\r\n\r\n";
    for (const Row& row : rows) {
        plain += fmt::format("{}\n", fmt::join(row, ","));
        odd += fmt::format("box, +{}\r\n", fmt::join(row.rbegin(), row.rend(), " ,\t"));
    }
    odd.resize(odd.size() - 2);  // no line end after the last row
    EXPECT_EQ(csv_pairs(write_file("h.csv", plain)), expected);
    EXPECT_EQ(csv_pairs(write_file("i.csv", odd)), expected);
}

TEST_F(Pairs, ReadsFromAPipe) {
    const std::string scene = make("s.npy", {"uniform", "--count", "500"});
    const std::string command =
        fmt::format("cat {} | {} {} pairs /dev/stdin --json", scene,
                    std::getenv("SATORI_CLI_EMULATOR") ? std::getenv("SATORI_CLI_EMULATOR") : "", SATORI_CLI_PATH);
    const CommandResult result = run_program({"/bin/sh", "-c", command});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(nlohmann::ordered_json::parse(result.out)["hash"], pairs(scene)["hash"]);
}

TEST_F(Pairs, TableAndQuiet) {
    const std::string scene = make("s.npy", {"uniform", "--count", "1000"});
    const CommandResult table = run_satori({"pairs", scene});
    EXPECT_EQ(table.exit_code, 0);
    EXPECT_EQ(table.err, "");
    for (const char* word : {"boxes", "1 000", "candidates", "overlaps", "isa", "threads", "aabb", "broadphase",
                             "narrowphase", "total", "ingest", "sort", "ns/box", "share", "median of 5"}) {
        EXPECT_NE(table.out.find(word), std::string::npos) << word << "\n" << table.out;
    }
    EXPECT_NE(run_satori({"pairs", scene, "--repeat", "1"}).out.find("cold"), std::string::npos);
    const CommandResult quiet = run_satori({"pairs", scene, "--quiet", "-o", path("p.npy")});
    EXPECT_EQ(quiet.exit_code, 0);
    EXPECT_EQ(quiet.out + quiet.err, "");
    EXPECT_FALSE(read_file(path("p.npy")).empty());
    EXPECT_NE(run_satori({"pairs", scene, "--quiet", "--json"}).out, "");
}

TEST_F(Pairs, EveryRunSorts) {
    struct Run : cli::SceneRun {
        using SceneRun::repeat;
        using SceneRun::SceneRun;
    };
    scenes::SceneFile scene = scenes::SceneFile::open(write_scene({cube(0, 0, 0), cube(9, 0, 0)}));
    const scenes::FrameView boxes = scene.view(0);
    for (const std::uint32_t repeat : {1U, 4U}) {
        cli::RunOptions options;
        options.repeat = repeat;
        std::string order;
        const auto call = [&](const Execution&) {
            order += 'c';
            return cli::CallFigures(PairResult{});
        };
        const auto sort = [&] {
            order += 's';
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        };
        Run run(options);
        run.repeat(scene, boxes, Isa::best, call, sort, {});
        ASSERT_GE(order.size(), 2 * repeat);
        for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i % 2 == 0 ? 'c' : 's') << i;
        EXPECT_GE(run.measurement().stages.sort, 1.0);
    }
}

}  // namespace
}  // namespace satori::test
