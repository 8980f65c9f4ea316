// Measures kernels with one lane per pair: the boolean test, the test with depth, manifolds.

#include <algorithm>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "common/block.hpp"
#include "common/expect.hpp"
#include "geometry/dimension.hpp"
#include "narrowphase/contact_types.hpp"
#include "satori_bench/checksum.hpp"
#include "satori_bench/kernel_case.hpp"
#include "satori_bench/kernel_costs.hpp"
#include "satori_bench/scenes.hpp"
#include "simd/dispatch.hpp"

namespace satori::bench {

namespace {

/// A scene's records and candidates, in column order or in random order.
template <int Dim>
class Candidates {
public:
    Candidates(const char* scene_name, bool any_order, std::size_t most) {
        BenchScene scene(scene_name);
        geometry::Batch<Dim> boxes;
        Workspace workspace;
        PairResult found;
        if constexpr (Dim == 2)
            expect(boxes.assign(rect_rows(scene.rects())), "taking in rectangles");
        else
            expect(boxes.assign(box_rows(scene.boxes())), "taking in boxes");
        records_ = std::make_unique<Block>(simd::padded(boxes.size()) * sizeof(simd::PairRecord<Dim>));
        const simd::KernelTable& table = *simd::kernel_table_of(Isa::scalar);
        simd::box_kernels<Dim>(table).bounds({geometry::batch_arrays<Dim>(boxes), 0, boxes.size(), nullptr,
                                              static_cast<simd::PairRecord<Dim>*>(records_->data()), 0});
        expect(find_pairs(boxes, workspace, found), "finding candidates");
        std::vector<BoxPair> pairs(found.pairs.begin(), found.pairs.end());
        if (any_order) std::shuffle(pairs.begin(), pairs.end(), std::mt19937_64(1));
        pairs.resize(std::min(pairs.size(), most));
        for (const BoxPair& pair : pairs) {
            first.push_back(pair.first);
            second.push_back(pair.second);
        }
        count = static_cast<std::uint32_t>(pairs.size());
        first.resize(simd::padded(count));
        second.resize(simd::padded(count));
    }
    const simd::PairRecord<Dim>* records() const { return static_cast<const simd::PairRecord<Dim>*>(records_->data()); }
    simd::PairRowsOf<simd::PairRecord<Dim>> rows() const {
        return {records(), records(), first.data(), second.data(), count};
    }

    std::vector<std::uint32_t> first, second;
    std::uint32_t count = 0;

private:
    std::unique_ptr<Block> records_;
};

/// Filters the pairs in the order of `candidates`. The records stay where `candidates` holds them.
template <int Dim>
KernelRun filter(const simd::KernelTable& table, const Candidates<Dim>& candidates) {
    struct Out {
        std::vector<BoxPair> pairs;
        std::uint32_t count = 0;
    };
    auto out = std::make_shared<Out>();
    out->pairs.resize(candidates.count + simd::kMaxLanes);
    return {[&candidates, kernel = simd::box_kernels<Dim>(table).filter_pairs, out] {
                out->count = kernel({candidates.rows(), false}, out->pairs.data());
            },
            [out] { return checksum(std::span<const BoxPair>(out->pairs.data(), out->count)); },
            static_cast<double>(candidates.count)};
}

template <int Dim>
KernelRun test(const simd::KernelTable& table, const Candidates<Dim>& candidates) {
    auto out = std::make_shared<std::vector<std::uint8_t>>(candidates.count);
    return {[&candidates, kernel = simd::box_kernels<Dim>(table).test_pairs, out] {
                kernel({candidates.rows(), false}, out->data());
            },
            [out] { return checksum(std::span<const std::uint8_t>(*out)); }, static_cast<double>(candidates.count)};
}

template <int Dim>
simd::ContactFilterArgsOf<simd::PairRecord<Dim>> contact_args(const Candidates<Dim>& candidates) {
    const ContactOptions options;
    return {candidates.rows(), options.speculative_distance, {options.axis_slack, options.edge_share}, false};
}

template <int Dim>
KernelRun contacts(const simd::KernelTable& table, const Candidates<Dim>& candidates) {
    struct Out {
        std::vector<simd::ContactHit> hits;
        std::uint32_t count = 0;
    };
    auto out = std::make_shared<Out>();
    out->hits.resize(candidates.count + simd::kMaxLanes);
    return {[&candidates, kernel = simd::box_kernels<Dim>(table).filter_contacts, out] {
                out->count = kernel(contact_args<Dim>(candidates), out->hits.data());
            },
            [out] {
                std::uint64_t sum = 0;
                for (std::uint32_t i = 0; i < out->count; ++i) {
                    const simd::ContactHit& hit = out->hits[i];
                    sum = (sum * 31 + hit.first) * 31 + hit.second * 16 + hit.axis;
                }
                return sum;
            },
            static_cast<double>(candidates.count)};
}

/// The pairs among candidates that touch along axes of one kind, repeated until there are 1024.
template <int Dim>
struct Hits {
    std::vector<std::uint32_t> first, second, axis, row;
    std::uint32_t count = 0;

