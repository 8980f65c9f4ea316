#pragma once

namespace satori::python::docs {

inline constexpr const char* InvalidBoxError = R"(A box or a rectangle is not legal.

The error names the first one by ``index`` and ``column`` of its row, says why in ``fault``, and has the
number of all that are not legal in ``count``. Errors of ``satori.mpi`` have ``rank``, ``index``, ``id`` and
``fault`` instead.

See Also
--------
Boxes : Says which boxes are legal.

Examples
--------
>>> rows = np.array([[0, 0, 0, 1, 1, 1, 0, 0, 0, 1], [0, np.nan, 0, 1, 1, 1, 0, 0, 0, 1]], np.float32)
>>> try:
...     satori.Boxes(rows)
... except satori.InvalidBoxError as error:
...     print(error.index, error.column, error.fault, error.count)
1 1 center is not finite 1
)";

inline constexpr const char* UnsupportedIsaError = R"(This machine, or this build of satori, lacks the instruction set.

See Also
--------
isas : The instruction sets that this machine runs.

Examples
--------
>>> absent = ({"avx2", "neon64"} - set(satori.isas())).pop()
>>> try:
...     satori.find_overlaps(satori.Boxes(np.zeros((0, 10), np.float32)), isa=absent)
... except satori.UnsupportedIsaError:
...     print("not here")
not here
)";

inline constexpr const char* LimitExceededError = R"(There are more candidates than ``max_pairs``.

The call has changed nothing and can be repeated with a higher limit.

Examples
--------
>>> boxes = satori.Boxes(centers=np.zeros((9, 3), np.float32), sizes=np.ones((9, 3)))
>>> try:
...     satori.find_overlaps(boxes, max_pairs=10)
... except satori.LimitExceededError:
...     print("too many")
too many
)";

}  // namespace satori::python::docs
