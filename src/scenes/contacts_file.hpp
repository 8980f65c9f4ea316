#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <satori/manifold.hpp>
#include <satori/rect_manifold.hpp>

#include "scenes/map_origin.hpp"
#include "scenes/output_file.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

/// One contact point, of boxes or of rectangles (z is 0). No value is -0.
struct ContactRow {
    std::uint32_t a, b, point;
    std::array<float, 3> offset, normal;
    float separation;
    std::uint32_t feature_id;
};
static_assert(sizeof(ContactRow) == 44);

/// The contacts of a frame.
class ContactList {
public:
    /// Sets the contacts and sorts them. `centers`: x, y, z of all boxes relative to `origin`; rectangles have no z.
    /// The list is valid as long as its arguments.
    void set(std::span<const ContactManifold> manifolds, const std::array<std::span<const float>, 3>& centers,
             const MapOrigin& origin = {});
    void set(std::span<const RectManifold> manifolds, const std::array<std::span<const float>, 3>& centers,
             const MapOrigin& origin = {});

    /// Returns the pair and the index of each manifold, sorted by pair.
    std::span<const std::pair<BoxPair, std::size_t>> order() const noexcept { return order_; }
    std::uint32_t point_count(std::size_t manifold) const noexcept;
    ContactRow row(std::size_t manifold, std::uint32_t point) const noexcept;
    /// Returns the position of the point in the world: the center of A plus the offset of the point.
    std::array<double, 3> position(const ContactRow& row) const noexcept;

private:
    template <typename Manifold>
    void set_manifolds(std::span<const Manifold> manifolds, const std::array<std::span<const float>, 3>& centers,
                       const MapOrigin& origin);

    std::variant<std::span<const ContactManifold>, std::span<const RectManifold>> manifolds_;
    std::vector<std::pair<BoxPair, std::size_t>> order_;
    std::array<std::span<const float>, 3> centers_;
    MapOrigin origin_{};
};

/// Writes contacts as .csv or as records of a .npy, completely or not at all: a row for each point, sorted by (a, b,
/// point). A special file gets .csv. Throws SceneError: io, argument (another file name).
class ContactsWriter {
public:
    /// Opens the target, so that a target that cannot be written fails before the work is done.
    explicit ContactsWriter(const std::string& path);

    /// Writes the whole file.
    void write(const ContactList& contacts, const ProgressCallback& progress = {});
    /// Writes one frame after the other; the caller must then call commit(). Each row begins with its frame.
    void write_frame(std::uint32_t frame, const ContactList& contacts);
    void commit();
    bool is_standard_output() const noexcept { return file_.is_standard_output(); }

private:
    FileFormat format_;
    OutputFile file_;
    bool has_header_ = false;
    std::string records_;  // those of all frames: the header of a .npy, which comes first, has their number
};

}  // namespace satori::scenes
