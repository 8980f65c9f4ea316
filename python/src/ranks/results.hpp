#pragma once

#include <pybind11/numpy.h>

#include <satori/mpi.hpp>

namespace satori::python {

namespace py = pybind11;

/// The type of satori.mpi.MANIFOLD.
py::dtype rank_manifold_type();

/// Returns the ids of pairs: uint64, shape (n, 2). `sort`: by (first, second).
py::array ids_of(const mpi::PairResult& result, bool sort);
/// Returns pairs of ids: uint64, shape (n, 2).
py::array ids_of(std::span<const mpi::IdPair> pairs);
/// Returns manifolds with their boxes: an array of satori.mpi.MANIFOLD.
py::array manifolds_of(std::span<const ContactManifold> manifolds, std::span<const mpi::RankBox> boxes);

}  // namespace satori::python
