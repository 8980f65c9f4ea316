#pragma once

#include <satori/impacts.hpp>

#include "broadphase/bounds_set.hpp"

namespace satori::v0::narrowphase {

template <int Dim>
using Motion = std::conditional_t<Dim == 2, RectMotion, BoxMotion>;
template <int Dim>
using Motions = SetsOf<std::span<const Motion<Dim>>>;

/// Moving boxes as the kernels read them, of each set.
template <int Dim>
struct MovingRecords {
    const simd::PairRecord<Dim>* records[2] = {nullptr, nullptr};
    const simd::MotionRow<Dim>* motions[2] = {nullptr, nullptr};
};

bool legal(const BoxMotion& motion) noexcept;
bool legal(const RectMotion& motion) noexcept;

/// Returns a motion as the kernels read it. `record`: its box.
simd::MotionRow<3> motion_row(const BoxMotion& motion, const simd::BoxRecord& record) noexcept;
simd::MotionRow<2> motion_row(const RectMotion& motion, const simd::RectRecord& record) noexcept;

/// Checks the motions of all sets. Errors: those of times_of_impact() about motions.
template <int Dim>
Status check_motions(parallel::Call& call, const geometry::Sets<Dim>& sets, const Motions<Dim>& motions,
                     InvalidMotion* invalid) noexcept;

/// Makes the rows of checked motions. The records must exist.
template <int Dim>
Status fill_motions(parallel::Call& call, WorkspaceLock& workspace, const geometry::Sets<Dim>& sets,
                    const Motions<Dim>& motions, MovingRecords<Dim>& out) noexcept;

/// Enlarges bounds, which have a margin, so that they contain the boxes all the time, and a share of the rounding of
/// times_of_impact().
template <int Dim>
Status sweep_motions(parallel::Call& call, const MovingRecords<Dim>& moving, float margin,
                     broadphase::BoundsSet<Dim>& bounds) noexcept;

}  // namespace satori::v0::narrowphase
