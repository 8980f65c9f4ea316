// Tests the kernel that inserts an id into a short list or removes it, against the standard library.

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

#include "simd/dispatch.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr std::uint32_t kMostId = 0x7fffffff;

class PartnerKernel : public test::IsaTest {
protected:
    /// Edits a list that lies between others: only the places of the list itself may change.
    std::vector<std::uint32_t> edited(const std::vector<std::uint32_t>& list, std::uint32_t id, bool lost) {
        const auto others = [&] { return random_.below(3) == 0 ? ~0U : random_.below(kMostId); };
        std::array<std::uint32_t, 3 * simd::kShortList> memory{};
        std::generate(memory.begin(), memory.end(), others);
        std::uint32_t* const at = memory.data() + simd::kShortList;
        std::copy(list.begin(), list.end(), at);
        const auto before = memory;
        const auto count = static_cast<std::uint32_t>(list.size());
        simd::kernel_table_of(isa())->edit_partners(at, count, id, lost);
        const std::size_t room = lost ? count : count + 1;
        for (std::size_t i = 0; i < memory.size(); ++i) {
            if (i >= simd::kShortList && i < simd::kShortList + room) continue;
            EXPECT_EQ(memory[i], before[i]) << "place " << i << " of " << count << (lost ? " less " : " and ") << id;
        }
        return {at, at + (lost ? count - 1 : count + 1)};
    }

    test::Random random_{1};
};

TEST_P(PartnerKernel, EditsAtEveryPlaceOfEveryShortList) {
    std::uint32_t edits = 0;
    for (int round = 0; round < 200; ++round) {
        // Ids near each other, at the ends of the range, or anywhere.
        const std::uint32_t range = round % 4 == 0 ? 20 : round % 4 == 1 ? 1000 : kMostId;
        const std::uint32_t least = round % 8 == 4 ? kMostId - range : 0;
        std::vector<std::uint32_t> ids;
        while (ids.size() < simd::kShortList) {
            const std::uint32_t id = least + random_.below(range + 1);
            if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
        }
        for (std::size_t count = 1; count <= ids.size(); ++count) {
            std::vector<std::uint32_t> all(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count));
            std::sort(all.begin(), all.end());
            for (std::size_t place = 0; place < count; ++place) {
                std::vector<std::uint32_t> without = all;
                without.erase(without.begin() + static_cast<std::ptrdiff_t>(place));
                EXPECT_EQ(edited(all, all[place], true), without) << "less the one at " << place;
                EXPECT_EQ(edited(without, all[place], false), all) << "and one at " << place;
                edits += 2;
            }
        }
    }
    EXPECT_EQ(edits, 200U * simd::kShortList * (simd::kShortList + 1));
}

SATORI_FOR_EACH_ISA(PartnerKernel);

}  // namespace
}  // namespace satori
