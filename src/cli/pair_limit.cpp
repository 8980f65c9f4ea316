#include "cli/pair_limit.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "cli/cli_error.hpp"
#include "cli/free_memory.hpp"

namespace satori::cli {

namespace {

constexpr std::uint64_t kMostPairs = 200000000;

bool overlap(const Aabb2& a, const Aabb2& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}
bool overlap(const Aabb& a, const Aabb& b) {
    return overlap(Aabb2{{a.min.x, a.min.y}, {a.max.x, a.max.y}}, Aabb2{{b.min.x, b.min.y}, {b.max.x, b.max.y}}) &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}

Aabb2 larger(const Aabb2& box, float by) {
    return {{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}};
}
Aabb larger(const Aabb& box, float by) {
    return {{box.min.x - by, box.min.y - by, box.min.z - by}, {box.max.x + by, box.max.y + by, box.max.z + by}};
}

/// Estimates the number of pairs of bounds that are at most `distance` apart on every axis. It takes evenly chosen
/// samples of the bounds and counts each sample's pairs. The result is the same on every machine.
template <typename Bounds>
double estimated_pairs(const std::vector<Bounds>& bounds, float distance) {
    constexpr std::size_t kTests = 100000000, kLeastSamples = 16;
    const std::size_t count = bounds.size();
    const std::size_t samples = std::min(count, std::max(kLeastSamples, kTests / std::max<std::size_t>(1, count)));
    std::uint64_t found = 0;
    for (std::size_t s = 0; s < samples; ++s) {
        const std::size_t sample = count * s / samples;
        // The bounds of a box that was left out are inverted and overlap nothing.
        if (!overlap(bounds[sample], bounds[sample])) continue;
        const Bounds reach = larger(bounds[sample], distance);
        std::uint64_t near = 0;
        for (const Bounds& other : bounds) near += overlap(reach, other) ? 1U : 0U;
        found += near - 1;  // without the sample itself
    }
    return 0.5 * static_cast<double>(found) * static_cast<double>(count) / static_cast<double>(samples);
}

double gigabytes(double bytes) {
    return bytes * 1e-9;
}

}  // namespace

PairLimit::PairLimit(bool force, std::uint64_t bytes_per_pair)
    : bytes_per_pair_(bytes_per_pair), most_(force ? 0 : kMostPairs) {
    if (force) return;
    // At least one, because 0 means no limit.
    static const std::optional<std::uint64_t> free = free_memory();  // read once, not for each frame
    if (free) most_ = std::clamp<std::uint64_t>(*free / 2 / bytes_per_pair, 1, kMostPairs);
}

void PairLimit::refuse(const std::string& scene, const std::string& count, double pairs) const {
    const auto free = free_memory();
    const std::string left =
        free ? fmt::format(" ({:.3g} GB are free)", gigabytes(static_cast<double>(*free))) : std::string();
    throw CliError(
        ExitCode::usage,
        fmt::format(
            "{}: {} candidate pairs (pairs whose bounds overlap); the limit is {:.3g}. They may need {:.3g} GB of "
            "memory{}. Use --force to continue",
            scene, count, static_cast<double>(most_), gigabytes(pairs * static_cast<double>(bytes_per_pair_)), left));
}

template <typename Bounds, typename Batch>
void PairLimit::check_batch(Status status, const std::string& scene, const Batch& batch, float distance) const {
    if (status != Status::limit_exceeded) return;
    std::vector<Bounds> bounds(batch.size());
    if (compute_aabbs(batch, bounds) != Status::ok) check(status, scene);
    const double pairs = estimated_pairs(bounds, distance);
    // A sample can miss a crowded place.
    if (pairs <= static_cast<double>(most_)) check(status, scene);
    refuse(scene, fmt::format("about {:.3g}", pairs), pairs);
}

void PairLimit::check(Status status, const std::string& scene, const BoxBatch& boxes, float distance) const {
    check_batch<Aabb>(status, scene, boxes, distance);
}

void PairLimit::check(Status status, const std::string& scene, const RectBatch& rects, float distance) const {
    check_batch<Aabb2>(status, scene, rects, distance);
}

void PairLimit::check(Status status, const std::string& scene) const {
    if (status != Status::limit_exceeded) return;
    refuse(scene, fmt::format("at least {}", most_ + 1), static_cast<double>(most_ + 1));
}

}  // namespace satori::cli
