#include "filters.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "arrays.hpp"
#include "docs/pairs.hpp"
#include "types.hpp"

namespace satori::python {

namespace {

template <class Item>
using Read = std::span<const Item> (*)(const char*, const py::object&, py::array&);

/// Reads None, or an array with one item for each box.
template <class Item, Read<Item> read>
std::span<const Item> items_of(const char* name, const py::object& object, std::size_t boxes, py::array& kept) {
    if (object.is_none()) return {};
    const std::span<const Item> items = read(name, object, kept);
    if (items.size() != boxes)
        throw py::value_error(std::string(name) + ": " + std::to_string(items.size()) + " items for " +
                              std::to_string(boxes) + " boxes");
    return items;
}

template <class Item, Read<Item> read>
SetsOf<std::span<const Item>> of_sets(const std::string& name, const py::object& object, const SetSizes& sizes,
                                      py::array* kept) {
    if (object.is_none()) return {};
    if (!sizes.has_second) return items_of<Item, read>(name.c_str(), object, sizes.first, kept[0]);
    if (!PyTuple_Check(object.ptr()) || py::len(object) != 2)
        throw py::type_error(name + ": with two sets this is a tuple of two arrays, one for each set, or None");
    const auto two = py::reinterpret_borrow<py::tuple>(object);
    return {items_of<Item, read>((name + "[0]").c_str(), two[0], sizes.first, kept[0]),
            items_of<Item, read>((name + "[1]").c_str(), two[1], sizes.second, kept[1])};
}

py::array default_filters(const py::object& n) {
    const auto count = static_cast<std::size_t>(integer("n", n, 0, kMaxBoxCount));
    py::array made(filter_type(), std::vector<py::ssize_t>{static_cast<py::ssize_t>(count)});
    std::fill_n(static_cast<BoxFilter*>(made.mutable_data()), count, BoxFilter{});
    return made;
}

}  // namespace

std::span<const BoxFilter> filters_of(const char* name, const py::object& object, py::array& kept) {
    if (!py::isinstance<py::array>(object))
        throw py::type_error(std::string(name) + ": " + type_name(object) +
                             " is not an array, as satori.filters() makes it");
    const auto array = py::reinterpret_borrow<py::array>(object);
    expect_type(name, array, filter_type(), "satori.FILTER");
    expect_shape(name, array, kScalars);
    kept = contiguous(array, alignof(BoxFilter));
    return {static_cast<const BoxFilter*>(kept.data()), static_cast<std::size_t>(kept.size())};
}

std::span<const MotionType> motions_of(const char* name, const py::object& object, py::array& kept) {
    static_assert(sizeof(MotionType) == sizeof(std::uint32_t));
    const py::array array = as_indices(name, object);
    expect_shape(name, array, kScalars);
    kept = contiguous(array, alignof(MotionType));
    const std::span<const MotionType> motions{static_cast<const MotionType*>(kept.data()),
                                              static_cast<std::size_t>(kept.size())};
    for (std::size_t i = 0; i < motions.size(); ++i)
        if (motions[i] > MotionType::detector_box)
            throw py::value_error(std::string(name) + ": item " + std::to_string(i) +
                                  " is none of STATIC, KINEMATIC, DYNAMIC, DETECTOR");
    return motions;
}

FilterArguments::FilterArguments(const py::object& filters, const py::object& motions, const SetSizes& sizes)
    : filters_(of_sets<BoxFilter, &filters_of>("filters", filters, sizes, kept_)),
      motions_(of_sets<MotionType, &motions_of>("motions", motions, sizes, kept_ + 2)) {}

void add_filters(py::module_& module) {
    module.attr("FILTER") = filter_type();
    module.attr("STATIC") = static_cast<int>(MotionType::static_box);
    module.attr("KINEMATIC") = static_cast<int>(MotionType::kinematic_box);
    module.attr("DYNAMIC") = static_cast<int>(MotionType::dynamic_box);
    module.attr("DETECTOR") = static_cast<int>(MotionType::detector_box);
    module.def("filters", &default_filters, docs::filters, py::arg("n"));
}

}  // namespace satori::python
