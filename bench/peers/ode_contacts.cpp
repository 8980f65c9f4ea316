// ODE's contacts of two boxes: 15 axes, then the incident face clipped by the reference face.

#include <algorithm>
#include <cstddef>
#include <string>

#include "peers/contact_peer.hpp"
#include "peers/ode_box.hpp"

namespace satori::bench {

namespace {

constexpr int kMostPoints = 4;

class OdeContactPeer final : public ContactPeer {
public:
    std::string name() const override { return "ode"; }
    std::string version() const override { return dODE_VERSION; }
    std::string timed() const override {
        return std::string("dBoxBox in ") + (sizeof(dReal) == 4 ? "single" : "double") +
               " precision on each pair, at most 4 points, normal, positions and depths copied to plain arrays; "
               "boxes of the pairs to come are prefetched; positions, matrices and sides are made before";
    }

    void prepare(std::span<const OrientedBox> boxes, std::span<const BoxPair> pairs) override {
        pairs_ = pairs;
        boxes_.clear();
        for (const OrientedBox& box : boxes) boxes_.push_back(to_ode(box));
        results_.assign(pairs.size(), {});
        points_.assign(pairs.size() * kMostPoints, {});
    }

    void run() override {
        dContactGeom found[kMostPoints];
        Point* place = points_.data();
        const auto collide = [&](std::size_t k, BoxPair pair) {
            const OdeBox& a = boxes_[pair.first];
            const OdeBox& b = boxes_[pair.second];
            Result& result = results_[k];
            dReal depth;
            int code;
            const int count = dBoxBox(a.position, a.rotation, a.sides, b.position, b.rotation, b.sides, result.normal,
                                      &depth, &code, kMostPoints, found, sizeof(dContactGeom));
            for (int i = 0; i < count; ++i) {
                std::copy_n(found[i].pos, 3, place->position);
                place->depth = found[i].depth;
                ++place;
            }
            result.end = place;
        };
        for_each_pair(
            pairs_, [&](std::uint32_t id) { prefetch_object(boxes_[id]); }, collide);
    }

    void read_contacts(std::span<PairContact> contacts) const override {
        const Point* at = points_.data();
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            contacts[k] = {static_cast<std::uint32_t>(results_[k].end - at), 0};
            for (; at < results_[k].end; ++at) contacts[k].depth = std::max(contacts[k].depth, double{at->depth});
        }
    }

private:
    // dContactGeom takes three times as much memory. With 100k boxes that costs a tenth of the time.
    struct Point {
        dReal position[3];
        dReal depth;
    };
    struct Result {
        dVector3 normal;
        const Point* end;  // end of the pair's points; they begin at the end of the previous pair's points
    };

    std::span<const BoxPair> pairs_;
    std::vector<OdeBox> boxes_;
    std::vector<Result> results_;
    std::vector<Point> points_;
};

}  // namespace

std::unique_ptr<ContactPeer> make_ode_contact_peer() {
    return std::make_unique<OdeContactPeer>();
}

}  // namespace satori::bench
