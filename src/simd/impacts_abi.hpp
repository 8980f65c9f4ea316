#pragma once

// Times of impact. kernel_abi.hpp includes this header and explains the conventions.

#include "simd/pairs_abi.hpp"

namespace satori::v0::simd {

/// The motion of one box over the unit of time. The box turns about its center, the axis and the speed are constant.
template <int Dim>
struct alignas(32) MotionRow {
    float translation[Dim];
    float turn[Dim == 2 ? 1 : 3];  ///< rotation vector, radians
    float angle;                   ///< its length: zero, or a normal float
    float radius;                  ///< how far the box reaches from its axis of turning, rounded up
};
static_assert(sizeof(MotionRow<2>) == 32 && sizeof(MotionRow<3>) == 32);

/// What rounding may take of a bound, in units of half extents, distance of the centers and path.
inline constexpr float kImpactDelta = 32 * __FLT_EPSILON__;
/// The tolerance is at least this many deltas.
inline constexpr float kLeastTolerance = 4;

/// What is known of a pair.
enum class ImpactState : std::uint32_t {
    open,     ///< it does not meet before its time: ask again
    meets,    ///< it is at most distance + tolerance apart at its time
    misses,   ///< it does not meet
    unclear,  ///< as open, and `complete` is needed
};

/// Pairs of moving boxes.
template <int Dim>
struct ImpactArgs {
    PairRowsOf<PairRecord<Dim>> pairs;
    const MotionRow<Dim>* first_motions;  ///< by box
    const MotionRow<Dim>* second_motions;
    float* times;           ///< aligned, to padded(count): until then a pair is known not to meet; increased
    std::uint32_t* states;  ///< likewise; ImpactState, only written
    float distance;         ///< boxes meet when they are nearer
    float tolerance;
    std::uint32_t rounds;  ///< most steps per pair
    bool complete;         ///< as DistanceArgsOf::complete
};

}  // namespace satori::v0::simd
