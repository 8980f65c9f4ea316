#include "rows.hpp"

#include <string>

#include "arrays.hpp"

namespace satori::python {

template <class T>
Rows<T>::Rows(const char* name, const py::object& object, std::size_t columns) : name_(name), columns_(columns) {
    const py::array given = as_floats(name, object);
    const py::ssize_t item_axes = columns == 1 ? 0 : 1;
    one_for_all_ = given.ndim() == item_axes;
    const bool fits = (one_for_all_ || given.ndim() == item_axes + 1) &&
                      (columns == 1 || given.shape(given.ndim() - 1) == static_cast<py::ssize_t>(columns));
    if (!fits)
        throw py::value_error(std::string(name) + ": the shape is " + shape_text(given) + ", not (n," +
                              (columns == 1 ? "" : " " + std::to_string(columns)) + ")");
    array_ = py::array_t<T, py::array::c_style | py::array::forcecast>::ensure(given);
    if (!array_) throw py::error_already_set();
    array_ = contiguous(array_, alignof(T));
    count_ = one_for_all_ ? 1 : static_cast<std::size_t>(given.shape(0));
}

template class Rows<float>;
template class Rows<double>;

std::size_t common_count(std::initializer_list<const Rows<double>*> arguments) {
    const Rows<double>* first = nullptr;
    for (const Rows<double>* argument : arguments) {
        if (argument->one_for_all()) continue;
        if (first != nullptr && argument->count() != first->count())
            throw py::value_error(std::string(argument->name()) + ": " + std::to_string(argument->count()) +
                                  " items for " + std::to_string(first->count()) + " " + first->name());
        first = argument;
    }
    return first != nullptr ? first->count() : 1;
}

}  // namespace satori::python
