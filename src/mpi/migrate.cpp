#include <cmath>
#include <cstddef>

#include <satori/mpi.hpp>

#include "mpi/call.hpp"
#include "mpi/own_rows.hpp"
#include "mpi/ranks.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

namespace {

template <class View>
bool legal(const View& view) noexcept {
    constexpr std::ptrdiff_t kSize = sizeof(*view.centers);
    return view.count == 0 || (view.centers != nullptr && view.center_stride % kSize == 0);
}

}  // namespace

/// Takes `count` records of `size` bytes at `moved`, and sets both to what came.
Status Partition::migrate_bytes(const RankBoxes& boxes, std::size_t size, const void*& moved,
                                std::uint64_t& count) noexcept {
    const Mail::Records records{moved, count, size};
    moved = nullptr;
    count = 0;
    if (!detail::Call::open(*this)) return fault_.status;
    Ranks ranks(communicator_, fault_);
    const Vec3d& origin = boxes.doubles.origin;
    const bool are_legal = (boxes.in_doubles ? legal(boxes.doubles) : legal(boxes.floats)) && std::isfinite(origin.x) &&
                           std::isfinite(origin.y) && std::isfinite(origin.z);
    if (records.count != boxes.count() || !are_legal || options_.message_bytes == 0)
        ranks.fail(Status::invalid_argument);
    else if (!detail::Call::ensure_state(*this, ranks) || !state_->mail.reserve(records.count))
        ranks.fail(Status::out_of_memory);
    std::int64_t all_have_cuts = ranks.ok() && state_->has_cuts ? 1 : 0;
    if (!detail::Call::agree_on_records(*this, ranks,
                                        {detail::RecordCall::migrate, records.size, boxes.doubles.origin}))
        return fault_.status;
    if (!ranks.agree(&all_have_cuts, 1)) return fault_.status;
    for (std::size_t i = 0; i < boxes.count(); ++i) {
        const Vec3 center = rounded(center_of(boxes, i));
        bool alone = false;
        const std::uint32_t home = all_have_cuts != 0 ? state_->tree.part_of({center, center}, alone) : ranks.rank();
        state_->mail.set_rank(i, home);
    }
    state_->mail.send(records, ranks, options_.message_bytes, *state_);
    if (!ranks.agree()) return fault_.status;
    moved = state_->mail.came<std::byte>().data();
    count = state_->mail.came<std::byte>().size();
    return Status::ok;
}

}  // namespace satori::v0::mpi
