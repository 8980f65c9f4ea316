#include <satori/pairs.hpp>

#include "broadphase/columns/find_pairs.hpp"
#include "broadphase/radix_sort.hpp"

namespace satori::v0 {

namespace broadphase {

Status sort_pairs(WorkspaceLock& workspace, std::span<BoxPair> pairs) noexcept {
    auto* keys = workspace.reserve<std::uint64_t>(Scratch::sort, 2 * pairs.size());
    if (keys == nullptr) return Status::out_of_memory;
    for (std::size_t i = 0; i < pairs.size(); ++i) keys[i] = std::uint64_t{pairs[i].first} << 32 | pairs[i].second;
    const std::uint64_t* const sorted = radix_sort(keys, keys + pairs.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
        pairs[i] = {static_cast<std::uint32_t>(sorted[i] >> 32), static_cast<std::uint32_t>(sorted[i])};
    return Status::ok;
}

}  // namespace broadphase

Status sort_pairs(std::span<BoxPair> pairs, Workspace& workspace) noexcept {
    WorkspaceLock lock(workspace);
    return lock.status() == Status::ok ? broadphase::sort_pairs(lock, pairs) : lock.status();
}

}  // namespace satori::v0
