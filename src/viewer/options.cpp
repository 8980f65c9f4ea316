#include "viewer/options.hpp"

#include <charconv>

#include <fmt/format.h>

#include "cli/options.hpp"
#include "simd/isa_list.hpp"
#include "viewer/live_scene.hpp"

namespace satori::viewer {

namespace {

constexpr int kLeastSize = 64, kMostSize = 8192;
constexpr double kLeastScale = 0.5, kMostScale = 8;

// The format is "WxH", in pixels.
void parse_size(const std::string& text, Options& options) {
    const char* const end = text.data() + text.size();
    int width = 0, height = 0;
    auto got = std::from_chars(text.data(), end, width);
    if (got.ec == std::errc() && got.ptr != end && *got.ptr == 'x') {
        got = std::from_chars(got.ptr + 1, end, height);
        const auto fits = [](int length) { return length >= kLeastSize && length <= kMostSize; };
        if (got.ec == std::errc() && got.ptr == end && fits(width) && fits(height)) {
            options.width = width;
            options.height = height;
            return;
        }
    }
    throw CLI::ValidationError(
        "--size", fmt::format("'{}' is not WIDTHxHEIGHT, each from {} to {}", text, kLeastSize, kMostSize));
}

// CLI::Range would take NaN.
std::string is_scale(const std::string& text) {
    double scale = 0;
    const auto got = std::from_chars(text.data(), text.data() + text.size(), scale);
    const bool whole = got.ec == std::errc() && got.ptr == text.data() + text.size();
    if (whole && scale >= kLeastScale && scale <= kMostScale) return "";
    return fmt::format("'{}' is not a number from {} to {}", text, kLeastScale, kMostScale);
}

}  // namespace

void add_options(CLI::App& program, Options& options) {
    program
        .add_option("SCENE", options.scene,
                    "Scene or trajectory, .npy or .csv, or recording of a World. Without one: two rectangles and two "
                    "boxes that you can move")
        ->check(cli::not_empty);
    CLI::Option* boxes = program.add_flag("--boxes", options.boxes, "Without a scene: begin with the two boxes");
    CLI::Option* live =
        program
            .add_flag("--live", options.live,
                      "Simulate SCENE, a .npy or .csv scene or one of these (default pyramid): " + live_scene_names())
            ->excludes(boxes);
    program
        .add_option("--steps", options.steps, "With --live: steps before the first picture, each 1/60 s (default 0)")
        ->check(cli::whole_number)
        ->needs(live)
        ->type_name("N");
    program.add_option("--frame", options.frame, "Frame of the scene, from 0 (default 0)")
        ->check(cli::whole_number)
        ->type_name("I");
    program.add_option("--isa", options.isa_name, "Instruction set: " SATORI_ISA_NAMES "best (default)")
        ->type_name("NAME");
    cli::add_threads_option(program, options.threads);
    cli::add_choice<Boundary>(program, "--boundary", options.boundary,
                              {{"closed", Boundary::closed}, {"open", Boundary::open}},
                              "closed: boxes that touch overlap (default); open: they do not")
        ->excludes(live);
    program.add_option("--pick", options.pick, "Box of the scene to pick, from 0")->type_name("I");
    program.add_option("--press", options.keys, "Keys to press at first, for example ddd1")->type_name("KEYS");
    program
        .add_option("--camera", options.camera,
                    "Where to look from: degrees about the vertical, degrees from above, zoom")
        ->delimiter(',')
        ->type_name("YAW,PITCH,ZOOM");
    program.add_option("--screenshot", options.screenshot, "Write the picture here as .png and end; needs no display")
        ->check(cli::not_empty)
        ->type_name("FILE");
    program
        .add_option_function<std::string>(
            "--size", [&options](const std::string& text) { parse_size(text, options); },
            "Of the window or picture, pixels (default 1280x800)")
        ->type_name("WIDTHxHEIGHT");
    program
        .add_option("--samples", options.samples,
                    "Samples per pixel (default 4; 1 in a window that shows many boxes without a graphics card)")
        ->check(CLI::Range(1, 16))
        ->type_name("N");
    program
        .add_option("--scale", options.scale,
                    "Size of text, lines and panel, 1 at 96 dots per inch (default: that of the display, else by the "
                    "size of the picture)")
        ->check(is_scale)
        ->type_name("X");
    program.add_flag("!--no-panel", options.panel, "Hide panel and labels");
    program.add_flag("--trace", options.trace, "Print the state, one line for each change");
}

}  // namespace satori::viewer
