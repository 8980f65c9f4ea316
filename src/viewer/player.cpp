#include "viewer/player.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/cli_error.hpp"
#include "scenes/scene_error.hpp"
#include "viewer/neighbors.hpp"

namespace satori::viewer {

namespace {

constexpr std::size_t kHistory = 240;
constexpr float kSleepingMove = 1e-3F;  // per frame, relative to half the smallest size; for the rotation absolute

// Returns all numbers of a frame's rows, which are packed.
std::span<const float> rows_of(const scenes::FrameView& frame, std::size_t columns) {
    return std::visit([&](const auto& view) { return std::span(view.centers, columns * view.count); }, frame);
}

bool hardly_moved(const float* now, const float* before, const scenes::SceneFile& scene) {
    const auto dimension = static_cast<std::size_t>(scene.dimension());
    const std::size_t columns = scene.columns().size();
    float least = now[dimension];
    for (std::size_t k = 0; k < dimension; ++k) least = std::min(least, now[dimension + k]);
    if (scene.has_radii()) least += now[columns - 1];
    for (std::size_t k = 0; k < columns; ++k) {
        const float limit = k < dimension ? kSleepingMove * least : kSleepingMove;
        if (!(std::fabs(now[k] - before[k]) <= limit)) return false;
    }
    return true;
}

bool is_flat(const Source& source) {
    const auto* scene = std::get_if<scenes::SceneFile>(&source);
    return scene != nullptr && scene->dimension() == 2;
}

// While it plays, a scene must not end the viewer.
void check_radii(scenes::SceneFile& scene) {
    if (!scene.has_radii()) return;
    for (std::uint32_t frame = 0; frame < scene.frame_count(); ++frame) {
        (void)scene.view(frame);
        const std::string fault = scene.radius_fault(frame, scene.radii());
        if (!fault.empty())
            throw cli::CliError(cli::ExitCode::invalid_scene,
                                fmt::format("{}\n{}: rows count from 0", fault, scene.name()));
    }
}

}  // namespace

Player::Player(Source source, std::uint32_t frame, const RunChoices& choices)
    : Subject(is_flat(source)), source_(std::move(source)), frame_(frame), choices_(choices) {
    hashes_.resize(frame_count());
    if (auto* scene = std::get_if<scenes::SceneFile>(&source_)) {
        (void)scene->view(frame_);
        check_radii(*scene);
        run();
        history_.clear();  // the times of a first call, whose memory is new, are not those of the others
        look_through(*scene);
    } else if (frame_ >= frame_count()) {
        throw scenes::SceneError(scenes::SceneFault::argument,
                                 fmt::format("{}: there is no update {}; the recording has {} (counted from 0)",
                                             recording()->name(), frame_, frame_count()));
    }
    load();
}

std::uint32_t Player::frame_count() const {
    return std::visit([](const auto& source) { return source.frame_count(); }, source_);
}

std::size_t Player::box_count() const {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < analysis_.boxes().size(); ++i) count += analysis_.has_box(i);
    return count;
}

std::string Player::locate(std::uint32_t index) const {
    if (const auto* scene = std::get_if<scenes::SceneFile>(&source_)) return scene->locate(frame_, index);
    return fmt::format("generation {}", analysis_.world_box(index).id.generation);
}

Double3 Player::origin() const {
    const auto* scene = std::get_if<scenes::SceneFile>(&source_);
    if (scene == nullptr) return {};
    const scenes::MapOrigin& origin = scene->origin();
    return {{origin[0], origin[1], origin[2]}};
}

// Finds what depends on all frames: which boxes stand, and where the ground grid lies.
void Player::look_through(scenes::SceneFile& scene) {
    standing_.assign(scene.box_count(), scene.frame_count() > 1);
    const std::size_t columns = scene.columns().size();
    std::vector<float> first;
    for (std::uint32_t frame = 0; frame < scene.frame_count(); ++frame) {
        const scenes::FrameView view = scene.view(frame);
        const std::span<const float> rows = rows_of(view, columns);
        if (frame == 0) first.assign(rows.begin(), rows.end());
        for (std::size_t i = 0; i < standing_.size(); ++i) {
            if (std::memcmp(&rows[columns * i], &first[columns * i], columns * sizeof(float)) != 0)
                standing_[i] = false;
        }
        if (usual_) add_to_ground(solids_of(view, scene.radii()));
    }
}

void Player::find_recorded_motion() {
    for (std::uint32_t i = 0; i < motion_.size(); ++i) {
        if (!analysis_.has_box(i)) continue;
        const BoxDef& box = analysis_.world_box(i).def;
        if (box.sleeping) motion_[i] = Motion::sleeping;
        if (box.motion == MotionType::static_box) motion_[i] = Motion::standing;
    }
}

