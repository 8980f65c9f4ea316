// docs/large_worlds.md: the same heap of crates at the origin, 10 000 km away from it, and there with a near origin.
// Then two crates of a map in a batch, without and with an origin.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include <satori/pairs.hpp>
#include <satori/world.hpp>

using satori::Status;

namespace {

struct Found {
    std::uint64_t pair_count = 0;
    std::vector<satori::ContactManifold> manifolds;
};

// A heap of 8 x 8 x 8 cubes of edge 1, 1.25 m apart, each turned about z by about half a radian. Neighbors nearly
// touch.
bool find(const satori::Vec3d& place, const satori::Vec3d& origin, Found& found) {
    std::vector<satori::BoxDef> defs(512);
    for (int i = 0; i < 512; ++i) {
        defs[i].pose.position = {place.x + 1.25 * (i % 8), place.y + 1.25 * (i / 8 % 8), place.z + 1.25 * (i / 64)};
        defs[i].pose.rotation = {0, 0, 0.25F + 0.0625F * static_cast<float>(i % 3), 1};
    }
    std::vector<satori::BoxId> ids(defs.size());
    satori::World world;
    satori::WorldUpdate update;
    if (world.set_origin(origin) != Status::ok || world.create(defs, ids) != Status::ok) return false;
    if (world.update(update) != Status::ok) return false;
    found.pair_count = update.pair_count;
    std::vector<satori::WorldContact> contacts(update.contact_count);
    if (world.copy_contacts(contacts) != Status::ok) return false;
    std::sort(contacts.begin(), contacts.end());  // by pair
    for (const satori::WorldContact& contact : contacts) found.manifolds.push_back(world.manifold(contact.slot));
    return true;
}

bool same(const Found& a, const Found& b) {
    const std::size_t count = a.manifolds.size();
    return count == b.manifolds.size() &&
           std::memcmp(a.manifolds.data(), b.manifolds.data(), count * sizeof(satori::ContactManifold)) == 0;
}

// Two crates of edge 1 whose coordinates are those of a map.
bool find_on_map(const satori::Vec3d& origin) {
    const double rows[2][10] = {{4500000.24, 5400000, 300, 0.5, 0.5, 0.5, 0, 0, 0, 1},
                                {4500001.25, 5400000, 300, 0.5, 0.5, 0.5, 0, 0, 0, 1}};
    satori::Workspace workspace;
    satori::PairResult result;
    satori::BoxBatch batch;
    const satori::BoxView64 view = satori::box_rows64(&rows[0][0], 2, origin);
    if (batch.assign(view) != Status::ok || satori::find_overlaps(batch, workspace, result) != Status::ok) return false;
    std::printf("overlaps %llu, centers moved by up to %.2g m\n", static_cast<unsigned long long>(result.pair_count),
                batch.center_error());
    return true;
}

}  // namespace

int main() {
    const satori::Vec3d far{1e7, -1e7, 1e7};
    Found at_origin, far_away, with_origin;
    if (!find({}, {}, at_origin) || !find(far, {}, far_away) || !find(far, far, with_origin)) return 1;
    std::printf("at the origin: %zu contacts of %llu pairs\n", at_origin.manifolds.size(),
                static_cast<unsigned long long>(at_origin.pair_count));
    std::printf("far from it: %s contacts, of %llu pairs\n", same(far_away, at_origin) ? "the same" : "other",
                static_cast<unsigned long long>(far_away.pair_count));
    std::printf("with an origin there: %s contacts, of %llu pairs\n",
                same(with_origin, at_origin) ? "the same" : "other",
                static_cast<unsigned long long>(with_origin.pair_count));
    std::printf("crates of a map, 1 cm apart, as floats: ");
    if (!find_on_map({})) return 1;
    std::printf("seen from an origin near by: ");
    if (!find_on_map({4500000, 5400000, 300})) return 1;
}
