// Fuzzes contacts of boxes and rectangles: the same bytes on every instruction set, in both orders, in one call and in
// its stages, with a cache and without. The judges of tests/support check the answers.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "fuzz/boxes.hpp"
#include "fuzz/input.hpp"
#include "oracles/matrix_twin.hpp"
#include "oracles/rect_twin.hpp"
#include "oracles/reference_overlap.hpp"
#include "oracles/reference_rect.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/contact_judge.hpp"
#include "support/isa_fixture.hpp"
#include "support/match_search.hpp"
#include "support/posed_pairs.hpp"
#include "support/rect_contact_judge.hpp"

namespace satori::fuzz {

namespace {

Vec3 negative(const Vec3& v) {
    return {-v.x, -v.y, -v.z};
}
Vec2 negative(const Vec2& v) {
    return {-v.x, -v.y};
}

double separation_of(const OrientedBox& a, const OrientedBox& b) {
    return reference_separation(a, b);
}
double separation_of(const OrientedRect& a, const OrientedRect& b) {
    return reference_separation(a, b).separation;
}

/// Returns true when collide() and find_overlaps() may differ. For boxes of very different sizes, collide() cuts the
/// large one. The two calls then compute with other numbers, and within delta either answer is right.
template <class Box>
bool either_answer(const Box& a, const Box& b) {
    const double sizes[] = {test::half_sum(a), test::half_sum(b)};
    if (std::max(sizes[0], sizes[1]) < 31 * std::min(sizes[0], sizes[1])) return false;
    return std::abs(separation_of(a, b)) <= overlap_tolerance(a, b);
}

template <class Box, class Batch, class Judge, std::uint32_t kAxes>
class ContactCheck {
    using Types = test::ContactTypes<Batch>;
    using Answers = test::AnswersOf<Batch>;

public:
    explicit ContactCheck(Input& input) : poses_(legal_pairs<Box>(input, 12)) {
        static constexpr float kDistances[] = {0, 0, 1e-4F, 0.05F, 1, 100};
        options_.speculative_distance = input.one_of(kDistances);
        static constexpr float kSlacks[] = {1e-4F, 1e-4F, 0, 2.5e-5F, 3e-4F, 0.01F};
        options_.axis_slack = input.one_of(kSlacks);
        static constexpr float kShares[] = {0.05F, 0.05F, 0, 0.1F, 0.25F, 1};
        options_.edge_share = input.one_of(kShares);
        if (input.flag()) options_.boundary = Boundary::open;
        if (input.below(8) == 0) options_.speculative_distance = input.number();
        if (input.below(8) == 0) options_.axis_slack = input.number();
        if (input.below(8) == 0) options_.edge_share = input.number();
        for (std::size_t k = 0; k < poses_.pairs.size(); ++k) {
            const std::uint32_t axis = input.below(2 * kAxes);
            cached_.push_back(axis < kAxes ? static_cast<std::uint8_t>(axis) : kNoAxis);
        }
        moved_ = poses_.boxes;
        spoil(input, moved_);
        for (Box& box : moved_) box = mended(box);
        if (input.below(4) == 0) matching_.max_distance = input.number();
    }

    void run() {
        if (!legal_options()) return expect_refused();
        const Answers plain = answers_on_every_isa({});
        judge(plain, {});
        judge(answers_on_every_isa(cached_), cached_);
        test::expect_reversed(plain,
                              test::contacts_of(test::make_batch(poses_.boxes), poses_.reversed_pairs(), {}, options_),
                              [](const auto& v) { return negative(v); });
        check_steps();
    }

private:
    bool legal_options() const {
        const auto within = [](float value, float most) { return value >= 0 && value <= most; };
        return within(options_.speculative_distance, kMaxSpeculativeDistance) && within(options_.axis_slack, 1) &&
               within(options_.edge_share, 1);
    }

    void expect_refused() const {
        const Batch batch = test::make_batch(poses_.boxes);
        Answers answers(poses_.pairs.size());
        const Answers before = answers;
        Workspace workspace;
        typename Types::Result result;
        EXPECT_EQ(separating_axes(batch, poses_.pairs, answers.axes, workspace, {.contacts = options_}),
                  Status::invalid_argument);
        EXPECT_EQ(
            build_manifolds(batch, {poses_.pairs, answers.axes}, answers.manifolds, workspace, {.contacts = options_}),
            Status::invalid_argument);
        EXPECT_EQ(collide(batch, workspace, result, {.contacts = options_}), Status::invalid_argument);
        EXPECT_TRUE(answers == before);
    }

