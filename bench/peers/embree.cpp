// Embree's rtcCollide: traverses two bounding volume hierarchies together; here one against itself.

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include <embree3/rtcore.h>
#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>

#include "peers/peer.hpp"

namespace satori::bench {

namespace {

class EmbreePeer final : public Peer {
public:
    /// `exact`: the callback tests the boxes. A program that needs the exact pairs must do this.
    explicit EmbreePeer(bool exact) : exact_(exact), device_(rtcNewDevice("threads=1,set_affinity=0")), one_thread_(1) {
        if (device_ == nullptr) throw std::runtime_error("embree: no device");
    }
    ~EmbreePeer() override { rtcReleaseDevice(device_); }

    std::string name() const override { return exact_ ? "embree_exact" : "embree"; }
    bool is_variant() const override { return exact_; }
    std::string version() const override {
        const auto version = rtcGetDeviceProperty(device_, RTC_DEVICE_PROPERTY_VERSION);
        return fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
    }
    std::string timed() const override {
        return std::string(
                   "one user geometry with a primitive per box, rtcCommitScene (BVH, build quality low), "
                   "rtcCollide of the scene with itself, its callback keeping one order of each pair; ") +
               (exact_ ? "it tests the boxes" : "the boxes in two leaves that meet are not tested against each other");
    }

    void find_pairs(std::vector<BoxPair>& candidates) override {
        one_thread_.execute([&] {
            scene_ = rtcNewScene(device_);
            rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
            const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
            rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(bounds().size()));
            rtcSetGeometryUserData(geometry, this);
            rtcSetGeometryBoundsFunction(geometry, give_bounds, this);
            rtcCommitGeometry(geometry);
            rtcAttachGeometry(scene_, geometry);
            rtcReleaseGeometry(geometry);
            rtcCommitScene(scene_);
            candidates_ = &candidates;
            rtcCollide(scene_, scene_, take_pairs, this);
        });
        if (rtcGetDeviceError(device_) != RTC_ERROR_NONE) throw std::runtime_error("embree: a call failed");
    }
    void tidy_up() override { rtcReleaseScene(scene_); }

private:
    static void give_bounds(const RTCBoundsFunctionArguments* arguments) {
        const Aabb& box = static_cast<const EmbreePeer*>(arguments->geometryUserPtr)->bounds()[arguments->primID];
        RTCBounds& out = *arguments->bounds_o;
        out.lower_x = box.min.x;
        out.lower_y = box.min.y;
        out.lower_z = box.min.z;
        out.upper_x = box.max.x;
        out.upper_y = box.max.y;
        out.upper_z = box.max.z;
    }
    static void take_pairs(void* user, RTCCollision* collisions, unsigned count) {
        const auto& self = *static_cast<const EmbreePeer*>(user);
        for (unsigned i = 0; i < count; ++i) {
            const std::uint32_t first = collisions[i].primID0, second = collisions[i].primID1;
            if (first < second && (!self.exact_ || touch(self.bounds()[first], self.bounds()[second])))
                self.candidates_->push_back({first, second});
        }
    }

    static bool touch(const Aabb& a, const Aabb& b) {
        return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
               a.min.z <= b.max.z && b.min.z <= a.max.z;
    }

    bool exact_;
    RTCDevice device_;
    oneapi::tbb::task_arena one_thread_;
    RTCScene scene_ = nullptr;
    std::vector<BoxPair>* candidates_ = nullptr;
};

}  // namespace

Peers make_embree_peers() {
    Peers peers;
    peers.push_back(std::make_unique<EmbreePeer>(false));
    peers.push_back(std::make_unique<EmbreePeer>(true));
    return peers;
}

}  // namespace satori::bench
