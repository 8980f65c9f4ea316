#include <satori/world_recording.hpp>
#include <satori/world_snapshot.hpp>

#include <algorithm>
#include <cstring>
#include <span>

#include <xxhash.h>

#include "base/assert.hpp"
#include "base/memory.hpp"
#include "base/owned_array.hpp"
#include "world/record/record_format.hpp"

// Reads a recording and repeats its calls. It trusts nothing in it: a record is read only after its checksum is
// verified, and its contents go through the World's own calls.

namespace satori::v0 {

namespace world {
namespace {

/// True when a call of a World has rejected its recorded arguments. Other errors do not depend on the recording.
bool refused(Status status) noexcept {
    return status == Status::invalid_argument || status == Status::invalid_box || status == Status::invalid_id;
}

/// The body of a record: a Head, then items.
struct RecordBody {
    std::span<const std::byte> bytes;

    template <class Item, class Head = Nothing>
    bool fits() const noexcept {
        constexpr std::size_t kHead = stored_size<Head>();
        return bytes.size() >= kHead && (bytes.size() - kHead) % stored_size<Item>() == 0;
    }
    template <class Item, class Head = Nothing>
    std::size_t count() const noexcept {
        SATORI_ASSERT(fits<Item, Head>());
        return (bytes.size() - stored_size<Head>()) / stored_size<Item>();
    }
    template <class Head>
    Head head() const noexcept {
        return load<Head>(bytes.data());
    }
    template <class Item, class Head = Nothing>
    Item item(std::size_t i) const noexcept {
        SATORI_ASSERT(i < (count<Item, Head>()));
        return load<Item>(bytes.data() + stored_size<Head>() + i * stored_size<Item>());
    }
};

}  // namespace
}  // namespace world

namespace detail {

/// A record that is complete.
struct Record {
    world::RecordKind kind;
    world::RecordBody body;
    std::uint64_t hash;
    std::uint64_t end;  // offset of the next record
};

/// The recorded answers of the predicate for the current update.
struct RecordedAnswers {
    world::RecordBody body;
    bool asked = false, fit = true;
};

}  // namespace detail

namespace {

using detail::Record;
using world::Nothing;
using world::OfBox;
using world::RecordBody;
using world::RecordKind;

/// The result of a replayed record.
struct Applied {
    Status status = Status::ok;  // status of the World's call
    bool spoilt = false;         // the body does not fit the record's kind
    bool other = false;          // the World did something else than recorded
};

Applied applied(Status status) noexcept {
    return world::refused(status) ? Applied{.other = true} : Applied{.status = status};
}

constexpr Applied kSpoilt{.spoilt = true};

template <class T>
using Array = base::OwnedArray<T>;

/// Calls call(ids, values) for a record with a value for each box.
template <class T, class Call>
Applied with_values(const RecordBody& body, const Allocator& allocator, Call&& call) noexcept {
    if (!body.fits<OfBox<T>>()) return kSpoilt;
    const std::size_t count = body.count<OfBox<T>>();
    base::CountedMemory memory(allocator);
    Array<BoxId> ids(memory);
    Array<T> values(memory);
    if (!ids.reserve(count, 0) || !values.reserve(count, 0)) return {Status::out_of_memory};
    for (std::size_t i = 0; i < count; ++i) {
        const auto entry = body.item<OfBox<T>>(i);
        ids[i] = entry.id;
        values[i] = entry.value;
    }
    return call(std::span<const BoxId>(ids.data(), count), std::span<const T>(values.data(), count));
}

/// Calls call(value, ids) for a record with one value for all boxes.
template <class T, class Call>
Applied with_ids(const RecordBody& body, const Allocator& allocator, Call&& call) noexcept {
    if (!body.fits<BoxId, T>()) return kSpoilt;
    const std::size_t count = body.count<BoxId, T>();
    base::CountedMemory memory(allocator);
    Array<BoxId> ids(memory);
    if (!ids.reserve(count, 0)) return {Status::out_of_memory};
    for (std::size_t i = 0; i < count; ++i) ids[i] = body.item<BoxId, T>(i);
    return applied(call(body.head<T>(), std::span<const BoxId>(ids.data(), count)));
}

/// Calls call(value) for a record that is one value.
template <class T, class Call>
Applied with_one(const RecordBody& body, Call&& call) noexcept {
    return body.bytes.size() == world::stored_size<T>() ? applied(call(body.head<T>())) : kSpoilt;
}

Applied create(World& world, const RecordBody& body, const Allocator& allocator) noexcept {
    return with_values<BoxDef>(body, allocator, [&](std::span<const BoxId> recorded, std::span<const BoxDef> defs) {
        base::CountedMemory memory(allocator);
        Array<BoxId> ids(memory);
        if (!ids.reserve(defs.size(), 0)) return Applied{Status::out_of_memory};
        Applied result = applied(world.create(defs, {ids.data(), defs.size()}));
        if (result.status == Status::ok && !result.other)
            result.other = !std::equal(recorded.begin(), recorded.end(), ids.data());
        return result;
    });
}

Applied write_payloads(World& world, const RecordBody& body) noexcept {
    using world::StoredPayload;
    if (!body.fits<StoredPayload>()) return kSpoilt;
    for (std::size_t i = 0; i < body.count<StoredPayload>(); ++i) {
        const auto stored = body.item<StoredPayload>(i);
        const std::span<PointPayload> points = world.payloads(stored.slot);
        PointPayload* payload = nullptr;
        if (stored.place < points.size()) payload = &points[stored.place];
        if (stored.place == points.size()) payload = world.contact_payload(stored.slot);
        if (payload == nullptr) return {.other = true};
        *payload = stored.payload;
    }
    return {};
}

/// Applies a record of any kind but `start`, `update` and `end`.
Applied apply(World& world, const Record& record, const Allocator& allocator, const Execution& execution) noexcept {
    const auto values =
        [&]<class T>(Status (World::*set)(std::span<const BoxId>, std::span<const T>, std::uint64_t*) noexcept) {
            return with_values<T>(record.body, allocator, [&](std::span<const BoxId> ids, std::span<const T> of_ids) {
                return applied((world.*set)(ids, of_ids, nullptr));
            });
        };
    const auto common = [&]<class T>(Status (World::*set)(std::span<const BoxId>, T, std::uint64_t*) noexcept) {
        return with_ids<T>(record.body, allocator,
                           [&](T value, std::span<const BoxId> ids) { return (world.*set)(ids, value, nullptr); });
    };
    switch (record.kind) {
        case RecordKind::create:
            return create(world, record.body, allocator);
        case RecordKind::destroy:
            return with_ids<Nothing>(record.body, allocator,
                                     [&](Nothing, std::span<const BoxId> ids) { return world.destroy(ids); });
        case RecordKind::poses:
            return values(&World::set_poses);
        case RecordKind::half_extents:
            return values(&World::set_half_extents);
        case RecordKind::covered_sides:
            return values(&World::set_covered_sides);
        case RecordKind::speculative_distances:
            return values(&World::set_speculative_distances);
        case RecordKind::radii:
            return values(&World::set_radii);
        case RecordKind::filters:
            return values(&World::set_filters);
        case RecordKind::motion:
            return common(&World::set_motion);
        case RecordKind::sleeping:
            return common(&World::set_sleeping);
        case RecordKind::sensor:
            return common(&World::set_sensor);
        case RecordKind::continuous:
            return common(&World::set_continuous);
        case RecordKind::contact_enabled:
            return with_one<world::SwitchedContact>(record.body, [&](const world::SwitchedContact& contact) {
                return world.set_contact_enabled(contact.pair.first, contact.pair.second, contact.enabled);
            });
        case RecordKind::user_data:
            return with_one<OfBox<std::uint64_t>>(
                record.body, [&](const auto& data) { return world.set_user_data(data.id, data.value); });
        case RecordKind::ignore:
            return with_one<WorldPair>(record.body,
                                       [&](const WorldPair& pair) { return world.ignore(pair.first, pair.second); });
        case RecordKind::restore:
            return with_one<WorldPair>(record.body,
                                       [&](const WorldPair& pair) { return world.restore(pair.first, pair.second); });
        case RecordKind::origin:
            return with_one<Vec3d>(record.body, [&](const Vec3d& origin) { return world.set_origin(origin); });
        case RecordKind::payloads:
            return write_payloads(world, record.body);
        case RecordKind::snapshot: {
            const Status status = load(world, record.body.bytes, execution);
            return status == Status::invalid_snapshot ? kSpoilt : Applied{.status = status};
        }
        default:
            return kSpoilt;
    }
}

/// The predicate of a replay. `user` points to the replay's answers_.
void answer(std::span<const WorldPair> pairs, std::span<std::uint8_t> keep, void* user) noexcept {
    auto& answers = **static_cast<detail::RecordedAnswers**>(user);
    answers.asked = true;
    answers.fit = answers.body.count<bool, world::UpdateHead>() == pairs.size();
    if (!answers.fit) return;
    for (std::size_t k = 0; k < keep.size(); ++k)
        keep[k] = answers.body.item<bool, world::UpdateHead>(k) ? std::uint8_t{1} : std::uint8_t{0};
}

}  // namespace

const char* describe(RecordingFault fault) noexcept {
    switch (fault) {
        case RecordingFault::none:
            return "no fault";
        case RecordingFault::not_a_recording:
            return "this is no recording of a world";
        case RecordingFault::other_version:
            return "the recording is of another version";
        case RecordingFault::cut_off:
            return "the recording has no end";
        case RecordingFault::damaged:
            return "the recording is damaged";
    }
    return "unknown fault";
}

WorldReplay::WorldReplay(std::span<const std::byte> recording, Allocator allocator) noexcept
    : recording_(recording), allocator_(base::resolved(allocator)), world_({}, allocator) {}

WorldReplay::~WorldReplay() = default;

Status WorldReplay::fail(RecordingFault fault) noexcept {
    fault_ = fault;
    return Status::invalid_recording;
}

Status WorldReplay::next_record(detail::Record& record) noexcept {
    world::RecordFrame frame;
    if (!world::find_record(recording_.subspan(static_cast<std::size_t>(offset_)), frame))
        return fail(RecordingFault::cut_off);
    if (XXH64(frame.hashed.data(), frame.hashed.size(), last_hash_) != frame.hash) return fail(RecordingFault::damaged);
    record = {frame.kind, {frame.body}, frame.hash, offset_ + frame.size()};
    return Status::ok;
}

void WorldReplay::pass(const detail::Record& record) noexcept {
    SATORI_ASSERT(record.end > offset_ && record.end <= recording_.size());
    offset_ = record.end;
    last_hash_ = record.hash;
}

Status WorldReplay::start() noexcept {
    if (recording_.size() < world::kFileHeadSize ||
        std::memcmp(recording_.data(), kRecordingMagic, world::kMagicSize) != 0)
        return fail(RecordingFault::not_a_recording);
    if (world::load<std::uint32_t>(recording_.data() + world::kMagicSize) != kRecordingVersion)
        return fail(RecordingFault::other_version);
    offset_ = world::kFileHeadSize;
    Record record;
    Status status = next_record(record);
    if (status == Status::ok &&
        (record.kind != RecordKind::start || record.body.bytes.size() != world::stored_size<world::Start>()))
        status = fail(RecordingFault::damaged);
    if (status == Status::ok) {
        auto start = record.body.head<world::Start>();
        if (start.has_predicate) {
            start.options.predicate = answer;
            start.options.predicate_user = &answers_;
        }
        world_ = World(start.options, allocator_);
        status = world_.set_origin(start.origin);
        if (world::refused(status)) status = fail(RecordingFault::damaged);
    }
    if (status == Status::ok) pass(record);
    return status;
}

Status WorldReplay::update(const detail::Record& record, ReplayStep& step, WorldUpdate& update,
                           const Execution& execution) noexcept {
    if (!record.body.fits<bool, world::UpdateHead>()) return fail(RecordingFault::damaged);
    detail::RecordedAnswers answers{record.body};
    answers_ = &answers;
    const Status status = world_.update(update, execution);
    answers_ = nullptr;
    if (status != Status::ok) return status;
    pass(record);
    const auto head = record.body.head<world::UpdateHead>();
    step.number = update_count_++;
    step.hashed = head.hashed;
    step.recorded_hash = head.hashed ? head.hash : 0;
    step.hash = head.hashed ? world_.state_hash() : 0;
    const bool unasked = !answers.asked && record.body.count<bool, world::UpdateHead>() != 0;
    step.outcome = !answers.fit || unasked           ? ReplayOutcome::answer_differs
                   : step.hash != step.recorded_hash ? ReplayOutcome::state_differs
                                                     : ReplayOutcome::same;
    return Status::ok;
}

Status WorldReplay::next_step(ReplayStep& step, WorldUpdate& update, const Execution& execution) noexcept {
    if (offset_ == 0) {
        const Status status = start();
        if (status != Status::ok) return status;
    }
    for (;;) {
        Record record;
        const Status status = next_record(record);
        if (status != Status::ok) return status;
        if (record.kind == RecordKind::update) return this->update(record, step, update, execution);
        step = {.number = update_count_};
        if (record.kind == RecordKind::end) {
            if (!record.body.bytes.empty() || record.end != recording_.size()) return fail(RecordingFault::damaged);
            pass(record);
            return Status::ok;
        }
        const Applied result = apply(world_, record, allocator_, execution);
        if (result.spoilt) return fail(RecordingFault::damaged);
        if (result.status != Status::ok) return result.status;
        if (result.other) {
            step.outcome = ReplayOutcome::answer_differs;
            return Status::ok;
        }
        pass(record);
    }
}

Status WorldReplay::step(ReplayStep& step, WorldUpdate& update, const Execution& execution) noexcept {
    update = {};
    if (error_ == Status::ok && last_.outcome == ReplayOutcome::same) error_ = next_step(last_, update, execution);
    step = last_;
    return error_;
}

}  // namespace satori::v0
