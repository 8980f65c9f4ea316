#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include <satori/pairs.hpp>

namespace satori::viewer {

/// The command line of satori-view.
struct Options {
    std::string scene;   ///< empty: the demos
    bool boxes = false;  ///< begin with the demo of two boxes
    bool live = false;   ///< simulate the scene
    std::uint32_t steps = 0;
    std::optional<std::uint32_t> frame;
    std::string isa_name = "best";
    unsigned threads = 0;
    Boundary boundary = Boundary::closed;
    std::optional<std::uint32_t> pick;
    std::string keys;                             ///< pressed before the first picture
    std::optional<std::array<double, 3>> camera;  ///< degrees and a factor
    std::string screenshot;                       ///< empty: a window
    int width = 1280, height = 800;
    int samples = 0;              ///< 0: not given
    std::optional<double> scale;  ///< of everything; not given: that of the display
    bool panel = true;
    bool trace = false;
};

void add_options(CLI::App& program, Options& options);

}  // namespace satori::viewer
