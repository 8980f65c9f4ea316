#include <satori/broadphase.hpp>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "base/memory.hpp"
#include "broadphase/bounds_set.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "parallel/call.hpp"

// The calls that change a Broadphase's boxes, and its questions. Each looks at all of its arguments before it changes
// anything.

namespace satori::v0 {

namespace {

using Bounds = broadphase::RawBounds<3>;

/// Without branches; every comparison with NaN is false.
bool legal(const float* lo, const float* hi) noexcept {
    constexpr float kMost = std::numeric_limits<float>::max();
    unsigned faults = 0;
    for (int a = 0; a < 3; ++a)
        faults |= static_cast<unsigned>(!(lo[a] >= -kMost)) | static_cast<unsigned>(!(hi[a] <= kMost)) |
                  static_cast<unsigned>(!(lo[a] <= hi[a]));
    return faults == 0;
}

Status fault(Status status, std::uint64_t index, std::uint64_t* invalid_index) noexcept {
    if (invalid_index != nullptr) *invalid_index = index;
    return status;
}

/// `ok` when every bound is legal; by vectors where there are kernels.
Status check(const simd::KernelTable* kernels, const Bounds& bounds, std::uint64_t* invalid_index) noexcept {
    constexpr std::size_t kAhead = 32;
    std::size_t i = 0;
    if (kernels != nullptr && adjoin(bounds))
        i = kernels->legal_bounds({bounds.minima.data, bounds.minima.stride_numbers()},
                                  static_cast<std::uint32_t>(std::min<std::size_t>(bounds.count, kMaxBoxCount)));
    for (; i < bounds.count; ++i) {
        broadphase::prefetch(bounds, i + kAhead);
        if (!legal(bounds.minima.item(i), bounds.maxima.item(i)))
            return fault(Status::invalid_bounds, i, invalid_index);
    }
    return Status::ok;
}

/// `ok` when every id exists.
Status check(const broadphase::BoxTable* boxes, std::span<const std::uint32_t> ids,
             std::uint64_t* invalid_index) noexcept {
    // Without holes among the ids, of which none is above 2^31, one sign answers for all.
    if (boxes != nullptr && boxes->size() == boxes->limit()) {
        std::uint32_t signs = 0;
        for (const std::uint32_t id : ids) signs |= id | (boxes->limit() - 1 - id);
        if (signs >> 31 == 0) return Status::ok;
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (boxes == nullptr || !boxes->contains(ids[i])) return fault(Status::invalid_id, i, invalid_index);
    }
    return Status::ok;
}

/// The bounds of a batch, in the state's memory.
Status batch_bounds(detail::BroadphaseState& state, const BoxBatch& boxes, const Execution& execution,
                    AabbView& view) noexcept {
    if (!state.bounds.reserve(boxes.size(), 0)) return Status::out_of_memory;
    const std::span<Aabb> bounds(state.bounds.data(), boxes.size());
    view = aabb_rows(bounds);
    return compute_aabbs(boxes, bounds, execution);
}

}  // namespace

Broadphase::Broadphase(const BroadphaseOptions& options, Allocator allocator) noexcept
    : options_(options), allocator_(base::resolved(allocator)) {}

Broadphase::Broadphase(Broadphase&& other) noexcept
    : options_(other.options_), allocator_(other.allocator_), state_(std::exchange(other.state_, nullptr)) {}

Broadphase& Broadphase::operator=(Broadphase&& other) noexcept {
    std::swap(options_, other.options_);
    std::swap(allocator_, other.allocator_);
    std::swap(state_, other.state_);
    return *this;
}

Broadphase::~Broadphase() {
    free_state();
}

Status Broadphase::ensure_state() noexcept {
    if (!broadphase::legal(options_)) return Status::invalid_argument;
    if (state_ != nullptr) return Status::ok;
    void* const memory = base::allocate(allocator_, sizeof(detail::BroadphaseState));
    if (memory == nullptr) return Status::out_of_memory;
    state_ = new (memory) detail::BroadphaseState(options_, allocator_);
    return Status::ok;
}

void Broadphase::free_state() noexcept {
    if (state_ == nullptr) return;
    state_->~BroadphaseState();
    base::release(allocator_, std::exchange(state_, nullptr), sizeof(detail::BroadphaseState));
}

Status Broadphase::add(const Aabb& bounds, MotionType motion, std::uint32_t& id) noexcept {
    return add(aabb_rows({&bounds, 1}), motion, {&id, 1});
}

Status Broadphase::add(const AabbView& view, MotionType motion, std::span<std::uint32_t> ids,
                       std::uint64_t* invalid_index) noexcept {
    const parallel::FpEnvironment ieee;
    const Bounds bounds = broadphase::raw_bounds(view);
    if (!broadphase::known(motion) || !readable(bounds) || bounds.count != ids.size()) return Status::invalid_argument;
    Status status = ensure_state();
    if (status == Status::ok) status = check(nullptr, bounds, invalid_index);
    if (status == Status::ok) status = state_->boxes.reserve(ids.size());
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < ids.size(); ++i)
        ids[i] = state_->boxes.add(bounds.minima.item(i), bounds.maxima.item(i), motion);
    return Status::ok;
}

Status Broadphase::add(const BoxBatch& boxes, MotionType motion, std::span<std::uint32_t> ids,
                       std::uint64_t* invalid_index, const Execution& execution) noexcept {
    if (!broadphase::known(motion) || boxes.size() != ids.size()) return Status::invalid_argument;
    Status status = ensure_state();
    AabbView view;
    if (status == Status::ok) status = batch_bounds(*state_, boxes, execution, view);
    return status == Status::ok ? add(view, motion, ids, invalid_index) : status;
}

