#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/shape_twin.hpp"

namespace satori::test {

/// Returns the answers of all calls about a shape and a batch, as bytes.
inline std::vector<std::uint8_t> shape_answers(const BoxBatch& boxes, const AnyShape& shape,
                                               const Execution& execution) {
    std::vector<std::uint8_t> answers(boxes.size(), 9);
    EXPECT_EQ(test_boxes(boxes, ref(shape), answers, execution), Status::ok);
    const auto append = [&](const auto& rows) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(rows.data());
        answers.insert(answers.end(), bytes, bytes + rows.size() * sizeof(rows[0]));
    };
    std::vector<Containment> containments(boxes.size());
    EXPECT_EQ(classify_boxes(boxes, ref(shape), containments, execution), Status::ok);
    append(containments);
    if (const auto* point = std::get_if<Vec3>(&shape)) {
        std::vector<ClosestPoint> closest(boxes.size());
        EXPECT_EQ(closest_points(boxes, *point, closest, execution), Status::ok);
        append(closest);
    }
    if (const auto* ray = std::get_if<Ray>(&shape)) {
        std::vector<RayHit> hits(boxes.size());
        EXPECT_EQ(intersect(boxes, *ray, hits, execution), Status::ok);
        append(hits);
    }
    return answers;
}

}  // namespace satori::test