    Hits(const Candidates<Dim>& candidates, bool edges) {
        std::vector<simd::ContactHit> hits(candidates.count + simd::kMaxLanes);
        const simd::KernelTable& table = *simd::kernel_table_of(Isa::scalar);
        hits.resize(simd::box_kernels<Dim>(table).filter_contacts(contact_args<Dim>(candidates), hits.data()));
        std::erase_if(
            hits, [&](const simd::ContactHit& hit) { return Dim == 3 && (hit.axis >= simd::kFirstEdgeAxis) != edges; });
        expect(hits.empty() ? Status::invalid_argument : Status::ok, "finding pairs that touch");
        for (std::uint32_t i = 0; i < 1024; ++i) {
            const simd::ContactHit& hit = hits[i % hits.size()];
            first.push_back(hit.first);
            second.push_back(hit.second);
            axis.push_back(hit.axis);
            row.push_back(i);
        }
        count = 1024;
    }
};

template <int Dim>
KernelRun manifolds(const simd::KernelTable& table, const Candidates<Dim>& candidates, const Hits<Dim>& hits,
                    bool edges) {
    using Manifold = typename narrowphase::ContactTypes<Dim>::Manifold;
    using Args = simd::ManifoldArgsOf<simd::PairRecord<Dim>, Manifold>;
    void (*kernel)(const Args&) = nullptr;
    if constexpr (Dim == 2)
        kernel = table.rects.manifolds;
    else
        kernel = edges ? table.edge_manifolds : table.face_manifolds;
    auto out = std::make_shared<std::vector<Manifold>>(hits.count);
    const auto* const records = candidates.records();
    const Args args{{records, records, hits.first.data(), hits.second.data(), hits.count},
                    hits.axis.data(),
                    hits.row.data(),
                    0,
                    false,
                    out->data(),
                    nullptr};
    return {[args, kernel, out] { kernel(args); },
            [out] {
                std::uint64_t sum = 0;  // memory after the last point may have any value
                for (const Manifold& m : *out) {
                    sum = sum * 31 + m.point_count;
                    const std::uint32_t points = m.point_count == simd::kPassing ? 0 : m.point_count;
                    for (std::uint32_t p = 0; p < points; ++p)
                        sum = sum * 31 + checksum(std::span(&m.points[p].separation, 1)) + m.points[p].feature_id;
                }
                return sum;
            },
            static_cast<double>(hits.count)};
}

template <int Dim>
void add_in_cache(std::vector<KernelCase>& cases, const char* scene, const Cost& sat, const Cost& depth,
                  const char* (&names)[2]) {
    static const auto few = [scene]() -> const Candidates<Dim>& {
        static const Candidates<Dim> candidates(scene, false, ~std::size_t{0});
        return candidates;
    };
    cases.push_back({names[0], "L1", "pairs", Place::l1, sat, Level::quick,
                     [](const simd::KernelTable& table) { return filter<Dim>(table, few()); }});
    cases.push_back({names[1], "L1", "pairs", Place::l1, depth, Level::quick,
                     [](const simd::KernelTable& table) { return contacts<Dim>(table, few()); }});
}

}  // namespace

void add_pair_kernels(std::vector<KernelCase>& cases) {
    // 256 boxes: 16 KiB of records and 4 of pairs.
    const char* solid_names[2] = {"sat", "contacts"};
    add_in_cache<3>(cases, "uniform_256", kPairTestCost, kPairDepthCost, solid_names);
    const char* flat_names[2] = {"rect_sat", "rect_contacts"};
    add_in_cache<2>(cases, "rects_256", kRectTestCost, kRectDepthCost, flat_names);

    static const auto sorted = []() -> const Candidates<3>& {
        static const Candidates<3> candidates("uniform_100000", false, ~std::size_t{0});
        return candidates;
    };
    static const auto shuffled = []() -> const Candidates<3>& {
        static const Candidates<3> candidates("uniform_1000000", true, 1 << 18);
        return candidates;
    };
    cases.push_back({"sat_bytes", "index", "pairs", Place::memory, kPairStreamCost, Level::quick,
                     [](const simd::KernelTable& table) { return test<3>(table, sorted()); }});
    cases.push_back({"sat_bytes", "random", "pairs", Place::memory, kPairTestCost, Level::full,
                     [](const simd::KernelTable& table) { return test<3>(table, shuffled()); }});

    // 2000 boxes: 125 KiB of records, 104 of manifolds.
    static const auto some = []() -> const Candidates<3>& {
        static const Candidates<3> candidates("uniform_2000", false, ~std::size_t{0});
        return candidates;
    };
    static const auto flat = []() -> const Candidates<2>& {
        static const Candidates<2> candidates("rects_2000", false, ~std::size_t{0});
        return candidates;
    };
    cases.push_back({"manifold_face", "L2", "manifolds", Place::l2, kFaceManifoldCost, Level::quick,
                     [](const simd::KernelTable& table) {
                         static const Hits<3> hits(some(), false);
                         return manifolds<3>(table, some(), hits, false);
                     }});
    cases.push_back({"manifold_edge", "L2", "manifolds", Place::l2, kEdgeManifoldCost, Level::quick,
                     [](const simd::KernelTable& table) {
                         static const Hits<3> hits(some(), true);
                         return manifolds<3>(table, some(), hits, true);
                     }});
    cases.push_back({"rect_manifold", "L2", "manifolds", Place::l2, kRectManifoldCost, Level::quick,
                     [](const simd::KernelTable& table) {
                         static const Hits<2> hits(flat(), false);
                         return manifolds<2>(table, flat(), hits, false);
                     }});
}

}  // namespace satori::bench
