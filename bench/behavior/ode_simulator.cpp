#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

#include <ode/ode.h>

#include <satori/satori.hpp>

#include "behavior/contact_options.hpp"
#include "behavior/simulator.hpp"

namespace satori::behavior {

namespace {

/// Calls dInitODE2() once per process.
void start_ode() {
    struct Library {
        Library() { dInitODE2(0); }
        ~Library() { dCloseODE(); }
    };
    static const Library library;
}

Vector from_ode(const dReal* v) {
    return {v[0], v[1], v[2]};
}

float narrow(dReal x) {
    return static_cast<float>(x);
}

class OdeSimulator : public Simulator {
public:
    explicit OdeSimulator(const Scene& scene) {
        start_ode();
        dRandSetSeed(1);
        world_ = dWorldCreate();
        space_ = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
        contacts_ = dJointGroupCreate(0);
        dWorldSetGravity(world_, 0, 0, dReal(-9.81));
        for (const rigid_bodies::BodyDef& def : scene.bodies) add(def);
        for (const rigid_bodies::BallJointDef& def : scene.joints) {
            const dJointID joint = dJointCreateBall(world_, nullptr);
            dJointAttach(joint, dGeomGetBody(geoms_[def.a]), dGeomGetBody(geoms_[def.b]));
            dJointSetBallAnchor(joint, def.point.x, def.point.y, def.point.z);
        }
    }
    ~OdeSimulator() override {
        dJointGroupDestroy(contacts_);
        for (const dGeomID geom : geoms_) dGeomDestroy(geom);
        dSpaceDestroy(space_);
        dWorldDestroy(world_);
    }
    OdeSimulator(const OdeSimulator&) = delete;
    OdeSimulator& operator=(const OdeSimulator&) = delete;

    void step() override {
        make_contacts();
        dWorldQuickStep(world_, dReal(1) / 60);
        dJointGroupEmpty(contacts_);
    }
    BodyState state(std::size_t body) const override {
        const dGeomID geom = geoms_[body];
        dQuaternion q;
        dGeomGetQuaternion(geom, q);
        BodyState state{from_ode(dGeomGetPosition(geom)), {q[1], q[2], q[3], q[0]}, {}, {}};
        if (const dBodyID moving = dGeomGetBody(geom)) {
            state.velocity = from_ode(dBodyGetLinearVel(moving));
            state.spin = from_ode(dBodyGetAngularVel(moving));
        }
        return state;
    }

protected:
    virtual void make_contacts() {
        dSpaceCollide(space_, this, [](void* self, dGeomID first, dGeomID second) {
            auto& simulator = *static_cast<OdeSimulator*>(self);
            if (simulator.ignores(first, second)) return;
            dContactGeom found[kMostPoints];
            const int count = dCollide(first, second, kMostPoints, found, sizeof(dContactGeom));
            for (int i = 0; i < count; ++i) simulator.add_contact(found[i]);
        });
    }

    /// Returns true for two bodies that a joint connects, and for a pair in which neither body moves.
    static bool ignores(dGeomID first, dGeomID second) {
        const dBodyID a = dGeomGetBody(first), b = dGeomGetBody(second);
        const auto still = [](dBodyID body) { return body == nullptr || dBodyIsEnabled(body) == 0; };
        return (still(a) && still(b)) ||
               (a != nullptr && b != nullptr && dAreConnectedExcluding(a, b, dJointTypeContact));
    }

    void add_contact(const dContactGeom& geometry) {
        const auto friction = [](dGeomID geom) { return *static_cast<const double*>(dGeomGetData(geom)); };
        dContact contact{};
        contact.surface.mode = dContactApprox1;
        contact.surface.mu = static_cast<dReal>(std::sqrt(friction(geometry.g1) * friction(geometry.g2)));
        contact.geom = geometry;
        dJointAttach(dJointCreateContact(world_, contacts_, &contact), dGeomGetBody(geometry.g1),
                     dGeomGetBody(geometry.g2));
    }

