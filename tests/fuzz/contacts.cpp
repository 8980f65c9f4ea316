// Contacts of boxes and rectangles: the same bytes on every instruction set, in both orders, in one call and in its stages,
// with a cache and without; and what the judges of tests/support hold them to.

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
#include "narrowphase/reference_overlap.hpp"
#include "narrowphase/reference_rect.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/contact_judge.hpp"
#include "support/isa_fixture.hpp"
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

template <class Box, class Batch, class Judge, std::uint32_t kAxes>
class ContactCheck {
    using Types = test::ContactTypes<Batch>;
    using Answers = test::AnswersOf<Batch>;

public:
    explicit ContactCheck(Input& input) : poses_(legal_pairs<Box>(input, 12)) {
        static constexpr float kDistances[] = {0, 0, 1e-4F, 0.05F, 1, 100};
        options_.speculative_distance = input.one_of(kDistances);
        static constexpr float kBiases[] = {1, 1, 0, 0.25F, 3, 100};
        options_.axis_bias = input.one_of(kBiases);
        if (input.flag()) options_.boundary = Boundary::open;
        if (input.below(8) == 0) options_.speculative_distance = input.number();
        if (input.below(8) == 0) options_.axis_bias = input.number();
        for (std::size_t k = 0; k < poses_.pairs.size(); ++k) {
            const std::uint32_t axis = input.below(2 * kAxes);
            cached_.push_back(axis < kAxes ? static_cast<std::uint8_t>(axis) : kNoAxis);
        }
        moved_ = poses_.boxes;
        spoil(input, moved_);
        for (Box& box : moved_) box = mended(box);
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
        const float distance = options_.speculative_distance, bias = options_.axis_bias;
        return distance >= 0 && distance <= kMaxSpeculativeDistance && bias >= 0 && bias <= kMaxAxisBias;
    }

    void expect_refused() const {
        const Batch batch = test::make_batch(poses_.boxes);
        Answers answers(poses_.pairs.size());
        const Answers before = answers;
        Workspace workspace;
        typename Types::Result result;
        EXPECT_EQ(separating_axes(batch, poses_.pairs, answers.axes, workspace, options_), Status::invalid_argument);
        EXPECT_EQ(build_manifolds(batch, poses_.pairs, answers.axes, answers.manifolds, workspace, options_),
                  Status::invalid_argument);
        EXPECT_EQ(collide(batch, workspace, result, options_), Status::invalid_argument);
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

    // One step, and a second one that remembers the first.
    void check_steps() const {
        const auto first = collided_on_every_isa(poses_.boxes, nullptr);
        ContactCache cache;
        EXPECT_EQ(cache.remember(first), Status::ok);
        const auto second = collided_on_every_isa(moved_, &cache);
        constexpr std::size_t kPoints = std::extent_v<decltype(Types::Manifold::points)>;
        const auto matches = test::on_every_isa([&](const Execution& execution) {
            std::vector<std::uint32_t> of_set(kPoints * second.size());
            EXPECT_EQ(match_points(cache, second, of_set, execution), Status::ok);
            return of_set;
        });
        for (std::size_t m = 0; m < second.size(); ++m)
            for (std::size_t p = 0; p < kPoints; ++p)
                EXPECT_EQ(matches[kPoints * m + p], match_of(second[m], p, first)) << m << ", " << p;
    }

    static std::uint32_t match_of(const typename Types::Manifold& manifold, std::size_t point,
                                  const std::vector<typename Types::Manifold>& last) {
        if (point >= manifold.point_count) return kNoPoint;
        for (std::size_t m = 0; m < last.size(); ++m) {
            if (last[m].pair != manifold.pair) continue;
            for (std::uint32_t p = 0; p < last[m].point_count; ++p)
                if (last[m].points[p].feature_id == manifold.points[point].feature_id)
                    return static_cast<std::uint32_t>(std::size(manifold.points) * m + p);
        }
        return kNoPoint;
    }

    // collide(): all pairs that overlap, and with the manifolds that its stages give.
    auto collided_on_every_isa(const std::vector<Box>& boxes, const ContactCache* last) const {
        const auto found = test::on_every_isa([&](const Execution& execution) {
            return test::manifolds_of(test::make_batch(boxes, execution), execution, options_, last);
        });
        std::vector<BoxPair> pairs;
        for (const auto& manifold : found) pairs.push_back(manifold.pair);
        std::sort(pairs.begin(), pairs.end());
        EXPECT_TRUE(std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end()) << "a pair twice";
        const Batch batch = test::make_batch(boxes);
        CollideOptions touching = options_;
        if (options_.speculative_distance > 0) touching.boundary = Boundary::closed;
        const auto overlaps = test::sorted(test::overlaps_of(batch, {}, touching));
        EXPECT_TRUE(std::includes(pairs.begin(), pairs.end(), overlaps.begin(), overlaps.end()));
        if (options_.speculative_distance == 0) {
            EXPECT_EQ(pairs, overlaps);
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
    CollideOptions options_;
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
