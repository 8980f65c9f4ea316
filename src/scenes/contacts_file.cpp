#include "scenes/contacts_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "scenes/csv.hpp"
#include "scenes/npy.hpp"
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

void append_csv_row(std::string& text, const ContactRow& row, std::array<double, 3> position) {
    append_field(text, row.a);
    append_field(text, row.b);
    append_field(text, row.point);
    for (const double coordinate : position) append_field(text, coordinate);
    for (const float component : row.normal) append_field(text, component);
    append_field(text, row.separation);
    append_field(text, row.feature_id, '\n');
}

/// The columns as fields of a record. The first one only in files of all frames.
constexpr NpyField kFields[] = {
    {"frame", NpyType::uint32}, {"a", NpyType::uint32},           {"b", NpyType::uint32},
    {"point", NpyType::uint32}, {"px", NpyType::float64},         {"py", NpyType::float64},
    {"pz", NpyType::float64},   {"nx", NpyType::float32},         {"ny", NpyType::float32},
    {"nz", NpyType::float32},   {"separation", NpyType::float32}, {"feature_id", NpyType::uint32}};
constexpr std::size_t kFrameRecordSize = 60;

void append_bytes(std::string& bytes, const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
}

void append_record(std::string& bytes, const ContactRow& row, std::array<double, 3> position) {
    for (double& coordinate : position) coordinate += 0.0;  // -0 becomes 0
    append_bytes(bytes, &row.a, sizeof row.a);
    append_bytes(bytes, &row.b, sizeof row.b);
    append_bytes(bytes, &row.point, sizeof row.point);
    append_bytes(bytes, position.data(), sizeof position);
    append_bytes(bytes, row.normal.data(), sizeof row.normal);
    append_bytes(bytes, &row.separation, sizeof row.separation);
    append_bytes(bytes, &row.feature_id, sizeof row.feature_id);
}

/// Appends all points of a manifold, each after the bytes `begin`.
void append_manifold(std::string& bytes, FileFormat format, const ContactList& contacts, std::size_t manifold,
                     std::string_view begin) {
    for (std::uint32_t p = 0; p < contacts.point_count(manifold); ++p) {
        const ContactRow row = contacts.row(manifold, p);
        bytes += begin;
        (format == FileFormat::csv ? append_csv_row : append_record)(bytes, row, contacts.position(row));
    }
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

ContactsWriter::ContactsWriter(const std::string& path) : format_(output_format(path, FileFormat::csv)), file_(path) {}

void ContactsWriter::write(const ContactList& contacts, const ProgressCallback& progress) {
    const auto order = contacts.order();
    if (format_ == FileFormat::csv) {
        file_.write(kHeader);
    } else {
        std::uint64_t count = 0;
        for (const auto& [pair, manifold] : order) count += contacts.point_count(manifold);
        file_.write(npy_header(std::span(kFields).subspan(1), count));
    }
    const auto append = [&](std::string& bytes, std::size_t index) {
        append_manifold(bytes, format_, contacts, order[index].second, "");
    };
    write_appended(file_, order.size(), append, progress);
    file_.commit();
}

void ContactsWriter::write_frame(std::uint32_t frame, const ContactList& contacts) {
    if (format_ == FileFormat::csv && !std::exchange(has_header_, true)) file_.write(std::string("frame,") + kHeader);
    const std::string begin = format_ == FileFormat::csv
                                  ? std::to_string(frame) + ","
                                  : std::string(reinterpret_cast<const char*>(&frame), sizeof frame);
    std::string text;
    std::string& bytes = format_ == FileFormat::csv ? text : records_;
    for (const auto& [pair, manifold] : contacts.order()) append_manifold(bytes, format_, contacts, manifold, begin);
    file_.write(text);
}

void ContactsWriter::commit() {
    if (format_ == FileFormat::npy) {
        file_.write(npy_header(kFields, records_.size() / kFrameRecordSize));
        file_.write(records_);
    }
    file_.commit();
}

}  // namespace satori::scenes
