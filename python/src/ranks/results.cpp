#include "ranks/results.hpp"

#include <algorithm>
#include <cstddef>

#include "types.hpp"
#include "unlocked.hpp"

namespace satori::python {

namespace {

/// A row of satori.mpi.MANIFOLD: a ContactManifold that says itself which boxes it is of.
struct RankManifold {
    std::uint64_t ids[2];
    std::int32_t ranks[2];
    std::uint32_t indices[2];
    Vec3 normal;
    std::uint32_t point_count;
    ContactPoint points[4];
};
static_assert(sizeof(RankManifold) == 128 && offsetof(RankManifold, normal) == 32);

py::array_t<std::uint64_t> new_ids(std::size_t count) {
    return py::array_t<std::uint64_t>(std::vector<py::ssize_t>{static_cast<py::ssize_t>(count), 2});
}

mpi::IdPair* pairs_in(py::array_t<std::uint64_t>& ids) {
    static_assert(sizeof(mpi::IdPair) == 2 * sizeof(std::uint64_t));
    return reinterpret_cast<mpi::IdPair*>(ids.mutable_data());
}

}  // namespace

py::dtype rank_manifold_type() {
    const auto two = [](const char* name, const char* type) { return py::make_tuple(name, type, py::make_tuple(2)); };
    py::list fields;
    fields.append(two("ids", "<u8"));
    fields.append(two("ranks", "<i4"));
    fields.append(two("indices", "<u4"));
    const py::list of_manifold = manifold_type().attr("descr");  // the first is the pair
    for (std::size_t k = 1; k < of_manifold.size(); ++k) fields.append(of_manifold[k]);
    return py::dtype::from_args(fields);
}

py::array ids_of(const mpi::PairResult& result, bool sort) {
    py::array_t<std::uint64_t> made = new_ids(result.pairs.size());
    mpi::IdPair* const out = pairs_in(made);
    {
        const Unlocked unlocked;
        const auto end = std::ranges::transform(result.pairs, out, [&](const BoxPair& pair) {
            return mpi::IdPair{result.boxes[pair.first].id, result.boxes[pair.second].id};
        });
        if (sort) std::sort(out, end.out);
    }
    return made;
}

py::array ids_of(std::span<const mpi::IdPair> pairs) {
    py::array_t<std::uint64_t> made = new_ids(pairs.size());
    std::ranges::copy(pairs, pairs_in(made));
    return made;
}

py::array manifolds_of(std::span<const ContactManifold> manifolds, std::span<const mpi::RankBox> boxes) {
    py::array made(rank_manifold_type(), std::vector<py::ssize_t>{static_cast<py::ssize_t>(manifolds.size())});
    auto* const out = static_cast<RankManifold*>(made.mutable_data());
    {
        const Unlocked unlocked;
        std::ranges::transform(manifolds, out, [&](const ContactManifold& manifold) {
            const mpi::RankBox &a = boxes[manifold.pair.first], &b = boxes[manifold.pair.second];
            RankManifold row{.ids = {a.id, b.id},
                             .ranks = {a.rank, b.rank},
                             .indices = {a.index, b.index},
                             .normal = manifold.normal,
                             .point_count = manifold.point_count,
                             .points = {}};
            std::ranges::copy(manifold.points, row.points);
            return row;
        });
    }
    return made;
}

}  // namespace satori::python
