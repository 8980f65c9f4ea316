#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <satori/box_batch.hpp>
#include <satori/contacts.hpp>
#include <satori/distances.hpp>
#include <satori/mpi.hpp>
#include <satori/pairs.hpp>

namespace satori::test {

inline int rank_here() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}
inline int rank_count() {
    int count = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

/// The id of a box, by its index among all boxes; of up to 65536 boxes.
using IdOf = std::uint64_t (*)(std::size_t box);

/// Ids that are not in the order of the boxes, and more than 2^32 apart.
inline std::uint64_t wide_id(std::size_t box) {
    return (static_cast<std::uint64_t>(box) * 0x9e3779b97f4a7c15ULL) >> (box % 3 == 0 ? 20 : 30) << 16 | box;
}
/// The same within 2^32.
inline std::uint64_t narrow_id(std::size_t box) {
    return (std::uint64_t{1} << 40) + ((box * 40503) % 65536);
}
inline std::uint64_t ascending_id(std::size_t box) {
    return 5 * box;
}

/// Which rank brings a box.
enum class Dealing { in_turn, in_blocks, to_last, scattered };

inline int dealer(Dealing dealing, std::size_t box, std::size_t count) {
    const auto ranks = static_cast<std::size_t>(rank_count());
    switch (dealing) {
        case Dealing::in_turn:
            return static_cast<int>(box % ranks);
        case Dealing::in_blocks:
            return static_cast<int>(box * ranks / count);
        case Dealing::to_last:
            return rank_count() - 1;  // all other ranks are empty
        case Dealing::scattered:
            break;
    }
    return static_cast<int>((box * 2654435761U >> 7) % ranks);
}

/// The boxes of this rank.
struct Hand {
    std::vector<OrientedBox> boxes;
    std::vector<std::uint64_t> ids;
    std::vector<float> radii;  // or none, as those that follow
    std::vector<MotionType> motions;
    std::vector<BoxFilter> filters;
    std::vector<CoveredSides> covered_sides;

    Hand(const std::vector<OrientedBox>& all, Dealing dealing, IdOf id_of = wide_id) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (dealer(dealing, i, all.size()) != rank_here()) continue;
            boxes.push_back(all[i]);
            ids.push_back(id_of(i));
        }
    }
    mpi::RankBoxes view() const { return with_columns({box_rows(boxes), ids, radii}); }
    /// The boxes in doubles: rows of them, and the point that they are seen from.
    mpi::RankBoxes view(const std::vector<double>& rows, const Vec3d& origin) const {
        return with_columns({box_rows64(rows.data(), rows.size() / 10, origin), ids, radii});
    }

private:
    mpi::RankBoxes with_columns(mpi::RankBoxes view) const {
        view.motions = motions;
        view.filters = filters;
        view.covered_sides = covered_sides;
        return view;
    }
};

/// Two ids, and for contacts the bytes of the manifold behind its pair.
struct Record {
    std::uint64_t first, second;
    unsigned char bytes[sizeof(ContactManifold) - sizeof(BoxPair)];

