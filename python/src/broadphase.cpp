#include "broadphase.hpp"

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include <satori/broadphase.hpp>

#include "arrays.hpp"
#include "bounds.hpp"
#include "boxes.hpp"
#include "docs/broadphase.hpp"
#include "execution.hpp"
#include "types.hpp"
#include "world_object.hpp"

namespace satori::python {

namespace {

using Text = std::optional<std::string>;
using Threads = std::optional<unsigned>;

/// What satori.Broadphase has.
struct BroadphaseAndOrigin : Broadphase {
    using Broadphase::Broadphase;

    Origin origin;  ///< of the Boxes that it got
};
using PythonBroadphase = Exclusive<BroadphaseAndOrigin>;

struct PythonBroadphaseUpdate {
    py::array new_pairs, lost_pairs;
    std::uint64_t pair_count = 0;
    std::uint32_t changed_count = 0;
    std::string isa;
    std::uint32_t threads = 0;
};

py::array pairs_array(std::span<const BoxPair> pairs) {
    py::array_t<std::uint32_t> made(std::vector<py::ssize_t>{static_cast<py::ssize_t>(pairs.size()), 2});
    if (!pairs.empty()) std::memcpy(made.mutable_data(), pairs.data(), pairs.size_bytes());
    return made;
}

/// Ids of a Broadphase: uint32, or one number.
class SmallIds {
public:
    explicit SmallIds(const py::object& object)
        : array_(as_indices("ids", py::hasattr(object, "__index__") && !py::isinstance<py::array>(object)
                                       ? py::list(py::make_tuple(object))
                                       : object)) {
        expect_shape("ids", array_, kScalars);
        array_ = contiguous(array_, alignof(std::uint32_t));
    }
    std::span<const std::uint32_t> ids() const noexcept {
        return {array_.data(), static_cast<std::size_t>(array_.size())};
    }

private:
    py::array_t<std::uint32_t> array_;
};

/// The argument `bounds`: Boxes, or AABBs of the shape (n, 2, 3).
struct BoxesOrBounds {
    explicit BoxesOrBounds(const py::object& object) {
        if (py::isinstance<Boxes>(object)) {
            boxes = object.cast<const Boxes*>();
            count = boxes->batch.size();
            return;
        }
        bounds.emplace("bounds", object);
        if (bounds->dimensions != 3) throw py::value_error("bounds: the shape is (n, 2, 2), not (n, 2, 3)");
        view = bounds->view<AabbView>();
        count = bounds->count();
    }
    const Boxes* boxes = nullptr;
    std::optional<Bounds> bounds;
    AabbView view;
    std::size_t count = 0;
};

void expect_bounds(Status status, std::uint64_t index, const char* what) {
    if (status == Status::invalid_bounds)
        throw py::value_error(std::string(what) + ": bounds[" + std::to_string(index) +
                              "] are not finite, or a minimum is above its maximum");
    expect_at(status, index, what);
}

/// The origin of all boxes together. Throws ValueError where that of new ones differs.
Origin common_origin(const Origin& origin, const BoxesOrBounds& added) {
    if (added.boxes == nullptr || !added.boxes->origin) return origin;
    if (origin && *origin != *added.boxes->origin)
        throw py::value_error("bounds: the origin of these Boxes is not that of the Boxes before");
    return added.boxes->origin;
}

py::array add(PythonBroadphase& self, const py::object& bounds, const std::string& motion) {
    const BoxesOrBounds given(bounds);
    const MotionType type = motion_of(motion);
    py::array_t<std::uint32_t> made(static_cast<py::ssize_t>(given.count));
    const std::span<std::uint32_t> ids(made.mutable_data(), given.count);
    const PythonBroadphase::Hold hold(self);
    const Origin origin = common_origin(self.object.origin, given);
    std::uint64_t index = 0;
    const Status status = unlocked([&] {
        return given.boxes != nullptr ? self.object.add(given.boxes->batch, type, ids, &index)
                                      : self.object.add(given.view, type, ids, &index);
    });
    expect_bounds(status, index, "Broadphase.add");
    self.object.origin = origin;
    return made;
}

void move(PythonBroadphase& self, const py::object& which, const py::object& bounds) {
    const SmallIds ids(which);
    const BoxesOrBounds given(bounds);
    if (given.count != ids.ids().size())
        throw py::value_error("bounds: " + std::to_string(given.count) + " items for " +
                              std::to_string(ids.ids().size()) + " ids");
    const PythonBroadphase::Hold hold(self);
    const Origin origin = common_origin(self.object.origin, given);
    std::uint64_t index = 0;
    const Status status = unlocked([&] {
        return given.boxes != nullptr ? self.object.move(ids.ids(), given.boxes->batch, &index)
                                      : self.object.move(ids.ids(), given.view, &index);
    });
    expect_bounds(status, index, "Broadphase.move");
    self.object.origin = origin;
}

PythonBroadphaseUpdate update(PythonBroadphase& self, const Calling& calling) {
    const PythonBroadphase::Hold hold(self);
    BroadphaseUpdate found;
    expect(unlocked([&] { return self.object.update(found, calling.execution()); }), "Broadphase.update");
    return {pairs_array(found.new_pairs), pairs_array(found.lost_pairs), found.pair_count,
            found.changed_count,          isa_name(found.isa),           found.thread_count};
}

template <class Call>
void on_ids(PythonBroadphase& self, const char* what, const py::object& which, Call&& call) {
    const SmallIds ids(which);
    const PythonBroadphase::Hold hold(self);
    std::uint64_t index = 0;
    expect_at(unlocked([&] { return call(ids.ids(), &index); }), index, what);
}

py::array pairs(PythonBroadphase& self) {
    const PythonBroadphase::Hold hold(self);
    py::array_t<std::uint32_t> made(std::vector<py::ssize_t>{static_cast<py::ssize_t>(self.object.pair_count()), 2});
    const std::span<BoxPair> out(reinterpret_cast<BoxPair*>(made.mutable_data()), self.object.pair_count());
    expect(unlocked([&] { return self.object.copy_pairs(out); }), "Broadphase.pairs");
    return made;
}

py::array fat_bounds(PythonBroadphase& self, const py::object& which) {
    const SmallIds ids(which);
    const PythonBroadphase::Hold hold(self);
    py::array_t<float> made(std::vector<py::ssize_t>{static_cast<py::ssize_t>(ids.ids().size()), 2, 3});
    Aabb* out = reinterpret_cast<Aabb*>(made.mutable_data());
    for (std::size_t k = 0; k < ids.ids().size(); ++k) {
        if (!self.object.contains(ids.ids()[k])) expect_at(Status::invalid_id, k, "Broadphase.fat_bounds");
        out[k] = self.object.fat_bounds(ids.ids()[k]);
    }
    return made;
}

void add_update(py::module_& module) {
    py::class_<PythonBroadphaseUpdate>(module, "BroadphaseUpdate", docs::BroadphaseUpdate)
        .def_readonly("new_pairs", &PythonBroadphaseUpdate::new_pairs, docs::BroadphaseUpdate_new_pairs)
        .def_readonly("lost_pairs", &PythonBroadphaseUpdate::lost_pairs, docs::BroadphaseUpdate_lost_pairs)
        .def_readonly("pair_count", &PythonBroadphaseUpdate::pair_count, docs::BroadphaseUpdate_pair_count)
        .def_readonly("changed_count", &PythonBroadphaseUpdate::changed_count, docs::BroadphaseUpdate_changed_count)
        .def_readonly("isa", &PythonBroadphaseUpdate::isa, docs::BroadphaseUpdate_isa)
        .def_readonly("threads", &PythonBroadphaseUpdate::threads, docs::BroadphaseUpdate_threads)
        .def("__repr__", [](const PythonBroadphaseUpdate& found) {
            return "<satori.BroadphaseUpdate: " + std::to_string(found.new_pairs.shape(0)) + " new, " +
                   std::to_string(found.lost_pairs.shape(0)) + " lost, " + std::to_string(found.pair_count) + " pairs>";
        });
}

void add_ids(py::class_<PythonBroadphase>& broadphase) {
    broadphase
        .def(
            "remove",
            [](PythonBroadphase& self, const py::object& ids) {
                on_ids(self, "Broadphase.remove", ids,
                       [&](auto span, auto* index) { return self.object.remove(span, index); });
            },
            docs::Broadphase_remove, py::arg("ids"))
        .def(
            "set_motion",
            [](PythonBroadphase& self, const py::object& ids, const std::string& motion) {
                const MotionType type = motion_of(motion);
                on_ids(self, "Broadphase.set_motion", ids,
                       [&](auto span, auto* index) { return self.object.set_motion(span, type, index); });
            },
            docs::Broadphase_set_motion, py::arg("ids"), py::arg("motion"))
        .def(
            "set_sleeping",
            [](PythonBroadphase& self, const py::object& ids, bool sleeping) {
                on_ids(self, "Broadphase.set_sleeping", ids,
                       [&](auto span, auto* index) { return self.object.set_sleeping(span, sleeping, index); });
            },
            docs::Broadphase_set_sleeping, py::arg("ids"), py::arg("sleeping"))
        .def(
            "partners",
            [](PythonBroadphase& self, std::uint32_t id) {
                const PythonBroadphase::Hold hold(self);
                if (!self.object.contains(id)) expect_at(Status::invalid_id, 0, "Broadphase.partners");
                return numbers_of(self.object.partners(id));
            },
            docs::Broadphase_partners, py::arg("id"))
        .def("fat_bounds", &fat_bounds, docs::Broadphase_fat_bounds, py::arg("ids"))
        .def("__len__",
             [](PythonBroadphase& self) {
                 const PythonBroadphase::Hold hold(self);
                 return self.object.size();
             })
        .def(
            "__contains__",
            [](PythonBroadphase& self, std::uint32_t id) {
                const PythonBroadphase::Hold hold(self);
                return self.object.contains(id);
            },
            py::arg("id"))
        .def("__repr__", [](PythonBroadphase& self) {
            const PythonBroadphase::Hold hold(self);
            return "<satori.Broadphase of " + std::to_string(self.object.size()) + " boxes, " +
                   std::to_string(self.object.pair_count()) + " pairs>";
        });
}

}  // namespace

void add_broadphase(py::module_& module) {
    add_update(module);
    py::class_<PythonBroadphase> broadphase(module, "Broadphase", docs::Broadphase);
    broadphase
        .def(py::init([](float margin, float relative_margin) {
                 const bool legal =
                     std::isfinite(margin) && margin >= 0 && std::isfinite(relative_margin) && relative_margin >= 0;
                 if (!legal) throw py::value_error("Broadphase: margins are finite and not negative");
                 return std::make_unique<PythonBroadphase>(BroadphaseOptions{margin, relative_margin});
             }),
             py::kw_only(), py::arg("margin") = 0.0F, py::arg("relative_margin") = 0.0F)
        .def("add", &add, docs::Broadphase_add, py::arg("bounds"), py::kw_only(), py::arg("motion") = "dynamic")
        .def("move", &move, docs::Broadphase_move, py::arg("ids"), py::arg("bounds"))
        .def(
            "update",
            [](PythonBroadphase& self, const Text& isa, const Threads& threads, std::uint64_t max_pairs) {
                return update(self, Calling(isa, threads, max_pairs));
            },
            docs::Broadphase_update, py::kw_only(), py::arg("isa") = py::none(), py::arg("threads") = py::none(),
            py::arg("max_pairs") = 0)
        .def("pairs", &pairs, docs::Broadphase_pairs);
    add_ids(broadphase);
}

}  // namespace satori::python
