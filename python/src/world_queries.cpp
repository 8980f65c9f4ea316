#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include <satori/world_queries.hpp>

#include "arrays.hpp"
#include "docs/world_queries.hpp"
#include "execution.hpp"
#include "limits.hpp"
#include "rows.hpp"
#include "shapes.hpp"
#include "types.hpp"
#include "world_object.hpp"

namespace satori::python {

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

using Text = std::optional<std::string>;
using Threads = std::optional<unsigned>;

/// The arguments that all queries share.
class Query {
public:
    Query(std::uint64_t mask, bool sensors, const py::object& ignored, const Text& isa, const Threads& threads)
        : calling_(isa, threads) {
        options_.filter.mask = mask;
        options_.filter.sensors = sensors;
        if (!ignored.is_none()) {
            ignored_.emplace("ignored", ignored);
            options_.filter.ignored_boxes = ignored_->ids().data();
            options_.filter.ignored_count = ignored_->size();
        }
        options_.execution = calling_.execution();
        options_.invalid_index = &invalid_;
    }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    const QueryOptions& options() const noexcept { return options_; }

    /// Throws for a Status; `items`: what a query that is not legal is called.
    void expect_ok(Status status, const char* what, const char* items) const {
        if (status == Status::invalid_id)
            throw py::index_error(std::string(what) + ": pairs[" + std::to_string(invalid_) +
                                  "] names a box that is not there, or one box twice");
        if (status == Status::invalid_shape)
            throw py::value_error(std::string(what) + ": " + items + " " + std::to_string(invalid_) +
                                  " is not legal (a number is not finite, out of range, or a direction is zero)");
        expect(status, what);
    }

private:
    Calling calling_;
    std::optional<Ids> ignored_;
    QueryOptions options_;
    mutable std::uint64_t invalid_ = 0;  // the library writes it
};

Vec3d vec3d(const double* xyz) {
    return {xyz[0], xyz[1], xyz[2]};
}

Vec3 vec3(const double* xyz) {
    return {static_cast<float>(xyz[0]), static_cast<float>(xyz[1]), static_cast<float>(xyz[2])};
}

BoxPose pose(const double* center, const double* q) {
    const auto f = [](double x) { return static_cast<float>(x); };
    return {vec3d(center), {f(q[0]), f(q[1]), f(q[2]), f(q[3])}};
}

std::vector<WorldRay> rays_of(const py::object& origins, const py::object& directions, const py::object& distances) {
    const Rows<double> from("origins", origins, 3), along("directions", directions, 3),
        most("max_distances", distances, 1);
    std::vector<WorldRay> rays(common_count({&from, &along, &most}));
    for (std::size_t i = 0; i < rays.size(); ++i) rays[i] = {vec3d(from[i]), vec3d(along[i]), *most[i]};
    return rays;
}

py::array closest_hits_of(PythonWorld& self, const std::vector<WorldRay>& rays, const Query& query) {
    std::vector<WorldHit> hits(rays.size());
    const PythonWorld::Hold hold(self);
    query.expect_ok(unlocked([&] { return closest_hits(self.object.world, rays, hits, query.options()); }),
                    "World.closest_hits", "ray");
    return array_of(hit_type(), std::span<const WorldHit>(hits));
}

py::array any_hits_of(PythonWorld& self, const std::vector<WorldRay>& rays, const Query& query) {
    py::array_t<bool> blocked(static_cast<py::ssize_t>(rays.size()));
    static_assert(sizeof(bool) == sizeof(std::uint8_t));
    const std::span<std::uint8_t> bytes(reinterpret_cast<std::uint8_t*>(blocked.mutable_data()), rays.size());
    const PythonWorld::Hold hold(self);
    query.expect_ok(unlocked([&] { return any_hits(self.object.world, rays, bytes, query.options()); }),
                    "World.any_hits", "ray");
    return blocked;
}

py::tuple all_hits_of(PythonWorld& self, const std::vector<WorldRay>& rays, const Query& query) {
    const PythonWorld::Hold hold(self);
    WorldHits found;
    query.expect_ok(unlocked([&] { return all_hits(self.object.world, rays, found, query.options()); }),
                    "World.all_hits", "ray");
    return py::make_tuple(array_of(hit_type(), found.hits), numbers_of(found.begin));
}

template <auto find>
void add_ray_query(WorldClass& world, const char* name, const char* doc) {
    world.def(
        name,
        [](PythonWorld& self, const py::object& origins, const py::object& directions, const py::object& distances,
           std::uint64_t mask, bool sensors, const py::object& ignored, const Text& isa, const Threads& threads) {
            const Query query(mask, sensors, ignored, isa, threads);
            return find(self, rays_of(origins, directions, distances), query);
        },
        doc, py::arg("origins"), py::arg("directions"), py::arg("max_distances") = kFar, py::kw_only(),
        py::arg("mask") = ~std::uint64_t{0}, py::arg("sensors") = false, py::arg("ignored") = py::none(),
        py::arg("isa") = py::none(), py::arg("threads") = py::none());
}

/// The argument `rotations_xyzw` of casts: None is no rotation.
py::object rotations_or_none(const py::object& rotations) {
    if (!rotations.is_none()) return rotations;
    return py::make_tuple(0.0, 0.0, 0.0, 1.0);
}

py::array cast_boxes_of(PythonWorld& self, const std::vector<WorldBoxCast>& casts, const Query& query) {
    std::vector<WorldHit> hits(casts.size());
    const PythonWorld::Hold hold(self);
    query.expect_ok(unlocked([&] { return cast_boxes(self.object.world, casts, hits, query.options()); }),
                    "World.cast_boxes", "cast");
    return array_of(hit_type(), std::span<const WorldHit>(hits));
}

void add_casts(WorldClass& world) {
    world.def(
        "cast_boxes",
        [](PythonWorld& self, const py::object& centers, const py::object& half_extents, const py::object& directions,
           const py::object& rotations, const py::object& distances, const py::object& skins, const py::object& radii,
           std::uint64_t mask, bool sensors, const py::object& ignored, const Text& isa, const Threads& threads) {
            const Rows<double> at("centers", centers, 3), half("half_extents", half_extents, 3),
                along("directions", directions, 3), turned("rotations_xyzw", rotations_or_none(rotations), 4),
                most("max_distances", distances, 1), skin("skins", skins, 1), radius("radii", radii, 1);
            const auto f = [](double x) { return static_cast<float>(x); };
            std::vector<WorldBoxCast> casts(common_count({&at, &half, &along, &turned, &most, &skin, &radius}));
            for (std::size_t i = 0; i < casts.size(); ++i) {
                casts[i] = {pose(at[i], turned[i]), vec3(half[i]), vec3d(along[i]), *most[i], f(*skin[i]),
                            f(*radius[i])};
            }
            const Query query(mask, sensors, ignored, isa, threads);
            return cast_boxes_of(self, casts, query);
        },
        docs::World_cast_boxes, py::arg("centers"), py::arg("half_extents"), py::arg("directions"), py::kw_only(),
        py::arg("rotations_xyzw") = py::none(), py::arg("max_distances") = kFar, py::arg("skins") = 0.0,
        py::arg("radii") = 0.0, py::arg("mask") = ~std::uint64_t{0}, py::arg("sensors") = false,
        py::arg("ignored") = py::none(), py::arg("isa") = py::none(), py::arg("threads") = py::none());
}

void add_first_impacts(WorldClass& world) {
    world.def(
        "first_impacts",
        [](PythonWorld& self, const py::object& centers, const py::object& half_extents, const py::object& translations,
           const py::object& turns, const py::object& rotations, const py::object& radii, const py::object& distances,
           const py::object& tolerances, std::uint64_t mask, bool sensors, const py::object& ignored, const Text& isa,
           const Threads& threads) {
            const Rows<double> at("centers", centers, 3), half("half_extents", half_extents, 3),
                along("translations", translations, 3), turn("rotations", turns, 3),
                turned("rotations_xyzw", rotations_or_none(rotations), 4), radius("radii", radii, 1),
                distance("distances", distances, 1), tolerance("tolerances", tolerances, 1);
            const auto f = [](double x) { return static_cast<float>(x); };
            std::vector<WorldMovingBox> boxes(
                common_count({&at, &half, &along, &turn, &turned, &radius, &distance, &tolerance}));
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                boxes[i] = {pose(at[i], turned[i]),          vec3(half[i]),   f(*radius[i]),
                            {vec3(along[i]), vec3(turn[i])}, f(*distance[i]), f(*tolerance[i])};
            }
            const Query query(mask, sensors, ignored, isa, threads);
            std::vector<WorldBoxImpact> impacts(boxes.size());
            const PythonWorld::Hold hold(self);
            query.expect_ok(unlocked([&] { return first_impacts(self.object.world, boxes, impacts, query.options()); }),
                            "World.first_impacts", "box");
            return array_of(box_impact_type(), std::span<const WorldBoxImpact>(impacts));
        },
        docs::World_first_impacts, py::arg("centers"), py::arg("half_extents"), py::arg("translations"), py::kw_only(),
        py::arg("rotations") = py::make_tuple(0.0, 0.0, 0.0), py::arg("rotations_xyzw") = py::none(),
        py::arg("radii") = 0.0, py::arg("distances") = 0.0, py::arg("tolerances") = 1e-3,
        py::arg("mask") = ~std::uint64_t{0}, py::arg("sensors") = false, py::arg("ignored") = py::none(),
        py::arg("isa") = py::none(), py::arg("threads") = py::none());
}

