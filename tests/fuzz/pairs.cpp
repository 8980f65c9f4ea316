// Fuzzes intake, AABBs, candidates, overlaps, distances and times of impact of boxes and rectangles: as documented, the
// same bytes on every instruction set, and right by the oracle.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "fuzz/boxes.hpp"
#include "fuzz/input.hpp"
#include "oracles/brute_force.hpp"
#include "oracles/filter_twin.hpp"
#include "oracles/moving_twin.hpp"
#include "oracles/reference_distance.hpp"
#include "oracles/reference_overlap.hpp"
#include "oracles/reference_rect.hpp"
#include "support/calls.hpp"
#include "support/distance_calls.hpp"
#include "support/figure_table.hpp"
#include "support/impact_calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/oracle_score.hpp"

namespace satori::fuzz {

namespace {

BoxView rows_of(const std::vector<OrientedBox>& boxes) {
    return box_rows(boxes);
}
RectView rows_of(const std::vector<OrientedRect>& rects) {
    return rect_rows(rects);
}

double separation(const OrientedBox& a, const OrientedBox& b) {
    return reference_separation(a, b);
}
double separation(const OrientedRect& a, const OrientedRect& b) {
    return reference_separation(a, b).separation;
}

bool is_flat(const OrientedBox& box) {
    return box.half_extents.x == 0 || box.half_extents.y == 0 || box.half_extents.z == 0;
}
bool is_flat(const OrientedRect& rect) {
    return rect.half_extents.x == 0 || rect.half_extents.y == 0;
}

Aabb in_space(const Aabb& box) {
    return box;
}
Aabb in_space(const Aabb2& rect) {
    return {{rect.min.x, rect.min.y, 0}, {rect.max.x, rect.max.y, 0}};
}

bool is_legal_translation(float number) {
    return std::fabs(number) <= kMaxTranslation;
}
bool is_legal_motion(const BoxMotion& motion) {
    const Vec3 &t = motion.translation, &r = motion.rotation;
    const double square = double{r.x} * r.x + double{r.y} * r.y + double{r.z} * r.z;
    return is_legal_translation(t.x) && is_legal_translation(t.y) && is_legal_translation(t.z) &&
           square <= double{kMaxTurn} * kMaxTurn;
}
bool is_legal_motion(const RectMotion& motion) {
    return is_legal_translation(motion.translation.x) && is_legal_translation(motion.translation.y) &&
           std::fabs(motion.rotation) <= kMaxTurn;
}

bool is_legal_distance(float distance) {
    return distance >= 0 && distance <= kMaxNearDistance;
}

/// Returns a motion of as many numbers as make() gives.
template <class Motion, class Make>
Motion motion_of(Make&& make) {
    std::array<float, sizeof(Motion) / sizeof(float)> numbers;
    for (float& number : numbers) number = make();
    return std::bit_cast<Motion>(numbers);
}

/// One set of boxes, and the same boxes as two sets: boxes below `cut`, and the others.
template <class Box, class Batch>
class PairCheck {
    using Types = test::ImpactTypes<Box>;
    using Motion = typename Types::Motion;

public:
    explicit PairCheck(Input& input) {
        auto poses = legal_pairs<Box>(input, 20);
        spoil(input, poses.boxes);
        boxes_ = std::move(poses.boxes);
        if (input.flag()) options_.boundary = Boundary::open;
        const auto count = static_cast<std::uint32_t>(boxes_.size());
        cut_ = input.below(count + 1);
        pairs_ = std::move(poses.pairs);
        // Adds any other pairs, some of them with boxes that do not exist.
        for (std::uint32_t more = input.below(40); more > 0; --more)
            pairs_.push_back({input.below(count + 2), input.below(count + 2)});
        test::Random random = input.random();
        for (std::uint32_t i = 0; i < count; ++i) {
            filters_.push_back({random.bits(), random.coin() ? ~std::uint64_t{0} : random.bits() & random.bits(),
                                static_cast<std::int32_t>(random.below(5)) - 2, random.below(4)});
            motions_.push_back(static_cast<MotionType>(random.below(4)));
        }
        const auto some_number = [&] { return random.coin() ? 0 : static_cast<float>(random.uniform(-8, 8)); };
        for (std::uint32_t i = 0; i < count; ++i) moves_.push_back(motion_of<Motion>(some_number));
        if (count != 0 && input.flag()) moves_[input.below(count)] = motion_of<Motion>([&] { return input.number(); });
        if (input.flag()) impact_options_ = {.distance = input.number(), .tolerance = input.number()};
    }

