#include "viewer/player.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace satori::viewer {

namespace {

constexpr std::size_t kHistory = 240;
constexpr float kSleepingMove = 1e-3F;  // of the smallest half extent, and of the rotation, from frame to frame

// The first number of a frame's rows, which are packed, and how many there are in a row.
std::span<const float> rows_of(const scenes::FrameView& frame) {
    if (const auto* rects = std::get_if<RectView>(&frame)) return {rects->centers, 5 * rects->count};
    const BoxView& boxes = std::get<BoxView>(frame);
    return {boxes.centers, 10 * boxes.count};
}

bool hardly_moved(const float* now, const float* before, std::size_t dimension, std::size_t columns) {
    float least = now[dimension];
    for (std::size_t k = 0; k < dimension; ++k) least = std::min(least, now[dimension + k]);
    for (std::size_t k = 0; k < columns; ++k) {
        const float limit = k < dimension ? kSleepingMove * least : kSleepingMove;
        if (!(std::fabs(now[k] - before[k]) <= limit)) return false;
    }
    return true;
}

}  // namespace

Player::Player(scenes::SceneFile scene, std::uint32_t frame, const RunChoices& choices)
    : Subject(scene.dimension() == 2), scene_(std::move(scene)), frame_(frame), choices_(choices) {
    (void)scene_.view(frame_);
    hashes_.resize(scene_.frame_count());
    find_standing();
    load();
    fit_camera();
}

void Player::find_standing() {
    standing_.assign(scene_.box_count(), scene_.frame_count() > 1);
    const std::size_t columns = scene_.dimension() == 2 ? 5 : 10;
    const std::span<const float> view = rows_of(scene_.view(0));
    const std::vector<float> first(view.begin(), view.end());
    for (std::uint32_t frame = 1; frame < scene_.frame_count(); ++frame) {
        const std::span<const float> rows = rows_of(scene_.view(frame));
        for (std::size_t i = 0; i < standing_.size(); ++i) {
            if (std::memcmp(&rows[columns * i], &first[columns * i], columns * sizeof(float)) != 0)
                standing_[i] = false;
        }
    }
}

void Player::find_motion() {
    motion_.assign(scene_.box_count(), Motion::moving);
    if (scene_.frame_count() < 2) return;
    const std::size_t dimension = static_cast<std::size_t>(scene_.dimension()), columns = dimension == 2 ? 5 : 10;
    // A converted frame is only there until the next one.
    const std::span<const float> view = rows_of(scene_.view(frame_ == 0 ? 1 : frame_ - 1));
    const std::vector<float> other(view.begin(), view.end());
    const std::span<const float> rows = rows_of(scene_.view(frame_));
    for (std::size_t i = 0; i < motion_.size(); ++i) {
        if (standing_[i]) {
            motion_[i] = Motion::standing;
        } else if (hardly_moved(&rows[columns * i], &other[columns * i], dimension, columns)) {
            motion_[i] = Motion::sleeping;
        }
    }
}

void Player::load() {
    find_motion();
    time_ = 0;
    run();
}

void Player::run() {
    changed();
    analysis_.run(scene_.view(frame_), choices_);
    const RunFigures& figures = analysis_.figures();
    history_.push_back(figures);
    if (history_.size() > kHistory) history_.pop_front();
    hash_changed_ = hash_changed_ || hashes_[frame_].value_or(figures.hash) != figures.hash;
    hashes_[frame_] = figures.hash;

    bounds_.clear();
    rejected_.clear();
    if (overlays_.bounds && analysis_.boxes().size() <= kMostOverlays) bounds_ = analysis_.bounds();
    if (overlays_.rejected) rejected_ = analysis_.rejected();
    if (rejected_.size() > kMostOverlays) rejected_.resize(kMostOverlays);
    rejected_of_picked_ = find_rejected_of_picked();
}

std::vector<RejectedPair> Player::find_rejected_of_picked() {
    return picked_ ? analysis_.rejected(picked_) : std::vector<RejectedPair>();
}

