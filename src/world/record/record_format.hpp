#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <satori/world_recording.hpp>

// The elements of records, for the writer and the reader. world_recording.hpp describes the format itself.

namespace satori::v0::world {

inline constexpr std::size_t kMagicSize = sizeof kRecordingMagic - 1;
/// Magic and version.
inline constexpr std::size_t kFileHeadSize = kMagicSize + sizeof kRecordingVersion;
/// Kind of the record and size of its body.
inline constexpr std::size_t kRecordHeadSize = sizeof(std::uint8_t) + sizeof(std::uint64_t);

enum class RecordKind : std::uint8_t {
    start = 1,
    create,
    destroy,
    poses,
    half_extents,
    filters,
    motion,
    sleeping,
    user_data,
    ignore,
    restore,
    origin,
    payloads,
    update,
    end,
    covered_sides,
    speculative_distances,
    sensor,
    contact_enabled,
    snapshot,
    radii,
    continuous,
};

struct Start {
    WorldOptions options;  // without the predicate
    bool has_predicate = false;
    Vec3d origin;
};
template <class T>
struct OfBox {
    BoxId id;
    T value;
};
struct SwitchedContact {
    WorldPair pair;
    bool enabled = false;
};
struct StoredPayload {
    std::uint32_t slot = 0;
    std::uint8_t place = 0;  // among those of the slot
    PointPayload payload;
};
struct UpdateHead {
    bool hashed = false;
    std::uint64_t hash = 0;
};
struct Nothing {};

// visit() passes the numbers of a type, in their order, to io(number). The io writes, reads or measures them.

template <class T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <class Io, Number T>
constexpr void visit(Io& io, T& number) noexcept {
    io(number);
}
template <class Io>
constexpr void visit(Io&, Nothing&) noexcept {}
template <class Io>
constexpr void visit(Io& io, BoxId& id) noexcept {
    io(id.index, id.generation);
}
template <class Io>
constexpr void visit(Io& io, WorldPair& pair) noexcept {
    visit(io, pair.first);
    visit(io, pair.second);
}
template <class Io>
constexpr void visit(Io& io, Vec3& v) noexcept {
    io(v.x, v.y, v.z);
}
template <class Io>
constexpr void visit(Io& io, Vec3d& v) noexcept {
    io(v.x, v.y, v.z);
}
template <class Io>
constexpr void visit(Io& io, BoxPose& pose) noexcept {
    visit(io, pose.position);
    io(pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w);
}
template <class Io>
constexpr void visit(Io& io, BoxFilter& filter) noexcept {
    io(filter.category, filter.mask, filter.group, filter.owner);
}
template <class Io>
constexpr void visit(Io& io, BoxDef& def) noexcept {
    visit(io, def.pose);
    visit(io, def.half_extents);
    io(def.motion, def.sensor, def.sleeping, def.continuous, def.covered_sides, def.speculative_distance, def.radius);
    visit(io, def.filter);
    io(def.user_data);
}
template <class Io, class T>
constexpr void visit(Io& io, OfBox<T>& entry) noexcept {
    visit(io, entry.id);
    visit(io, entry.value);
}
template <class Io>
constexpr void visit(Io& io, SwitchedContact& contact) noexcept {
    visit(io, contact.pair);
    io(contact.enabled);
}
template <class Io>
constexpr void visit(Io& io, StoredPayload& stored) noexcept {
    io(stored.slot, stored.place);
    for (auto& byte : stored.payload.bytes) io(byte);
}
template <class Io>
constexpr void visit(Io& io, UpdateHead& head) noexcept {
    io(head.hashed, head.hash);
}
template <class Io>
constexpr void visit(Io& io, Start& start) noexcept {
    WorldOptions& options = start.options;
    io(options.bounds.margin, options.bounds.relative_margin, options.contacts.speculative_distance,
       options.contacts.axis_slack, options.contacts.edge_share, options.contacts.boundary, options.motion_tolerance,
       options.match_distance, options.impact_depth, options.point_payloads, options.contact_payloads,
       start.has_predicate);
    visit(io, start.origin);
}

/// Measures the bytes of a T in a record.
struct SizeIo {
    std::size_t size = 0;
    template <Number... T>
    constexpr void operator()(T&...) noexcept {
        size += (sizeof(T) + ...);
    }
};
template <class T>
constexpr std::size_t stored_size() noexcept {
    T value{};
    SizeIo io;
    visit(io, value);
    return io.size;
}

template <std::size_t kSize>
using UintOf = std::conditional_t<
    kSize == 1, std::uint8_t,
    std::conditional_t<kSize == 2, std::uint16_t, std::conditional_t<kSize == 4, std::uint32_t, std::uint64_t>>>;

/// Writes to memory that must have room.
struct WriteIo {
    std::byte* at;
    template <Number... T>
    void operator()(T&... numbers) noexcept {
        (write(numbers), ...);
    }

private:
    template <class T>
    void write(T number) noexcept {
        const auto bits = std::bit_cast<UintOf<sizeof(T)>>(number);
        for (std::size_t i = 0; i < sizeof(T); ++i) *at++ = static_cast<std::byte>(bits >> (8 * i));
    }
};

/// Reads from memory that must hold the numbers.
struct ReadIo {
    const std::byte* at;
    template <Number... T>
    void operator()(T&... numbers) noexcept {
        (read(numbers), ...);
    }

private:
    template <class T>
    void read(T& number) noexcept {
        UintOf<sizeof(T)> bits = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i)
            bits = static_cast<UintOf<sizeof(T)>>(bits | static_cast<UintOf<sizeof(T)>>(*at++) << (8 * i));
        if constexpr (std::is_same_v<T, bool>)
            number = bits != 0;
        else
            number = std::bit_cast<T>(bits);
    }
};

template <class T>
void store(std::byte* at, T value) noexcept {
    WriteIo io{at};
    visit(io, value);
}
template <class T>
T load(const std::byte* at) noexcept {
    T value{};
    ReadIo io{at};
    visit(io, value);
    return value;
}

/// A record within a recording: the bytes that its checksum covers, and the checksum.
struct RecordFrame {
    RecordKind kind;
    std::span<const std::byte> hashed;
    std::span<const std::byte> body;  // the end of `hashed`
    std::uint64_t hash;

    std::size_t size() const noexcept { return hashed.size() + sizeof hash; }
};
/// Finds the record at the start of `bytes`. Returns false when they do not hold all of it. The checksum is not
/// verified.
inline bool find_record(std::span<const std::byte> bytes, RecordFrame& frame) noexcept {
    constexpr std::size_t kLeast = kRecordHeadSize + sizeof frame.hash;
    if (bytes.size() < kLeast) return false;
    const auto size = load<std::uint64_t>(bytes.data() + sizeof(RecordKind));
    if (size > bytes.size() - kLeast) return false;
    frame.kind = static_cast<RecordKind>(bytes[0]);
    frame.hashed = bytes.first(kRecordHeadSize + static_cast<std::size_t>(size));
    frame.body = frame.hashed.subspan(kRecordHeadSize);
    frame.hash = load<std::uint64_t>(bytes.data() + frame.hashed.size());
    return true;
}

}  // namespace satori::v0::world
