#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "c_api/handle.hpp"

// A World as C has it: its own, or the one of a replay.

struct satori_world {
    satori::World& object;
};

namespace satori::v0::c_api {

/// The world that satori_world_create() creates.
struct OwnedWorld : satori_world {
    Allocator allocator;
    satori_pair_predicate predicate;
    void* predicate_user;
    satori_record_options recording{};  // while the world is recorded
    World own;                          // last: its destructor may still call what is above

    OwnedWorld(const Allocator& memory, const satori_world_options& options) noexcept
        : satori_world{own},
          allocator(memory),
          predicate(options.predicate),
          predicate_user(options.predicate_user),
          own(
              {
                  .bounds = to_cpp(options.bounds),
                  .contacts = to_cpp(options.contacts),
                  .motion_tolerance = options.motion_tolerance,
                  .match_distance = options.match_distance,
                  .impact_depth = options.impact_depth,
                  .point_payloads = options.point_payloads != 0,
                  .contact_payloads = options.contact_payloads != 0,
                  .predicate = options.predicate != nullptr ? ask : nullptr,
                  .predicate_user = this,
              },
              memory) {}
    OwnedWorld(const OwnedWorld&) = delete;
    OwnedWorld& operator=(const OwnedWorld&) = delete;

private:
    static void ask(std::span<const WorldPair> pairs, std::span<std::uint8_t> keep, void* user) noexcept {
        const OwnedWorld& world = *static_cast<const OwnedWorld*>(user);
        world.predicate(as_c<satori_world_pair>(pairs.data()), keep.data(), pairs.size(), world.predicate_user);
    }
};

// All members are named. So a new member in C++ does not compile; a new member in C gives a warning.
inline void write(const WorldUpdate& update, satori_world_update_result& result) noexcept {
    const auto& [begun, changed, ended, impacts, contact_count, pair_count, tested_count, changed_box_count,
                 point_count, path, thread_count, isa, times] = update;
    result = {as_c<satori_world_contact>(pointer(begun)),
              as_c<satori_world_contact>(pointer(changed)),
              as_c<satori_world_contact>(pointer(ended)),
              as_c<satori_world_impact>(pointer(impacts)),
              begun.size(),
              changed.size(),
              ended.size(),
              impacts.size(),
              contact_count,
              changed_box_count,
              pair_count,
              tested_count,
              point_count,
              static_cast<satori_update_path>(path),
              thread_count,
              to_c(isa),
              to_c<satori_world_times>(times)};
}

}  // namespace satori::v0::c_api
