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
#include "posed_pairs.hpp"

namespace satori::test {

/// R3 to R5 and R7 over many pairs of one pose: each with and without bias and with a random cached axis, as (b, a), with the
/// two exchanged, and by the narrowest and the widest set. `Kind` says of what:
///
///     Box, Judge, kAxes
///     make(random)                 a pair in the pose
///     name()                       of the pose
///     speculative()                distance to ask it with
///     negative(normal)
///     contact_slack(a, b), tolerance(a, b)
template <class Kind>
class JudgedPoses {
    using Box = typename Kind::Box;
    using Judge = typename Kind::Judge;
    using Poses = PosedPairs<Box>;

public:
    explicit JudgedPoses(const Kind& kind) : kind_(kind) {
        biased_.speculative_distance = unbiased_.speculative_distance = kind.speculative();
        unbiased_.axis_bias = 0;
    }

    /// What the judge says of the answers with the usual options.
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
        for (const CollideOptions& options : {biased_, unbiased_}) {
            const auto answers = contacts_of(batch, poses.pairs, widest, options);
            ASSERT_TRUE(answers == contacts_of(narrow, poses.pairs, narrowest, options))
                << isa_name(narrowest.isa) << " and " << isa_name(widest.isa);
            expect_reversed(answers, contacts_of(batch, poses.reversed_pairs(), widest, options), Kind::negative);
            const double change =
                worst_exchange(poses, answers, contacts_of(other, exchanged.pairs, widest, options), options);
            double& worst = options.axis_bias > 0 ? exchange_ : exchange_unbiased_;
            worst = std::max(worst, change);
            judge(options.axis_bias > 0 ? usual_ : plain_, poses, answers, options);
        }
        std::vector<std::uint8_t> axes(poses.pairs.size());
        for (std::uint8_t& axis : axes) axis = static_cast<std::uint8_t>(random.below(Kind::kAxes));
        const auto answers = contacts_of(batch, poses.pairs, widest, biased_, axes);
        ASSERT_TRUE(answers == contacts_of(narrow, poses.pairs, narrowest, biased_, axes));
        judge(cached_, poses, answers, biased_, axes);
    }

    template <class Answers>
    void judge(Judge& judge, const Poses& poses, const Answers& answers, const CollideOptions& options,
               const std::vector<std::uint8_t>& cached = {}) const {
        for (std::size_t k = 0; k < poses.pairs.size(); ++k)
            judge.add({poses.boxes[2 * k], poses.boxes[2 * k + 1], options, cached.empty() ? kNoAxis : cached[k],
                       answers.axes[k], answers.manifolds[k]});
    }

    // How many delta (beyond the slack, which gives A's axes their preference) the separation changes when A and B change places.
    template <class Answers>
    static double worst_exchange(const Poses& poses, const Answers& answers, const Answers& exchanged,
                                 const CollideOptions& options) {
        double worst = 0;
        for (std::size_t k = 0; k < poses.pairs.size(); ++k) {
            const Box &a = poses.boxes[2 * k], &b = poses.boxes[2 * k + 1];
            const double change = std::fabs(static_cast<double>(answers.axes[k].separation) -
                                            static_cast<double>(exchanged.axes[k].separation));
            const double slack = static_cast<double>(options.axis_bias) * Kind::contact_slack(a, b);
            worst = std::max(worst, (change - slack) / Kind::tolerance(a, b));
        }
        return worst;
    }

    void print_and_expect() const {
        const std::string name = kind_.name();
        usual_.print(name.c_str());
        plain_.print((name + ", no bias").c_str());
        cached_.print((name + ", cached").c_str());
        std::printf("  exchanged: %.3g delta beyond the slack, %.3g without bias\n", exchange_, exchange_unbiased_);
        for (const Judge* judge : {&usual_, &plain_, &cached_}) {
            SCOPED_TRACE(judge == &usual_ ? "usual" : judge == &plain_ ? "no bias" : "cached axes");
            judge->expect_promises();
        }
        EXPECT_LE(exchange_, 1);
        EXPECT_LE(exchange_unbiased_, 1);
    }

    Kind kind_;
    CollideOptions biased_, unbiased_;
    Judge usual_, plain_, cached_;
    double exchange_ = 0, exchange_unbiased_ = 0;
};

}  // namespace satori::test
