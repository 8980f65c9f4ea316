#include "support/query_judge.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <utility>

#include "oracles/shape_twin.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/shape_regimes.hpp"

namespace satori::test {

using reference::Point;

namespace {

double length_of(const Vec3d& v) {
    return reference::length(to_point(v));
}

bool without_some(std::size_t query, BoxId box, void*) noexcept {
    return (box.index + query) % 3 != 0;
}

}  // namespace

Vec3d QueryJudge::place(double spread) {
    const auto at = [&](double base, std::size_t k) {
        return base + std::floor(random_.uniform(-spread, spread) * region_.half_width[k] * 256) / 256;
    };
    return {at(region_.base.x, 0), at(region_.base.y, 1), at(region_.base.z, 2)};
}

Quat QueryJudge::rotation() {
    const auto f = [&] { return static_cast<float>(random_.uniform(-1, 1)); };
    return random_.below(3) == 0 ? Quat{} : Quat{f(), f(), f(), f() + 1.5F};
}

Vec3 QueryJudge::half() {
    const auto f = [&] { return static_cast<float>(random_.log_uniform(region_.smallest, region_.largest)); };
    return random_.below(20) == 0 ? Vec3{f(), f(), 0} : Vec3{f(), f(), f()};
}

Vec3d QueryJudge::direction() {
    const auto f = [&] { return random_.below(6) == 0 ? 0 : random_.uniform(-1, 1); };
    const double scale = random_.log_uniform(0.01, 100);
    const Vec3d made{scale * f(), scale * f(), scale * f()};
    return made.x == 0 && made.y == 0 && made.z == 0 ? Vec3d{0, 0, -2} : made;
}

QueryFilter QueryJudge::any_filter() {
    QueryFilter filter;
    if (random_.coin()) filter.mask = 3;
    filter.sensors = random_.coin();
    if (random_.coin()) filter.ignored = boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))].first;
    if (random_.below(4) == 0) filter.ignored_owner = 1 + random_.below(3);
    if (random_.below(4) == 0) filter.ignored_motions = random_.below(16);
    if (random_.below(4) == 0) {
        const std::uint32_t from = random_.below(static_cast<std::uint32_t>(some_ids_.size()));
        filter.ignored_boxes = some_ids_.data() + from;
        filter.ignored_count = some_ids_.size() - from;
    }
    return filter;
}

QueryJudge::Selection QueryJudge::any_selection(std::size_t count) {
    Selection selection;
    selection.filters.resize(random_.coin() ? 1 : count);
    for (QueryFilter& filter : selection.filters) filter = any_filter();
    selection.has_predicate = random_.coin();
    return selection;
}

QueryOptions QueryJudge::Selection::options(const Execution& execution) const {
    QueryOptions options{.execution = execution, .predicate = has_predicate ? without_some : nullptr};
    if (filters.size() == 1)
        options.filter = filters[0];
    else
        options.filters = filters;
    return options;
}

template <class Ask>
auto QueryJudge::ask_all(Ask&& ask) {
    auto rows = ask(*asked_[0].world, asked_[0].execution);
    Workspace workspace;
    for (const Asked& asked : asked_.subspan(1)) {
        if (!asked.only_reads) {
            EXPECT_TRUE(same_bytes(ask(*asked.world, asked.execution), rows)) << isa_name(asked.execution.isa);
            continue;
        }
        EXPECT_EQ(prepare_queries(*asked.world, asked.execution), Status::ok);
        EXPECT_TRUE(same_bytes(ask(std::as_const(*asked.world), asked.execution, workspace), rows))
            << "const, " << isa_name(asked.execution.isa);
    }
    return rows;
}

