#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satori/types.hpp>

namespace satori::bench {

/// A scene to measure on, made or read when first asked for, then kept.
class BenchScene {
public:
    /// `name`: a kind and a count ("uniform_100000"), or the file name of a recorded scene.
    explicit BenchScene(std::string name) : name_(std::move(name)) {}

    const std::string& name() const noexcept { return name_; }
    /// First frame. Throws when the scene cannot be had.
    std::span<const OrientedBox> boxes();

private:
    std::string name_;
    std::vector<OrientedBox> boxes_;
};

/// Made scenes of 1k to 1M boxes, and the recorded ones of SATORI_SCENES_DIR when that folder is given.
std::vector<BenchScene> bench_scenes();

}  // namespace satori::bench
