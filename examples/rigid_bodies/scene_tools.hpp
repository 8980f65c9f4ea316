#pragma once

#include <cstdint>

#include "rigid_bodies/scenes.hpp"

namespace rigid_bodies {

/// Numbers that are the same on every machine: SplitMix64 (Steele, Lea, Flood 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    /// In [low, high).
    double between(double low, double high);

private:
    std::uint64_t state_;
};

/// A rotation about a unit axis. Sine and cosine by series, because C libraries differ.
Rotation rotation_about(const Vector& axis, double degrees);

/// A static box.
BodyDef fixed(const Vector& position, const Vector& half_extents);
/// A wide ground whose top is at z = 0.
BodyDef ground();

}  // namespace rigid_bodies
