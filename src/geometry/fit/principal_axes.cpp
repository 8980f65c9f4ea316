#include "geometry/fit/principal_axes.hpp"

#include <Eigen/Eigenvalues>

namespace satori::inline v0::fit {

Frame principal_axes(const Moments& moments) {
    const std::array<double, 6>& s = moments.spread;
    Eigen::Matrix3d matrix;
    matrix << s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5];
    // Very small or large spreads would leave the range in which the solver is accurate.
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

}  // namespace satori::inline v0::fit
