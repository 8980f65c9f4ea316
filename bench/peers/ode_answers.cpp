// ODE's overlap test of two boxes: the separating axes alone, or up to the first contact point.

#include <string>

#include "peers/answer_peer.hpp"
#include "peers/ode_box.hpp"

namespace satori::bench {

namespace {

struct Touching {
    using Box = OdeBox;
    static constexpr const char* kName = "ode";
    static constexpr bool kVariant = false;
    static constexpr const char* kTimed =
        sizeof(dReal) == 4 ? "dBoxTouchesBox in single precision" : "dBoxTouchesBox in double precision";
    static std::string version() { return dODE_VERSION; }
    static Box to_box(const OrientedBox& box) { return to_ode(box); }

    bool answer(const Box& a, const Box& b) const {
        return dBoxTouchesBox(a.position, a.rotation, a.sides, b.position, b.rotation, b.sides) != 0;
    }
};

struct OneContact {
    using Box = OdeBox;
    static constexpr const char* kName = "ode_contact";
    static constexpr bool kVariant = true;
    static constexpr const char* kTimed =
        sizeof(dReal) == 4 ? "dBoxBox in single precision, asked for one contact, which is not read,"
                           : "dBoxBox in double precision, asked for one contact, which is not read,";
    static std::string version() { return dODE_VERSION; }
    static Box to_box(const OrientedBox& box) { return to_ode(box); }

    bool answer(const Box& a, const Box& b) const {
        dContactGeom contact;
        dVector3 normal;
        dReal depth;
        int code;
        return dBoxBox(a.position, a.rotation, a.sides, b.position, b.rotation, b.sides, normal, &depth, &code, 1,
                       &contact, sizeof contact) != 0;
    }
};

}  // namespace

AnswerPeers make_ode_answer_peers() {
    AnswerPeers peers;
    peers.push_back(std::make_unique<AnswerPeerOf<Touching>>());
    peers.push_back(std::make_unique<AnswerPeerOf<OneContact>>());
    return peers;
}

}  // namespace satori::bench
