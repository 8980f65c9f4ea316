#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "mpi/ranks.hpp"

namespace satori::v0::mpi {

/// A type of MPI for items of this many bytes: counts of items stay within an int, those of bytes might not.
class ItemType {
public:
    ItemType(Ranks& ranks, std::size_t size) noexcept {
        ranks.sent(MPI_Type_contiguous(static_cast<int>(size), MPI_BYTE, &type_));
        ranks.sent(MPI_Type_commit(&type_));
    }
    ItemType(const ItemType&) = delete;
    ItemType& operator=(const ItemType&) = delete;
    ~ItemType() {
        if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
    }
    MPI_Datatype get() const noexcept { return type_; }

private:
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// The messages of one round.
struct Messages {
    int* send_counts;
    int* send_begins;
    int* receive_counts;
    int* receive_begins;

    Messages(int* arrays, std::uint32_t rank_count) noexcept
        : send_counts(arrays),
          send_begins(arrays + rank_count),
          receive_counts(arrays + 2 * std::size_t{rank_count}),
          receive_begins(arrays + 3 * std::size_t{rank_count}) {}

    template <class T>
    void send(Ranks& ranks, MPI_Datatype type, const T* from, T* to) const noexcept {
        ranks.sent(MPI_Alltoallv(from, send_counts, send_begins, type, to, receive_counts, receive_begins, type,
                                 ranks.communicator()));
    }
};

/// How many items of a share are sent in the round that begins at item `done`.
inline std::uint64_t in_round(std::uint64_t count, std::uint64_t done, std::uint64_t quota) noexcept {
    return done < count ? std::min(quota, count - done) : 0;
}

}  // namespace satori::v0::mpi
