#include "simd/dispatch.hpp"

#include <cstdlib>
#include <cstring>

#include "simd/cpu_features.hpp"

namespace satori::v0 {

namespace {

struct NamedIsa {
    Isa isa;
    const char* name;
};

constexpr NamedIsa kNames[] = {{Isa::best, "best"},
#define SATORI_NAME(set, SET, name, CPU, needs) {Isa::set, name},
                               SATORI_ISA_LIST(SATORI_NAME)
#undef SATORI_NAME
};

// Narrowest first.
constexpr Isa kCompiled[] = {
#define SATORI_COMPILED(set, SET, name, CPU, needs) SATORI_IF_COMPILED(set, Isa::set, )
    SATORI_ISA_LIST(SATORI_COMPILED)
#undef SATORI_COMPILED
};

struct Choice {
    Status status = Status::unsupported_isa;
    Isa isa = Isa::best;
};

/// Returns the set that Isa::best means in this process: the one that SATORI_ISA names, else the widest that is
/// supported.
Choice choose_best() noexcept {
    Isa wanted = Isa::best;
    const char* name = std::getenv("SATORI_ISA");
    if (name != nullptr && *name != '\0' && parse_isa(name, wanted) != Status::ok) return {};
    if (wanted != Isa::best) return isa_supported(wanted) ? Choice{Status::ok, wanted} : Choice{};
    Choice choice;
    for (const Isa isa : kCompiled)
        if (isa_supported(isa)) choice = {Status::ok, isa};
    return choice;
}

}  // namespace

const simd::KernelTable* simd::kernel_table_of(Isa isa) noexcept {
    switch (isa) {
#define SATORI_TABLE(set, SET, name, CPU, needs) SATORI_IF_COMPILED(set, case Isa::set : return &kernel_tables::set;)
        SATORI_ISA_LIST(SATORI_TABLE)
#undef SATORI_TABLE
        default:
            return nullptr;
    }
}

const char* isa_name(Isa isa) noexcept {
    for (const NamedIsa& entry : kNames)
        if (entry.isa == isa) return entry.name;
    return "unknown";
}

Status parse_isa(const char* name, Isa& isa) noexcept {
    if (name == nullptr) return Status::invalid_argument;
    for (const NamedIsa& entry : kNames) {
        if (std::strcmp(entry.name, name) == 0) {
            isa = entry.isa;
            return Status::ok;
        }
    }
    return Status::invalid_argument;
}

std::span<const Isa> compiled_isas() noexcept {
    return kCompiled;
}

bool isa_supported(Isa isa) noexcept {
    return simd::kernel_table_of(isa) != nullptr && simd::cpu_has(isa);
}

Status resolve_isa(Isa requested, Isa& resolved) noexcept {
    if (requested == Isa::best) {
        static const Choice choice = choose_best();
        if (choice.status == Status::ok) resolved = choice.isa;
        return choice.status;
    }
    if (!isa_supported(requested)) return Status::unsupported_isa;
    resolved = requested;
    return Status::ok;
}

unsigned isa_lanes(Isa isa) noexcept {
    const simd::KernelTable* table = simd::kernel_table_of(isa);
    return table == nullptr ? 0 : table->lanes;
}

}  // namespace satori::v0
