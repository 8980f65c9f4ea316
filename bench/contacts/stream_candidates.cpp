#include "contacts/stream_candidates.hpp"

#include "common/expect.hpp"

namespace satori::bench {

StreamCandidates::StreamCandidates(std::span<const OrientedBox> boxes) : rows_(boxes) {
    expect(boxes_.assign(box_rows(boxes)), "taking in the stream");
    PairResult found;
    expect(find_pairs(boxes_, workspace_, found, {.execution = {Isa::best, &serial_executor()}}),
           "candidates of the stream");
    candidates_ = judge_candidates(boxes, found.pairs);
}

}  // namespace satori::bench
