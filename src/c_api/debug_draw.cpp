#include <satori/c/debug_draw.h>

#include "c_api/handle.hpp"
#include "c_api/world_handle.hpp"

using namespace satori;
using namespace satori::c_api;

namespace {

/// Calls the function kDraw of the drawer, which is `user`, with a C struct.
template <class C, auto kDraw>
void draw_one(const typename CppOf<C>::Type& item, void* user) noexcept {
    const auto& drawer = *static_cast<const satori_debug_drawer*>(user);
    (drawer.*kDraw)(as_c<C>(&item), drawer.user);
}

}  // namespace

void satori_debug_draw(const satori_world* world, const satori_debug_drawer* drawer) noexcept {
    if (any_null(world, drawer)) return;
    satori_debug_drawer with = *drawer;
    DebugDraw draw{.user = &with};
    if (with.box != nullptr) draw.box = draw_one<satori_debug_box, &satori_debug_drawer::box>;
    if (with.bounds != nullptr) draw.bounds = draw_one<satori_debug_bounds, &satori_debug_drawer::bounds>;
    if (with.contact != nullptr) draw.contact = draw_one<satori_debug_contact, &satori_debug_drawer::contact>;
    if (with.column != nullptr) draw.column = draw_one<satori_debug_column, &satori_debug_drawer::column>;
    debug_draw(world->object, draw);
}
