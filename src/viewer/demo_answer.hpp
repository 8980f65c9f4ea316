#pragma once

#include <array>
#include <string>

#include <fmt/format.h>

#include <satori/contacts.hpp>
#include <satori/workspace.hpp>

namespace satori::viewer {

/// Runs the library on the two shapes of a demo, and writes overlap, deciding axis and manifold to `answer`. `rows` are
/// the shapes in the form that a batch takes. Returns false when the batch does not accept them. The shapes are legal,
/// so this means that there is no memory for two, and there is nothing to show.
template <class Result, class Shape, class Rows, class Batch, class Answer>
bool ask_library(const std::array<Shape, 2>& shapes, const Rows& rows, Boundary boundary, Batch& batch,
                 Workspace& workspace, Answer& answer) {
    constexpr std::array<BoxPair, 1> kPair{{{0, 1}}};
    const ContactOptions options{.boundary = boundary};
    Result contacts;
    if (batch.assign(rows) != Status::ok) return false;
    (void)overlaps(shapes[0], shapes[1], answer.overlap, boundary);
    (void)separating_axes(batch, kPair, {&answer.axis, 1}, workspace, {.contacts = options});
    if (collide(batch, workspace, contacts, {.contacts = options}) == Status::ok && !contacts.manifolds.empty())
        answer.manifold = contacts.manifolds[0];
    return true;
}

/// Returns the first part of a demo's trace line: the library's results.
template <class Answer>
std::string trace_of_answer(const char* kind, const Answer& answer, Boundary boundary) {
    return fmt::format("{} overlap={} boundary={} axis={} separation={:.9g} points={}", kind, answer.overlap ? 1 : 0,
                       boundary == Boundary::closed ? "closed" : "open", answer.axis.axis, answer.axis.separation,
                       answer.manifold.point_count);
}

}  // namespace satori::viewer
