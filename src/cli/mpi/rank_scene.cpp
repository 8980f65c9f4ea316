#include "cli/mpi/rank_scene.hpp"

#include <charconv>
#include <filesystem>
#include <limits>
#include <numeric>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "cli/kinds.hpp"
#include "cli/options.hpp"
#include "cli/scene_command.hpp"
#include "cli/scene_run.hpp"
#include "scenes/generator.hpp"
#include "scenes/output_file.hpp"

namespace satori::cli {

namespace {

constexpr std::string_view kMake = "make:";
constexpr std::uint64_t kMostBoxes = std::uint64_t{1} << 32;

/// Returns the share of a rank of `count` items.
scenes::RowRange part_of(const Ranks& ranks, std::uint32_t count) {
    const auto before = [&](int rank) {
        return static_cast<std::uint32_t>(std::uint64_t{count} * static_cast<unsigned>(rank) /
                                          static_cast<unsigned>(ranks.count()));
    };
    const std::uint32_t first = before(ranks.rank());
    return {first, before(ranks.rank() + 1) - first};
}

/// Returns the recipe that KIND:COUNT names.
scenes::SceneRecipe recipe_of(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        throw CliError(ExitCode::usage, "make:KIND:COUNT is needed, such as make:uniform:1e6");
    const scenes::SceneKind kind = resolve_kind(text.substr(0, colon));
    if (scenes::describe_kind(kind).dimension != 3)
        throw CliError(ExitCode::usage, text + ": this is a 2D scene, boxes are needed");
    std::string digits = text.substr(colon + 1);
    expand_exponent(digits);
    std::uint64_t count = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, count);
    if (error != std::errc() || stop != end || count > kMaxBoxCount)
        throw CliError(ExitCode::usage, fmt::format("'{}' is not a number of boxes, 0 to 2^31 - 1", digits));
    return {.kind = kind, .count = static_cast<std::uint32_t>(count)};
}

/// A file that no rank reads is a fault: its boxes would be missing.
void refuse_further_file(const Ranks& ranks, const std::string& name) {
    const std::string next = name_of_rank(name, ranks.count());
    ranks.together([&] {
        std::error_code ignored;
        if (std::filesystem::exists(next, ignored))
            throw CliError(ExitCode::usage,
                           fmt::format("{} is there too: start a rank for each file, not {}", next, ranks.count()));
    });
}

}  // namespace

RankScene::RankScene(const Ranks& ranks, const std::string& name, std::uint32_t frame)
    : name_(name_of_rank(name, ranks.rank())), frame_(frame) {
    if (has_rank(name)) refuse_further_file(ranks, name);
    const bool is_made = name.starts_with(kMake);
    if (is_made)
        ranks.together([&] { make(ranks); });
    else
        read(ranks, has_rank(name));
    const std::uint64_t first = ranks.sum_before(boxes_.count);
    all_count_ = ranks.sum(boxes_.count);
    ranks.together([&] {
        if (all_count_ > kMostBoxes)
            throw CliError(ExitCode::usage, fmt::format("{}: {} boxes; at most 2^32 are possible", name, all_count_));
        ids_.resize(boxes_.count);
        std::iota(ids_.begin(), ids_.end(), first);
    });
}

void RankScene::make(const Ranks& ranks) {
    if (frame_ != 0) throw CliError(ExitCode::usage, name_ + ": a made scene has one frame, frame 0");
    const scenes::SceneRecipe recipe = recipe_of(name_.substr(kMake.size()));
    made_ = scenes::make_rows(recipe, part_of(ranks, recipe.count));
    boxes_ = box_rows(made_);
}

void RankScene::read(const Ranks& ranks, bool has_own_file) {
    scenes::RowRange part;
    ranks.together([&] {
        if (name_ == scenes::kStandardStream)
            throw CliError(ExitCode::usage, "the scene must be a file: not all ranks have the standard input");
        file_.emplace(scenes::SceneFile::open_without_origin(name_));
        part = has_own_file ? scenes::RowRange{0, file_->box_count()} : part_of(ranks, file_->box_count());
    });
    find_origin(ranks, part, has_own_file);
    ranks.together([&] {
        first_row_ = part.first;
        boxes_ = file_->frame_part(frame_, part);
        radii_ = file_->radii();
    });
    check_origins(ranks);
}

/// Each rank reads the coordinates of its rows, and those of the sample.
void RankScene::find_origin(const Ranks& ranks, scenes::RowRange part, bool has_own_file) {
    scenes::CoordinateBounds bounds;
    ranks.together([&] { file_->add_to_bounds(bounds, part); });
    if (!has_own_file) {
        for (double& least : bounds.least) least = -ranks.most(-least);
        for (double& most : bounds.most) most = ranks.most(most);
    }
    ranks.together([&] { file_->find_origin(bounds); });
}

/// Coordinates of all ranks need one origin.
void RankScene::check_origins(const Ranks& ranks) const {
    const auto& place = file_->origin().place;
    const bool are_same = ranks.agree(place.data(), sizeof place);
    ranks.together([&] {
        if (!are_same)
            throw CliError(ExitCode::usage,
                           "the files have coordinates about different places of a map: write them in float32, with "
                           "one origin subtracted");
    });
}

void RankScene::print_loss(const Ranks& ranks) const {
    if (!file_) return;
    scenes::CenterError loss{0, std::numeric_limits<double>::infinity()};
    if (boxes_.count > 0) loss = file_->center_error(frame_);
    loss = {ranks.most(loss.most), -ranks.most(-loss.smallest_size)};
    ranks.together([&] {
        if (ranks.is_first()) cli::print_loss(*file_, loss);
    });
}

void RankScene::refuse_box(std::uint64_t index) const {
    if (!file_) return;                                                         // made boxes are legal
    const float* const row = boxes_.centers + index * file_->columns().size();  // rows are packed
    BoxBatch batch;
    if (batch.assign(box_rows(row, 1)) != Status::invalid_box) {
        const std::string fault = file_->radius_fault(frame_, radii_);
        if (!fault.empty()) throw CliError(ExitCode::invalid_scene, fault);
        return;
    }
    InvalidBox invalid = batch.invalid().front();
    invalid.index = first_row_ + static_cast<std::uint32_t>(index);
    throw CliError(ExitCode::invalid_scene, invalid_box_text(*file_, frame_, invalid, row[invalid.column]));
}

}  // namespace satori::cli
