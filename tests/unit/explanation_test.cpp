// The rules of satori-profile --explain: which sentences figures give. Some figures are measured, the others made so
// that one rule changes its answer.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "profile/explanation.hpp"

namespace satori::bench {
namespace {

/// `sat`, measured on two virtual cores of an AMD EPYC with AVX-512, gcc 12.2, other programs beside it; `ordered` is
/// made up.
Figures epyc() {
    return {"pair",
            "avx512",
            {{"scalar", 1, 37.65, 26.88},
             {"sse4.2", 4, 8.76, 8.161},
             {"avx2", 8, 5.252, 4.479},
             {"avx512", 16, 2.812, 2.583}},
            {{"l1", "L1", 2.801, 2.839, 2.57, 0.4233},
             {"index", "memory", 2.665, 2.712, 2.576, 0.6286},
             {"ordered", "memory", 2.85, 2.97, 2.577, 0.6286},
             {"random", "memory", 17.37, 19.14, 2.578, 2.145}}};
}

/// The same where pairs of 10 000 boxes do not fit the second-level cache: made up.
Figures small_cache() {
    Figures figures = epyc();
    figures.data[1].ns = 4.5;
    figures.data[1].median_ns = 4.7;
    figures.data[3].bytes_ns = 6.5;
    return figures;
}

/// `sat` where an emulator of 64-bit ARM makes computation slow: made up.
Figures emulated_arm() {
    return {"pair",
            "neon64",
            {{"scalar", 1, 900, 600}, {"neon64", 4, 700, 300}},
            {{"l1", "L1", 700, 720, 300, 20},
             {"index", "L2", 710, 730, 300, 15},
             {"ordered", "memory", 715, 730, 300, 15},
             {"random", "memory", 735, 760, 300, 25}}};
}

/// `ingest`: a kernel that takes boxes, not pairs.
Figures ingest() {
    return {"box",
            "avx2",
            {{"scalar", 1, 9, 6}, {"sse4.2", 4, 3, 2}, {"avx2", 8, 2, 1.2}},
            {{"l1", "L1", 2, 2.1, 1.2, 0.5}, {"memory", "memory", 6, 6.3, 1.2, 4.5}}};
}

bool has(const std::vector<Sentence>& sentences, const std::string& rule) {
    return std::any_of(sentences.begin(), sentences.end(), [&](const Sentence& one) { return one.rule == rule; });
}
std::string text_of(const std::vector<Sentence>& sentences, const std::string& rule) {
    std::string texts;
    for (const Sentence& one : sentences)
        if (one.rule == rule) texts += one.text + "\n";
    return texts;
}
std::vector<std::string> rules_of(const std::vector<Sentence>& sentences) {
    std::vector<std::string> rules;
    for (const Sentence& one : sentences) rules.push_back(one.rule);
    return rules;
}
using Rules = std::vector<std::string>;

TEST(Explanation, OfAWideServerCore) {
    const Explanation all = explain(epyc());
    EXPECT_EQ(
        text_of(all.bounds, "bound"),
        "Pairs in the first-level cache take 2.8 ns each. The machine needs at least 2.57 ns for the operations and "
        "0.423 ns for the bytes of one. Operations are the nearest bound, and the kernel reaches 92 % of it.\n"
        "Pairs of 10 000 boxes in column order take 2.67 ns each. The machine needs at least 2.58 ns for the "
        "operations and 0.629 ns for the bytes of one. Operations are the nearest bound, and the kernel reaches 97 % "
        "of it.\n"
        "Pairs of a million boxes in column order take 2.85 ns each. The machine needs at least 2.58 ns for the "
        "operations and 0.629 ns for the bytes of one. Operations are the nearest bound, and the kernel reaches 90 % "
        "of it.\n"
        "Pairs of a million boxes in random order take 17.4 ns each. The machine needs at least 2.58 ns for the "
        "operations and 2.15 ns for the bytes of one. Operations are the nearest bound, and the kernel reaches 15 % of "
        "it.\n");
    EXPECT_EQ(rules_of(all.bounds), (Rules{"bound", "decides_in_cache", "bound", "computation_decides", "bound",
                                           "computation_decides", "bound", "data_decide", "best_set"}));
    EXPECT_EQ(text_of(all.bounds, "decides_in_cache"), "There computation decides.\n");
    EXPECT_EQ(text_of(all.bounds, "data_decide"),
              "There the data decide: with its data in the first-level cache the kernel takes 16 % of this time, and "
              "the rest is waiting for data.\n");
    EXPECT_EQ(text_of(all.bounds, "best_set"),
              "avx512 is the fastest instruction set here: 1.87 times as fast as avx2, with 16 lanes instead of 8.\n");
    EXPECT_EQ(rules_of(all.advice), (Rules{"keep_order", "keep_set", "at_bound"}));
    EXPECT_EQ(
        text_of(all.advice, "keep_order"),
        "Keep pairs in column order, the order in which satori finds them: pairs of a million boxes take 6.1 times as "
        "long in random order.\n");
    EXPECT_EQ(text_of(all.advice, "keep_set"),
              "Let satori choose the instruction set: it chooses avx512, and forcing another one gains less than 5 "
              "%.\n");
    EXPECT_EQ(text_of(all.advice, "at_bound"),
              "No kernel with these operations is much faster on one core: this one reaches 92 % of the nearest bound. "
              "Fewer pairs and more cores are what is left.\n");
}

TEST(Explanation, OfACoreWithASmallCache) {
    const Explanation all = explain(small_cache());
    EXPECT_EQ(text_of(all.bounds, "both_decide"),
              "There both count: with its data in the first-level cache the kernel takes 62 % of this time, and the "
              "rest is waiting for data.\n");
    EXPECT_NE(text_of(all.bounds, "bound").find("Bytes are the nearest bound, and the kernel reaches 37 % of it."),
              std::string::npos);
    EXPECT_EQ(rules_of(all.advice), (Rules{"keep_order", "use_soon", "keep_set", "at_bound"}));
    EXPECT_EQ(
        text_of(all.advice, "use_soon"),
        "Use pairs while their boxes are in the cache, as find_overlaps and collide do: pairs of 10 000 boxes take "
        "1.6 times as long as pairs in the first-level cache.\n");
}

TEST(Explanation, WhereDataHardlyMatterNothingIsAdvisedAboutThem) {
    const Explanation all = explain(emulated_arm());
    EXPECT_EQ(rules_of(all.bounds), (Rules{"bound", "neither_decides", "bound", "computation_decides", "bound",
                                           "computation_decides", "bound", "computation_decides", "best_set"}));
    EXPECT_EQ(rules_of(all.advice), (Rules{"keep_set", "room"}));
    EXPECT_EQ(text_of(all.bounds, "neither_decides"),
              "Neither bound explains the rest of the time. Usually instructions wait for the results of others, or "
              "the code keeps values on the stack, for which there are too few registers.\n");
    EXPECT_EQ(text_of(explain(emulated_arm()).bounds, "computation_decides").find("There the data matter little: with"),
              0U);
    EXPECT_EQ(text_of(all.bounds, "best_set"),
              "neon64 is the fastest instruction set here: 1.29 times as fast as scalar, with 4 lanes instead of 1.\n");
}

TEST(Explanation, OfBoxesThatComeFromMemory) {
    const Explanation all = explain(ingest());
    EXPECT_EQ(text_of(all.bounds, "data_decide"),
              "There the data decide: with its data in the first-level cache the kernel takes 33 % of this time, and "
              "the rest is waiting for data.\n");
    EXPECT_EQ(text_of(all.advice, "few_at_a_time"),
              "Go on with some hundred boxes while they are in the cache: boxes in memory take 3.0 times as long.\n");
    EXPECT_FALSE(has(all.advice, "keep_order"));
    EXPECT_FALSE(has(all.advice, "use_soon"));
}

TEST(Explanation, ASlowerChoiceIsToBeForcedFromFivePercentOn) {
    Figures figures = epyc();
    figures.sets[2].ns = figures.sets[3].ns / 1.04;
    EXPECT_TRUE(has(explain(figures).advice, "keep_set"));
    figures.sets[2].ns = figures.sets[3].ns / 1.3;
    const Explanation all = explain(figures);
    EXPECT_FALSE(has(all.advice, "keep_set"));
    EXPECT_EQ(text_of(all.advice, "force_set"),
              "Set SATORI_ISA=avx2: it is 1.30 times as fast as avx512, which satori chooses here.\n");
    EXPECT_EQ(text_of(all.bounds, "best_set").substr(0, 4), "avx2");
}

TEST(Explanation, AForcedSetIsNotCalledChosen) {
    Figures figures = epyc();
    figures.forced = true;
    EXPECT_EQ(text_of(explain(figures).advice, "keep_set"),
              "SATORI_ISA forces avx512 here; another instruction set gains less than 5 %.\n");
    figures.used = "avx2";
    EXPECT_EQ(text_of(explain(figures).advice, "force_set"),
              "Set SATORI_ISA=avx512: it is 1.87 times as fast as avx2, which SATORI_ISA forces here.\n");
}

TEST(Explanation, OneSetIsComparedWithNoOther) {
    Figures figures = ingest();
    figures.sets.resize(1);
    figures.used = "scalar";
    EXPECT_EQ(text_of(explain(figures).bounds, "only_set"), "scalar is the fastest instruction set here.\n");
}

TEST(Explanation, RoomIsWhatTheNearestBoundLeaves) {
    EXPECT_EQ(
        text_of(explain(ingest()).advice, "room"),
        "A kernel with these operations can be at most 1.7 times as fast on one core: the nearest bound allows no "
        "more. Fewer boxes and more cores are what is left.\n");
}

TEST(Explanation, OrderIsAdvisedFromAQuarterMoreOn) {
    Figures figures = epyc();
    figures.data[2].ns = 2 * figures.data[1].ns;  // the order is not to blame for a million boxes
    figures.data[3].ns = 1.24 * figures.data[2].ns;
    EXPECT_FALSE(has(explain(figures).advice, "keep_order"));
    figures.data[3].ns = 1.26 * figures.data[2].ns;
    EXPECT_TRUE(has(explain(figures).advice, "keep_order"));
}

TEST(Explanation, TheGreatestGainComesFirst) {
    Figures figures = epyc();
    figures.data[1].ns = figures.data[0].ns * 7;  // the random order takes 6.1 times as long as column order
    EXPECT_EQ(explain(figures).advice.front().rule, "use_soon");
}

TEST(Explanation, NoiseIsNamedBeforeAllElse) {
    Figures figures = epyc();
    figures.data[1].median_ns = 1.5 * figures.data[1].ns;
    const Explanation all = explain(figures);
    EXPECT_EQ(
        all.advice.front().text,
        "Measure again on a quiet machine first: other programs took time, and the median is 1.5 times the best.");
    figures.data[1].median_ns = 1.2 * figures.data[1].ns;
    EXPECT_FALSE(has(explain(figures).advice, "noise"));
}

TEST(Explanation, BytesMayDecideInTheCacheToo) {
    Figures figures = ingest();
    figures.data[0].bytes_ns = 1.7;
    const Explanation all = explain(figures);
    EXPECT_EQ(text_of(all.bounds, "decides_in_cache"), "There the data decide, although they are in the cache.\n");
    EXPECT_NE(text_of(all.bounds, "bound").find("Bytes are the nearest bound, and the kernel reaches 85 % of it."),
              std::string::npos);
}

TEST(Explanation, AKernelFasterThanItsBoundShowsThatTheBoundIsWrong) {
    Figures figures = ingest();
    figures.data[0].operations_ns = 2.2;
    EXPECT_NE(text_of(explain(figures).bounds, "bound").find("faster than it: the probes were disturbed, run again."),
              std::string::npos);
    EXPECT_EQ(text_of(explain(figures).advice, "at_bound"),
              "Run again: the probes were disturbed, so the bound is not known.\n");
    figures.data[0].operations_ns = 2.002;
    EXPECT_NE(text_of(explain(figures).advice, "at_bound").find("reaches 100 % of the nearest"), std::string::npos);
}

}  // namespace
}  // namespace satori::bench
