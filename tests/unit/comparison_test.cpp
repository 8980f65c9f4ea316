// Tests the check of satori-bench-broadphase: it must notice a wrong result, and accept a right one in any form.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/comparison.hpp"
#include "broadphase/pair_check.hpp"
#include "common/timing.hpp"
#include "oracles/brute_force.hpp"
#include "support/calls.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using bench::compare;
using bench::difference;
using bench::digest_candidates;
using bench::Entry;
using bench::PairDigest;
using bench::Peer;

const bench::Patience kHurry{2, 0, 1};

std::vector<Aabb> some_bounds() {
    return test::bounds_of(test::make_batch(test::make_test_scene(test::SceneKind::uniform, 500, 1)));
}

TEST(PairDigest, IsTheSameForOneSetInAnyOrder) {
    const std::vector<Aabb> bounds = some_bounds();
    std::vector<BoxPair> pairs = brute_force_pairs(bounds);
    ASSERT_GT(pairs.size(), 100U);
    const PairDigest digest = digest_candidates(bounds, pairs);
    EXPECT_EQ(digest.pairs, pairs.size());
    EXPECT_EQ(digest.rejected, 0U);
    EXPECT_EQ(digest.repeated, 0U);

    std::reverse(pairs.begin(), pairs.end());
    for (BoxPair& pair : pairs) std::swap(pair.first, pair.second);
    const PairDigest reversed = digest_candidates(bounds, pairs);
    EXPECT_EQ(reversed.hash, digest.hash);
    EXPECT_EQ(difference(digest, reversed), "");
}

TEST(PairDigest, CountsWhatDoesNotOverlapAndWhatComesTwice) {
    const std::vector<Aabb> bounds{{{0, 0, 0}, {1, 1, 1}}, {{1, 1, 1}, {2, 2, 2}}, {{5, 0, 0}, {6, 1, 1}}};
    const std::vector<BoxPair> candidates{{0, 1}, {1, 2}, {1, 0}, {0, 2}};
    const PairDigest digest = digest_candidates(bounds, candidates);
    EXPECT_EQ(digest.pairs, 1U) << "touching is overlap";
    EXPECT_EQ(digest.rejected, 2U);
    EXPECT_EQ(digest.repeated, 1U);
}

TEST(PairDigest, RefusesPairsOfNoBoxes) {
    const std::vector<Aabb> bounds(3);
    for (const BoxPair pair : {BoxPair{0, 3}, BoxPair{7, 1}, BoxPair{2, 2}})
        EXPECT_THROW(digest_candidates(bounds, std::vector<BoxPair>{pair}), std::runtime_error);
}

TEST(PairDigest, DifferenceNoticesOnePairLessAndOneExchanged) {
    const std::vector<Aabb> bounds = some_bounds();
    const std::vector<BoxPair> pairs = brute_force_pairs(bounds);
    const PairDigest all = digest_candidates(bounds, pairs);
    const std::span<const BoxPair> view(pairs);
    const PairDigest without_first = digest_candidates(bounds, view.subspan(1));
    const PairDigest without_last = digest_candidates(bounds, view.first(view.size() - 1));
    EXPECT_NE(difference(all, without_first), "");
    EXPECT_NE(difference(without_first, all), "");
    EXPECT_EQ(without_first.pairs, without_last.pairs);
    EXPECT_NE(difference(without_first, without_last), "") << "as many, but others";
}

/// Runs brute force, then calls `spoil` on the result. `spoil` gets the number of the run.
class ScriptedPeer final : public Peer {
public:
    using Spoil = std::function<void(std::vector<BoxPair>&, int run)>;
    explicit ScriptedPeer(Spoil spoil) : spoil_(std::move(spoil)) {}

    std::string name() const override { return "scripted"; }
    std::string version() const override { return "0"; }
    std::string timed() const override { return "brute force"; }
    void find_pairs(std::vector<BoxPair>& candidates) override {
        EXPECT_TRUE(candidates.empty());
        EXPECT_EQ(tidied_, runs_);
        candidates = brute_force_pairs(bounds());
        spoil_(candidates, runs_++);
    }
    void tidy_up() override { ++tidied_; }

private:
    Spoil spoil_;
    int runs_ = 0;
    int tidied_ = 0;
};

