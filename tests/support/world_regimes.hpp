#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include <satori/world.hpp>

#include "support/world_driver.hpp"

namespace satori::test {

/// A World with options that recordings and snapshots must keep, and how many boxes a WorldDriver moves in it.
struct WorldRegime {
    const char* name;
    std::uint32_t count;
    WorldOptions options{};
    Vec3d base{};
    std::uint32_t hash_every = 1;  ///< of recordings
    std::uint32_t tile = 0;        ///< boxes that come together

    bool has_payloads() const { return options.point_payloads || options.contact_payloads; }
};

inline void PrintTo(const WorldRegime& regime, std::ostream* out) {
    *out << regime.name;
}

inline std::vector<WorldRegime> world_regimes() {
    return {
        {.name = "plain", .count = 60},
        {.name = "predicate", .count = 60, .options = {.predicate = without_thirds}},
        {.name = "speculative_open", .count = 50, .options = {.contacts = {Boundary::open, 0.05F, 2e-4F, 0.1F}}},
        {.name = "tolerant", .count = 50, .options = {.motion_tolerance = 0.02F}},
        {.name = "contact_payloads", .count = 50, .options = {.contact_payloads = true}},
        {.name = "contact_payloads_only", .count = 50, .options = {.point_payloads = false, .contact_payloads = true}},
        {.name = "no_payloads", .count = 50, .options = {.point_payloads = false}},
        {.name = "margin", .count = 60, .options = {.bounds = {0.02F, 0.05F}}},
        {.name = "far", .count = 40, .base = {1e7, -3e7, 2e7}},
        {.name = "large", .count = 1400},
        {.name = "tiles", .count = 250, .tile = 260},
        {.name = "some_hashes", .count = 60, .hash_every = 4},
    };
}

}  // namespace satori::test