    void run() {
        check_intake();
        check_pair_ids();
        check_answers();
        check_distances();
        check_illegal_motions();
        check_impacts();
        check_found_impacts();
        check_candidates();
        check_two_sets();
        check_filters();
    }

private:
    Batch batch_of(std::span<const Box> boxes, const Execution& execution) const {
        Batch batch;
        EXPECT_EQ(batch.assign(rows_of(std::vector<Box>(boxes.begin(), boxes.end())), OnInvalid::skip, execution),
                  Status::ok);
        return batch;
    }
    Batch batch(const Execution& execution) const { return batch_of(boxes_, execution); }

    // The batch either refuses illegal boxes and names all of them by index, or skips them.
    void check_intake() {
        std::vector<std::uint32_t> illegal;
        for (std::uint32_t i = 0; i < boxes_.size(); ++i)
            if (!is_legal(boxes_[i])) illegal.push_back(i);
        test::on_every_isa([&](const Execution& execution) {
            Batch strict;
            const Status wanted = illegal.empty() ? Status::ok : Status::invalid_box;
            EXPECT_EQ(strict.assign(rows_of(boxes_), OnInvalid::refuse, execution), wanted);
            const Batch lenient = batch(execution);
            const auto expect_listed = [&](std::span<const InvalidBox> listed) {
                EXPECT_EQ(listed.size(), illegal.size());
                for (std::size_t k = 0; k < illegal.size(); ++k) EXPECT_EQ(listed[k].index, illegal[k]);
            };
            expect_listed(strict.invalid());
            expect_listed(lenient.invalid());
            return test::contents_of(lenient);
        });
    }

    void check_pair_ids() {
        const auto exists = [&](const BoxPair& pair) {
            return pair.first < boxes_.size() && pair.second < boxes_.size() && pair.first != pair.second;
        };
        const auto bad = std::find_if_not(pairs_.begin(), pairs_.end(), exists);
        if (bad == pairs_.end()) return;
        std::vector<std::uint8_t> answers(pairs_.size(), 7);
        std::uint64_t named = 0;
        Workspace workspace;
        EXPECT_EQ(
            test_pairs(batch({}), pairs_, answers, workspace, {.boundary = options_.boundary, .invalid_pair = &named}),
            Status::invalid_id);
        EXPECT_EQ(named, bad - pairs_.begin());
        EXPECT_EQ(answers, std::vector<std::uint8_t>(pairs_.size(), 7));
        std::erase_if(pairs_, [&](const BoxPair& pair) { return !exists(pair); });
    }

    void check_answers() {
        const auto answers = test::on_every_isa([&](const Execution& execution) {
            return test::answers_of(batch(execution), pairs_, execution, options_);
        });
        for (std::size_t k = 0; k < pairs_.size(); ++k) {
            const Box &a = boxes_[std::min(pairs_[k].first, pairs_[k].second)],
                      &b = boxes_[std::max(pairs_[k].first, pairs_[k].second)];
            bool alone = true;
            if (!is_legal(a) || !is_legal(b)) {
                EXPECT_EQ(answers[k], 0) << "of a box that was skipped";
                EXPECT_EQ(overlaps(a, b, alone, options_.boundary), Status::invalid_box);
                continue;
            }
            EXPECT_EQ(overlaps(a, b, alone, options_.boundary), Status::ok);
            EXPECT_EQ(answers[k], alone ? 1 : 0);
            const double gap = separation(a, b) / overlap_tolerance(a, b);
            if (options_.boundary == Boundary::open && (is_flat(a) || is_flat(b))) {
                EXPECT_EQ(answers[k], 0);
            } else if (std::fabs(gap) >= test::OracleScore::kPromise) {
                EXPECT_EQ(answers[k], gap < 0 ? 1 : 0)
                    << gap << " delta apart: " << numbers_of(a) << "and " << numbers_of(b);
            }
        }
    }

    // Checks that distances are the same on every set, those of one pair alone, and right by the oracle.
    void check_distances() {
        const auto found = test::on_every_isa(
            [&](const Execution& execution) { return test::distances_of(batch(execution), pairs_, execution); });
        for (std::size_t k = 0; k < pairs_.size(); ++k) {
            const bool swapped = pairs_[k].second < pairs_[k].first;
            const Box &a = boxes_[std::min(pairs_[k].first, pairs_[k].second)],
                      &b = boxes_[std::max(pairs_[k].first, pairs_[k].second)];
            std::remove_cvref_t<decltype(found[0])> alone;
            if (!is_legal(a) || !is_legal(b)) {
                EXPECT_TRUE(std::isinf(found[k].distance)) << "of a box that was skipped";
                EXPECT_EQ(distance(a, b, alone), Status::invalid_box);
                continue;
            }
            EXPECT_EQ(distance(a, b, alone), Status::ok);
            if (!swapped) {
                EXPECT_TRUE(test::same_bytes(std::vector{alone}, std::vector{found[k]}));
            }
            const double delta = std::max(overlap_tolerance(a, b), test::kLeastDelta);
            const DistanceBounds truth = reference_distance(a, b);
            EXPECT_GE(found[k].distance, truth.lower - delta) << numbers_of(a) << "and " << numbers_of(b);
            EXPECT_LE(found[k].distance, truth.upper + delta) << numbers_of(a) << "and " << numbers_of(b);
        }
    }

