// docs/filters.md: which boxes make pairs. All boxes stand in one place, so filters alone keep them apart.
#include <cstdio>
#include <span>
#include <vector>

#include <satori/world.hpp>

using satori::BoxDef;
using satori::Status;

namespace {

constexpr std::uint64_t kScenery = 1, kBody = 2, kGhost = 4;

BoxDef make(const char* name, std::uint64_t category, std::uint64_t mask) {
    BoxDef def;
    def.filter.category = category;
    def.filter.mask = mask;
    def.user_data = reinterpret_cast<std::uintptr_t>(name);
    return def;
}

const char* name_of(const BoxDef& def) {
    return reinterpret_cast<const char*>(def.user_data);
}

const char* name_of(const satori::World& world, satori::BoxId id) {
    return name_of(world.box(id));
}

// The two never meet, whatever their categories. It is asked with the boxes' ids.
void refuse_ball_and_crate(std::span<const satori::WorldPair> pairs, std::span<std::uint8_t> keep,
                           void* user) noexcept {
    const auto* const ids = static_cast<const satori::BoxId*>(user);
    for (std::size_t k = 0; k < pairs.size(); ++k)
        if (pairs[k] == satori::WorldPair{ids[1], ids[2]}) keep[k] = 0;
}

bool show(satori::World& world, const char* what) {
    satori::WorldUpdate update;
    if (world.update(update) != Status::ok) return false;
    std::printf("%s\n", what);
    const auto print = [&](const char* event, const satori::WorldPair& pair) {
        std::printf("  %s: %s, %s\n", event, name_of(world, pair.first), name_of(world, pair.second));
    };
    for (const satori::WorldContact& contact : update.begun) print("begin", contact.pair);
    for (const satori::WorldContact& contact : update.ended) print("end", contact.pair);
    return true;
}

// The same boxes without a World: no sensors, no ignored pairs, no predicate.
bool show_call(std::span<const BoxDef> defs) {
    std::vector<satori::OrientedBox> boxes(defs.size());
    std::vector<satori::BoxFilter> filters;
    std::vector<satori::MotionType> motions;
    for (const BoxDef& def : defs) {
        filters.push_back(def.filter);
        motions.push_back(def.motion);
    }
    satori::BoxBatch batch;
    satori::Workspace workspace;
    satori::PairResult result;
    if (batch.assign(boxes) != Status::ok) return false;
    const Status status = satori::find_overlaps(batch, workspace, result, {.filters = {filters}, .motions = {motions}});
    if (status != Status::ok || satori::sort_pairs(result.pairs, workspace) != Status::ok) return false;
    std::printf("the same boxes in one call\n");
    for (const auto& [first, second] : result.pairs)
        std::printf("  pair: %s, %s\n", name_of(defs[first]), name_of(defs[second]));
    return true;
}

}  // namespace

int main() {
    enum { ground, ball, crate, ghost, door, wheel, car, box_count };
    BoxDef defs[box_count] = {
        make("ground", kScenery, ~0ULL), make("ball", kBody, kScenery | kBody), make("crate", kBody, kScenery | kBody),
        make("ghost", kGhost, kScenery), make("door", kScenery, kBody),         make("wheel", kBody, kScenery),
        make("car", kBody, kScenery),
    };
    defs[ground].motion = satori::MotionType::static_box;
    defs[door].motion = satori::MotionType::static_box;
    defs[door].sensor = true;
    defs[wheel].filter.owner = defs[car].filter.owner = 7;  // parts of one compound
    defs[wheel].filter.group = defs[crate].filter.group = 3;

    satori::BoxId ids[box_count];
    satori::WorldOptions options;
    options.predicate = refuse_ball_and_crate;
    options.predicate_user = ids;
    satori::World world(options);
    if (world.create(defs, ids) != Status::ok || !show(world, "created")) return 1;

    if (world.ignore(ids[ground], ids[wheel]) != Status::ok || !show(world, "ground and wheel joined")) return 1;

    const satori::BoxFilter any;
    if (world.set_filter(ids[ghost], any) != Status::ok) return 1;
    if (!show(world, "the ghost has a common box's filter")) return 1;

    if (world.set_motion(ids[crate], satori::MotionType::kinematic_box) != Status::ok) return 1;
    if (!show(world, "the crate is kinematic")) return 1;
    if (!show_call(defs)) return 1;
}
