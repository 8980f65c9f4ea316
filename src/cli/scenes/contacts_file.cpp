#include "cli/scenes/contacts_file.hpp"

#include <algorithm>

#include "cli/scenes/csv.hpp"
#include "cli/scenes/write_rows.hpp"

namespace satori::scenes {

namespace {

/// -0 as 0.
template <typename Number>
void append_field(std::string& text, Number number, char end = ',') {
    append_number(text, number + Number{0});
    text += end;
}

void append_csv_points(std::string& text, const ContactManifold& manifold,
                       const std::array<std::span<const float>, 3>& centers) {
    const auto [a, b] = manifold.pair;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
        const ContactPoint& point = manifold.points[p];
        append_field(text, a);
        append_field(text, b);
        append_field(text, p);
        append_field(text, double{centers[0][a]} + double{point.offset.x});
        append_field(text, double{centers[1][a]} + double{point.offset.y});
        append_field(text, double{centers[2][a]} + double{point.offset.z});
        append_field(text, manifold.normal.x);
        append_field(text, manifold.normal.y);
        append_field(text, manifold.normal.z);
        append_field(text, point.separation);
        append_field(text, point.feature_id, '\n');
    }
}

const std::string& with_csv_name(const std::string& path) {
    require_csv_name(path);
    return path;
}

}  // namespace

void ContactList::set_manifolds(std::span<const ContactManifold> found) {
    manifolds = found;
    order.clear();
    order.reserve(found.size());
    for (const ContactManifold& manifold : found) order.emplace_back(manifold.pair, order.size());
    std::sort(order.begin(), order.end());
}

ContactsWriter::ContactsWriter(const std::string& path) : file_(with_csv_name(path)) {}

void ContactsWriter::write(const ContactList& contacts, const ProgressCallback& progress) {
    file_.write("a,b,point,px,py,pz,nx,ny,nz,separation,feature_id\n");
    const auto append = [&](std::string& text, const std::pair<BoxPair, std::size_t>& item) {
        append_csv_points(text, contacts.manifolds[item.second], contacts.centers);
    };
    write_rows(file_, FileFormat::csv, std::span(contacts.order), append, progress);
    file_.commit();
}

}  // namespace satori::scenes