    static constexpr int kMostPoints = 4;
    std::vector<dGeomID> geoms_;

private:
    void add(const rigid_bodies::BodyDef& def) {
        const Vector& h = def.half_extents;
        const dGeomID geom = dCreateBox(space_, 2 * h.x, 2 * h.y, 2 * h.z);
        frictions_.push_back(std::make_unique<double>(def.friction));
        dGeomSetData(geom, frictions_.back().get());
        if (def.density > 0) {
            const dBodyID body = dBodyCreate(world_);
            dMass mass;
            dMassSetBox(&mass, def.density, 2 * h.x, 2 * h.y, 2 * h.z);
            dBodySetMass(body, &mass);
            dGeomSetBody(geom, body);
            dBodySetLinearVel(body, def.velocity.x, def.velocity.y, def.velocity.z);
            dBodySetAngularVel(body, def.spin.x, def.spin.y, def.spin.z);
        }
        const dQuaternion turn = {def.rotation.w, def.rotation.x, def.rotation.y, def.rotation.z};
        dGeomSetPosition(geom, def.position.x, def.position.y, def.position.z);
        dGeomSetQuaternion(geom, turn);
        geoms_.push_back(geom);
    }

    dWorldID world_;
    dSpaceID space_;
    dJointGroupID contacts_;
    std::vector<std::unique_ptr<double>> frictions_;
};

/// Uses collide() to find pairs and contacts, and ODE for all else.
class OdeBatchSimulator final : public OdeSimulator {
public:
    using OdeSimulator::OdeSimulator;

protected:
    void make_contacts() override {
        boxes_.clear();
        for (const dGeomID geom : geoms_) {
            const dReal* at = dGeomGetPosition(geom);
            dVector3 sides;
            dQuaternion q;  // w x y z
            dGeomBoxGetLengths(geom, sides);
            dGeomGetQuaternion(geom, q);
            boxes_.push_back({{narrow(at[0]), narrow(at[1]), narrow(at[2])},
                              {narrow(sides[0] / 2), narrow(sides[1] / 2), narrow(sides[2] / 2)},
                              {narrow(q[1]), narrow(q[2]), narrow(q[3]), narrow(q[0])}});
        }
        ContactResult found;
        const Execution one_thread{Isa::best, &serial_executor()};
        Status status = batch_.assign(box_rows(boxes_));
        if (status == Status::ok)
            status = collide(batch_, workspace_, found,
                             {.contacts = contact_options(0), .execution = one_thread, .last = &last_});
        if (status == Status::ok) status = last_.remember(found.manifolds);
        if (status != Status::ok) throw std::runtime_error(describe(status));

        for (const ContactManifold& manifold : found.manifolds) {
            const auto [first, second] = manifold.pair;
            if (ignores(geoms_[first], geoms_[second])) continue;
            const dReal* center = dGeomGetPosition(geoms_[first]);
            for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
                const ContactPoint& point = manifold.points[p];
                dContactGeom geometry{};
                geometry.g1 = geoms_[first];
                geometry.g2 = geoms_[second];
                geometry.depth = std::max(dReal(0), -dReal{point.separation});
                const float offset[] = {point.offset.x, point.offset.y, point.offset.z};
                const float normal[] = {manifold.normal.x, manifold.normal.y, manifold.normal.z};
                for (int i = 0; i < 3; ++i) {
                    geometry.pos[i] = center[i] + dReal{offset[i]};
                    geometry.normal[i] = -dReal{normal[i]};  // ODE's normal points into the first body
                }
                add_contact(geometry);
            }
        }
    }

private:
    std::vector<OrientedBox> boxes_;
    BoxBatch batch_;
    Workspace workspace_;
    ContactCache last_;
};

}  // namespace

std::unique_ptr<Simulator> make_ode_simulator(const Scene& scene, bool with_batch) {
    if (with_batch) return std::make_unique<OdeBatchSimulator>(scene);
    return std::make_unique<OdeSimulator>(scene);
}

}  // namespace satori::behavior
