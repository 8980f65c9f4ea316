#include "narrowphase/pair_tiles.hpp"

#include "parallel/find_first.hpp"

namespace satori::inline v0::narrowphase {

template <int Dim>
Status prepare_pairs(parallel::Call& call, WorkspaceLock& workspace, const PairListIn<Dim>& list,
                     const simd::PairRecord<Dim>* (&records)[2], std::uint64_t* invalid_pair) noexcept {
    const std::span<const BoxPair> pairs = list.pairs;
    const bool one_set = list.second == nullptr;
    const std::uint32_t first_size = list.first.size(), second_size = one_set ? first_size : list.second->size();
    std::size_t invalid = 0;
    const auto wrong = [&](std::size_t i) noexcept {
        const BoxPair& pair = pairs[i];
        return pair.first >= first_size || pair.second >= second_size || (one_set && pair.first == pair.second);
    };
    const Status status = parallel::find_first(call, pairs.size(), kChunkPairs, wrong, invalid);
    if (status != Status::ok) return status;
    if (invalid != pairs.size()) {
        if (invalid_pair != nullptr) *invalid_pair = invalid;
        return Status::invalid_id;
    }
    return broadphase::fill_records<Dim>(call, workspace, list.first, list.second, records);
}

template Status prepare_pairs<2>(parallel::Call&, WorkspaceLock&, const PairListIn<2>&, const simd::RectRecord* (&)[2],
                                 std::uint64_t*) noexcept;
template Status prepare_pairs<3>(parallel::Call&, WorkspaceLock&, const PairListIn<3>&, const simd::BoxRecord* (&)[2],
                                 std::uint64_t*) noexcept;

}  // namespace satori::inline v0::narrowphase