/// Whether an object is a sequence, but not of numbers, as a point is.
bool is_list_of_shapes(const py::object& object) {
    if (!py::isinstance<py::sequence>(object) && !py::isinstance<py::array>(object)) return false;
    if (py::len(object) == 0) return true;
    const py::object first = object.attr("__getitem__")(0);
    return PyNumber_Check(first.ptr()) == 0 || py::isinstance<py::array>(first);
}

/// The shapes of an argument: one shape, or a sequence of shapes.
std::vector<AnyShape> shapes_of(const py::object& shapes) {
    std::vector<AnyShape> made;
    if (!is_list_of_shapes(shapes)) {
        made.push_back(shape_of("shapes", shapes));
        return made;
    }
    for (const py::handle& shape : shapes)
        made.push_back(shape_of(("shapes[" + std::to_string(made.size()) + "]").c_str(), shape));
    return made;
}

py::tuple find_boxes_of(PythonWorld& self, const py::object& shapes, const py::object& origins, const Query& query) {
    const std::vector<AnyShape> held = shapes_of(shapes);
    const Rows<double> at("origins", origins.is_none() ? py::make_tuple(0.0, 0.0, 0.0) : origins, 3);
    if (!at.one_for_all() && at.count() != held.size())
        throw py::value_error("origins: " + std::to_string(at.count()) + " items for " + std::to_string(held.size()) +
                              " shapes");
    std::vector<WorldShape> listed;
    listed.reserve(held.size());
    for (std::size_t i = 0; i < held.size(); ++i) listed.push_back({vec3d(at[i]), held[i].ref()});
    const PythonWorld::Hold hold(self);
    WorldBoxes found;
    query.expect_ok(unlocked([&] { return find_boxes(self.object.world, listed, found, query.options()); }),
                    "World.find_boxes", "shape");
    py::array_t<std::uint64_t> ids(static_cast<py::ssize_t>(found.boxes.size()));
    const std::span<BoxId> out = writable_ids(ids);
    std::copy(found.boxes.begin(), found.boxes.end(), out.begin());
    return py::make_tuple(ids, numbers_of(found.begin));
}

