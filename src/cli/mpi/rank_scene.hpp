#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <satori/box_batch.hpp>
#include <satori/mpi.hpp>
#include <satori/types.hpp>

#include "cli/mpi/ranks.hpp"
#include "scenes/scene_file.hpp"

namespace satori::cli {

/// The boxes that a rank brings. Their ids count from 0 over all ranks.
class RankScene {
public:
    /// `name`: a scene file, of which each rank reads some rows; a name with {rank}, a file of each rank; or
    /// make:KIND:COUNT, a generated scene. Throws SharedError.
    RankScene(const Ranks& ranks, const std::string& name, std::uint32_t frame);

    mpi::RankBoxes boxes() const noexcept { return {boxes_, ids_, radii_}; }
    /// Returns the number of boxes of all ranks, at most 2^32.
    std::uint64_t all_count() const noexcept { return all_count_; }
    /// Returns the name of the file of this rank, or of the generated scene.
    const std::string& name() const noexcept { return name_; }

    /// Returns the boxes of this rank of a generated scene.
    std::span<const OrientedBox> made() const noexcept { return made_; }

    /// Prints on rank 0 what float32 loses of the coordinates of a map, as `satori pairs` does. Throws SharedError.
    void print_loss(const Ranks& ranks) const;
    /// Throws CliError (invalid_scene), which names the row, unless box `index` and all radii of this rank are legal.
    void refuse_box(std::uint64_t index) const;

private:
    void make(const Ranks& ranks);
    void read(const Ranks& ranks, bool has_own_file);
    void find_origin(const Ranks& ranks, scenes::RowRange part, bool has_own_file);
    void check_origins(const Ranks& ranks) const;

    std::string name_;
    std::uint32_t frame_;
    std::optional<scenes::SceneFile> file_;
    std::uint32_t first_row_ = 0;    // in that file
    std::vector<OrientedBox> made_;  // without a file
    BoxView boxes_;
    std::vector<std::uint64_t> ids_;
    std::vector<float> radii_;  // of a scene with radii
    std::uint64_t all_count_ = 0;
};

}  // namespace satori::cli