bool QueryJudge::seen(const BoxDef& def, BoxId id, const Selection& selection, std::size_t query) {
    const QueryFilter& filter = selection.filters[selection.filters.size() == 1 ? 0 : query];
    const std::span ignored(filter.ignored_boxes, filter.ignored_count);
    return (filter.sensors || !def.sensor) && id != filter.ignored && (def.filter.category & filter.mask) != 0 &&
           (filter.ignored_owner == 0 || def.filter.owner != filter.ignored_owner) &&
           (filter.ignored_motions >> static_cast<std::uint32_t>(def.motion) & 1U) == 0 &&
           std::ranges::find(ignored, id) == ignored.end() &&
           (!selection.has_predicate || without_some(query, id, nullptr));
}

template <class F>
void QueryJudge::for_each_seen(const Selection& selection, std::size_t query, F&& f) {
    for (const auto& [id, def] : boxes_)
        if (seen(def, id, selection, query)) f(id, def);
}

const BoxDef* QueryJudge::find(BoxId id) const {
    const auto at = std::lower_bound(boxes_.begin(), boxes_.end(), id,
                                     [](const auto& box, BoxId wanted) { return box.first < wanted; });
    return at != boxes_.end() && at->first == id ? &at->second : nullptr;
}

void QueryJudge::ask_everything(std::span<const Asked> asked, std::vector<std::pair<BoxId, BoxDef>> boxes,
                                std::size_t count) {
    asked_ = asked;
    boxes_ = std::move(boxes);
    some_ids_.clear();
    for (const auto& [id, def] : boxes_)
        if (random_.below(4) == 0) some_ids_.push_back(id);
    some_ids_.push_back({});
    const std::uint64_t hash = asked[0].world->state_hash();
    ASSERT_NO_FATAL_FAILURE(ask_rays(count));
    ASSERT_NO_FATAL_FAILURE(ask_casts(count));
    ASSERT_NO_FATAL_FAILURE(ask_shapes(count / 2));
    ASSERT_NO_FATAL_FAILURE(ask_points(count));
    for (const Asked& one : asked) ASSERT_EQ(one.world->state_hash(), hash);
}

void QueryJudge::judge_hit(const WorldRay& ray, const BoxDef& def, const WorldHit& hit) {
    const double speed = length_of(ray.direction), delta = query_delta(def, ray.origin);
    const Point direction = to_point(ray.direction);
    double entry = 0, exit = 0;
    ASSERT_TRUE(cut(placed(def.pose, def.half_extents, ray.origin, delta), direction, ray.max_distance, entry, exit))
        << "a hit that is none";
    ASSERT_GE(hit.distance, entry * (1 - 1e-12));
    ASSERT_LE(hit.distance, exit * (1 + 1e-12));
    const reference::Box shrunk = placed(def.pose, def.half_extents, ray.origin, -delta);
    // A box without thickness does not shrink.
    if (def.half_extents.z > 0 && cut(shrunk, direction, ray.max_distance, entry, exit)) {
        ASSERT_LE(hit.distance, entry * (1 + 1e-12));
    }
    const Point normal = reference::to_point(hit.normal);
    if (hit.distance == 0) {
        ASSERT_EQ(reference::length(normal), 0);
        ++rays_.inside;
        return;
    }
    const Point at = reference::add_scaled(to_point(ray.origin), hit.distance, direction);
    ASSERT_EQ(reference::length(between({at[0], at[1], at[2]}, hit.point)), 0);
    ASSERT_NEAR(reference::length(normal), 1, 1e-6);
    ASSERT_LT(reference::dot(normal, direction), 0) << "seen from behind";
    // The point must lie in the face that has this normal.
    const reference::Box box = placed(def.pose, def.half_extents, ray.origin);
    const double height = reference::dot(normal, direction) * hit.distance;
    ASSERT_NEAR(height, reference::project(box, normal).max, 2 * delta + 1e-6 * hit.distance * speed);
}

