// Tests that entries and records written past the caches have the same bytes as entries and records written through
// them.

#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "geometry/dimension.hpp"
#include "simd/dispatch.hpp"
#include "simd/rect_abi.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/rect_scenes.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr std::uint32_t kCount = 100, kRoom = 112;  // whole vectors of every set

template <int Dim>
struct Rows {
    Rows() { std::memset(static_cast<void*>(this), 0xcd, sizeof *this); }
    alignas(64) simd::BoundsEntry<Dim> entries[kRoom];
    alignas(64) simd::PairRecord<Dim> records[kRoom];
};

class StreamedRows : public test::IsaTest {
protected:
    template <int Dim, class Batch>
    void expect_same(const Batch& batch) const {
        const auto kernel = simd::box_kernels<Dim>(*simd::kernel_table_of(isa())).bounds;
        const simd::BoxArrays arrays = geometry::batch_arrays<Dim>(batch);
        Rows<Dim> kept, streamed;
        kernel({arrays, 0, kRoom, kept.entries, kept.records, 0.25F, false});
        const simd::EdgeRange edges = kernel({arrays, 0, kRoom, streamed.entries, streamed.records, 0.25F, true});
        EXPECT_EQ(std::memcmp(&kept, &streamed, sizeof kept), 0);
        EXPECT_GT(edges.max, edges.min);
        EXPECT_EQ(streamed.entries[kCount - 1].id, kCount - 1);
        Rows<Dim> entries_alone, records_alone;
        kernel({arrays, 0, kRoom, entries_alone.entries, nullptr, 0.25F, true});
        kernel({arrays, 0, kRoom, nullptr, records_alone.records, 0.25F, true});
        EXPECT_EQ(std::memcmp(kept.entries, entries_alone.entries, sizeof kept.entries), 0);
        EXPECT_EQ(std::memcmp(kept.records, records_alone.records, sizeof kept.records), 0);
    }
};

TEST_P(StreamedRows, OfBoxes) {
    expect_same<3>(test::make_batch(test::make_test_scene(test::SceneKind::uniform, kCount, 1), execution()));
}

TEST_P(StreamedRows, OfRectangles) {
    expect_same<2>(test::make_batch(test::rect_contact_scene(kCount, 1), execution()));
}

TEST_P(StreamedRows, OfRawBounds) {
    const auto boxes = test::upright_bounds(test::make_test_scene(test::SceneKind::uniform, kCount, 2));
    const auto kernel = simd::kernel_table_of(isa())->read_aabbs;
    Rows<3> kept, streamed;
    simd::EdgeRange edges[2];
    const auto read = kernel({{&boxes[0].min.x, 6}, kCount, 0, kept.entries, false}, edges[0]);
    EXPECT_EQ(kernel({{&boxes[0].min.x, 6}, kCount, 0, streamed.entries, true}, edges[1]), read);
    EXPECT_GT(read, kCount - simd::kMaxLanes);
    EXPECT_EQ(std::memcmp(&kept, &streamed, sizeof kept), 0);
    EXPECT_EQ(std::memcmp(&edges[0], &edges[1], sizeof edges[0]), 0);
}

SATORI_FOR_EACH_ISA(StreamedRows);

}  // namespace
}  // namespace satori