Status Broadphase::remove(std::uint32_t id) noexcept {
    return remove({&id, 1});
}

Status Broadphase::remove(std::span<const std::uint32_t> ids, std::uint64_t* invalid_index) noexcept {
    const Status status = check(state_ != nullptr ? &state_->boxes : nullptr, ids, invalid_index);
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (state_->boxes.claim(ids[i])) continue;
        for (std::size_t k = 0; k < i; ++k) state_->boxes.unclaim(ids[k]);
        return fault(Status::invalid_id, i, invalid_index);
    }
    for (const std::uint32_t id : ids) state_->boxes.remove(id);
    return Status::ok;
}

Status Broadphase::move(std::uint32_t id, const Aabb& bounds) noexcept {
    return move({&id, 1}, aabb_rows({&bounds, 1}));
}

Status Broadphase::move(std::span<const std::uint32_t> ids, const AabbView& view, std::uint64_t* invalid_index,
                        const Execution& execution) noexcept {
    const parallel::Call call(execution);
    const Bounds bounds = broadphase::raw_bounds(view);
    if (!broadphase::legal(options_) || !readable(bounds) || bounds.count != ids.size())
        return Status::invalid_argument;
    Status status = call.status();
    if (ids.empty()) return status;
    if (status == Status::ok) status = check(state_ != nullptr ? &state_->boxes : nullptr, ids, invalid_index);
    if (status == Status::ok) status = check(&call.kernels(), bounds, invalid_index);
    if (status == Status::ok) state_->boxes.move(call.kernels(), ids, bounds);
    return status;
}

Status Broadphase::move(std::span<const std::uint32_t> ids, const BoxBatch& boxes, std::uint64_t* invalid_index,
                        const Execution& execution) noexcept {
    if (boxes.size() != ids.size()) return Status::invalid_argument;
    Status status = ensure_state();
    AabbView view;
    if (status == Status::ok) status = batch_bounds(*state_, boxes, execution, view);
    return status == Status::ok ? move(ids, view, invalid_index, execution) : status;
}

Status Broadphase::set_motion(std::span<const std::uint32_t> ids, MotionType motion,
                              std::uint64_t* invalid_index) noexcept {
    if (!broadphase::known(motion)) return Status::invalid_argument;
    const Status status = check(state_ != nullptr ? &state_->boxes : nullptr, ids, invalid_index);
    if (status != Status::ok) return status;
    for (const std::uint32_t id : ids) state_->boxes.set_motion(id, motion);
    return Status::ok;
}

Status Broadphase::set_sleeping(std::span<const std::uint32_t> ids, bool sleeping,
                                std::uint64_t* invalid_index) noexcept {
    const Status status = check(state_ != nullptr ? &state_->boxes : nullptr, ids, invalid_index);
    if (status != Status::ok) return status;
    for (const std::uint32_t id : ids) state_->boxes.set_sleeping(id, sleeping);
    return Status::ok;
}

std::uint32_t Broadphase::size() const noexcept {
    return state_ != nullptr ? state_->boxes.size() : 0;
}

std::uint32_t Broadphase::id_limit() const noexcept {
    return state_ != nullptr ? state_->boxes.limit() : 0;
}

bool Broadphase::contains(std::uint32_t id) const noexcept {
    return state_ != nullptr && state_->boxes.contains(id);
}

MotionType Broadphase::motion(std::uint32_t id) const noexcept {
    return contains(id) ? state_->boxes.motion(id) : MotionType::static_box;
}

bool Broadphase::sleeping(std::uint32_t id) const noexcept {
    return contains(id) && state_->boxes.sleeping(id);
}

Aabb Broadphase::fat_bounds(std::uint32_t id) const noexcept {
    if (!contains(id)) return {};
    const simd::TrackedBox& box = state_->boxes.boxes()[id];
    return {{box.lo[0], box.lo[1], box.lo[2]}, {box.hi[0], box.hi[1], box.hi[2]}};
}

std::uint64_t Broadphase::pair_count() const noexcept {
    return state_ != nullptr ? state_->near.pair_count() : 0;
}

std::span<const std::uint32_t> Broadphase::partners(std::uint32_t id) const noexcept {
    return state_ != nullptr ? state_->near.partners(id) : std::span<const std::uint32_t>{};
}

Status Broadphase::copy_pairs(std::span<BoxPair> out) const noexcept {
    if (out.size() < pair_count()) return Status::capacity_exceeded;
    std::size_t n = 0;
    const std::uint32_t limit = state_ != nullptr ? state_->near.limit() : 0;
    for (std::uint32_t id = 0; id < limit; ++id) {
        for (const std::uint32_t partner : state_->near.partners(id))
            if (partner > id) out[n++] = {id, partner};
    }
    return Status::ok;
}

std::uint32_t Broadphase::column_count() const noexcept {
    return state_ != nullptr ? state_->columns.held_count() : 0;
}

Status Broadphase::copy_columns(std::span<BoxColumn> out) const noexcept {
    const parallel::FpEnvironment ieee;
    if (out.size() < column_count()) return Status::capacity_exceeded;
    std::size_t n = 0;
    if (state_ != nullptr) state_->columns.for_each_held([&](const BoxColumn& column) { out[n++] = column; });
    return Status::ok;
}

std::uint64_t Broadphase::bytes() const noexcept {
    return state_ != nullptr ? state_->memory.bytes() : 0;
}

std::uint64_t Broadphase::peak_bytes() const noexcept {
    return state_ != nullptr ? state_->memory.peak_bytes() : 0;
}

}  // namespace satori::v0
