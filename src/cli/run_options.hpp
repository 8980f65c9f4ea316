#pragma once

#include <cstdint>
#include <string>

#include <satori/box_batch.hpp>
#include <satori/contacts.hpp>
#include <satori/isa.hpp>

namespace satori::cli {

/// Output options of every command.
struct ReportOptions {
    bool json = false;
    bool quiet = false;
};

/// The stage whose result is wanted.
enum class Stage {
    broadphase,  ///< pairs of overlapping AABBs
    overlap,     ///< pairs of overlapping boxes
    contacts,    ///< manifolds
};

/// Options of commands that work on a scene.
struct RunOptions {
    std::uint32_t frame = 0;
    bool all_frames = false;  ///< instead of `frame`
    std::string isa_name = "best";
    unsigned threads = 0;  ///< 0: all
    Stage stage = Stage::overlap;
    ContactOptions contacts;
    std::uint32_t repeat = 5;
    OnInvalid on_invalid = OnInvalid::refuse;
    bool force = false;  ///< without a limit on pairs
};

}  // namespace satori::cli
