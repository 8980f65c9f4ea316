#include "viewer/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <xxhash.h>

#include <satori/columns.hpp>
#include <satori/contacts.hpp>
#include <satori/debug_draw.hpp>
#include <satori/distances.hpp>
#include <satori/rect_contacts.hpp>
#include <satori/rect_pairs.hpp>

#include "cli/cli_error.hpp"
#include "cli/timing.hpp"

namespace satori::viewer {

namespace {

using cli::Clock;
using cli::ms_since;
using State = SeenFrame::State;

// The first stage comes before the call and is not part of it.
constexpr const char* kSceneStages[] = {"before it: ingest", "CPU, bounds", "CPU, broadphase", "CPU, narrowphase",
                                        "CPU, manifolds"};
constexpr const char* kUpdateStages[] = {
    "before it: calls, reading, hash", "bounds", "broadphase", "filters", "narrowphase", "manifolds", "events"};
constexpr double kOriginStep = 1024;  // meters: positions near a World's zero do not change

double in_ms(std::uint64_t nanoseconds) {
    return static_cast<double>(nanoseconds) * 1e-6;
}

void check(Status status, const char* work) {
    if (status != Status::ok) throw cli::CliError(cli::ExitCode::failed, fmt::format("{}: {}", work, describe(status)));
}

Double3 in_space(const Vec2& v) {
    return in_plane(v);
}
Double3 in_space(const Vec3& v) {
    return geometry::widened(v);
}
Double3 in_space(const Vec3d& v) {
    return {{v.x, v.y, v.z}};
}

template <typename Manifold>
void take(SeenFrame& seen, const BoxPair& pair, const Manifold& manifold) {
    const Double3 center = geometry::widened(seen.solids.cores[pair.first].center);
    const bool begun = std::binary_search(seen.begun.begin(), seen.begun.end(), pair);
    for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
        const auto& point = manifold.points[p];
        seen.contacts.push_back(
            {pair, center + in_space(point.offset), in_space(manifold.normal), point.separation, begun});
    }
}

// Must be called when all pairs are known.
void close(SeenFrame& seen) {
    for (const BoxPair& pair : seen.pairs) seen.states[pair.first] = seen.states[pair.second] = State::overlapping;
    seen.figures.events = {seen.begun.size(), seen.pairs.size() - seen.begun.size(), seen.ended.size()};
}

std::vector<SeenColumn> columns_of(const World& world) {
    struct Taken {
        std::vector<SeenColumn> columns;
        std::exception_ptr failed;
    } taken;
    DebugDraw draw;
    draw.column = [](const DebugColumn& column, void* user) noexcept {
        Taken& to = *static_cast<Taken*>(user);
        try {
            to.columns.push_back({in_space(column.min), in_space(column.max), column.box_count, column.grid});
        } catch (...) {
            to.failed = std::current_exception();
        }
    };
    draw.user = &taken;
    debug_draw(world, draw);
    if (taken.failed) std::rethrow_exception(taken.failed);
    return std::move(taken.columns);
}

}  // namespace

// The rows of a scene's frame have all of a box, one column after the other.
Solids solids_of(const scenes::FrameView& frame, std::vector<float> radii) {
    Solids solids{{}, std::move(radii), std::holds_alternative<RectView>(frame)};
    const auto [count, stride] =
        std::visit([](const auto& view) { return std::pair(view.count, view.center_stride); }, frame);
    const std::size_t columns = static_cast<std::size_t>(stride) / sizeof(float);
    solids.cores.reserve(count);
    if (const auto* rects = std::get_if<RectView>(&frame)) {
        for (std::size_t i = 0; i < count; ++i) {
            const float* row = rects->centers + columns * i;
            solids.cores.push_back(flat_box({row[0], row[1]}, {row[2], row[3]}, row[4]));
        }
    } else {
        const BoxView& boxes = std::get<BoxView>(frame);
        for (std::size_t i = 0; i < count; ++i) {
            const float* row = boxes.centers + columns * i;
            solids.cores.push_back(
                {{row[0], row[1], row[2]}, {row[3], row[4], row[5]}, {row[6], row[7], row[8], row[9]}});
        }
    }
    return solids;
}

