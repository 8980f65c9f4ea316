#include "narrowphase/pair_tiles.hpp"

#include "parallel/find_first.hpp"

namespace satori::v0::narrowphase {

template <int Dim>
Status prepare_pairs(parallel::Call& call, WorkspaceLock& workspace, const PairListIn<Dim>& list,
                     const simd::PairRecord<Dim>* (&records)[2], std::uint64_t* invalid_pair) noexcept {
    const std::span<const BoxPair> pairs = list.pairs;
    const geometry::Sets<Dim>& sets = list.sets;
    const bool one_set = list.canonical();
    const std::uint32_t first_size = sets.first().size(), second_size = one_set ? first_size : sets.second()->size();
    const auto wrong = [&](std::size_t i) noexcept {
        // No branches, so that the compiler vectorizes the check.
        const BoxPair& pair = pairs[i];
        return (pair.first >= first_size) | (pair.second >= second_size) | (one_set & (pair.first == pair.second));
    };
    const Status status =
        parallel::refuse_any(call, pairs.size(), parallel::kChunkPairs, wrong, Status::invalid_id, invalid_pair);
    if (status != Status::ok) return status;
    return broadphase::fill_records<Dim>(call, workspace, sets.first(), sets.second(), records);
}

template Status prepare_pairs<2>(parallel::Call&, WorkspaceLock&, const PairListIn<2>&, const simd::RectRecord* (&)[2],
                                 std::uint64_t*) noexcept;
template Status prepare_pairs<3>(parallel::Call&, WorkspaceLock&, const PairListIn<3>&, const simd::BoxRecord* (&)[2],
                                 std::uint64_t*) noexcept;

}  // namespace satori::v0::narrowphase
