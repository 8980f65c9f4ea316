#pragma once

// Lines that many docstrings share: the keyword arguments that mean the same in every call. They are macros because
// only string literals join with the literals next to them.

#define SATORI_DOC_ISA                                                                                                 \
    "isa : str, optional\n"                                                                                            \
    "    Instruction set: \"best\" (None is the same), \"scalar\", \"sse4.2\", \"avx2\", \"avx512\" or \"neon64\".\n"

#define SATORI_DOC_THREADS                                                                                             \
    "threads : int, optional\n"                                                                                        \
    "    Number of threads, the calling thread included; None: all.\n"

#define SATORI_DOC_MAX_PAIRS                                                                                           \
    "max_pairs : int, default 0\n"                                                                                     \
    "    A call that would find more candidates raises LimitExceededError; 0: no limit.\n"

/// `type` is a string literal such as "(n, 2) array of uint32".
#define SATORI_DOC_OUT(type)                                                                                           \
    "out : " type                                                                                                      \
    ", optional\n"                                                                                                     \
    "    Takes the result: contiguous, at least as long. The result is `out` or its first n items.\n"

#define SATORI_DOC_BOUNDARY                                                                                            \
    "boundary : {\"closed\", \"open\"}, default \"closed\"\n"                                                          \
    "    \"closed\": touching counts as overlap. \"open\": it does not, and flat boxes overlap nothing.\n"

#define SATORI_DOC_FILTERS                                                                                             \
    "filters : (n,) array of FILTER, optional\n"                                                                       \
    "    Filter of each box, see `filters`; with `b` a tuple of two. None: every box has the default.\n"               \
    "motions : (n,) array of uint32, optional\n"                                                                       \
    "    STATIC, KINEMATIC, DYNAMIC or DETECTOR for each box; with `b` a tuple of two. None: all are DYNAMIC.\n"

#define SATORI_DOC_DISTANCE                                                                                            \
    "speculative_distance : float, default 0.0\n"                                                                      \
    "    Boxes at most this far apart get contacts too, if parts of them lie opposite each other:\n"                   \
    "    not edge beside edge. In meters. Unless it is 0, `boundary` has no effect.\n"

#define SATORI_DOC_IDS                                                                                                 \
    "ids : (n,) array of uint64 or int\n"                                                                              \
    "    Ids of the boxes, or one id.\n"

#define SATORI_DOC_NEW_ROTATIONS                                                                                       \
    "rotations_xyzw : (n, 4) array of float, optional\n"                                                               \
    "    Quaternions of any length but zero, real part last. Without rotations, new boxes are axis-aligned.\n"         \
    "rotations_wxyz : (n, 4) array of float, optional\n"                                                               \
    "    The same, real part first.\n"                                                                                 \
    "matrices : (n, 3, 3) array of float, optional\n"                                                                  \
    "    Rotation matrices that act on column vectors: column i is axis i of the box.\n"                               \
    "headings : (n,) array of float, optional\n"                                                                       \
    "    Turns about the z axis, counterclockwise, in radians.\n"

#define SATORI_DOC_QUERY                                                                                               \
    "mask : int, default 2**64 - 1\n"                                                                                  \
    "    Only boxes whose category has one of these bits.\n"                                                           \
    "sensors : bool, default False\n"                                                                                  \
    "    True: sensors too.\n"                                                                                         \
    "ignored : (k,) array of uint64 or int, optional\n"                                                                \
    "    Ids of boxes to leave out.\n"
