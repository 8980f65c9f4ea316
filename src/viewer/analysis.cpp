#include "viewer/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <xxhash.h>

#include <satori/box_queries.hpp>
#include <satori/contacts.hpp>
#include <satori/rect_contacts.hpp>
#include <satori/rect_pairs.hpp>

#include "cli/cli_error.hpp"
#include "cli/timing.hpp"

namespace satori::viewer {

namespace {

using cli::Clock;
using cli::ms_since;

constexpr const char* kSceneStages[] = {"ingest", "CPU, bounds", "CPU, broadphase", "CPU, narrowphase",
                                        "CPU, manifolds"};
constexpr const char* kUpdateStages[] = {"calls, reading, hash", "bounds",    "broadphase", "filters",
                                         "narrowphase",          "manifolds", "events"};
constexpr double kOriginStep = 1024;  // metres: places near a World's zero stay as they are

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

// A scene's frame is packed rows.
std::vector<OrientedBox> boxes_of(const scenes::FrameView& frame) {
    std::vector<OrientedBox> boxes;
    boxes.reserve(std::visit([](const auto& view) { return view.count; }, frame));
    if (const auto* rects = std::get_if<RectView>(&frame)) {
        for (std::size_t i = 0; i < rects->count; ++i) {
            const float* row = rects->centers + 5 * i;
            boxes.push_back(flat_box({row[0], row[1]}, {row[2], row[3]}, row[4]));
        }
    } else {
        const BoxView& view = std::get<BoxView>(frame);
        for (std::size_t i = 0; i < view.count; ++i) {
            const float* row = view.centers + 10 * i;
            boxes.push_back({{row[0], row[1], row[2]}, {row[3], row[4], row[5]}, {row[6], row[7], row[8], row[9]}});
        }
    }
    return boxes;
}

}  // namespace

Execution Analysis::execution() {
    if (limit_of_ != choices_.threads) {
        limit_.reset();
        limit_.emplace(choices_.threads);
        limit_of_ = choices_.threads;
    }
    return {choices_.isa, limit_->executor()};
}

template <typename Manifold>
void Analysis::take(const BoxPair& pair, const Manifold& manifold) {
    const Double3 center = geometry::widened(boxes_[pair.first].center);
    for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
        const auto& point = manifold.points[p];
        contacts_.push_back({pair, center + in_space(point.offset), in_space(manifold.normal), point.separation});
    }
}

template <typename Result, typename Batch>
void Analysis::collide_all(const Batch& batch, double ingest_ms) {
    Result result;
    const Clock::time_point start = Clock::now();
    check(collide(batch, workspace_, result, {.boundary = choices_.boundary}, execution()), "finding the contacts");
    figures_.call_ms = ms_since(start);
    figures_.candidate_count = result.candidate_count;
    figures_.pair_count = result.manifold_count;
    figures_.point_count = result.point_count;
    figures_.thread_count = result.thread_count;
    figures_.isa = result.isa;
    figures_.stage_names = kSceneStages;
    figures_.stages_ms = {ingest_ms, in_ms(result.times.aabb), in_ms(result.times.broadphase),
                          in_ms(result.times.narrowphase), in_ms(result.times.manifold)};
    for (const auto& manifold : result.manifolds) {
        pairs_.push_back(manifold.pair);
        take(manifold.pair, manifold);
    }
    check(sort_pairs(pairs_, workspace_), "sorting the pairs");
}

void Analysis::run(const scenes::FrameView& frame, const RunChoices& choices) {
    choices_ = choices;
    flat_ = std::holds_alternative<RectView>(frame);
    boxes_ = boxes_of(frame);
    pairs_.clear();
    contacts_.clear();
    const Clock::time_point start = Clock::now();
    if (flat_) {
        check(rects_.assign(std::get<RectView>(frame), OnInvalid::skip, execution()), "taking in the boxes");
    } else {
        check(batch_.assign(std::get<BoxView>(frame), OnInvalid::skip, execution()), "taking in the boxes");
    }
    const double ingest_ms = ms_since(start);
    flat_ ? collide_all<RectContactResult>(rects_, ingest_ms) : collide_all<ContactResult>(batch_, ingest_ms);
    figures_.hash = XXH64(pairs_.data(), pairs_.size() * sizeof(BoxPair), 0);

    const std::span<const InvalidBox> invalid = flat_ ? rects_.invalid() : batch_.invalid();
    invalid_.assign(invalid.begin(), invalid.end());
    flags_.assign(boxes_.size(), Flag::apart);
    for (const BoxPair& pair : pairs_) flags_[pair.first] = flags_[pair.second] = Flag::overlapping;
    for (const InvalidBox& box : invalid) flags_[box.index] = Flag::invalid;
}

void Analysis::take_boxes(const World& world) {
    // Where there is none stands one that nothing touches or hits.
    constexpr float kNowhere = std::numeric_limits<float>::quiet_NaN();
    boxes_.assign(world.index_limit(), {{kNowhere, kNowhere, kNowhere}, {}, {}});
    flags_.assign(boxes_.size(), Flag::none);
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
        const BoxId id = world.id_at(i);
        if (id == BoxId{}) continue;
        const BoxDef def = world.box(id);
        const Vec3d& at = def.pose.position;
        if (!origin_) {
            const auto near = [](double place) { return kOriginStep * std::round(place / kOriginStep); };
            origin_ = Double3{{near(at.x), near(at.y), near(at.z)}};
        }
        const Double3 place = Double3{{at.x, at.y, at.z}} - *origin_;
        boxes_[i] = {{static_cast<float>(place[0]), static_cast<float>(place[1]), static_cast<float>(place[2])},
                     def.half_extents,
                     def.pose.rotation};
        flags_[i] = Flag::apart;
    }
}