py::array closest_boxes_of(PythonWorld& self, const py::object& positions, const py::object& distances,
                           const Query& query) {
    const Rows<double> at("points", positions, 3), most("max_distances", distances, 1);
    std::vector<WorldPoint> points(common_count({&at, &most}));
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = {vec3d(at[i]), *most[i]};
    std::vector<WorldClosest> closest(points.size());
    const PythonWorld::Hold hold(self);
    query.expect_ok(unlocked([&] { return closest_boxes(self.object.world, points, closest, query.options()); }),
                    "World.closest_boxes", "point");
    return array_of(closest_type(), std::span<const WorldClosest>(closest));
}

/// The argument `pairs` of distances(): an array of ids (uint64), shape (n, 2).
class WorldPairsIn {
public:
    explicit WorldPairsIn(const py::object& object) {
        const py::array given = as_array("pairs", object);
        if (!py::isinstance<py::array_t<std::uint64_t>>(given))
            throw py::type_error("pairs: " + std::string(py::str(given.dtype())) + " is not uint64");
        expect_shape("pairs", given, columns(2));
        array_ = contiguous(given, alignof(std::uint64_t));
    }
    std::span<const WorldPair> pairs() const {
        static_assert(sizeof(WorldPair) == 2 * sizeof(std::uint64_t));
        return {static_cast<const WorldPair*>(array_.data()), static_cast<std::size_t>(array_.shape(0))};
    }

private:
    py::array array_;
};