Execution Analysis::execution() {
    if (limit_of_ != choices_.threads) {
        limit_.reset();
        limit_.emplace(choices_.threads);
        limit_of_ = choices_.threads;
    }
    return {choices_.isa, limit_->executor()};
}

template <typename Result, typename Batch>
void Analysis::collide_all(const Batch& batch, double ingest_ms, std::span<const BoxPair> before, SeenFrame& seen) {
    Result result;
    const Clock::time_point start = Clock::now();
    check(collide(batch, workspace_, result, {.contacts = {.boundary = choices_.boundary}, .execution = execution()}),
          "finding the contacts");
    RunFigures& figures = seen.figures;
    figures.call_ms = ms_since(start);
    figures.candidate_count = result.candidate_count;
    figures.pair_count = result.manifold_count;
    figures.point_count = result.point_count;
    figures.thread_count = result.thread_count;
    figures.isa = result.isa;
    figures.stage_names = kSceneStages;
    figures.stages_ms = {ingest_ms, in_ms(result.times.aabb), in_ms(result.times.broadphase),
                         in_ms(result.times.narrowphase), in_ms(result.times.manifold)};
    for (const auto& manifold : result.manifolds) seen.pairs.push_back(manifold.pair);
    std::sort(seen.pairs.begin(), seen.pairs.end());
    std::set_difference(seen.pairs.begin(), seen.pairs.end(), before.begin(), before.end(),
                        std::back_inserter(seen.begun));
    std::set_difference(before.begin(), before.end(), seen.pairs.begin(), seen.pairs.end(),
                        std::back_inserter(seen.ended));
    for (const auto& manifold : result.manifolds) take(seen, manifold.pair, manifold);
}

void Analysis::run(scenes::SceneFile& scene, std::uint32_t frame, const RunChoices& choices,
                   std::span<const BoxPair> before) {
    choices_ = choices;
    auto seen = std::make_shared<SeenFrame>();
    const scenes::FrameView view = scene.view(frame);
    seen->solids = solids_of(view, scene.radii());
    flat_ = seen->solids.flat;
    const Clock::time_point start = Clock::now();
    const auto take_in = [&](auto& batch, const auto& boxes) {
        check(batch.assign(boxes, OnInvalid::skip, execution()), "taking in the boxes");
        check(batch.set_radii(seen->solids.radii), "taking in the radii");
    };
    flat_ ? take_in(rects_, std::get<RectView>(view)) : take_in(batch_, std::get<BoxView>(view));
    const double ingest_ms = ms_since(start);
    flat_ ? collide_all<RectContactResult>(rects_, ingest_ms, before, *seen)
          : collide_all<ContactResult>(batch_, ingest_ms, before, *seen);
    seen->figures.hash = XXH64(seen->pairs.data(), seen->pairs.size() * sizeof(BoxPair), 0);

    const std::span<const InvalidBox> invalid = flat_ ? rects_.invalid() : batch_.invalid();
    seen->invalid.assign(invalid.begin(), invalid.end());
    seen->states.assign(seen->solids.cores.size(), State::apart);
    close(*seen);
    for (const InvalidBox& box : invalid) seen->states[box.index] = State::invalid;
    seen_ = std::move(seen);
}

void Analysis::take_boxes(const World& world, SeenFrame& seen) {
    // An index without a box gets a box that nothing overlaps or hits.
    constexpr float kNowhere = std::numeric_limits<float>::quiet_NaN();
    std::vector<OrientedBox>& boxes = seen.solids.cores;
    boxes.assign(world.index_limit(), {{kNowhere, kNowhere, kNowhere}, {}, {}});
    seen.states.assign(boxes.size(), State::none);
    seen.world_boxes.resize(boxes.size());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        const BoxId id = world.id_at(i);
        if (id == BoxId{}) continue;
        const BoxDef def = world.box(id);
        seen.world_boxes[i] = {id, def};
        const Vec3d& at = def.pose.position;
        if (!origin_) {
            const auto near = [](double place) { return kOriginStep * std::round(place / kOriginStep); };
            origin_ = Double3{{near(at.x), near(at.y), near(at.z)}};
        }
        const Double3 place = in_space(at) - *origin_;
        boxes[i] = {{static_cast<float>(place[0]), static_cast<float>(place[1]), static_cast<float>(place[2])},
                    def.half_extents,
                    def.pose.rotation};
        seen.states[i] = State::apart;
        if (def.radius > 0) seen.solids.radii.resize(boxes.size());
        if (def.radius > 0) seen.solids.radii[i] = def.radius;
    }
}