void Analysis::run(Recording& recording, std::uint32_t frame, const RunChoices& choices) {
    choices_ = choices;
    recorded_ = true;
    recording.go_to(frame, execution());
    const World& world = recording.world();
    const WorldUpdate& update = recording.update();
    take_boxes(world);
    check(batch_.assign(box_rows(boxes_), OnInvalid::skip, execution()), "taking in the boxes");

    const auto by_index = [](const WorldPair& pair) { return BoxPair{pair.first.index, pair.second.index}; };
    pairs_.clear();
    for (const std::span<const WorldPair> touching : {update.begun, update.persisted})
        std::transform(touching.begin(), touching.end(), std::back_inserter(pairs_), by_index);
    std::inplace_merge(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(update.begun.size()), pairs_.end());
    for (const BoxPair& pair : pairs_) flags_[pair.first] = flags_[pair.second] = Flag::overlapping;
    contacts_.clear();
    for (const WorldContact& contact : update.contacts) take(by_index(contact.pair), world.manifold(contact.slot));

    const WorldUpdate::Times& times = update.times;
    figures_ = {};
    figures_.candidate_count = update.pair_count;
    figures_.pair_count = pairs_.size();
    figures_.point_count = contacts_.size();
    figures_.thread_count = update.thread_count;
    figures_.isa = update.isa;
    figures_.stage_names = kUpdateStages;
    figures_.stages_ms = {0,
                          in_ms(times.bounds),
                          in_ms(times.broadphase),
                          in_ms(times.filters),
                          in_ms(times.narrowphase),
                          in_ms(times.manifolds),
                          in_ms(times.events)};
    for (const double ms : figures_.stages_ms) figures_.call_ms += ms;
    figures_.stages_ms[0] = std::max(0.0, recording.step_ms() - figures_.call_ms);
    figures_.hash = world.state_hash();
    figures_.update = {update.begun.size(), update.persisted.size(), update.ended.size(), update.tested_count,
                       update.changed_count};
}

bool Analysis::has_place(std::uint32_t index) const {
    if (!is_invalid(index)) return has_box(index);
    const Vec3& center = boxes_[index].center;
    const auto near = [](float place) { return std::fabs(place) <= kMaxCenter; };
    return near(center.x) && near(center.y) && near(center.z);
}

std::vector<RejectedPair> Analysis::rejected(std::optional<std::uint32_t> of) {
    std::vector<RejectedPair> found;
    const auto find = [&]<typename Axis>(const auto& batch, Axis) {
        PairResult result;
        check(find_pairs(batch, workspace_, result, execution()), "finding the candidates");
        std::vector<BoxPair> apart;
        for (const BoxPair& pair : result.pairs) {
            const bool wanted = !of || pair.first == *of || pair.second == *of;
            if (wanted && !std::binary_search(pairs_.begin(), pairs_.end(), pair)) apart.push_back(pair);
        }
        std::sort(apart.begin(), apart.end());
        std::vector<Axis> axes(apart.size());
        check(separating_axes(batch, apart, axes, workspace_, {.boundary = choices_.boundary}, execution()),
              "finding the axes");
        for (std::size_t k = 0; k < apart.size(); ++k) {
            // In a World boxes that overlap may be no pair: static ones, and those that a filter refuses.
            if (!recorded_ || axes[k].separation > 0) found.push_back({apart[k], axes[k].axis, axes[k].separation});
        }
    };
    flat_ ? find(rects_, RectSeparatingAxis{}) : find(batch_, SeparatingAxis{});
    return found;
}

std::vector<Aabb> Analysis::bounds() const {
    std::vector<Aabb> all(boxes_.size());
    if (flat_) {
        std::vector<Aabb2> flat(boxes_.size());
        check(compute_aabbs(rects_, flat), "finding the bounds");
        std::transform(flat.begin(), flat.end(), all.begin(), [](const Aabb2& b) {
            return Aabb{{b.min.x, b.min.y, 0}, {b.max.x, b.max.y, 0}};
        });
    } else {
        check(compute_aabbs(batch_, all), "finding the bounds");
    }
    return all;
}

std::optional<std::uint32_t> Analysis::pick(const Ray& ray, const Double3& origin) const {
    std::optional<std::uint32_t> nearest;
    float entry = ray.max_distance;
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
        OrientedBox box = boxes_[i];
        const Double3 center = geometry::widened(box.center) - origin;
        box.center = {static_cast<float>(center[0]), static_cast<float>(center[1]), static_cast<float>(center[2])};
        RayHit hit;
        // Later boxes are painted over earlier ones of the same depth.
        if (intersect(box, ray, hit) != Status::ok || !(hit.entry <= entry) || hit.entry == ray.max_distance) continue;
        nearest = i;
        entry = hit.entry;
    }
    return nearest;
}

}  // namespace satori::viewer