void Player::find_motion() {
    motion_.assign(analysis_.boxes().size(), Motion::moving);
    if (recording() != nullptr) return find_recorded_motion();
    auto& scene = std::get<scenes::SceneFile>(source_);
    if (scene.frame_count() < 2) return;
    const std::size_t columns = scene.columns().size();
    // A converted frame is valid only until the next view() call.
    const std::span<const float> view = rows_of(scene.view(frame_ == 0 ? 1 : frame_ - 1), columns);
    const std::vector<float> other(view.begin(), view.end());
    const std::span<const float> rows = rows_of(scene.view(frame_), columns);
    for (std::size_t i = 0; i < motion_.size(); ++i) {
        if (standing_[i]) {
            motion_[i] = Motion::standing;
        } else if (hardly_moved(&rows[columns * i], &other[columns * i], scene)) {
            motion_[i] = Motion::sleeping;
        }
    }
}

void Player::load() {
    run();
    find_motion();
    time_ = 0;
}

void Player::run() {
    if (auto* scene = std::get_if<scenes::SceneFile>(&source_)) {
        find_pairs_before(*scene);
        analysis_.run(*scene, frame_, choices_, pairs_before_);
        shown_ = frame_;
    } else {
        frame_ = analysis_.run(std::get<Recording>(source_), frame_, choices_);
    }
    const RunFigures& figures = analysis_.figures();
    history_.push_back(figures);
    if (history_.size() > kHistory) history_.pop_front();
    hash_changed_ = hash_changed_ || hashes_[frame_].value_or(figures.hash) != figures.hash;
    hashes_[frame_] = figures.hash;
    if (!usual_) find_usual_part();
    if (recording() != nullptr && usual_) add_to_ground(analysis_.solids());
    find_overlays();
}

// Finds the pairs of the frame before, which define a scene's events. Runs that frame unless it is the one that was
// shown last.
void Player::find_pairs_before(scenes::SceneFile& scene) {
    if (before_ == frame_) return;
    if (frame_ != 0 && shown_ != frame_ - 1) analysis_.run(scene, frame_ - 1, choices_, {});
    const std::span<const BoxPair> pairs = frame_ != 0 ? analysis_.pairs() : std::span<const BoxPair>();
    pairs_before_.assign(pairs.begin(), pairs.end());
    before_ = frame_;
}

void Player::find_overlays() {
    changed();
    bounds_.clear();
    rejected_.clear();
    columns_.clear();
    if (overlays_.columns) {
        columns_ = analysis_.columns();
        find_shown_part();
    }
    if (overlays_.bounds && analysis_.boxes().size() <= kMostOverlays) bounds_ = analysis_.bounds();
    if (overlays_.rejected) rejected_ = analysis_.rejected();
    if (rejected_.size() > kMostOverlays) rejected_.resize(kMostOverlays);
    rejected_of_picked_ = find_rejected_of_picked();
}

void Player::find_shown_part() {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    shown_min_ = {{kFar, kFar, kFar}};
    shown_max_ = {{-kFar, -kFar, -kFar}};
    const std::vector<Aabb> bounds = analysis_.bounds();
    for (std::uint32_t i = 0; i < bounds.size(); ++i) {
        if (!analysis_.is_legal(i) || is_large(i) || is_far_off(i)) continue;
        const Double3 min = geometry::widened(bounds[i].min), max = geometry::widened(bounds[i].max);
        for (std::size_t k = 0; k < 3; ++k) {
            shown_min_[k] = std::min(shown_min_[k], min[k]);
            shown_max_[k] = std::max(shown_max_[k], max[k]);
        }
    }
}

void Player::add_to_ground(const Solids& solids) {
    for (std::uint32_t i = 0; i < solids.cores.size(); ++i) {
        const Solid solid = solids[i];
        const OrientedBox box = enclosing_box(solid);
        if (usual_->is_large(box)) {
            ground_.add_ground(solid);
        } else if (!usual_->is_far_off(box)) {
            ground_.add(solid);
        }
    }
}

std::vector<RejectedPair> Player::find_rejected_of_picked() {
    return picked() ? analysis_.rejected(picked_) : std::vector<RejectedPair>();
}

void Player::find_usual_part() {
    std::vector<OrientedBox> boxes;
    for (std::uint32_t i = 0; i < analysis_.boxes().size(); ++i) {
        if (analysis_.has_place(i)) boxes.push_back(enclosing(i));
    }
    if (boxes.empty()) return;
    usual_.emplace(boxes);
    camera.turn_to(0.6, 0.45);
    show_all();
}

bool Player::is_far_off(std::uint32_t index) const {
    return usual_->is_far_off(enclosing(index));
}

