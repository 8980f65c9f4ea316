#include "scenes/contacts_file.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "scenes/csv.hpp"
#include "scenes/write_rows.hpp"

namespace satori::scenes {

namespace {

constexpr const char* kHeader = "a,b,point,px,py,pz,nx,ny,nz,separation,feature_id\n";

/// Appends a number; -0 becomes 0.
template <typename Number>
void append_field(std::string& text, Number number, char end = ',') {
    append_number(text, number + Number{0});
    text += end;
}

void append_csv_row(std::string& text, const ContactRow& row, const std::array<double, 3>& position) {
    append_field(text, row.a);
    append_field(text, row.b);
    append_field(text, row.point);
    for (const double coordinate : position) append_field(text, coordinate);
    for (const float component : row.normal) append_field(text, component);
    append_field(text, row.separation);
    append_field(text, row.feature_id, '\n');
}

/// `begin` is the begin of each line.
void append_rows(OutputFile& file, const ContactList& contacts, const std::string& begin,
                 const ProgressCallback& progress) {
    const auto append = [&](std::string& text, const std::pair<BoxPair, std::size_t>& item) {
        for (std::uint32_t p = 0; p < contacts.point_count(item.second); ++p) {
            const ContactRow row = contacts.row(item.second, p);
            text += begin;
            append_csv_row(text, row, contacts.position(row));
        }
    };
    write_rows(file, FileFormat::csv, contacts.order(), append, progress);
}

std::array<float, 3> without_negative_zeros(const Vec3& v) {
    return {v.x + 0.0F, v.y + 0.0F, v.z + 0.0F};
}
std::array<float, 3> without_negative_zeros(const Vec2& v) {
    return {v.x + 0.0F, v.y + 0.0F, 0};
}

}  // namespace

template <typename Manifold>
void ContactList::set_manifolds(std::span<const Manifold> manifolds,
                                const std::array<std::span<const float>, 3>& centers, const MapOrigin& origin) {
    manifolds_ = manifolds;
    centers_ = centers;
    origin_ = origin;
    order_.clear();
    order_.reserve(manifolds.size());
    for (const Manifold& manifold : manifolds) order_.emplace_back(manifold.pair, order_.size());
    std::sort(order_.begin(), order_.end());
}

void ContactList::set(std::span<const ContactManifold> manifolds, const std::array<std::span<const float>, 3>& centers,
                      const MapOrigin& origin) {
    set_manifolds(manifolds, centers, origin);
}

void ContactList::set(std::span<const RectManifold> manifolds, const std::array<std::span<const float>, 3>& centers,
                      const MapOrigin& origin) {
    set_manifolds(manifolds, centers, origin);
}

std::uint32_t ContactList::point_count(std::size_t manifold) const noexcept {
    return std::visit([&](const auto& manifolds) { return manifolds[manifold].point_count; }, manifolds_);
}

ContactRow ContactList::row(std::size_t manifold, std::uint32_t point) const noexcept {
    return std::visit(
        [&](const auto& manifolds) {
            const auto& [pair, normal, count, points] = manifolds[manifold];
            const auto& p = points[point];
            return ContactRow{pair.first,
                              pair.second,
                              point,
                              without_negative_zeros(p.offset),
                              without_negative_zeros(normal),
                              p.separation + 0.0F,
                              p.feature_id};
        },
        manifolds_);
}

std::array<double, 3> ContactList::position(const ContactRow& row) const noexcept {
    std::array<double, 3> position{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (!centers_[axis].empty())
            position[axis] = origin_[axis] + (double{centers_[axis][row.a]} + double{row.offset[axis]});
    return position;
}

ContactsWriter::ContactsWriter(const std::string& path) : file_(require_csv_name(path)) {}

void ContactsWriter::write(const ContactList& contacts, const ProgressCallback& progress) {
    file_.write(kHeader);
    append_rows(file_, contacts, "", progress);
    file_.commit();
}

void ContactsWriter::write_frame(std::uint32_t frame, const ContactList& contacts) {
    if (!std::exchange(has_header_, true)) file_.write(std::string("frame,") + kHeader);
    append_rows(file_, contacts, std::to_string(frame) + ",", {});
}

void ContactsWriter::commit() {
    file_.commit();
}

}  // namespace satori::scenes