    Answers answers_on_every_isa(const std::vector<std::uint8_t>& cached) const {
        Answers answers;
        test::on_every_isa([&](const Execution& execution) {
            answers =
                test::contacts_of(test::make_batch(poses_.boxes, execution), poses_.pairs, execution, options_, cached);
            std::vector<std::byte> bytes;
            for (const auto rows :
                 {std::as_bytes(std::span(answers.axes)), std::as_bytes(std::span(answers.manifolds))})
                bytes.insert(bytes.end(), rows.begin(), rows.end());
            return bytes;
        });
        return answers;
    }

    void judge(const Answers& answers, const std::vector<std::uint8_t>& cached) const {
        Judge judge;
        for (std::size_t k = 0; k < poses_.pairs.size(); ++k) {
            const Box &a = poses_.boxes[2 * k], &b = poses_.boxes[2 * k + 1];
            judge.add({a, b, options_, cached.empty() ? kNoAxis : cached[k], answers.axes[k], answers.manifolds[k]});
        }
        judge.expect_promises();
    }

    // Checks one step, and a second step that remembers the first.
    void check_steps() const {
        const auto first = collided_on_every_isa(poses_.boxes, nullptr);
        ContactCache cache;
        EXPECT_EQ(cache.remember(first), Status::ok);
        const auto second = collided_on_every_isa(moved_, &cache);
        constexpr std::uint32_t kPoints = std::extent_v<decltype(Types::Manifold::points)>;
        const bool legal = matching_.max_distance >= 0 && matching_.max_distance <= kMaxMatchDistance;
        const auto matches = test::on_every_isa([&](const Execution& execution) {
            std::vector<std::uint32_t> of_set(kPoints * second.size(), kNoPoint);
            EXPECT_EQ(match_points(cache, test::make_batch(moved_), second, of_set,
                                   {.max_distance = matching_.max_distance, .execution = execution}),
                      legal ? Status::ok : Status::invalid_argument);
            return of_set;
        });
        std::vector<std::uint32_t> expected(kPoints * second.size(), kNoPoint);
        for (std::uint32_t m = 0; legal && m < second.size(); ++m) {
            for (std::uint32_t last = 0; last < first.size(); ++last) {
                const BoxPair& pair = second[m].pair;
                if (first[last].pair != pair) continue;
                const test::MatchSearch<float, typename Types::Manifold> found(
                    first[last], second[m],
                    test::match_distance(matching_, moved_[pair.first].half_extents, moved_[pair.second].half_extents));
                for (std::uint32_t p = 0; p < second[m].point_count; ++p)
                    if (found[p] != kNoPoint) expected[kPoints * m + p] = kPoints * last + found[p];
            }
        }
        EXPECT_EQ(matches, expected);
    }

    // Runs collide(): it must find all pairs that overlap, with the manifolds that its stages give.
    auto collided_on_every_isa(const std::vector<Box>& boxes, const ContactCache* last) const {
        const auto found = test::on_every_isa([&](const Execution& execution) {
            return test::manifolds_of(test::make_batch(boxes, execution), execution, options_, last);
        });
        std::vector<BoxPair> pairs;
        for (const auto& manifold : found) pairs.push_back(manifold.pair);
        std::sort(pairs.begin(), pairs.end());
        EXPECT_TRUE(std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end()) << "a pair twice";
        const Batch batch = test::make_batch(boxes);
        ContactOptions touching = options_;
        if (options_.speculative_distance > 0) touching.boundary = Boundary::closed;
        auto overlaps = test::sorted(test::overlaps_of(batch, {}, touching)), decided = pairs;
        const auto either = [&](const BoxPair& pair) { return either_answer(boxes[pair.first], boxes[pair.second]); };
        std::erase_if(overlaps, either);
        std::erase_if(decided, either);
        EXPECT_TRUE(std::includes(decided.begin(), decided.end(), overlaps.begin(), overlaps.end()));
        if (options_.speculative_distance == 0) {
            EXPECT_EQ(decided, overlaps);
        }
        if (last == nullptr) {
            pairs.clear();
            for (const auto& manifold : found) pairs.push_back(manifold.pair);
            EXPECT_TRUE(test::same_bytes(test::contacts_of(batch, pairs, {}, options_).manifolds, found));
        }
        return found;
    }

    test::PosedPairs<Box> poses_;
    std::vector<Box> moved_;
    std::vector<std::uint8_t> cached_;
    ContactOptions options_;
    MatchOptions matching_;
};

}  // namespace

void check(Input input) {
    if (input.flag()) {
        ContactCheck<OrientedRect, RectBatch, test::RectContactJudge, 4>(input).run();
    } else {
        ContactCheck<OrientedBox, BoxBatch, test::ContactJudge, 15>(input).run();
    }
}

}  // namespace satori::fuzz
