// The results of all operations on boxes. Every machine, compiler, optimization level and instruction set must
// reproduce them. They may change only when the definition of a result changes, on purpose: the commit message must say
// so.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "support/box_operations.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

class BoxOperationsGoldenHashes : public test::IsaTest {};

TEST_P(BoxOperationsGoldenHashes, IsReproduced) {
    const auto results = test::run_box_operations(test::make_box_cases(2000, 7), execution());
    const std::uint64_t hash = test::hash_bytes(results.data(), results.size() * sizeof(results[0]));
    if (std::getenv("SATORI_PRINT_GOLDEN") != nullptr) std::printf("box operations: 0x%016" PRIx64 "\n", hash);
    EXPECT_EQ(hash, 0xa6444244323ad769U);
}

SATORI_FOR_EACH_ISA(BoxOperationsGoldenHashes);

}  // namespace
}  // namespace satori