std::shared_ptr<const SeenFrame> Analysis::see(const Recording& recording) {
    const World& world = recording.world();
    const WorldUpdate& update = recording.update();
    auto seen = std::make_shared<SeenFrame>();
    take_boxes(world, *seen);

    const auto by_index = [](const WorldPair& pair) { return BoxPair{pair.first.index, pair.second.index}; };
    const auto take_pairs = [&](std::span<const WorldContact> contacts, std::vector<BoxPair>& out) {
        for (const WorldContact& contact : contacts) out.push_back(by_index(contact.pair));
        std::sort(out.begin(), out.end());
    };
    take_pairs(update.begun, seen->begun);
    take_pairs(update.ended, seen->ended);
    std::vector<WorldContact> contacts(update.contact_count);
    static_cast<void>(world.copy_contacts(contacts));  // there is room
    std::sort(contacts.begin(), contacts.end());
    take_pairs(contacts, seen->pairs);
    for (const WorldContact& contact : contacts) take(*seen, by_index(contact.pair), world.manifold(contact.slot));
    seen->columns = columns_of(world);
    for (SeenColumn& column : seen->columns) {
        column.min = column.min - origin();
        column.max = column.max - origin();
    }

    const WorldUpdate::Times& times = update.times;
    RunFigures& figures = seen->figures;
    figures.candidate_count = update.pair_count;
    figures.pair_count = seen->pairs.size();
    figures.point_count = seen->contacts.size();
    figures.thread_count = update.thread_count;
    figures.isa = update.isa;
    figures.stage_names = kUpdateStages;
    figures.stages_ms = {0,
                         in_ms(times.bounds),
                         in_ms(times.broadphase),
                         in_ms(times.filters),
                         in_ms(times.narrowphase),
                         in_ms(times.manifolds),
                         in_ms(times.events)};
    for (const double ms : figures.stages_ms) figures.call_ms += ms;
    // Updates of few boxes are not timed. Then all of the step counts as the update.
    if (figures.call_ms == 0) figures.call_ms = recording.step_ms();
    figures.stages_ms[0] = std::max(0.0, recording.step_ms() - figures.call_ms);
    figures.hash = world.state_hash();
    figures.tested_count = update.tested_count;
    figures.changed_count = update.changed_box_count;
    close(*seen);
    return seen;
}

std::uint32_t Analysis::run(Recording& recording, std::uint32_t frame, const RunChoices& choices) {
    choices_ = choices;
    recorded_ = true;
    std::shared_ptr<const SeenFrame> seen = cache_.find(frame);
    if (seen == nullptr) {
        recording.go_to(frame, execution(), [&] {
            const std::uint32_t passed = recording.frame();
            const bool stays = passed >= frame || frame - passed < cache_.room();
            if (stays && cache_.find(passed) == nullptr) cache_.add(passed, see(recording));
        });
        frame = recording.frame();
        seen = cache_.find(frame);
        if (seen == nullptr) seen = see(recording);  // the frame is larger than the cache
    }
    seen_ = std::move(seen);
    check(batch_.assign(box_rows(seen_->solids.cores), OnInvalid::skip, execution()), "taking in the boxes");
    check(batch_.set_radii(seen_->solids.radii), "taking in the radii");
    return frame;
}

bool Analysis::has_place(std::uint32_t index) const {
    if (!is_invalid(index)) return has_box(index);
    const Vec3& center = seen_->solids.cores[index].center;
    const auto near = [](float place) { return std::fabs(place) <= kMaxCenter; };
    return near(center.x) && near(center.y) && near(center.z);
}

