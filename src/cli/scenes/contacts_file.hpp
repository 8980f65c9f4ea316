#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <satori/manifold.hpp>

#include "cli/scenes/output_file.hpp"
#include "cli/scenes/progress_callback.hpp"

namespace satori::scenes {

/// The contacts of a frame.
struct ContactList {
    std::span<const ContactManifold> manifolds;
    /// Index of each manifold, by its pair.
    std::vector<std::pair<BoxPair, std::size_t>> order;
    /// Of all boxes: x, y, z.
    std::array<std::span<const float>, 3> centers;

    /// Sorts them.
    void set_manifolds(std::span<const ContactManifold> found);
};

/// Writes contacts as .csv, whole or not at all: a row for each point, by (a, b, point). SceneError: io, argument (another name).
class ContactsWriter {
public:
    /// Opens the target, so that one that cannot be written is known before the work is done.
    explicit ContactsWriter(const std::string& path);

    void write(const ContactList& contacts, const ProgressCallback& progress = {});
    bool is_standard_output() const noexcept { return file_.is_standard_output(); }

private:
    OutputFile file_;
};

}  // namespace satori::scenes
