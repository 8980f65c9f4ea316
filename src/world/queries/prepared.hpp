#pragma once

#include <utility>

#include <satori/world_queries.hpp>

#include "world/world_state.hpp"

namespace satori::v0::world {

/// Calls ask(world), and if need be again after everything that queries read is up to date. Queries that are not legal
/// prepare nothing.
template <class Ask>
Status prepared(World& world, const QueryOptions& options, Ask&& ask) noexcept {
    Status status = Status::not_prepared;
    if (detail::WorldState::of(std::as_const(world)) != nullptr) status = ask(std::as_const(world));
    if (status == Status::not_prepared) {
        status = v0::prepare_queries(world, options.execution);
        if (status == Status::ok) status = ask(std::as_const(world));
    }
    return status;
}

}  // namespace satori::v0::world
