#include <set>
#include <string>

#include <gtest/gtest.h>

#include <satori/box_batch.hpp>
#include <satori/status.hpp>
#include <satori/world_recording.hpp>

namespace satori {
namespace {

TEST(Status, EachIsDescribedInItsOwnWords) {
    std::set<std::string> texts;
    for (std::uint32_t value = 0; value <= static_cast<std::uint32_t>(Status::exchange_failed); ++value) {
        const char* text = describe(static_cast<Status>(value));
        ASSERT_NE(text, nullptr);
        EXPECT_FALSE(std::string(text).empty());
        EXPECT_TRUE(texts.insert(text).second) << "said twice: " << text;
    }
}

TEST(Status, UnknownValueIsDescribedToo) {
    EXPECT_NE(describe(static_cast<Status>(0xffffffffU)), nullptr);
    EXPECT_NE(describe(static_cast<BoxFault>(0xffffffffU)), nullptr);
}

TEST(BoxFault, EachIsDescribedInItsOwnWords) {
    std::set<std::string> texts;
    for (std::uint32_t value = 0; value <= static_cast<std::uint32_t>(BoxFault::rotation_not_orthonormal); ++value) {
        const char* text = describe(static_cast<BoxFault>(value));
        ASSERT_NE(text, nullptr);
        EXPECT_TRUE(texts.insert(text).second) << "said twice: " << text;
    }
}

TEST(RecordingFault, EachIsDescribedInItsOwnWords) {
    std::set<std::string> texts;
    for (std::uint32_t value = 0; value <= static_cast<std::uint32_t>(RecordingFault::damaged) + 1; ++value)
        EXPECT_TRUE(texts.insert(describe(static_cast<RecordingFault>(value))).second) << "said twice: " << value;
}

}  // namespace
}  // namespace satori
