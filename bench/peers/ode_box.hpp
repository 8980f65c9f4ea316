#pragma once

#include <ode/ode.h>

#include "peers/pair_peer.hpp"

namespace satori::bench {

/// A box in the form that ODE's functions take.
struct OdeBox {
    dVector3 position;
    dVector3 sides;
    dMatrix3 rotation;
};

inline OdeBox to_ode(const OrientedBox& from) {
    const Vec3& c = from.center;
    const Vec3& h = from.half_extents;
    OdeBox box{{c.x, c.y, c.z}, {2 * dReal{h.x}, 2 * dReal{h.y}, 2 * dReal{h.z}}, {}};
    double rows[3][3];
    to_matrix(from.rotation, rows);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) box.rotation[4 * i + j] = static_cast<dReal>(rows[i][j]);
    return box;
}

}  // namespace satori::bench