    // The calls refuse a motion that is not legal and name it, and a distance or a tolerance that is not legal. Then
    // both become legal.
    void check_illegal_motions() {
        Workspace workspace;
        std::vector<typename Types::Impact> found(pairs_.size());
        InvalidMotion invalid{99, 99};
        ImpactOptions options = impact_options_;
        options.invalid_motion = &invalid;
        const bool legal_limits = is_legal_distance(options.distance) && is_legal_distance(options.tolerance);
        const auto bad =
            std::find_if(moves_.begin(), moves_.end(), [](const Motion& m) { return !is_legal_motion(m); });
        const bool legal = legal_limits && bad == moves_.end();
        const std::span<const Motion> moves(moves_);
        EXPECT_EQ(times_of_impact({batch({}), moves}, pairs_, found, workspace, options),
                  legal ? Status::ok : Status::invalid_argument);
        if (legal_limits && bad != moves_.end()) {
            EXPECT_EQ(invalid.index, bad - moves_.begin());
            EXPECT_EQ(invalid.set, 0U);
        }
        if (bad != moves_.end()) *bad = {};
        if (!legal_limits) impact_options_ = {};
    }

    // Checks that times of impact are the same on every set, those of one pair alone, and right by the oracle.
    void check_impacts() {
        const std::span<const Motion> moves(moves_);
        const auto found = test::on_every_isa([&](const Execution& execution) {
            ImpactOptions options = impact_options_;
            options.execution = execution;
            return test::impacts_of<Box>(batch(execution), moves, pairs_, options);
        });
        for (std::size_t k = 0; k < pairs_.size(); ++k) {
            const std::uint32_t first = std::min(pairs_[k].first, pairs_[k].second),
                                second = std::max(pairs_[k].first, pairs_[k].second);
            const typename Types::Moving a{boxes_[first], moves_[first]}, b{boxes_[second], moves_[second]};
            typename Types::Impact alone;
            if (!is_legal(boxes_[first]) || !is_legal(boxes_[second])) {
                EXPECT_EQ(found[k].kind, ImpactKind::none) << "of a box that was skipped";
                EXPECT_EQ(time_of_impact(a, b, alone, impact_options_), Status::invalid_box);
                continue;
            }
            EXPECT_EQ(time_of_impact(a, b, alone, impact_options_), Status::ok);
            if (first == pairs_[k].first) {
                EXPECT_TRUE(test::same_bytes(std::vector{alone}, std::vector{found[k]}));
            }
            SCOPED_TRACE(numbers_of(a) + "and " + numbers_of(b) + fmt::format("{:.9g}", impact_options_.distance));
            expect_right(a, b, found[k]);
        }
    }

    void expect_right(const typename Types::Moving& a, const typename Types::Moving& b,
                      const typename Types::Impact& found) const {
        MovingTwin twin(a, b);
        const double distance = impact_options_.distance, time = found.time;
        const double delta = twin.delta() + 32 * double{__FLT_EPSILON__} * distance + test::kLeastDelta;
        for (int i = 0; i < 16 && time > 0; ++i) EXPECT_EQ(twin.nearer_by(distance, time * i / 16), 0) << i;
        if (found.kind == ImpactKind::none) {
            EXPECT_EQ(time, 1);
            EXPECT_EQ(twin.nearer_by(distance, 1), 0);
        }
        if (found.kind != ImpactKind::meets) return;
        const double most = distance + std::max<double>(impact_options_.tolerance, 4 * delta) + delta;
        EXPECT_LE(reference_distance(twin.at(0, time), twin.at(1, time)).lower, most);
    }

    // Checks that the pairs that meet are those of all pairs. A pair whose swept AABBs are apart may be unresolved.
    void check_found_impacts() {
        const std::span<const Motion> moves(moves_);
        const auto count = static_cast<std::uint32_t>(boxes_.size());
        std::vector<BoxPair> all, wanted, unresolved;
        for (std::uint32_t i = 0; i < count; ++i)
            for (std::uint32_t j = i + 1; j < count; ++j) all.push_back({i, j});
        const auto times = test::impacts_of<Box>(batch({}), moves, all, impact_options_);
        for (std::size_t k = 0; k < all.size(); ++k)
            if (times[k].kind != ImpactKind::none)
                (times[k].kind == ImpactKind::meets ? wanted : unresolved).push_back(all[k]);
        const auto found = test::on_every_isa([&](const Execution& execution) {
            ImpactOptions options = impact_options_;
            options.execution = execution;
            return test::meeting_pairs_of<Box>(batch(execution), moves, options);
        });
        std::vector<BoxPair> sure;
        std::set_difference(found.begin(), found.end(), unresolved.begin(), unresolved.end(), std::back_inserter(sure));
        EXPECT_EQ(sure, wanted);
    }

