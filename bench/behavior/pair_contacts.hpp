#pragma once

#include <stdexcept>

#include <satori/satori.hpp>

namespace satori::behavior {

/// Runs collide() on two boxes.
class PairContacts {
public:
    /// Returns a manifold without points where the boxes do not touch.
    ContactManifold collide(const OrientedBox& a, const OrientedBox& b, const ContactOptions& options) {
        const OrientedBox boxes[] = {a, b};
        ContactResult found;
        Status status = batch_.assign(box_rows(boxes));
        if (status == Status::ok)
            status = satori::collide(batch_, workspace_, found,
                                     {.contacts = options, .execution = {Isa::best, &serial_executor()}});
        if (status != Status::ok) throw std::runtime_error(describe(status));
        return found.manifolds.empty() ? ContactManifold{} : found.manifolds[0];
    }

private:
    BoxBatch batch_;
    Workspace workspace_;
};

}  // namespace satori::behavior