void Player::fit_camera() {
    // Most of the centres: a ground box of kilometres, or a box that has fallen off, would make all else too small.
    std::array<std::vector<double>, 3> centers;
    std::vector<double> sizes;
    for (std::uint32_t i = 0; i < analysis_.boxes().size(); ++i) {
        const OrientedBox& box = analysis_.boxes()[i];
        if (analysis_.is_invalid(i)) continue;
        const Double3 center = geometry::widened(box.center);
        for (std::size_t k = 0; k < 3; ++k) centers[k].push_back(center[k]);
        sizes.push_back(geometry::length(geometry::widened(box.half_extents)));
    }
    if (sizes.empty()) return camera.fit({}, 1);
    const auto at_share = [](std::vector<double>& values, double share) {
        const double index = share * static_cast<double>(values.size() - 1);
        const auto place =
            values.begin() + static_cast<std::ptrdiff_t>(share < 0.5 ? std::floor(index) : std::ceil(index));
        std::nth_element(values.begin(), place, values.end());
        return *place;
    };
    Double3 low, high;
    for (std::size_t k = 0; k < 3; ++k) {
        low[k] = at_share(centers[k], 0.02);
        high[k] = at_share(centers[k], 0.98);
    }
    camera.turn_to(0.6, 0.45);
    camera.fit(0.5 * (low + high), 0.58 * geometry::length(high - low) + at_share(sizes, 0.5));
}

void Player::press(char key) {
    switch (key) {
        case ' ':
            return play(!playing_);
        case '.':
            play(false);
            return go_to(frame_ + 1);
        case ',':
            play(false);
            return go_to(frame_ == 0 ? 0 : frame_ - 1);
        case '<':
            return go_to(0);
        case '>':
            return go_to(scene_.frame_count() - 1);
        case 'c':
            return show({!overlays_.contacts, overlays_.bounds, overlays_.rejected});
        case 'x':
            return show({overlays_.contacts, !overlays_.bounds, overlays_.rejected});
        case 'r':
            return show({overlays_.contacts, overlays_.bounds, !overlays_.rejected});
        case 'b':
            return choose({choices_.boundary == Boundary::closed ? Boundary::open : Boundary::closed, choices_.isa,
                           choices_.threads});
        default:
            return;
    }
}

const char* Player::help() const {
    return "space\tplay, pause\n"
           ", .\tframe before, next frame (arrows too)\n"
           "Home End\tfirst, last frame\n"
           "C\tcontact points and normals\n"
           "X\tAABBs\n"
           "R\trejected candidates\n"
           "B\tboundary: does touching count?\n"
           "click\tpick a box\n"
           "drag\tturn the view\n"
           "right button, wheel\tmove the view, zoom\n";
}

bool Player::advance(double seconds) {
    if (measuring && !playing_) run();
    if (!playing_) return measuring;
    time_ += seconds;
    if (time_ >= 1 / frames_per_second) go_to((frame_ + 1) % scene_.frame_count());
    return true;
}

void Player::go_to(std::uint32_t frame) {
    frame_ = std::min(frame, scene_.frame_count() - 1);
    load();
}

void Player::choose(const RunChoices& choices) {
    // Another boundary is another question.
    if (choices.boundary != choices_.boundary) std::fill(hashes_.begin(), hashes_.end(), std::nullopt);
    choices_ = choices;
    run();
}

void Player::show(const Overlays& overlays) {
    overlays_ = overlays;
    run();
}

void Player::pick(std::optional<std::uint32_t> index) {
    picked_ = index && *index < analysis_.boxes().size() ? index : std::nullopt;
    rejected_of_picked_ = find_rejected_of_picked();
    changed();
}

void Player::click(const Pixel& pixel) {
    pick(analysis_.pick(camera.ray(pixel, camera.target()), camera.target()));
}

std::string Player::trace() const {
    const RunFigures& figures = analysis_.figures();
    std::string line =
        fmt::format("scene frame={} boxes={} invalid={} candidates={} overlaps={} points={} hash={:016x}", frame_,
                    analysis_.boxes().size(), analysis_.invalid().size(), figures.candidate_count, figures.pair_count,
                    figures.point_count, figures.hash);
    Pixel pixel;
    if (picked_ && camera.project(geometry::widened(analysis_.boxes()[*picked_].center), pixel))
        line += fmt::format(" picked={} at={:.1f},{:.1f}", *picked_, pixel.x, pixel.y);
    return line;
}

}  // namespace satori::viewer