    // Checks that the calls find all pairs of AABBs that overlap, and the pairs among them whose boxes overlap.
    void check_candidates() {
        const auto bounds = test::on_every_isa(
            [&](const Execution& execution) { return test::bounds_of(batch(execution), execution); });
        std::vector<Aabb> in_space_bounds;
        for (const auto& aabb : bounds) in_space_bounds.push_back(in_space(aabb));
        const auto candidates =
            test::on_every_isa([&](const Execution& execution) { return test::pairs_of(batch(execution), execution); });
        const auto wanted = brute_force_pairs(in_space_bounds);
        EXPECT_EQ(test::sorted(candidates), wanted);

        const auto answers = test::answers_of(batch({}), wanted, {}, options_);
        std::vector<BoxPair> overlapping;
        for (std::size_t k = 0; k < wanted.size(); ++k)
            if (answers[k] != 0) overlapping.push_back(wanted[k]);
        overlaps_ = test::on_every_isa(
            [&](const Execution& execution) { return test::overlaps_of(batch(execution), execution, options_); });
        overlaps_ = test::sorted(overlaps_);
        EXPECT_EQ(overlaps_, overlapping);
    }

    // Two sets give the same pairs as one set, except pairs within a set.
    void check_two_sets() {
        const auto all = std::span<const Box>(boxes_);
        auto found = test::on_every_isa([&](const Execution& execution) {
            Workspace workspace;
            PairResult result;
            EXPECT_EQ(find_overlaps({batch_of(all.first(cut_), execution), batch_of(all.subspan(cut_), execution)},
                                    workspace, result, {.boundary = options_.boundary, .execution = execution}),
                      Status::ok);
            return test::to_vector(result);
        });
        std::erase_if(overlaps_, [&](const BoxPair& pair) { return pair.first >= cut_ || pair.second < cut_; });
        for (BoxPair& pair : overlaps_) pair.second -= cut_;
        EXPECT_EQ(test::sorted(found), overlaps_);
    }

    // Motion types and filters drop the pairs that the rules drop, of one set and of two.
    void check_filters() {
        const auto all = std::span<const Box>(boxes_);
        const std::span filters(filters_);
        const std::span motions(motions_);
        const auto kept = [&](std::vector<BoxPair> pairs, std::uint32_t offset) {
            std::erase_if(pairs, [&](const BoxPair& pair) {
                const std::uint32_t a = pair.first, b = pair.second + offset;
                return !test::makes_pair(test::deciding_rule(motions_[a], filters_[a], motions_[b], filters_[b]));
            });
            return pairs;
        };
        test::on_every_isa([&](const Execution& execution) {
            Workspace workspace;
            PairResult result;
            PairOptions options{.boundary = options_.boundary, .execution = execution};
            const Batch one = batch(execution);
            EXPECT_EQ(find_overlaps(one, workspace, result, options), Status::ok);
            const std::vector<BoxPair> wanted = kept(test::to_vector(result), 0);
            options.filters = {filters};
            options.motions = {motions};
            EXPECT_EQ(find_overlaps(one, workspace, result, options), Status::ok);
            EXPECT_EQ(test::to_vector(result), wanted);

            const Batch first = batch_of(all.first(cut_), execution), second = batch_of(all.subspan(cut_), execution);
            options.filters = {filters.first(cut_), filters.subspan(cut_)};
            options.motions = {motions.first(cut_), motions.subspan(cut_)};
            EXPECT_EQ(find_overlaps({first, second}, workspace, result, options), Status::ok);
            EXPECT_EQ(test::sorted(test::to_vector(result)), kept(overlaps_, cut_));
            return wanted;
        });
    }

    std::vector<Box> boxes_;
    std::vector<BoxFilter> filters_;  // of boxes_
    std::vector<MotionType> motions_;
    std::vector<Motion> moves_;  // of boxes_
    std::vector<BoxPair> pairs_, overlaps_;
    ImpactOptions impact_options_;
    ContactOptions options_;
    std::uint32_t cut_ = 0;
};

}  // namespace

void check(Input input) {
    if (input.flag()) {
        PairCheck<OrientedRect, RectBatch>(input).run();
    } else {
        PairCheck<OrientedBox, BoxBatch>(input).run();
    }
}

}  // namespace satori::fuzz
