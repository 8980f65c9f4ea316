#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <satori/satori.hpp>

#include "oracles/query_twin.hpp"
#include "support/random.hpp"

namespace satori::test {

/// The region of the boxes and the queries.
struct QueryRegion {
    Vec3d base{};
    reference::Point half_width;  // meters
    double smallest, largest;     // half extents
};

/// Runs random queries of every kind on Worlds of the same boxes. All Worlds must give the same bytes. The judge
/// compares the answers with a test of every box, one by one; differences fail the test.
class QueryJudge {
public:
    /// A World to query, and its execution.
    struct Asked {
        World* world;
        Execution execution;
        bool only_reads = false;  ///< takes the World as const, after prepare_queries()
    };
    struct Tally {
        std::size_t hits = 0, misses = 0, inside = 0;  // inside: hits at distance 0
        std::size_t left = 0;                          // boxes that a cast begins in and leaves
    };

    QueryJudge(const QueryRegion& region, std::uint64_t seed) : region_(region), random_(seed) {}

    /// Returns a position. Its coordinates are multiples of 1/256 from the base, so that differences are floats for any
    /// base.
    Vec3d place(double spread = 1);
    Quat rotation();
    Vec3 half();
    Random& random() { return random_; }

    /// Runs `count` queries of each kind, and half as many shape queries; at least one box must exist. Does not change
    /// the state_hash() of the worlds.
    void ask_everything(std::span<const Asked> asked, std::vector<std::pair<BoxId, BoxDef>> boxes, std::size_t count);

    const Tally& rays() const { return rays_; }
    const Tally& casts() const { return casts_; }
    const Tally& shapes() const { return shapes_; }
    const Tally& points() const { return points_; }

private:
    /// The boxes that each query of a call sees.
    struct Selection {
        std::vector<QueryFilter> filters;  // one per query, or one for all
        bool has_predicate = false;

        QueryOptions options(const Execution& execution) const;
    };

    Vec3d direction();
    QueryFilter any_filter();
    Selection any_selection(std::size_t count);
    /// Returns the answer of `ask(world, execution)`, which must be the same for all worlds. Where the World is const,
    /// a workspace is the third argument.
    template <class Ask>
    auto ask_all(Ask&& ask);
    /// True when query `query` sees the box.
    static bool seen(const BoxDef& def, BoxId id, const Selection& selection, std::size_t query);
    /// Calls f(id, definition) for the boxes that a query sees.
    template <class F>
    void for_each_seen(const Selection& selection, std::size_t query, F&& f);
    /// Returns null when there is no such box.
    const BoxDef* find(BoxId id) const;
    void ask_rays(std::size_t count);
    void judge_hit(const WorldRay& ray, const BoxDef& def, const WorldHit& hit);
    void ask_casts(std::size_t count);
    void judge_point(const WorldBoxCast& cast, const BoxDef& def, const WorldHit& hit, double delta);
    void ask_shapes(std::size_t count);
    void ask_points(std::size_t count);

    QueryRegion region_;
    Random random_;
    std::span<const Asked> asked_;
    std::vector<std::pair<BoxId, BoxDef>> boxes_;  // ascending
    std::vector<BoxId> some_ids_;                  // that filters leave out
    Tally rays_, casts_, shapes_, points_;
};

}  // namespace satori::test
