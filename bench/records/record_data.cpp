#include "records/record_data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <satori/satori.hpp>

#include "common/expect.hpp"
#include "records/record_kernels.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::bench {

namespace {

Quat normalized(const Quat& q) {
    const double x = q.x, y = q.y, z = q.z, w = q.w, length = std::sqrt(x * x + y * y + z * z + w * w);
    return {static_cast<float>(x / length), static_cast<float>(y / length), static_cast<float>(z / length),
            static_cast<float>(w / length)};
}

}  // namespace

std::vector<FormData> form_data(std::span<const OrientedBox> rows) {
    constexpr std::uint32_t kFloats[kRecordFormCount] = {15, 12, 10};
    BoxBatch boxes;
    expect(boxes.assign(box_rows(rows)), "taking in the scene");
    const std::size_t stride = simd::padded(rows.size());
    std::vector<FormData> forms;
    for (std::size_t f = 0; f < kRecordFormCount; ++f) {
        forms.push_back({Block(kFloats[f] * stride * sizeof(float)), Block(kRecordBytes[f] * stride)});
        float* const arrays = forms.back().arrays.floats();
        for (std::uint32_t c = 0; c < kFloats[f]; ++c) {
            const std::span<const float> values = boxes.component(static_cast<BoxComponent>(c));
            std::copy(values.begin(), values.end(), arrays + c * stride);
        }
        if (f != static_cast<std::size_t>(RecordForm::quaternion)) continue;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Quat q = normalized(rows[i].rotation);
            const float components[4] = {q.x, q.y, q.z, q.w};
            for (std::size_t c = 0; c < 4; ++c) arrays[(6 + c) * stride + i] = components[c];
        }
    }
    return forms;
}

Stream make_stream(const std::vector<OrientedBox>& rows, PairOrder order) {
    BoxBatch boxes;
    expect(boxes.assign(box_rows(rows)), "taking in the scene");
    Workspace workspace;
    PairResult found;
    expect(find_pairs(boxes, workspace, found), "candidates of the scene");
    Stream stream{rows, {found.pairs.begin(), found.pairs.end()}};
    if (order == PairOrder::random) std::shuffle(stream.pairs.begin(), stream.pairs.end(), std::mt19937_64(1));
    if (order == PairOrder::local) {
        // Boxes that no pair names stay behind the others.
        constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::uint32_t> place(rows.size(), kNone);
        std::uint32_t next = 0;
        const auto placed = [&](std::uint32_t i) {
            if (place[i] == kNone) place[i] = next++;
            return place[i];
        };
        for (BoxPair& pair : stream.pairs) {
            const std::uint32_t first = placed(pair.first);
            pair = {first, placed(pair.second)};
        }
        for (std::uint32_t i = 0; i < rows.size(); ++i) stream.rows[placed(i)] = rows[i];
    }
    return stream;
}

}  // namespace satori::bench