void QueryJudge::ask_rays(std::size_t count) {
    std::vector<WorldRay> rays(count);
    for (WorldRay& ray : rays) {
        ray = {place(1.5), direction()};
        if (random_.below(4) == 0)
            ray.origin = boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))].second.pose.position;
        if (random_.coin()) ray.max_distance = random_.log_uniform(0.1, 100) / length_of(ray.direction);
        if (random_.below(10) == 0) ray.max_distance = 0;
    }
    const Selection selection = any_selection(rays.size());
    const auto answers = ask_all([&](auto& world, const Execution& execution, auto&... memory) {
        WorldHits all;
        std::vector<WorldHit> closest(rays.size());
        std::vector<std::uint8_t> any(rays.size(), 7);
        EXPECT_EQ(all_hits(world, rays, all, memory..., selection.options(execution)), Status::ok);
        EXPECT_EQ(closest_hits(world, rays, closest, selection.options(execution)), Status::ok);
        EXPECT_EQ(any_hits(world, rays, any, selection.options(execution)), Status::ok);
        return std::tuple(std::vector(all.hits.begin(), all.hits.end()),
                          std::vector(all.begin.begin(), all.begin.end()), closest, any);
    });
    const auto& [hits, begin, first, blocked] = answers;
    ASSERT_EQ(begin.size(), rays.size() + 1);
    ASSERT_EQ(begin.back(), hits.size());
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const std::span<const WorldHit> mine(hits.data() + begin[i], hits.data() + begin[i + 1]);
        std::vector<BoxId> found;
        for (const WorldHit& hit : mine) {
            const BoxDef* const found_def = find(hit.box);
            ASSERT_NE(found_def, nullptr);
            const BoxDef& def = *found_def;
            ASSERT_TRUE(seen(def, hit.box, selection, i));
            ASSERT_NO_FATAL_FAILURE(judge_hit(rays[i], def, hit));
            found.push_back(hit.box);
        }
        for (std::size_t k = 1; k < mine.size(); ++k)
            ASSERT_LT(std::tuple(mine[k - 1].distance, mine[k - 1].box), std::tuple(mine[k].distance, mine[k].box));
        std::sort(found.begin(), found.end());
        for_each_seen(selection, i, [&](BoxId id, const BoxDef& def) {
            double entry = 0, exit = 0;
            const Point away = between(rays[i].origin, def.pose.position), along = to_point(rays[i].direction);
            const double beside = reference::length(reference::cross(away, along)) / reference::length(along);
            if (beside > reference::length(reference::to_point(def.half_extents))) return;
            const reference::Box shrunk =
                placed(def.pose, def.half_extents, rays[i].origin, -query_delta(def, rays[i].origin));
            const bool thick = def.half_extents.z > 0;
            if (thick && cut(shrunk, to_point(rays[i].direction), rays[i].max_distance, entry, exit)) {
                ASSERT_TRUE(std::binary_search(found.begin(), found.end(), id)) << "a box is missing";
            }
        });
        const WorldHit expected = mine.empty() ? WorldHit{} : mine.front();
        ASSERT_EQ(std::memcmp(&first[i], &expected, sizeof expected), 0);
        ASSERT_EQ(blocked[i], mine.empty() ? 0 : 1);
        ++(mine.empty() ? rays_.misses : rays_.hits);
    }
}

void QueryJudge::judge_point(const WorldBoxCast& cast, const BoxDef& def, const WorldHit& hit, double delta) {
    const auto beyond = [&](const reference::Box& box) {
        // Negative inside: the distance to the nearest face.
        double most = -HUGE_VAL;
        for (std::size_t k = 0; k < 3; ++k)
            most = std::max(most, std::fabs(reference::dot(box.center, box.axes[k])) - box.half[k]);
        return most;
    };
    const double there = beyond(placed(def.pose, def.half_extents, hit.point));
    ASSERT_LE(there, delta) << "not of the other box";
    // Where the boxes overlap at the start, the point may be in the box.
    if (hit.depth <= cast.skin) {
        ASSERT_GE(there, -delta) << "not on the other box";
    }
    // Without the skin, which is left between the boxes.
    const double gap = std::max(double{cast.skin} - double{hit.depth}, 0.0);
    BoxPose pose = cast.pose;
    pose.position = {pose.position.x + hit.distance * cast.direction.x - gap * double{hit.normal.x},
                     pose.position.y + hit.distance * cast.direction.y - gap * double{hit.normal.y},
                     pose.position.z + hit.distance * cast.direction.z - gap * double{hit.normal.z}};
    // Near a corner all three axes keep the skin's distance.
    const double limit = delta + std::sqrt(3.0) * double{cast.skin};
    ASSERT_LE(beyond(placed(pose, cast.half_extents, hit.point)), limit) << "far from the cast";
}

