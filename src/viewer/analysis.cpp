#include "viewer/analysis.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <xxhash.h>

#include <satori/box_queries.hpp>
#include <satori/contacts.hpp>
#include <satori/rect_contacts.hpp>
#include <satori/rect_pairs.hpp>

#include "cli/cli_error.hpp"

namespace satori::viewer {

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
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

std::span<const InvalidBox> Analysis::invalid() const {
    return flat_ ? rects_.invalid() : batch_.invalid();
}

template <typename Result, typename Batch>
void Analysis::collide_all(const Batch& batch) {
    Result result;
    const Clock::time_point start = Clock::now();
    check(collide(batch, workspace_, result, {.boundary = choices_.boundary}, execution()), "finding the contacts");
    figures_.call_ms = ms_since(start);
    figures_.candidate_count = result.candidate_count;
    figures_.pair_count = result.manifold_count;
    figures_.point_count = result.point_count;
    figures_.thread_count = result.thread_count;
    figures_.isa = result.isa;
    figures_.times = result.times;
    for (const auto& manifold : result.manifolds) {
        pairs_.push_back(manifold.pair);
        const Double3 center = geometry::widened(boxes_[manifold.pair.first].center);
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            const auto& point = manifold.points[p];
            contacts_.push_back(
                {manifold.pair, center + in_space(point.offset), in_space(manifold.normal), point.separation});
        }
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
    figures_.ingest_ms = ms_since(start);
    flat_ ? collide_all<RectContactResult>(rects_) : collide_all<ContactResult>(batch_);
    figures_.hash = XXH64(pairs_.data(), pairs_.size() * sizeof(BoxPair), 0);

    flags_.assign(boxes_.size(), Flag::apart);
    for (const BoxPair& pair : pairs_) flags_[pair.first] = flags_[pair.second] = Flag::overlapping;
    for (const InvalidBox& box : invalid()) flags_[box.index] = Flag::invalid;
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
        for (std::size_t k = 0; k < apart.size(); ++k) found.push_back({apart[k], axes[k].axis, axes[k].separation});
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
