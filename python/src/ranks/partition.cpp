#include "ranks/partition.hpp"

#include <memory>

#include "arguments.hpp"
#include "docs/mpi.hpp"
#include "exclusive.hpp"
#include "execution.hpp"
#include "limits.hpp"
#include "ranks/calls.hpp"
#include "ranks/results.hpp"

namespace satori::python {

namespace {

using Any = const py::object&;
using Partition = Exclusive<mpi::Partition>;
using ContactTracker = Exclusive<mpi::ContactTracker>;

py::array overlaps(Partition& self, Any boxes, Any ids, Any radii, Any origin, Any boundary, Any filters, Any motions,
                   Any sort, Any isa, Any threads, Any max_pairs) {
    const Partition::Hold hold(self);
    mpi::PairResult result;
    bool sorted = true;
    call_on_all_ranks(
        "find_overlaps", self.object, {boxes, ids, radii, origin, filters, motions},
        [&] {
            sorted = flag("sort", sort);
            return mpi::FindOptions{boundary_of(boundary), Calling(isa, threads, max_pairs).execution()};
        },
        [&](const mpi::RankBoxes& given, const mpi::FindOptions& options) {
            return self.object.find_overlaps(given, result, options);
        });
    return ids_of(result, sorted);
}

py::array near(Partition& self, Any boxes, Any ids, Any max_distance, Any radii, Any origin, Any filters, Any motions,
               Any sort, Any isa, Any threads, Any max_pairs) {
    const Partition::Hold hold(self);
    mpi::PairResult result;
    float most = 0;
    bool sorted = true;
    call_on_all_ranks(
        "find_near_pairs", self.object, {boxes, ids, radii, origin, filters, motions},
        [&] {
            most = near_limit("max_distance", max_distance);
            sorted = flag("sort", sort);
            return mpi::FindOptions{.execution = Calling(isa, threads, max_pairs).execution()};
        },
        [&](const mpi::RankBoxes& given, const mpi::FindOptions& options) {
            return self.object.find_near_pairs(given, most, result, options);
        });
    return ids_of(result, sorted);
}

py::array collide(Partition& self, Any boxes, Any ids, Any radii, Any origin, Any boundary, Any speculative_distance,
                  Any filters, Any motions, Any isa, Any threads, Any max_pairs) {
    const Partition::Hold hold(self);
    mpi::ContactResult result;
    call_on_all_ranks(
        "collide", self.object, {boxes, ids, radii, origin, filters, motions},
        [&] {
            return mpi::CollideOptions{contact_options(boundary, speculative_distance),
                                       Calling(isa, threads, max_pairs).execution()};
        },
        [&](const mpi::RankBoxes& given, const mpi::CollideOptions& options) {
            return self.object.collide(given, result, options);
        });
    return manifolds_of(result.manifolds, result.boxes);
}

py::tuple update(ContactTracker& self, Any boxes, Any ids, Any radii, Any origin, Any boundary,
                 Any speculative_distance, Any filters, Any motions, Any isa, Any threads, Any max_pairs) {
    const ContactTracker::Hold hold(self);
    mpi::TrackedContacts result;
    call_on_all_ranks(
        "update", self.object, {boxes, ids, radii, origin, filters, motions},
        [&] {
            return mpi::TrackOptions{.contacts = contact_options(boundary, speculative_distance),
                                     .execution = Calling(isa, threads, max_pairs).execution()};
        },
        [&](const mpi::RankBoxes& given, const mpi::TrackOptions& options) {
            return self.object.update(given, result, options);
        });
    return py::make_tuple(manifolds_of(result.manifolds, result.boxes), numbers_of(result.begun), ids_of(result.ended));
}

void clear(ContactTracker& self) {
    const ContactTracker::Hold hold(self);
    self.object.clear();
}

template <class Class>
std::unique_ptr<Class> construct(Any comm, Any lattice_edge) {
    const auto edge = static_cast<float>(number("lattice_edge", lattice_edge));
    if (!(edge == 0 || (edge >= mpi::kMinLatticeEdge && edge <= mpi::kMaxLatticeEdge)))
        throw py::value_error("lattice_edge: not 0, and not between 64 and 1e8");
    return std::make_unique<Class>(communicator_of(comm), mpi::PartitionOptions{.lattice_edge = edge});
}

/// Defines the constructor. The first call duplicates the communicator, which has to live until then.
template <class Class>
void add_constructor(py::class_<Class>& type) {
    type.def(py::init(&construct<Class>), py::arg("comm") = py::none(), py::kw_only(),
             py::arg("lattice_edge") = mpi::PartitionOptions{}.lattice_edge, py::keep_alive<1, 2>());
}

/// Defines a call that takes boxes; `options` are its other arguments.
template <class Class, class Function, class... Options>
void add_call(Class& type, const char* name, Function function, const char* doc, const Options&... options) {
    const py::object none = py::none();
    type.def(name, function, doc, py::arg("boxes"), py::arg("ids"), py::kw_only(), options..., py::arg("isa") = none,
             py::arg("threads") = none, py::arg("max_pairs") = 0);
}

}  // namespace

void add_partition(py::module_& module) {
    const py::object none = py::none();
    py::class_<Partition> partition(module, "Partition", docs::Partition);
    add_constructor(partition);
    add_call(partition, "find_overlaps", &overlaps, docs::Partition_find_overlaps, py::arg("radii") = none,
             py::arg("origin") = none, py::arg("boundary") = "closed", py::arg("filters") = none,
             py::arg("motions") = none, py::arg("sort") = true);
    add_call(partition, "find_near_pairs", &near, docs::Partition_find_near_pairs, py::arg("max_distance"),
             py::arg("radii") = none, py::arg("origin") = none, py::arg("filters") = none, py::arg("motions") = none,
             py::arg("sort") = true);
    add_call(partition, "collide", &collide, docs::Partition_collide, py::arg("radii") = none, py::arg("origin") = none,
             py::arg("boundary") = "closed", py::arg("speculative_distance") = 0.0, py::arg("filters") = none,
             py::arg("motions") = none);

    py::class_<ContactTracker> tracker(module, "ContactTracker", docs::ContactTracker);
    add_constructor(tracker);
    add_call(tracker, "update", &update, docs::ContactTracker_update, py::arg("radii") = none, py::arg("origin") = none,
             py::arg("boundary") = "closed", py::arg("speculative_distance") = 0.0, py::arg("filters") = none,
             py::arg("motions") = none);
    tracker.def("clear", &clear, docs::ContactTracker_clear);
}

}  // namespace satori::python