void QueryJudge::ask_casts(std::size_t count) {
    std::vector<WorldBoxCast> casts(count);
    for (WorldBoxCast& cast : casts) {
        cast = {{place(1.3), rotation()}, half(), direction()};
        cast.max_distance = random_.below(4) == 0 ? 0 : random_.log_uniform(0.1, 60) / length_of(cast.direction);
        if (random_.coin()) cast.skin = static_cast<float>(random_.log_uniform(1e-4, 0.3));
    }
    const Selection selection = any_selection(casts.size());
    const auto answers = ask_all([&](auto& world, const Execution& execution, auto&... memory) {
        std::vector<WorldHit> first(casts.size());
        WorldHits all;
        EXPECT_EQ(cast_boxes(world, casts, first, selection.options(execution)), Status::ok);
        EXPECT_EQ(all_hits(world, casts, all, memory..., selection.options(execution)), Status::ok);
        return std::tuple(first, std::vector(all.hits.begin(), all.hits.end()),
                          std::vector(all.begin.begin(), all.begin.end()));
    });
    const auto &hits = std::get<0>(answers), &all = std::get<1>(answers);  // clang 14 takes no binding into a lambda
    const auto& begin = std::get<2>(answers);
    constexpr int kSteps = 16;
    for (std::size_t i = 0; i < casts.size(); ++i) {
        const std::span<const WorldHit> mine(all.data() + begin[i], all.data() + begin[i + 1]);
        const WorldHit expected = mine.empty() ? WorldHit{} : mine.front();
        ASSERT_TRUE(same_bits(hits[i], expected));
        for (std::size_t k = 1; k < mine.size(); ++k)
            ASSERT_LT(std::tuple(mine[k - 1].distance, mine[k - 1].box), std::tuple(mine[k].distance, mine[k].box));
        const WorldBoxCast& cast = casts[i];
        const double end = std::min(hits[i].distance, cast.max_distance);
        const auto separation_at = [&](const BoxDef& def, double distance) {
            reference::Box pushed = placed(cast.pose, cast.half_extents, cast.pose.position);
            for (Point& corner : pushed.corners)
                corner = reference::add_scaled(corner, distance, to_point(cast.direction));
            return separation(pushed, placed(def.pose, def.half_extents, cast.pose.position)) - double{cast.skin};
        };
        const double size = reference::length(reference::to_point(cast.half_extents));
        const auto delta_of = [&](const BoxDef& def) {
            return query_delta(def, cast.pose.position) + 32 * FLT_EPSILON * size;
        };
        for (const WorldHit& hit : mine) {
            const BoxDef* const found_def = find(hit.box);
            ASSERT_NE(found_def, nullptr);
            const BoxDef& def = *found_def;
            ASSERT_TRUE(seen(def, hit.box, selection, i));
            ASSERT_LE(hit.distance, cast.max_distance);
            const double there = separation_at(def, hit.distance);
            ASSERT_LT(there, delta_of(def)) << "touches nothing";
            ASSERT_NEAR(reference::length(reference::to_point(hit.normal)), 1, 1e-6);
            ASSERT_LT(reference::dot(reference::to_point(hit.normal), to_point(cast.direction)), 0);
            if (hit.distance > 0) {
                ASSERT_GT(there, -delta_of(def)) << "too late";
                ASSERT_EQ(hit.depth, 0);
            } else {
                ASSERT_NEAR(double{hit.depth}, std::max(-there, 0.0), delta_of(def));
                casts_.inside += &hit == mine.data() ? 1 : 0;
            }
            ASSERT_NO_FATAL_FAILURE(judge_point(cast, def, hit, delta_of(def)));
        }
        std::vector<BoxId> met;
        for (const WorldHit& hit : mine) met.push_back(hit.box);
        // On its way the cast overlapped no box, except the boxes that it began in, and those no deeper than at its
        // beginning.
        for_each_seen(selection, i, [&](BoxId id, const BoxDef& def) {
            const double reach =
                size + 2 * double{cast.skin} + reference::length(reference::to_point(def.half_extents));
            const Point away = between(cast.pose.position, def.pose.position);
            const double before = separation_at(def, 0), little = 0.01 * size / length_of(cast.direction);
            if (before < -delta_of(def) && separation_at(def, little) < before - 1e-4 * size) {
                ASSERT_EQ(hits[i].distance, 0) << "further in";
            }
            casts_.left += before < -delta_of(def) && hits[i].distance > 0 ? 1 : 0;
            const double way = std::ranges::find(met, id) == met.end() ? cast.max_distance : end;
            for (int step = 0; step <= kSteps; ++step) {
                const double distance = way * step / kSteps;
                if (reference::length(reference::add_scaled(away, -distance, to_point(cast.direction))) > reach)
                    continue;
                ASSERT_GT(separation_at(def, distance), std::min(before, 0.0) - delta_of(def))
                    << "passed through a box";
            }
        });
        ++(hits[i].box == BoxId{} ? casts_.misses : casts_.hits);
    }
}

