// Cuts beside those that Zoltan's recursive coordinate bisection makes of the same boxes.
// Built where Zoltan is installed.

#include <algorithm>
#include <memory>

#include <zoltan.h>

#include "cuts.hpp"
#include "ranks.hpp"
#include "scenes.hpp"

namespace satori::test {
namespace {

using Boxes = std::vector<Aabb>;

const Boxes& boxes_of(void* data) {
    return *static_cast<const Boxes*>(data);
}
int object_count(void* data, int* error) {
    *error = ZOLTAN_OK;
    return static_cast<int>(boxes_of(data).size());
}
void list_objects(void* data, int, int, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR local_ids, int, float*, int* error) {
    for (unsigned i = 0; i < boxes_of(data).size(); ++i) ids[i] = local_ids[i] = i;
    *error = ZOLTAN_OK;
}
int dimension(void*, int* error) {
    *error = ZOLTAN_OK;
    return 3;
}
void positions(void* data, int, int, int count, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR, int, double* numbers, int* error) {
    for (int i = 0; i < count; ++i) {
        const Vec3 middle = mpi::middle_of(boxes_of(data)[ids[i]]);
        numbers[3 * i] = middle.x;
        numbers[3 * i + 1] = middle.y;
        numbers[3 * i + 2] = middle.z;
    }
    *error = ZOLTAN_OK;
}

/// How even the parts are, and how many boxes are in several.
struct Quality {
    std::uint64_t largest;  ///< most boxes of a part
    std::uint64_t copies;   ///< boxes in all parts
};

Quality of_zoltan(Boxes boxes, std::uint32_t part_count) {
    Zoltan_Struct* zoltan = Zoltan_Create(MPI_COMM_SELF);
    const std::string parts = std::to_string(part_count);
    for (const auto& [name, value] : std::initializer_list<std::pair<const char*, const char*>>{
             {"DEBUG_LEVEL", "0"}, {"LB_METHOD", "RCB"}, {"NUM_GLOBAL_PARTS", parts.c_str()}, {"KEEP_CUTS", "1"}})
        EXPECT_EQ(Zoltan_Set_Param(zoltan, name, value), ZOLTAN_OK) << name;
    Zoltan_Set_Num_Obj_Fn(zoltan, object_count, &boxes);
    Zoltan_Set_Obj_List_Fn(zoltan, list_objects, &boxes);
    Zoltan_Set_Num_Geom_Fn(zoltan, dimension, &boxes);
    Zoltan_Set_Geom_Multi_Fn(zoltan, positions, &boxes);
    int changes, ids, local_ids, imports, exports;
    ZOLTAN_ID_PTR import_ids, import_local, export_ids, export_local;
    int *import_ranks, *import_parts, *export_ranks, *export_parts;
    EXPECT_EQ(
        Zoltan_LB_Partition(zoltan, &changes, &ids, &local_ids, &imports, &import_ids, &import_local, &import_ranks,
                            &import_parts, &exports, &export_ids, &export_local, &export_ranks, &export_parts),
        ZOLTAN_OK);
    std::vector<std::uint64_t> shares(part_count);
    Quality quality{0, 0};
    std::vector<int> ranks(1), touched(part_count);
    for (const Aabb& box : boxes) {
        const Vec3 middle = mpi::middle_of(box);
        double point[3] = {middle.x, middle.y, middle.z};
        int rank = 0, part = 0, rank_number = 0, part_number = 0;
        EXPECT_EQ(Zoltan_LB_Point_PP_Assign(zoltan, point, &rank, &part), ZOLTAN_OK);
        ++shares[static_cast<std::size_t>(part)];
        EXPECT_EQ(Zoltan_LB_Box_PP_Assign(zoltan, box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z,
                                          ranks.data(), &rank_number, touched.data(), &part_number),
                  ZOLTAN_OK);
        quality.copies += static_cast<std::uint64_t>(part_number);
    }
    quality.largest = *std::max_element(shares.begin(), shares.end());
    Zoltan_LB_Free_Part(&import_ids, &import_local, &import_ranks, &import_parts);
    Zoltan_LB_Free_Part(&export_ids, &export_local, &export_ranks, &export_parts);
    Zoltan_Destroy(&zoltan);
    return quality;
}

Quality of_satori(const Boxes& boxes, std::uint32_t part_count) {
    const Cuts cuts(boxes, part_count);
    const std::vector<std::uint64_t> shares = cuts.shares(boxes);
    Quality quality{*std::max_element(shares.begin(), shares.end()), 0};
    for (const Aabb& box : boxes) cuts.tree.for_each_part(box, [&](std::uint32_t) { ++quality.copies; });
    return quality;
}

TEST_F(MpiCuts, AreAsGoodAsThoseOfZoltan) {
    float version = 0;
    ASSERT_EQ(Zoltan_Initialize(0, nullptr, &version), ZOLTAN_OK);
    for (const auto make : {generated<scenes::SceneKind::uniform, 16000>, generated<scenes::SceneKind::plane, 16000>,
                            generated<scenes::SceneKind::line, 16000>}) {
        const Boxes boxes = bounds_of(make());
        for (const std::uint32_t part_count : {2U, 3U, 5U, 8U, 16U}) {
            const Quality ours = of_satori(boxes, part_count), other = of_zoltan(boxes, part_count);
            EXPECT_LE(static_cast<double>(ours.largest), 1.06 * static_cast<double>(other.largest)) << part_count;
            EXPECT_LE(static_cast<double>(ours.copies), 1.02 * static_cast<double>(other.copies)) << part_count;
        }
    }
}

}  // namespace
}  // namespace satori::test
