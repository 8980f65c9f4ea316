#include "cli/contact_run.hpp"

#include <array>
#include <span>

#include <satori/contacts.hpp>
#include <satori/rect_contacts.hpp>

#include <xxhash.h>

namespace satori::cli {

namespace {

// Hashes the bytes of the rows, as the help of `satori contacts` documents.
std::uint64_t hash_of(const scenes::ContactList& contacts) {
    XXH64_state_t state;
    XXH64_reset(&state, 0);
    for (const auto& [pair, index] : contacts.order()) {
        for (std::uint32_t p = 0; p < contacts.point_count(index); ++p) {
            const scenes::ContactRow row = contacts.row(index, p);
            XXH64_update(&state, &row, sizeof row);
        }
    }
    return XXH64_digest(&state);
}

}  // namespace

template <typename Result, typename Batch, typename CentersOf>
void ContactRun::run_on(const Batch& batch, CentersOf&& centers_of, const scenes::SceneFile& scene,
                        const scenes::FrameView& boxes, Isa isa, const scenes::ProgressCallback& progress) {
    Result result;
    const auto find = [&](const Execution& execution) {
        const Status status =
            collide(batch, workspace_, result, {.contacts = options_.contacts, .execution = execution});
        limit_.check(status, scene.name(), batch, options_.contacts.speculative_distance);
        check(status, "finding the contacts");
        return CallFigures(result);
    };
    const auto sort = [&] { contacts_.set(result.manifolds, centers_of(), scene.origin()); };
    repeat(scene, boxes, isa, find, sort, progress);
    measurement_.hash = hash_of(contacts_);
    measurement_.found = {{"manifolds", result.manifold_count}, {"points", result.point_count}};
}

void ContactRun::run(const scenes::SceneFile& scene, const scenes::FrameView& boxes, Isa isa,
                     const scenes::ProgressCallback& progress) {
    using Centers = std::array<std::span<const float>, 3>;
    if (scene.dimension() == 2) {
        const auto centers = [&]() -> Centers {
            return {rects_.component(RectComponent::center_x), rects_.component(RectComponent::center_y), {}};
        };
        run_on<RectContactResult>(rects_, centers, scene, boxes, isa, progress);
    } else {
        const auto centers = [&]() -> Centers {
            return {batch_.component(BoxComponent::center_x), batch_.component(BoxComponent::center_y),
                    batch_.component(BoxComponent::center_z)};
        };
        run_on<ContactResult>(batch_, centers, scene, boxes, isa, progress);
    }
}

}  // namespace satori::cli