void QueryJudge::ask_shapes(std::size_t count) {
    std::vector<AnyShape> made;
    std::vector<Vec3d> origins;
    for (std::size_t k = 0; k < count; ++k) {
        const ShapeKind kind = kShapeKinds[random_.below(std::size(kShapeKinds))];
        made.push_back(make_shape_case(kind, ShapeRegime::generic, 1, random_).shape);
        origins.push_back(place());
    }
    std::vector<WorldShape> shapes;
    for (std::size_t k = 0; k < made.size(); ++k) shapes.push_back({origins[k], test::ref(made[k])});
    const Selection selection = any_selection(shapes.size());
    const auto [boxes, begin, contained] = ask_all([&](auto& world, const Execution& execution, auto&... memory) {
        WorldContainments classified;
        EXPECT_EQ(classify_boxes(world, shapes, classified, memory..., selection.options(execution)), Status::ok);
        const std::vector rows(classified.boxes.begin(), classified.boxes.end());
        const std::vector rows_begin(classified.begin.begin(), classified.begin.end());
        WorldBoxes found;
        EXPECT_EQ(find_boxes(world, shapes, found, memory..., selection.options(execution)), Status::ok);
        EXPECT_TRUE(std::ranges::equal(found.begin, rows_begin));
        return std::tuple(std::vector(found.boxes.begin(), found.boxes.end()),
                          std::vector(found.begin.begin(), found.begin.end()), rows);
    });
    ASSERT_EQ(contained.size(), boxes.size());
    for (std::size_t k = 0; k < boxes.size(); ++k) ASSERT_EQ(contained[k].box, boxes[k]);
    ASSERT_EQ(begin.size(), shapes.size() + 1);
    ASSERT_EQ(begin.back(), boxes.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        SCOPED_TRACE(shape_kind_name(shapes[i].shape.kind()));
        const std::span<const BoxId> mine(boxes.data() + begin[i], boxes.data() + begin[i + 1]);
        const std::span mine_contained(contained.data() + begin[i], mine.size());
        for (std::size_t k = 1; k < mine.size(); ++k) ASSERT_LT(mine[k - 1], mine[k]);
        const auto* frustum = std::get_if<Frustum>(&made[i]);
        const bool infinite = shapes[i].shape.kind() == ShapeKind::plane || shapes[i].shape.kind() == ShapeKind::ray ||
                              (frustum != nullptr && open_end(*frustum) != 6);
        std::size_t found_count = 0;
        for_each_seen(selection, i, [&](BoxId id, const BoxDef& def) {
            const Point at = between(origins[i], def.pose.position);
            const bool found = std::binary_search(mine.begin(), mine.end(), id);
            found_count += found ? 1U : 0U;
            // Generic shapes are within some meters of their origin.
            if (!infinite && reference::length(at) > 15 + reference::length(reference::to_point(def.half_extents))) {
                ASSERT_FALSE(found);
                return;
            }
            const OrientedBox box{{static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])},
                                  def.half_extents,
                                  def.pose.rotation};
            const double apart = separation(box, made[i]), delta = shape_tolerance(box, made[i]);
            if (std::fabs(apart) > delta) {
                ASSERT_EQ(found, apart < 0) << apart << " of " << delta;
            }
            if (!found) return;
            const auto at_box = std::lower_bound(mine.begin(), mine.end(), id) - mine.begin();
            const bool inside = mine_contained[static_cast<std::size_t>(at_box)].containment == Containment::inside;
            const double out = sticking_out(box, made[i]);
            if (out == -HUGE_VAL || std::fabs(out) > delta) {
                ASSERT_EQ(inside, out != -HUGE_VAL && out < 0);
            }
            shapes_.inside += inside ? 1 : 0;
        });
        ASSERT_EQ(found_count, mine.size()) << "a box that no query sees";
        ++(mine.empty() ? shapes_.misses : shapes_.hits);
    }
}