std::vector<Entry> compare_with(ScriptedPeer::Spoil spoil) {
    const std::vector<Aabb> bounds = some_bounds();
    ScriptedPeer peer(std::move(spoil));
    Peer* const peers[] = {&peer};
    const Isa isas[] = {Isa::scalar, Isa::best};
    std::vector<Entry> entries = compare(bounds, isas, peers, kHurry).entries;
    EXPECT_EQ(entries.size(), 3U);
    for (const Entry& entry : entries) {
        EXPECT_GE(entry.times.count(), kHurry.fewest_rounds);
        EXPECT_EQ(entry.ours, entry.name != "scripted");
    }
    EXPECT_EQ(entries[0].fault, "");
    EXPECT_EQ(entries[1].fault, "");
    return entries;
}

TEST(Comparison, AcceptsWhatAgreesAlsoWithCandidatesTooMany) {
    const std::vector<Entry> exact = compare_with([](std::vector<BoxPair>&, int) {});
    EXPECT_EQ(exact[2].fault, "");
    EXPECT_EQ(exact[2].digest.hash, exact[0].digest.hash);

    const std::vector<Entry> generous = compare_with([](std::vector<BoxPair>& pairs, int) {
        const std::vector<BoxPair> once = pairs;
        pairs.insert(pairs.end(), once.begin(), once.end());
        for (std::uint32_t i = 1; i < 500; ++i) pairs.push_back({i, 0});
    });
    EXPECT_EQ(generous[2].fault, "");
    EXPECT_GT(generous[2].digest.rejected, 400U);
    EXPECT_GE(generous[2].digest.repeated, generous[2].digest.pairs);
}

TEST(Comparison, NoticesAMissingPair) {
    const std::vector<Entry> entries = compare_with([](std::vector<BoxPair>& pairs, int) { pairs.pop_back(); });
    EXPECT_NE(entries[2].fault, "");
}

TEST(Comparison, NoticesAPeerThatIsWrongInOneCheckOnly) {
    const auto wrong_in = [](bool first) {
        return [first](std::vector<BoxPair>& pairs, int run) {
            if ((run == 0) == first) pairs.pop_back();
        };
    };
    EXPECT_NE(compare_with(wrong_in(true))[2].fault, "") << "in the untimed run";
    EXPECT_NE(compare_with(wrong_in(false))[2].fault, "") << "in the timed ones";
}

TEST(Timing, MinimumAndMedian) {
    bench::Times times;
    EXPECT_EQ(times.min(), 0);
    EXPECT_EQ(times.median(), 0);
    for (const double ms : {4.0, 1.0, 9.0}) times.add(ms);
    EXPECT_EQ(times.min(), 1);
    EXPECT_EQ(times.median(), 4);
    times.add(6);
    EXPECT_EQ(times.median(), 5);
}

TEST(Timing, FittedExponentOfAPowerLaw) {
    std::vector<double> x, y;
    for (const double n : {1e3, 1e4, 3e5, 1e7}) {
        x.push_back(n);
        y.push_back(7e-5 * n * std::sqrt(n));
    }
    EXPECT_NEAR(bench::fitted_exponent(x, y), 1.5, 1e-12);
}

TEST(Timing, ContendersTakeTurns) {
    std::string log;
    std::vector<bench::Contender> contenders(2);
    for (std::size_t i = 0; i < 2; ++i) {
        contenders[i].run = [&log, i] {
            const char name = static_cast<char>('a' + i);
            if (log.empty() || log.back() != name) log += name;
        };
    }
    const bench::Times probe = alternate(contenders, {3, 0, 1});
    EXPECT_EQ(probe.count(), 4U) << "before, between and after the rounds";
    EXPECT_GT(probe.min(), 0);
    EXPECT_EQ(log, "ababab");
    EXPECT_EQ(contenders[0].times.count(), contenders[1].times.count());
}

}  // namespace
}  // namespace satori
