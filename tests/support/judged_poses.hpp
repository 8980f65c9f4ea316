#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "contact_calls.hpp"
#include "isa_fixture.hpp"
#include "oracles/reference_scale.hpp"
#include "posed_pairs.hpp"

namespace satori::test {

/// Judges R3 to R5 and R7 over many pairs of one pose: each pair with the usual options, for the exact best axis, with
/// a random cached axis, as (b, a), with the two exchanged, and on the narrowest and the widest set. `Kind` describes
/// the boxes:
///
///     Box, Judge, kAxes
///     make(random)                 a pair in the pose
///     name()                       of the pose
///     speculative()                the speculative distance of the calls
///     negative(normal)
///     Pair                         of the oracle: a and b in one frame
template <class Kind>
class JudgedPoses {
    using Box = typename Kind::Box;
    using Judge = typename Kind::Judge;
    using Poses = PosedPairs<Box>;

public:
    explicit JudgedPoses(const Kind& kind) : kind_(kind) {
        options_.speculative_distance = exact_options_.speculative_distance = kind.speculative();
        exact_options_.axis_slack = exact_options_.edge_share = 0;
    }

    /// Returns the judge of the answers with the usual options.
    const Judge& usual() const noexcept { return usual_; }

    void run(std::uint64_t count, Random& random) {
        constexpr std::uint64_t kBatchPairs = 5000;
        for (std::uint64_t done = 0; done < count && !testing::Test::HasFatalFailure(); done += kBatchPairs) {
            Poses poses;
            for (std::uint64_t i = 0; i < std::min(kBatchPairs, count - done); ++i) poses.add(kind_.make(random));
            ask(poses, random);
        }
        print_and_expect();
    }

private:
    void ask(const Poses& poses, Random& random) {
        const auto isas = supported_isas();
        const Execution narrowest{isas.front(), &serial_executor()}, widest{isas.back(), &serial_executor()};
        const Poses exchanged = poses.exchanged();
        const auto batch = make_batch(poses.boxes, widest), narrow = make_batch(poses.boxes, narrowest),
                   other = make_batch(exchanged.boxes, widest);
        for (const ContactOptions& options : {options_, exact_options_}) {
            const auto answers = contacts_of(batch, poses.pairs, widest, options);
            ASSERT_TRUE(answers == contacts_of(narrow, poses.pairs, narrowest, options))
                << isa_name(narrowest.isa) << " and " << isa_name(widest.isa);
            expect_reversed(answers, contacts_of(batch, poses.reversed_pairs(), widest, options), Kind::negative);
            const double change =
                worst_exchange(poses, answers, contacts_of(other, exchanged.pairs, widest, options), options);
            const bool exact = options.axis_slack == 0;
            double& worst = exact ? exchange_exact_ : exchange_;
            worst = std::max(worst, change);
            judge(exact ? exact_ : usual_, poses, answers, options);
        }
        std::vector<std::uint8_t> axes(poses.pairs.size());
        for (std::uint8_t& axis : axes) axis = static_cast<std::uint8_t>(random.below(Kind::kAxes));
        const auto answers = contacts_of(batch, poses.pairs, widest, options_, axes);
        ASSERT_TRUE(answers == contacts_of(narrow, poses.pairs, narrowest, options_, axes));
        judge(cached_, poses, answers, options_, axes);
    }

    template <class Answers>
    void judge(Judge& judge, const Poses& poses, const Answers& answers, const ContactOptions& options,
               const std::vector<std::uint8_t>& cached = {}) const {
        for (std::size_t k = 0; k < poses.pairs.size(); ++k)
            judge.add({poses.boxes[2 * k], poses.boxes[2 * k + 1], options, cached.empty() ? kNoAxis : cached[k],
                       answers.axes[k], answers.manifolds[k]});
    }

    // Returns the greatest change of the reported depth when A and B exchange places, in units of the tolerance. It
    // subtracts the slack, which prefers A's axes, and the share, which prefers faces to edges. The depth is the axis's
    // where both options are 0, else the deepest point's.
    template <class Answers>
    static double worst_exchange(const Poses& poses, const Answers& answers, const Answers& exchanged,
                                 const ContactOptions& options) {
        double worst = 0;
        for (std::size_t k = 0; k < poses.pairs.size(); ++k) {
            const typename Kind::Pair pair(poses.boxes[2 * k], poses.boxes[2 * k + 1]);
            const bool exact = options.axis_slack == 0 && options.edge_share == 0;
            const double one = exact ? static_cast<double>(answers.axes[k].separation) : deepest(answers.manifolds[k]),
                         other = exact ? static_cast<double>(exchanged.axes[k].separation)
                                       : deepest(exchanged.manifolds[k]);
            // Near the speculative distance, rounding decides which of the two has a point.
            if (one == HUGE_VAL || other == HUGE_VAL || std::max(one, other) > 0) continue;
            const auto scale =
                reference::contact_scale(pair.a, pair.b, options.speculative_distance, std::min(one, other));
            const double least = std::max(-std::max(one, other), 0.0), part = static_cast<double>(options.edge_share);
            const double change = std::fabs(one - other) - 2 * scale.axis_slack(options.axis_slack) -
                                  (exact ? 0 : part / (1 - part) * least + scale.snap());
            worst = std::max(worst, change / scale.tolerance());
        }
        return worst;
    }

    template <class Manifold>
    static double deepest(const Manifold& manifold) {
        double least = HUGE_VAL;
        for (std::uint32_t p = 0; p < manifold.point_count; ++p)
            least = std::min(least, static_cast<double>(manifold.points[p].separation));
        return least;
    }

    void print_and_expect() const {
        const std::string name = kind_.name();
        usual_.print(name.c_str());
        exact_.print((name + ", exact").c_str());
        cached_.print((name + ", cached").c_str());
        std::printf("  exchanged: %.3g delta beyond the slack, %.3g without\n", exchange_, exchange_exact_);
        for (const Judge* judge : {&usual_, &exact_, &cached_}) {
            SCOPED_TRACE(judge == &usual_ ? "usual" : judge == &exact_ ? "exact" : "cached axes");
            judge->expect_promises();
        }
        EXPECT_LE(exchange_, 1);
        EXPECT_LE(exchange_exact_, 1);
    }

    Kind kind_;
    ContactOptions options_, exact_options_;
    Judge usual_, exact_, cached_;
    double exchange_ = 0, exchange_exact_ = 0;
};

}  // namespace satori::test
