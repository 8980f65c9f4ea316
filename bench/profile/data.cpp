#include <algorithm>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>

#include <xxhash.h>
#include <satori/satori.hpp>

#include "common/expect.hpp"
#include "profile/kernel_case.hpp"
#include "scenes/generator.hpp"
#include "simd/dispatch.hpp"

namespace satori::bench {

template <int Dim>
Boxes<Dim>::Boxes(const simd::KernelTable& kernels, std::uint32_t box_count, std::uint64_t seed)
    : count(box_count), rows(count * kRowFloats), arrays(count * kComponents), entries(count), records(count) {
    scenes::SceneRecipe recipe;
    recipe.kind = Dim == 2 ? scenes::SceneKind::rects : scenes::SceneKind::uniform;
    recipe.count = count;
    recipe.seed = seed;
    if constexpr (Dim == 2) {
        const std::vector<OrientedRect> made = scenes::make_rects(recipe);
        std::memcpy(rows.data(), made.data(), rows.bytes());
    } else {
        const scenes::Scene made = scenes::make_scene(recipe);
        std::memcpy(rows.data(), made.rows.data(), rows.bytes());
    }
    simd::box_kernels<Dim>(kernels).ingest(ingest());
    simd::box_kernels<Dim>(kernels).bounds(bounds());
}
template struct Boxes<2>;
template struct Boxes<3>;

template <int Dim>
PairList candidates(const Boxes<Dim>& boxes, PairData data) {
    std::conditional_t<Dim == 2, RectBatch, BoxBatch> batch;
    if constexpr (Dim == 2)
        expect(batch.assign(rect_rows({reinterpret_cast<const OrientedRect*>(boxes.rows.data()), boxes.count})),
               "taking in the scene");
    else
        expect(batch.assign(box_rows({reinterpret_cast<const OrientedBox*>(boxes.rows.data()), boxes.count})),
               "taking in the scene");
    Workspace workspace;
    PairResult found;
    expect(find_pairs(batch, workspace, found), "candidates of the scene");
    if (data == PairData::random) std::shuffle(found.pairs.begin(), found.pairs.end(), std::mt19937_64(1));
    PairList list(found.pairs.size());
    for (std::size_t k = 0; k < found.pairs.size(); ++k) {
        list.first[k] = found.pairs[k].first;
        list.second[k] = found.pairs[k].second;
    }
    return list;
}
template PairList candidates<2>(const Boxes<2>&, PairData);
template PairList candidates<3>(const Boxes<3>&, PairData);

std::uint64_t hash(const void* data, std::size_t bytes, std::uint64_t before) {
    return XXH64(data, bytes, before);
}

}  // namespace satori::bench
