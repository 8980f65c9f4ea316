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

/// One point of contact, of boxes or of rectangles (whose z is 0). -0 is 0.
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
    /// Sorts them. `centers`: of all boxes, x, y, z, seen from `origin`; of rectangles no z. Valid as long as what it is given.
    void set(std::span<const ContactManifold> manifolds, const std::array<std::span<const float>, 3>& centers,
             const MapOrigin& origin = {});
    void set(std::span<const RectManifold> manifolds, const std::array<std::span<const float>, 3>& centers,
             const MapOrigin& origin = {});

    /// Index of each manifold, by its pair.
    std::span<const std::pair<BoxPair, std::size_t>> order() const noexcept { return order_; }
    std::uint32_t point_count(std::size_t manifold) const noexcept;
    ContactRow row(std::size_t manifold, std::uint32_t point) const noexcept;
    /// Where the point lies in the world: the centre of A and its offset.
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

/// Writes contacts as .csv, whole or not at all: a row for each point, by (a, b, point). SceneError: io, argument (another name).
class ContactsWriter {
public:
    /// Opens the target, so that one that cannot be written is known before the work is done.
    explicit ContactsWriter(const std::string& path);

    /// The whole file.
    void write(const ContactList& contacts, const ProgressCallback& progress = {});
    /// Or frame after frame, then commit(): each row begins with its frame.
    void write_frame(std::uint32_t frame, const ContactList& contacts);
    void commit();
    bool is_standard_output() const noexcept { return file_.is_standard_output(); }

private:
    OutputFile file_;
    bool has_header_ = false;
};

}  // namespace satori::scenes
