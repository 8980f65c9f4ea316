#include "fit/principal_axes.hpp"

#include <Eigen/Eigenvalues>

namespace satori::v0::fit {

namespace {

/// Variances that differ by less than this, relative to the largest, are equal except for rounding. Then any directions
/// between their axes are valid.
constexpr double kSameVariance = 1e-10;

/// Returns a frame whose axis number `place` is `axis` and whose next axis is perpendicular to a world axis. So aligned
/// point sets keep an aligned box.
Frame upright(const Vector& axis, std::size_t place) {
    const Frame about = frame_about(axis);
    Frame frame;
    for (std::size_t k = 0; k < 3; ++k) frame[(place + k) % 3] = about[k];
    return frame;
}

}  // namespace

Frame principal_axes(const Moments& moments) {
    const std::array<double, 6>& s = moments.spread;
    Eigen::Matrix3d matrix;
    matrix << s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5];
    // Scaled, because very small or large spreads would leave the range in which the solver is accurate.
    const double largest = matrix.cwiseAbs().maxCoeff();
    if (!(largest > 0)) return kWorldFrame;
    matrix /= largest;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix);
    Frame frame;
    for (Eigen::Index k = 0; k < 2; ++k)
        for (Eigen::Index a = 0; a < 3; ++a)
            frame[static_cast<std::size_t>(k)][static_cast<std::size_t>(a)] = solver.eigenvectors()(a, 2 - k);
    frame[0] = normalized(frame[0]);
    frame[1] = normalized(frame[1] - dot(frame[0], frame[1]) * frame[0]);
    frame[2] = cross(frame[0], frame[1]);
    const Eigen::Vector3d& variance = solver.eigenvalues();  // ascending
    const double tie = kSameVariance * variance[2];
    const bool first_tie = variance[2] - variance[1] <= tie;
    const bool second_tie = variance[1] - variance[0] <= tie;
    if (first_tie && second_tie) return kWorldFrame;
    if (first_tie) return upright(frame[2], 2);
    if (second_tie) return upright(frame[0], 0);
    return frame;
}

Moments triangle_moments(const Vector& a, const Vector& b, const Vector& c) {
    Moments moments;
    moments.weight = 0.5 * length(cross(b - a, c - a));
    moments.mean = (1.0 / 3) * (a + b + c);
    std::size_t k = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = i; j < 3; ++j, ++k) {
            double sum = 0;
            for (const Vector* corner : {&a, &b, &c})
                sum += ((*corner)[i] - moments.mean[i]) * ((*corner)[j] - moments.mean[j]);
            moments.spread[k] = moments.weight * sum / 12;
        }
    }
    return moments;
}

}  // namespace satori::v0::fit