// Passes the axis and the separation of each pair. Only boxes without radii have axes.
template <typename Batch, typename Found>
void Analysis::separate(const Batch& batch, std::span<const BoxPair> apart, Found&& found) {
    constexpr bool kFlat = std::is_same_v<Batch, RectBatch>;
    if (has_radii()) {
        std::vector<std::conditional_t<kFlat, RectDistance, PairDistance>> gaps(apart.size());
        check(distances(batch, apart, gaps, workspace_, {.execution = execution()}), "finding the distances");
        for (std::size_t k = 0; k < apart.size(); ++k) found(apart[k], kNoAxis, gaps[k].distance);
        return;
    }
    std::vector<std::conditional_t<kFlat, RectSeparatingAxis, SeparatingAxis>> axes(apart.size());
    check(separating_axes(batch, apart, axes, workspace_,
                          {.contacts = {.boundary = choices_.boundary}, .execution = execution()}),
          "finding the axes");
    for (std::size_t k = 0; k < apart.size(); ++k) found(apart[k], axes[k].axis, axes[k].separation);
}

std::vector<RejectedPair> Analysis::rejected(std::optional<std::uint32_t> of) {
    std::vector<RejectedPair> all;
    const auto find = [&](const auto& batch) {
        PairResult result;
        check(find_pairs(batch, workspace_, result, {.execution = execution()}), "finding the candidates");
        std::vector<BoxPair> apart;
        for (const BoxPair& pair : result.pairs) {
            const bool wanted = !of || pair.first == *of || pair.second == *of;
            if (wanted && !std::binary_search(seen_->pairs.begin(), seen_->pairs.end(), pair)) apart.push_back(pair);
        }
        std::sort(apart.begin(), apart.end());
        separate(batch, apart, [&](const BoxPair& pair, std::uint32_t axis, float separation) {
            // In a World, boxes that overlap may make no pair: static boxes, and boxes that a filter excludes.
            if (!recorded_ || separation > 0) all.push_back({pair, axis, separation});
        });
    };
    flat_ ? find(rects_) : find(batch_);
    return all;
}

std::vector<Aabb> Analysis::bounds() const {
    std::vector<Aabb> all(seen_->solids.cores.size());
    if (flat_) {
        std::vector<Aabb2> flat(seen_->solids.cores.size());
        check(compute_aabbs(rects_, flat), "finding the bounds");
        std::transform(flat.begin(), flat.end(), all.begin(), [](const Aabb2& b) {
            return Aabb{{b.min.x, b.min.y, 0}, {b.max.x, b.max.y, 0}};
        });
    } else {
        check(compute_aabbs(batch_, all), "finding the bounds");
    }
    return all;
}

std::vector<SeenColumn> Analysis::columns() {
    if (world_keeps_columns()) return seen_->columns;
    std::vector<SeenColumn> found;
    const auto find = [&]<typename Column>(const auto& batch, Column) {
        std::span<const Column> columns;
        check(find_columns(batch, workspace_, columns, execution()), "finding the columns");
        for (const Column& column : columns)
            found.push_back({in_space(column.region.min), in_space(column.region.max), column.box_count, column.grid});
    };
    flat_ ? find(rects_, RectColumn{}) : find(batch_, BoxColumn{});
    return found;
}

std::optional<std::uint32_t> Analysis::pick(const Ray& ray, const Double3& origin,
                                            const std::function<bool(std::uint32_t)>& is_seen) const {
    std::optional<std::uint32_t> nearest;
    float first = ray.max_distance;
    for (std::uint32_t i = 0; i < seen_->solids.cores.size(); ++i) {
        Solid solid = seen_->solids[i];
        const Double3 center = geometry::widened(solid.core.center) - origin;
        solid.core.center = {static_cast<float>(center[0]), static_cast<float>(center[1]),
                             static_cast<float>(center[2])};
        const std::optional<float> entry = entry_of(solid, ray);
        // Of boxes at the same depth, the later one is drawn over the earlier one.
        if (!entry || !(*entry <= first) || !is_seen(i)) continue;
        nearest = i;
        first = *entry;
    }
    return nearest;
}

}  // namespace satori::viewer
