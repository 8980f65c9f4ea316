// Values for gdb_printers.sh. gdb stops in stop_here() and prints them.

#include <span>
#include <vector>

#include <satori/satori.hpp>

namespace {

struct Values {
    satori::Status status = satori::Status::ok;
    satori::Status failure = satori::Status::ok;
    satori::Status unknown = static_cast<satori::Status>(99);
    satori::BoxId no_box;
    std::vector<satori::BoxId> ids;
    satori::BoxBatch boxes;
    satori::RectBatch rects;
    satori::BoxBatch no_boxes;
    satori::BoxBatch many;
    std::span<satori::BoxPair> pairs;
    std::span<const satori::BoxPair, 1> one_pair{&kPair, 1};
    satori::BoxPair pair{3, 7};
    satori::WorldPair world_pair{{3, 1}, {7, 2}};
    satori::WorldUpdate update;

    static constexpr satori::BoxPair kPair{4, 9};
};

// The breakpoint of gdb_printers.sh.
[[gnu::noinline]] bool stop_here(const Values& values) {
    return values.status == satori::Status::ok;
}

}  // namespace

int main() {
    using satori::Status;
    Values values;
    std::vector<satori::OrientedBox> boxes(3);
    boxes[1].center = {0.75F, 0, 0};
    boxes[1].half_extents = {0.5F, 1, 2};
    boxes[2].center = {1.5F, 0, 0};
    satori::Workspace workspace;
    satori::PairResult result;
    values.status = values.boxes.assign(satori::box_rows(boxes));
    if (values.status == Status::ok) values.status = satori::find_overlaps(values.boxes, workspace, result);
    values.pairs = result.pairs;

    std::vector<satori::OrientedBox> many(10);
    many[1].half_extents.x = -1;
    if (values.status == Status::ok)
        values.status = values.many.assign(satori::box_rows(many), satori::OnInvalid::skip);
    values.failure = values.no_boxes.assign(satori::box_rows(many));

    const satori::OrientedRect rect{{1, 2}, {3, 4}, 0};
    if (values.status == Status::ok) values.status = values.rects.assign(satori::rect_rows({&rect, 1}));

    satori::World world;
    std::vector<satori::BoxDef> defs(2);
    values.ids.resize(2);
    if (values.status == Status::ok) values.status = world.create(defs, values.ids);
    if (values.status == Status::ok) values.status = world.update(values.update);
    return stop_here(values) ? 0 : 1;
}
