// Fuzzes intake, AABBs, candidates and overlaps of boxes and rectangles: as documented, the same bytes on every
// instruction set, and right by the oracle.

#include <algorithm>
#include <cmath>
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
#include "oracles/reference_distance.hpp"
#include "oracles/reference_overlap.hpp"
#include "oracles/reference_rect.hpp"
#include "support/calls.hpp"
#include "support/distance_calls.hpp"
#include "support/figure_table.hpp"
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

/// One set of boxes, and the same boxes as two sets: boxes below `cut`, and the others.
template <class Box, class Batch>
class PairCheck {
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
    }

    void run() {
        check_intake();
        check_pair_ids();
        check_answers();
        check_distances();
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
    std::vector<BoxPair> pairs_, overlaps_;
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
