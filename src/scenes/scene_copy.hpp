#pragma once

#include <cstdint>

#include "scenes/output_file.hpp"
#include "scenes/progress_callback.hpp"
#include "scenes/scene_file.hpp"

namespace satori::scenes {

/// Writes `count` frames of a scene, from `first` on, with the numbers that its file has: as float32 where that keeps
/// them (SceneFile::fits_float32), else as float64. The file has shape (boxes, 10) for one frame, (frames, boxes, 10)
/// for more, 5 instead of 10 in 2D, with radii one more; a .csv must have one frame. The caller must then commit the
/// file.
void copy_scene(const SceneFile& scene, std::uint32_t first, std::uint32_t count, OutputFile& file, FileFormat format,
                const ProgressCallback& progress = {});

}  // namespace satori::scenes