py::array distances_of(PythonWorld& self, const py::object& listed, const Query& query) {
    const WorldPairsIn pairs(listed);
    std::vector<PairDistance> found(pairs.pairs().size());
    const PythonWorld::Hold hold(self);
    query.expect_ok(unlocked([&] { return distances(self.object.world, pairs.pairs(), found, query.options()); }),
                    "World.distances", "pair");
    return array_of(distance_type(), std::span<const PairDistance>(found));
}

py::array near_pairs_of(PythonWorld& self, float max_distance, const Query& query) {
    const PythonWorld::Hold hold(self);
    WorldPairs found;
    query.expect_ok(unlocked([&] { return find_near_pairs(self.object.world, max_distance, found, query.options()); }),
                    "World.find_near_pairs", "pair");
    py::array_t<std::uint64_t> ids({static_cast<py::ssize_t>(found.pairs.size()), py::ssize_t{2}});
    if (!found.pairs.empty()) std::memcpy(ids.mutable_data(), found.pairs.data(), found.pairs.size_bytes());
    return ids;
}

void add_distances(WorldClass& world) {
    world
        .def(
            "distances",
            [](PythonWorld& self, const py::object& pairs, const Text& isa, const Threads& threads) {
                const Query query(~std::uint64_t{0}, false, py::none(), isa, threads);
                return distances_of(self, pairs, query);
            },
            docs::World_distances, py::arg("pairs"), py::kw_only(), py::arg("isa") = py::none(),
            py::arg("threads") = py::none())
        .def(
            "find_near_pairs",
            [](PythonWorld& self, const py::object& max_distance, std::uint64_t mask, bool sensors,
               const py::object& ignored, const Text& isa, const Threads& threads) {
                const Query query(mask, sensors, ignored, isa, threads);
                return near_pairs_of(self, near_limit("max_distance", max_distance), query);
            },
            docs::World_find_near_pairs, py::arg("max_distance"), py::kw_only(), py::arg("mask") = ~std::uint64_t{0},
            py::arg("sensors") = false, py::arg("ignored") = py::none(), py::arg("isa") = py::none(),
            py::arg("threads") = py::none());
}

}  // namespace

void add_world_queries(WorldClass& world) {
    add_ray_query<&closest_hits_of>(world, "closest_hits", docs::World_closest_hits);
    add_ray_query<&any_hits_of>(world, "any_hits", docs::World_any_hits);
    add_ray_query<&all_hits_of>(world, "all_hits", docs::World_all_hits);
    add_casts(world);
    add_first_impacts(world);
    add_distances(world);
    world
        .def(
            "find_boxes",
            [](PythonWorld& self, const py::object& shapes, const py::object& origins, std::uint64_t mask, bool sensors,
               const py::object& ignored, const Text& isa, const Threads& threads) {
                const Query query(mask, sensors, ignored, isa, threads);
                return find_boxes_of(self, shapes, origins, query);
            },
            docs::World_find_boxes, py::arg("shapes"), py::kw_only(), py::arg("origins") = py::none(),
            py::arg("mask") = ~std::uint64_t{0}, py::arg("sensors") = false, py::arg("ignored") = py::none(),
            py::arg("isa") = py::none(), py::arg("threads") = py::none())
        .def(
            "closest_boxes",
            [](PythonWorld& self, const py::object& points, const py::object& distances, std::uint64_t mask,
               bool sensors, const py::object& ignored, const Text& isa, const Threads& threads) {
                const Query query(mask, sensors, ignored, isa, threads);
                return closest_boxes_of(self, points, distances, query);
            },
            docs::World_closest_boxes, py::arg("points"), py::arg("max_distances") = kFar, py::kw_only(),
            py::arg("mask") = ~std::uint64_t{0}, py::arg("sensors") = false, py::arg("ignored") = py::none(),
            py::arg("isa") = py::none(), py::arg("threads") = py::none());
}

}  // namespace satori::python
