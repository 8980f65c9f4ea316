// A pile of boxes in Bullet, with Bullet's collision detection and with satori's, side by side: prints the time of each
// stage, the penetration depth, and the remaining motion.
//     bullet_pile [BOXES [STEPS]]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <btBulletDynamicsCommon.h>

#include <satori/bullet.hpp>

namespace {

/// Milliseconds of one step.
struct Times {
    double shapes = 0;      ///< AABBs of the bodies, which Bullet computes
    double broadphase = 0;  ///< taking them in, pairs, the pair cache
    double boxes = 0;       ///< contacts of boxes alone; of Bullet pair by pair in its own walk
    double again = 0;       ///< Bullet's once more after the step, one pair after another: in cache
    double dispatch = 0;    ///< all of the dispatcher: pair walk, contacts, persistent manifolds
    double collision = 0;   ///< the collision phase
    double step = 0;        ///< the whole step
};

/// Takes contact points and forgets them.
class NoPoints final : public btDiscreteCollisionDetectorInterface::Result {
public:
    void setShapeIdentifiersA(int, int) override {}
    void setShapeIdentifiersB(int, int) override {}
    void addContactPoint(const btVector3&, const btVector3&, btScalar) override {}
};

/// Calls f; gives what it took in milliseconds.
template <class F>
double timed(F&& f) {
    const auto start = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Bullet's box against box, and nothing else.
void detect(const btBroadphasePair& pair) {
    const auto& a = *static_cast<const btCollisionObject*>(pair.m_pProxy0->m_clientObject);
    const auto& b = *static_cast<const btCollisionObject*>(pair.m_pProxy1->m_clientObject);
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
    input.m_transformA = a.getWorldTransform();
    input.m_transformB = b.getWorldTransform();
    btBoxBoxDetector detector(static_cast<const btBoxShape*>(a.getCollisionShape()),
                              static_cast<const btBoxShape*>(b.getCollisionShape()));
    NoPoints nowhere;
    detector.getClosestPoints(input, nowhere, nullptr);
}

/// Bullet's dispatcher, which can measure box against box where it stands.
class TimedDispatcher final : public btCollisionDispatcher {
public:
    using btCollisionDispatcher::btCollisionDispatcher;

    /// Runs dispatchAllCollisionPairs() and measures box against box at the start of each pair, with the cache as it is
    /// then; the pair's normal test follows. Then measures all pairs again, one after another: `again`. Milliseconds.
    void measure(btOverlappingPairCache* cache, const btDispatcherInfo& info, double& in_walk, double& again) {
        sum_ = 0;
        setNearCallback([](btBroadphasePair& pair, btCollisionDispatcher& self, const btDispatcherInfo& details) {
            // Which the walk asks first in any case.
            if (!self.needsCollision(static_cast<const btCollisionObject*>(pair.m_pProxy0->m_clientObject),
                                     static_cast<const btCollisionObject*>(pair.m_pProxy1->m_clientObject)))
                return;
            static_cast<TimedDispatcher&>(self).sum_ += timed([&] { detect(pair); });
            defaultNearCallback(pair, self, details);
        });
        dispatchAllCollisionPairs(cache, info, this);
        setNearCallback(defaultNearCallback);

        const btBroadphasePairArray& pairs = cache->getOverlappingPairArray();
        double one_by_one = 0;
        for (int i = 0; i < pairs.size(); ++i) one_by_one += timed([&] { detect(pairs[i]); });
        again = timed([&] {
            for (int i = 0; i < pairs.size(); ++i) detect(pairs[i]);
        });
        // What two looks at the clock take, and what the processor cannot do side by side for them.
        in_walk = sum_ - (one_by_one - again);
    }

private:
    double sum_ = 0;
};

/// A world that measures its collision phase: the times of all stages, or of box against box alone when Bullet tests
/// the boxes.
class TimedWorld final : public btDiscreteDynamicsWorld {
public:
    using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;
    Times times;
    bool boxes_alone = false;

    void performDiscreteCollisionDetection() override {
        // updateAabbs() without the broadphase's share.
        const double shapes = timed([&] {
            for (int i = 0; i < m_collisionObjects.size(); ++i) {
                const btCollisionObject& body = *m_collisionObjects[i];
                btVector3 bounds[4];
                body.getCollisionShape()->getAabb(body.getWorldTransform(), bounds[0], bounds[1]);
                if (body.isStaticOrKinematicObject()) continue;
                body.getCollisionShape()->getAabb(body.getInterpolationWorldTransform(), bounds[2], bounds[3]);
            }
        });
        const double bounds = timed([&] { updateAabbs(); });
        const double pairs = timed([&] { computeOverlappingPairs(); });
        if (auto* const stock = dynamic_cast<TimedDispatcher*>(getDispatcher()); stock != nullptr && boxes_alone) {
            stock->measure(getPairCache(), getDispatchInfo(), times.boxes, times.again);
            return;
        }
        times.dispatch = timed(
            [&] { getDispatcher()->dispatchAllCollisionPairs(getPairCache(), getDispatchInfo(), getDispatcher()); });
        times.shapes = shapes;
        times.broadphase = bounds - shapes + pairs;
        times.collision = bounds + pairs + times.dispatch;
        if (const auto* satori = dynamic_cast<const satori::BulletDispatcher*>(getDispatcher()))
            times.boxes = times.again =
                1e-6 * static_cast<double>(satori->report().intake_ns + satori->report().contacts_ns);
    }
};

/// Boxes of four sizes, dropped on a floor between four walls.
class Pile {
public:
    Pile(int count, bool with_satori) {
        const int side = std::max(2, static_cast<int>(std::cbrt(count / 2.0)));
        const auto width = static_cast<btScalar>(side);
        if (with_satori) {
            // One thread, like Bullet. The margin avoids work for pairs that begin and end often; Bullet's tree has a
            // margin of 0.05.
            const satori::Execution execution{satori::Isa::best, &satori::serial_executor()};
            const satori::BroadphaseOptions options{0.02F, 0};
            broadphase_ = std::make_unique<satori::BulletBroadphase>(nullptr, options, execution);
            dispatcher_ = std::make_unique<satori::BulletDispatcher>(&configuration_, execution);
        } else {
            broadphase_ = std::make_unique<btDbvtBroadphase>();
            dispatcher_ = std::make_unique<TimedDispatcher>(&configuration_);
        }
        world_ = std::make_unique<TimedWorld>(dispatcher_.get(), broadphase_.get(), &solver_, &configuration_);

        add(btVector3(width + 2, 1, width + 2), btVector3(0, -1, 0), 0);
        for (const btScalar sign : {btScalar(-1), btScalar(1)}) {
            add(btVector3(1, 4 * width, width + 2), btVector3(sign * (width + 1), 4 * width, 0), 0);
            add(btVector3(width + 2, 4 * width, 1), btVector3(0, 4 * width, sign * (width + 1)), 0);
        }
        std::uint32_t random = 1;
        const auto next = [&random] {
            random = random * 1664525U + 1013904223U;
            return static_cast<btScalar>(random >> 8) / btScalar(1 << 24);
        };
        for (int i = 0; i < count; ++i) {
            const btVector3 cell(static_cast<btScalar>(i % side), static_cast<btScalar>(i / (side * side)),
                                 static_cast<btScalar>(i / side % side));
            btVector3 place = cell * btScalar(1.9) - btVector3(width, 0, width) * btScalar(0.95);
            place += btVector3(next() * btScalar(0.3) + 1, 1, next() * btScalar(0.3) + 1);
            const btScalar half = btScalar(0.35) + btScalar(0.1) * static_cast<btScalar>(i % 4);
            btRigidBody& body = add(btVector3(half, btScalar(0.4), half), place, 1);
            btQuaternion turn(next() - btScalar(0.5), next() - btScalar(0.5), next() - btScalar(0.5), 1);
            body.setWorldTransform(btTransform(turn.normalize(), place));
        }
    }
    ~Pile() {
        for (const auto& body : bodies_) world_->removeRigidBody(body.get());
    }

    /// Measures Bullet's box against box in every second step, and the rest in the other steps: one measurement changes
    /// the other.
    Times step() {
        world_->boxes_alone = !world_->boxes_alone;
        const double all = timed([&] { world_->stepSimulation(btScalar(1) / 60, 0); });
        // What was only run to be measured does not count.
        if (!world_->boxes_alone) world_->times.step = all - world_->times.shapes;
        return world_->times;
    }

    /// Contacts, their mean and largest depth (mm), and the mean kinetic energy per kg (mJ).
    void print_state(const char* name) const {
        int count = 0;
        double sum = 0, most = 0, energy = 0;
        for (int i = 0; i < dispatcher_->getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(i);
            double depth = -1;
            for (int p = 0; p < manifold.getNumContacts(); ++p)
                depth = std::max(depth, -double{manifold.getContactPoint(p).getDistance()});
            if (depth < 0) continue;
            ++count;
            sum += depth;
            most = std::max(most, depth);
        }
        for (const auto& body : bodies_) energy += 0.5 * double{body->getLinearVelocity().length2()};
        std::printf("%-8s %8d %12.3f %12.2f %14.3f\n", name, count, 1e3 * sum / std::max(1, count), 1e3 * most,
                    1e3 * energy / static_cast<double>(bodies_.size()));
    }

private:
    btRigidBody& add(const btVector3& half_extents, const btVector3& place, btScalar mass) {
        shapes_.push_back(std::make_unique<btBoxShape>(half_extents));
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shapes_.back()->calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shapes_.back().get(), inertia);
        info.m_startWorldTransform.setOrigin(place);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
        world_->addRigidBody(bodies_.back().get());
        return *bodies_.back();
    }

    btDefaultCollisionConfiguration configuration_;
    std::unique_ptr<btCollisionDispatcher> dispatcher_;
    std::unique_ptr<btBroadphaseInterface> broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    std::unique_ptr<TimedWorld> world_;
    std::vector<std::unique_ptr<btBoxShape>> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

double median(const std::vector<Times>& steps, double Times::*stage) {
    std::vector<double> values;
    for (const Times& times : steps) values.push_back(times.*stage);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 400;
    const int step_count = argc > 2 ? std::atoi(argv[2]) : 240;
    if (count < 1 || step_count < 2) return std::fputs("bullet_pile [BOXES [STEPS]]: 1 and 2 at least\n", stderr), 2;
    Pile stock(count, false);
    Pile satori(count, true);
    std::vector<Times> stock_times, satori_times;
    for (int step = 0; step < step_count; ++step) {
        const Times one = stock.step(), other = satori.step();
        if (step < step_count / 2) continue;  // they still fall
        stock_times.push_back(one);
        satori_times.push_back(other);
    }

    satori::Isa isa = satori::Isa::best;
    static_cast<void>(satori::resolve_isa(isa, isa));
    std::printf("%d boxes, medians of the last %zu of %d steps, one thread, satori with %s, milliseconds\n\n", count,
                stock_times.size(), step_count, satori::isa_name(isa));
    std::printf("%-34s %9s %9s %7s\n", "", "Bullet", "satori", "ratio");
    const auto row = [&](const char* name, auto&& value) {
        const double one = value(stock_times), other = value(satori_times);
        std::printf("%-34s %9.3f %9.3f %6.1fx\n", name, one, other, one / other);
    };
    const auto stage = [](double Times::*member) {
        return [member](const std::vector<Times>& times) { return median(times, member); };
    };
    row("broadphase", stage(&Times::broadphase));
    row("box against box", stage(&Times::boxes));
    row("  Bullet's once more, in cache", stage(&Times::again));
    const auto replaced = [](double Times::*boxes) {
        return [boxes](const std::vector<Times>& times) {
            return median(times, &Times::broadphase) + median(times, boxes);
        };
    };
    row("the part replaced", replaced(&Times::boxes));
    row("  Bullet's boxes in cache", replaced(&Times::again));
    row("Bullet's: AABBs of shapes", stage(&Times::shapes));
    row("Bullet's: pairs and manifolds",
        [](const std::vector<Times>& times) { return median(times, &Times::dispatch) - median(times, &Times::boxes); });
    row("collision phase", stage(&Times::collision));
    row("whole step", stage(&Times::step));

    std::printf("\n%-8s %8s %12s %12s %14s\n", "", "contacts", "mean, mm", "deepest, mm", "moving, mJ/kg");
    stock.print_state("Bullet");
    satori.print_state("satori");
}
