#include "points.hpp"

namespace satori::python {

Points::Points(const char* name, const py::object& object, const Origin& origin) : numbers_(name, object, columns(3)) {
    rows_.count = numbers_.count;
    if (numbers_.plain_floats() && !origin) {
        rows_.points = numbers_.floats();
        rows_.stride = numbers_.stream.stride;
        return;
    }
    const py::array_t<double> doubles = numbers_.doubles();
    const std::array<double, 3> at = origin.value_or(std::array<double, 3>{});
    rounded_.resize(3 * numbers_.count);
    for (std::size_t i = 0; i < rounded_.size(); ++i) rounded_[i] = static_cast<float>(doubles.data()[i] - at[i % 3]);
    rows_.points = rounded_.data();
}

}  // namespace satori::python