void Player::measure(CameraFit& fit) const {
    for (std::uint32_t i = 0; i < analysis_.boxes().size(); ++i) {
        if (!analysis_.has_place(i) || is_far_off(i)) continue;
        if (!analysis_.is_legal(i)) {
            fit.add(geometry::widened(analysis_.boxes()[i].center));
        } else if (!is_large(i)) {
            fit.add(analysis_.solids()[i]);
        }
    }
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
            return go_to(frame_count() - 1);
        case 'c':
            return toggle(&Overlays::contacts);
        case 'x':
            return toggle(&Overlays::bounds);
        case 'r':
            return toggle(&Overlays::rejected);
        case 'g':
            return toggle(&Overlays::columns);
        case 'l':
            return toggle(&Overlays::grid);
        case 'f':
            if (picked() && analysis_.is_legal(*picked_)) look_at(enclosing(*picked_), usual_->half_diagonal());
            return;
        case 'b':
            if (recording() != nullptr) return;
            return choose({other(choices_.boundary), choices_.isa, choices_.threads});
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
           "G\tcolumns of the broadphase\n"
           "L\tlines on the ground\n"
           "B\tboundary: does touching count?\n"
           "F\tmove the view to the picked box\n"
           "click\tpick a box\n"
           "drag\tturn the view\n"
           "right button, wheel\tmove the view, zoom\n";
}

bool Player::advance(double seconds) {
    if (measuring && !playing_) run();
    if (!playing_) return measuring;
    time_ += seconds;
    if (time_ >= 1 / frames_per_second) go_to((frame_ + 1) % frame_count());
    return true;
}

void Player::go_to(std::uint32_t frame) {
    frame_ = std::min(frame, frame_count() - 1);
    load();
}

void Player::choose(const RunChoices& choices) {
    auto* recording = std::get_if<Recording>(&source_);
    // Another boundary gives other pairs and hashes, so the stored ones are useless.
    if (choices.boundary != choices_.boundary) {
        std::fill(hashes_.begin(), hashes_.end(), std::nullopt);
        shown_ = before_ = std::nullopt;
    }
    choices_ = choices;
    if (recording != nullptr) recording->forget();
    analysis_.forget();
    load();
}

void Player::show(const Overlays& overlays) {
    overlays_ = overlays;
    find_overlays();
}

void Player::toggle(bool Overlays::*overlay) {
    overlays_.*overlay = !(overlays_.*overlay);
    find_overlays();
}

void Player::pick(std::optional<std::uint32_t> index) {
    picked_ = index && analysis_.has_box(*index) ? index : std::nullopt;
    rejected_of_picked_ = find_rejected_of_picked();
    changed();
}

std::optional<std::uint32_t> Player::box_at(const Pixel& pixel) const {
    const auto is_seen = [this](std::uint32_t index) {
        return !is_scenery(index) || !camera.is_in_the_way(enclosing(index));
    };
    return analysis_.pick(camera.ray(pixel, camera.target()), camera.target(), is_seen);
}

void Player::click(const Pixel& pixel) {
    pick(box_at(pixel));
}

std::string Player::tip(const Pixel& pixel) const {
    const std::optional<std::uint32_t> index = box_at(pixel);
    if (!index) return "";
    const char* const motions[] = {"", ", sleeping", ", static"};
    const char* const motion = motions[static_cast<std::size_t>(motion_[*index])];
    return fmt::format("box {}{}: overlaps {}", *index, motion, others(touching(*index).size()));
}

std::vector<std::uint32_t> Player::touching(std::uint32_t index) const {
    return partners(analysis_.pairs(), index, [](const BoxPair& pair) { return pair; });
}

std::string Player::trace() const {
    const RunFigures& figures = analysis_.figures();
    std::string line =
        fmt::format("{} frame={} boxes={} invalid={} candidates={} overlaps={} points={} hash={:016x}",
                    recording() == nullptr ? "scene" : "recording", frame_, box_count(), analysis_.invalid().size(),
                    figures.candidate_count, figures.pair_count, figures.point_count, figures.hash);
    const EventFigures& events = figures.events;
    line += fmt::format(" begun={} persisted={} ended={}", events.begun, events.persisted, events.ended);
    if (recording() != nullptr && !recording()->trouble().empty())
        line += fmt::format(" trouble='{}'", recording()->trouble());
    if (overlays_.columns) {
        const ColumnFigures load(columns_);
        line += fmt::format(" columns={} most={} entries={}", load.count, load.most, load.entries);
    }
    Pixel pixel;
    if (picked() && analysis_.has_place(*picked_) &&
        camera.project(geometry::widened(analysis_.boxes()[*picked_].center), pixel))
        line += fmt::format(" picked={} at={:.1f},{:.1f} touches={}", *picked_, pixel.x, pixel.y,
                            fmt::join(touching(*picked_), ","));
    return line;
}

}  // namespace satori::viewer
