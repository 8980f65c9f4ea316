// Kernels of the narrowphase: one lane per pair.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <satori/contacts.hpp>

#include "narrowphase/contact_types.hpp"
#include "profile/kernel_case.hpp"
#include "simd/dispatch.hpp"

namespace satori::bench {

namespace {

template <int Dim>
using Record = simd::PairRecord<Dim>;

constexpr simd::AxisTolerance kTolerance{ContactOptions{}.axis_slack, ContactOptions{}.edge_share};

/// Candidates and their boxes.
template <int Dim>
struct Stream {
    explicit Stream(const CaseInput& in) : boxes(in.kernels, in.boxes, in.seed), pairs(candidates(boxes, in.data)) {}
    simd::PairRowsOf<Record<Dim>> rows() const {
        return {boxes.records.data(), boxes.records.data(), pairs.first.data(), pairs.second.data(), pairs.count};
    }
    Boxes<Dim> boxes;
    PairList pairs;
};

/// A stream with room for one `Out` per pair and a vector of them.
template <int Dim, class Out>
struct StreamTo : Stream<Dim> {
    explicit StreamTo(const CaseInput& in) : Stream<Dim>(in), out(simd::padded(this->pairs.count) + simd::kMaxLanes) {}
    Array<Out> out;
    std::uint32_t kept = 0;
};

template <int Dim>
PreparedKernel sat(const CaseInput& in) {
    auto data = std::make_shared<StreamTo<Dim, BoxPair>>(in);
    const auto kernel = simd::box_kernels<Dim>(in.kernels).filter_pairs;
    return {data->pairs.count,
            [=] {
                data->kept = kernel({data->rows(), false}, data->out.data());
            },
            [=] { return hash_first(data->out, data->kept, data->kept); }};
}

template <int Dim>
PreparedKernel sat_bytes(const CaseInput& in) {
    auto data = std::make_shared<StreamTo<Dim, std::uint8_t>>(in);
    const auto kernel = simd::box_kernels<Dim>(in.kernels).test_pairs;
    return {data->pairs.count,
            [=] {
                kernel({data->rows(), false}, data->out.data());
            },
            [=] { return hash_first(data->out, data->pairs.count); }};
}

template <int Dim>
PreparedKernel contacts(const CaseInput& in) {
    auto data = std::make_shared<StreamTo<Dim, simd::ContactHit>>(in);
    const auto kernel = simd::box_kernels<Dim>(in.kernels).filter_contacts;
    return {data->pairs.count,
            [=] {
                data->kept = kernel({data->rows(), 0, kTolerance, false}, data->out.data());
            },
            [=] { return hash_first(data->out, data->kept, data->kept); }};
}

template <int Dim>
PreparedKernel separation(const CaseInput& in) {
    using Row = typename narrowphase::ContactTypes<Dim>::AxisRow;
    auto data = std::make_shared<StreamTo<Dim, Row>>(in);
    auto cached = std::make_shared<Array<std::uint32_t>>(data->pairs.first.size());
    std::fill_n(cached->data(), cached->size(), std::uint32_t{kNoAxis});
    const auto kernel = simd::box_kernels<Dim>(in.kernels).find_axes;
    return {data->pairs.count,
            [=] {
                kernel({data->rows(), cached->data(), nullptr, 0, kTolerance}, data->out.data());
            },
            [=] { return hash_first(data->out, data->pairs.count); }};
}

enum class HitKind { any, face, edge };

/// The hits among the stream's candidates, of one kind of axis.
template <int Dim>
struct Hits {
    using Manifold = typename narrowphase::ContactTypes<Dim>::Manifold;

    Hits(const CaseInput& in, HitKind kind) : Hits(in, Stream<Dim>(in), kind) {}
    simd::ManifoldArgsOf<Record<Dim>, Manifold> args() const {
        return {{records.data(), records.data(), pairs.first.data(), pairs.second.data(), pairs.count},
                axes.data(),
                rows.data(),
                0,
                false,
                out.data(),
                nullptr};
    }

    Array<Record<Dim>> records;
    PairList pairs;
    Array<std::uint32_t> axes, rows;
    Array<Manifold> out;

private:
    Hits(const CaseInput& in, Stream<Dim>&& stream, HitKind kind) : Hits(std::move(stream), hits(in, stream, kind)) {}
    Hits(Stream<Dim>&& stream, const std::vector<simd::ContactHit>& hits)
        : records(std::move(stream.boxes.records)),
          pairs(hits.size()),
          axes(pairs.first.size()),
          rows(axes.size()),
          out(pairs.count) {
        // Padding: the first hit fills the rows after the last hit.
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const simd::ContactHit& hit = hits[i < hits.size() ? i : 0];
            pairs.first[i] = hit.first;
            pairs.second[i] = hit.second;
            axes[i] = hit.axis;
            rows[i] = static_cast<std::uint32_t>(i);
        }
    }
    static std::vector<simd::ContactHit> hits(const CaseInput& in, const Stream<Dim>& stream, HitKind kind) {
        std::vector<simd::ContactHit> found(stream.pairs.count + simd::kMaxLanes);
        found.resize(
            simd::box_kernels<Dim>(in.kernels).filter_contacts({stream.rows(), 0, kTolerance, false}, found.data()));
        std::erase_if(found, [kind](const simd::ContactHit& hit) {
            return kind != HitKind::any && (hit.axis >= simd::kFirstEdgeAxis) != (kind == HitKind::edge);
        });
        if (found.empty()) throw std::runtime_error("no pair of the scene touches in this way");
        return found;
    }
};

template <int Dim, HitKind kKind>
PreparedKernel manifold(const CaseInput& in) {
    auto data = std::make_shared<Hits<Dim>>(in, kKind);
    using Kernel = void (*)(const simd::ManifoldArgsOf<Record<Dim>, typename Hits<Dim>::Manifold>&);
    Kernel kernel = nullptr;
    if constexpr (Dim == 2)
        kernel = in.kernels.rects.manifolds;
    else
        kernel = kKind == HitKind::edge ? in.kernels.edge_manifolds : in.kernels.face_manifolds;
    return {data->pairs.count, [=] { kernel(data->args()); }, [=] { return hash_first(data->out, data->pairs.count); }};
}

constexpr KernelCase kCases[] = {
    {"sat", "pair", "boolean 15-axis test, pairs that overlap are kept", sat<3>, 128, true},
    {"sat-index", "pair", "the same, --data index", sat<3>, 128, true, PairData::index},
    {"sat-bytes", "pair", "the same test to one byte per pair", sat_bytes<3>, 128, true},
    {"contacts", "pair", "pairs that overlap, with their axes", contacts<3>, 128, true},
    {"separation", "pair", "separating axes, normals and depths", separation<3>, 128, true},
    {"manifold", "hit", "contact points of face contacts", manifold<3, HitKind::face>, 256, true},
    {"manifold-edges", "hit", "contact points of edge contacts", manifold<3, HitKind::edge>, 256, true},
    {"rect-sat", "pair", "boolean 4-axis test, pairs that overlap are kept", sat<2>, 256, true},
    {"rect-sat-bytes", "pair", "the same test to one byte per pair", sat_bytes<2>, 256, true},
    {"rect-contacts", "pair", "pairs that overlap, with their axes, 2D", contacts<2>, 256, true},
    {"rect-separation", "pair", "separating axes, normals and depths, 2D", separation<2>, 256, true},
    {"rect-manifold", "hit", "contact points, 2D", manifold<2, HitKind::any>, 256, true},
};

}  // namespace

std::span<const KernelCase> pair_cases() {
    return kCases;
}

}  // namespace satori::bench
