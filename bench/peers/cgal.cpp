// CGAL's box_self_intersection_d: streamed segment trees, cut off to sweeps (Zomorodian and Edelsbrunner).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

#include "peers/peer.hpp"

namespace satori::bench {

namespace {

// Below this number of boxes the algorithm sweeps. 500 is best at 10k boxes, 2000 at 1M.
constexpr std::ptrdiff_t kBestCutoff = 1000;
constexpr std::ptrdiff_t kDefaultCutoff = 10;

// A box by value, 28 bytes: the algorithm sorts and copies boxes, and follows no pointers.
struct Item {
    float min[3];
    float max[3];
    std::uint32_t id;
};

struct ItemTraits {
    using NT = float;
    using Box_parameter = const Item&;
    using ID = std::uint32_t;

    static int dimension() { return 3; }
    static float min_coord(const Item& item, int axis) { return item.min[axis]; }
    static float max_coord(const Item& item, int axis) { return item.max[axis]; }
    static std::uint32_t id(const Item& item) { return item.id; }
};

class CgalPeer final : public Peer {
public:
    CgalPeer(std::string name, std::ptrdiff_t cutoff) : name_(std::move(name)), cutoff_(cutoff) {}

    std::string name() const override { return name_; }
    bool is_variant() const override { return cutoff_ != kBestCutoff; }
    std::string version() const override { return CGAL_VERSION_STR; }
    std::string timed() const override {
        return "copy to 28-byte items, box_self_intersection_d<Sequential_tag> on them by value, closed, cutoff " +
               std::to_string(cutoff_);
    }

    void find_pairs(std::vector<BoxPair>& candidates) override {
        items_.clear();
        for (const Aabb& box : bounds()) {
            items_.push_back({{box.min.x, box.min.y, box.min.z},
                              {box.max.x, box.max.y, box.max.z},
                              static_cast<std::uint32_t>(items_.size())});
        }
        CGAL::box_self_intersection_d<CGAL::Sequential_tag>(
            items_.begin(), items_.end(),
            [&](const Item& a, const Item& b) {
                candidates.push_back({a.id, b.id});
            },
            ItemTraits(), cutoff_, CGAL::Box_intersection_d::CLOSED);
    }

private:
    std::string name_;
    std::ptrdiff_t cutoff_;
    std::vector<Item> items_;
};

}  // namespace

Peers make_cgal_peers() {
    Peers peers;
    peers.push_back(std::make_unique<CgalPeer>("cgal", kBestCutoff));
    peers.push_back(std::make_unique<CgalPeer>("cgal_default", kDefaultCutoff));
    return peers;
}

}  // namespace satori::bench