void QueryJudge::ask_points(std::size_t count) {
    std::vector<WorldPoint> points(count);
    for (WorldPoint& point : points) {
        point.position = place(1.5);
        if (random_.below(4) == 0)
            point.position = boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))].second.pose.position;
        if (random_.coin()) point.max_distance = random_.log_uniform(0.01, 3);
    }
    const Selection selection = any_selection(points.size());
    const auto [closest] = ask_all([&](auto& world, const Execution& execution, auto&...) {
        std::vector<WorldClosest> answers(points.size());
        EXPECT_EQ(closest_boxes(world, points, answers, selection.options(execution)), Status::ok);
        return std::tuple(answers);
    });
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto distance_of = [&](const BoxDef& def) {
            const Point at = between(points[i].position, def.pose.position);
            const OrientedBox box{{static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])},
                                  def.half_extents,
                                  def.pose.rotation};
            return std::max(0.0, separation(box, Sphere{{}, 0}));
        };
        double least = HUGE_VAL, delta = 0;
        for_each_seen(selection, i, [&](BoxId, const BoxDef& def) {
            // No point of a box is nearer than its center by more than its half diagonal.
            const Point at = between(points[i].position, def.pose.position);
            if (reference::length(at) - reference::length(reference::to_point(def.half_extents)) > least) return;
            least = std::min(least, distance_of(def));
            delta = std::max(delta, query_delta(def, points[i].position));
        });
        if (closest[i].box == BoxId{}) {
            ASSERT_GE(least, points[i].max_distance - delta);
            ++points_.misses;
            continue;
        }
        ++points_.hits;
        points_.inside += closest[i].distance == 0 ? 1U : 0U;
        ASSERT_LE(closest[i].distance, points[i].max_distance);
        ASSERT_NEAR(closest[i].distance, least, delta);
        const BoxDef* const found_def = find(closest[i].box);
        ASSERT_NE(found_def, nullptr);
        const BoxDef& def = *found_def;
        ASSERT_TRUE(seen(def, closest[i].box, selection, i));
        const double own = query_delta(def, points[i].position);
        ASSERT_NEAR(distance_of(def), closest[i].distance, own);
        const Point to = between(points[i].position, closest[i].point);
        ASSERT_NEAR(reference::length(to), closest[i].distance, own);
        for (const Point& axis : placed(def.pose, def.half_extents, closest[i].point).axes) {
            const reference::Extent extent =
                reference::project(placed(def.pose, def.half_extents, closest[i].point), axis);
            ASSERT_LE(extent.min, own);
            ASSERT_GE(extent.max, -own);
        }
    }
}

}  // namespace satori::test