    friend bool operator==(const Record& a, const Record& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
    friend bool operator<(const Record& a, const Record& b) { return std::memcmp(&a, &b, sizeof a) < 0; }
};

inline Record record_of(std::uint64_t first, std::uint64_t second, const ContactManifold* manifold = nullptr) {
    Record record{first, second, {}};
    if (manifold != nullptr)
        std::memcpy(record.bytes, reinterpret_cast<const unsigned char*>(manifold) + sizeof(BoxPair),
                    sizeof record.bytes);
    return record;
}

using Records = std::vector<Record>;

inline Records records_of(const mpi::PairResult& result) {
    Records records;
    for (const BoxPair& pair : result.pairs)
        records.push_back(record_of(result.boxes[pair.first].id, result.boxes[pair.second].id));
    return records;
}
inline Records records_of(const mpi::ContactResult& result) {
    Records records;
    for (const ContactManifold& manifold : result.manifolds)
        records.push_back(
            record_of(result.boxes[manifold.pair.first].id, result.boxes[manifold.pair.second].id, &manifold));
    return records;
}

/// The records of all ranks, sorted, on rank 0.
template <class Item>
std::vector<Item> gathered(const std::vector<Item>& own) {
    const int bytes = static_cast<int>(own.size() * sizeof(Item));
    std::vector<int> counts(static_cast<std::size_t>(rank_count())), begins(counts.size());
    MPI_Gather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    std::size_t all = 0;
    for (std::size_t r = 0; r < counts.size(); ++r) {
        begins[r] = static_cast<int>(all);
        all += static_cast<std::size_t>(counts[r]);
    }
    std::vector<Item> records(rank_here() == 0 ? all / sizeof(Item) : 0);
    MPI_Gatherv(own.data(), bytes, MPI_BYTE, records.data(), counts.data(), begins.data(), MPI_BYTE, 0, MPI_COMM_WORLD);
    std::sort(records.begin(), records.end());
    return records;
}

/// Whether all ranks have the same fault.
inline bool same_on_all_ranks(const mpi::Fault& fault) {
    std::vector<mpi::Fault> all(static_cast<std::size_t>(rank_count()));
    std::memcpy(static_cast<void*>(&all[0]), &fault, sizeof fault);
    MPI_Allgather(&fault, sizeof fault, MPI_BYTE, all.data(), sizeof fault, MPI_BYTE, MPI_COMM_WORLD);
    for (const mpi::Fault& other : all)
        if (std::memcmp(&other, &all[0], sizeof fault) != 0) return false;
    return true;
}

inline std::uint64_t sum_of_ranks(std::uint64_t value) {
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return value;
}

/// All boxes in one process, sorted by id.
class OneProcess {
public:
    explicit OneProcess(const std::vector<OrientedBox>& all, IdOf id_of = wide_id, const std::vector<float>& radii = {})
        : id_of_(id_of) {
        for (std::size_t i = 0; i < all.size(); ++i) order_.push_back(i);
        std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return id_of(a) < id_of(b); });
        std::vector<OrientedBox> sorted;
        for (const std::size_t i : order_) sorted.push_back(all[i]);
        EXPECT_EQ(batch_.assign(sorted), Status::ok);
        std::vector<float> sorted_radii;
        if (!radii.empty())
            for (const std::size_t i : order_) sorted_radii.push_back(radii[i]);
        EXPECT_EQ(batch_.set_radii(sorted_radii), Status::ok);
    }
    /// Of packed rows of doubles, with wide ids.
    OneProcess(const std::vector<double>& all, const Vec3d& origin) : id_of_(wide_id) {
        for (std::size_t i = 0; i < all.size() / 10; ++i) order_.push_back(i);
        std::sort(order_.begin(), order_.end(), [](std::size_t a, std::size_t b) { return wide_id(a) < wide_id(b); });
        std::vector<double> sorted;
        for (const std::size_t i : order_)
            sorted.insert(sorted.end(), all.begin() + static_cast<std::ptrdiff_t>(10 * i),
                          all.begin() + static_cast<std::ptrdiff_t>(10 * i + 10));
        EXPECT_EQ(batch_.assign(box_rows64(sorted.data(), order_.size(), origin)), Status::ok);
    }

    /// Gives all boxes, as they were handed over, what decides on their pairs and contacts.
    void set(const std::vector<MotionType>& motions, const std::vector<BoxFilter>& filters,
             const std::vector<CoveredSides>& covered_sides) {
        std::vector<CoveredSides> sides;
        for (const std::size_t i : order_) {
            motions_.push_back(motions[i]);
            filters_.push_back(filters[i]);
            sides.push_back(covered_sides[i]);
        }
        EXPECT_EQ(batch_.set_covered_sides(sides), Status::ok);
    }

    Records overlaps(Boundary boundary) {
        PairResult result;
        EXPECT_EQ(find_overlaps(batch_, workspace_, result, options(boundary)), Status::ok);
        return of(result);
    }
    Records near_pairs(float distance) {
        PairResult result;
        EXPECT_EQ(find_near_pairs(batch_, distance, workspace_, result, options()), Status::ok);
        return of(result);
    }
    Records contacts(const ContactOptions& contacts) {
        ContactResult result;
        const PairOptions pairs = options();
        EXPECT_EQ(collide(batch_, workspace_, result,
                          {.contacts = contacts, .filters = pairs.filters, .motions = pairs.motions}),
                  Status::ok);
        Records records;
        for (const ContactManifold& manifold : result.manifolds)
            records.push_back(record_of(id(manifold.pair.first), id(manifold.pair.second), &manifold));
        std::sort(records.begin(), records.end());
        return records;
    }

private:
    std::uint64_t id(std::uint32_t box) const { return id_of_(order_[box]); }
    Records of(const PairResult& result) const {
        Records records;
        for (const BoxPair& pair : result.pairs) records.push_back(record_of(id(pair.first), id(pair.second)));
        std::sort(records.begin(), records.end());
        return records;
    }

    PairOptions options(Boundary boundary = Boundary::closed) const {
        PairOptions options;
        options.boundary = boundary;
        options.filters = std::span<const BoxFilter>{filters_};
        options.motions = std::span<const MotionType>{motions_};
        return options;
    }

    IdOf id_of_;
    std::vector<std::size_t> order_;
    BoxBatch batch_;
    std::vector<MotionType> motions_;
    std::vector<BoxFilter> filters_;
    Workspace workspace_;
};

/// Calls run on the calling thread: there are more ranks than cores.
inline Execution serial() {
    Execution execution;
    execution.executor = &serial_executor();
    return execution;
}

}  // namespace satori::test
