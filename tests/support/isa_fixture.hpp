#pragma once

#include <algorithm>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/executor.hpp>
#include <satori/isa.hpp>
#include <satori/pairs.hpp>

#include "calls.hpp"
#include "simd/isa_list.hpp"

SATORI_NAMESPACE_BEGIN

// GoogleTest prints the types with these functions.
inline void PrintTo(Isa isa, std::ostream* out) {
    *out << isa_name(isa);
}

SATORI_NAMESPACE_END

namespace satori::test {

inline constexpr Isa kAllIsas[] = {
#define SATORI_ISA(set, SET, name, CPU, needs) Isa::set,
    SATORI_ISA_LIST(SATORI_ISA)
#undef SATORI_ISA
};

/// Returns the name without characters that are not allowed in a test's name: sse4_2.
inline std::string isa_test_name(Isa isa) {
    std::string name = isa_name(isa);
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

/// Returns the instruction sets that can run here, narrowest first.
inline std::vector<Isa> supported_isas() {
    std::vector<Isa> isas;
    for (const Isa isa : compiled_isas()) {
        if (isa_supported(isa)) isas.push_back(isa);
    }
    return isas;
}

/// Returns the rows that `ask(execution)` returns on the narrowest instruction set. EXPECTs the same bytes on all
/// others.
template <class Ask>
auto on_every_isa(Ask&& ask) {
    const std::vector<Isa> isas = supported_isas();
    const auto rows = ask(Execution{isas.front(), &serial_executor()});
    for (const Isa isa : std::span(isas).subspan(1))
        EXPECT_TRUE(same_bytes(ask(Execution{isa, &serial_executor()}), rows)) << isa_name(isa);
    return rows;
}

/// Runs a test once for each instruction set; sets that this build or CPU lacks are skipped visibly. Tests must pass
/// every result to check_isa(), which fails when another set than the forced one ran the call.
class IsaTest : public testing::TestWithParam<Isa> {
protected:
    void SetUp() override {
        if (!isa_supported(GetParam())) GTEST_SKIP() << isa_name(GetParam()) << " cannot run here";
        Isa resolved = Isa::best;
        ASSERT_EQ(resolve_isa(GetParam(), resolved), Status::ok);
        ASSERT_EQ(resolved, GetParam());
        // This whole call also covers tests whose own calls have no PairResult.
        const OrientedBox boxes[2] = {};
        BoxBatch batch;
        Workspace workspace;
        PairResult result;
        ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::refuse, execution()), Status::ok);
        ASSERT_EQ(find_overlaps(batch, workspace, result, {.execution = execution()}), Status::ok);
        check_isa(result);
    }

    Isa isa() const { return GetParam(); }
    Execution execution(Executor& executor = serial_executor()) const { return {GetParam(), &executor}; }
    void check_isa(const PairResult& result) const {
        ASSERT_EQ(isa_test_name(result.isa), isa_test_name(GetParam())) << "another instruction set answered";
    }
};

}  // namespace satori::test

/// Instantiates a suite derived from IsaTest: PerIsa/Suite.Test/avx2 and so on.
#define SATORI_FOR_EACH_ISA(Suite)                                                                                     \
    INSTANTIATE_TEST_SUITE_P(                                                                                          \
        PerIsa, Suite, testing::ValuesIn(satori::test::kAllIsas),                                                      \
        [](const testing::TestParamInfo<satori::Isa>& tested) { return satori::test::isa_test_name(tested.param); })
