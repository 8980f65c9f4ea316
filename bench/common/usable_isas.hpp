#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <satori/isa.hpp>

namespace satori::bench {

/// Returns the instruction sets that can run here, narrowest first.
inline std::vector<Isa> usable_isas() {
    std::vector<Isa> isas;
    for (const Isa isa : compiled_isas())
        if (isa_supported(isa)) isas.push_back(isa);
    return isas;
}

/// Throws when SATORI_ISA names no set that can run here: every call with Isa::best would fail.
inline void expect_best_isa() {
    Isa best = Isa::best;
    if (resolve_isa(Isa::best, best) == Status::ok) return;
    std::string names;
    for (const Isa isa : usable_isas()) names += std::string(" ") + isa_name(isa);
    throw std::runtime_error("SATORI_ISA names no instruction set that can run here; here:" + names);
}

}  // namespace satori::bench
