# The flags of each instruction set. Each set becomes an object library satori_isa_<set> of src/simd/isa_unit.cpp. Sets
# SATORI_ISA_TARGETS, SATORI_ISA_SETS (those that are built) and SATORI_ISA_DEFINITIONS (SATORI_HAVE_ISA_<set>=0 or 1).
#
# To add a set: src/simd/isa_list.hpp says how.

include(CheckCXXSourceCompiles)

set(satori_x86 "^(x86_64|amd64|AMD64|i[3-6]86)$")
set(satori_arm64 "^(aarch64|arm64|ARM64)$")
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
    # Vector sets are for the 64-bit kinds of these processors alone: more registers, and lanes of 64 bits moved to them.
    message(STATUS "32 bits: no instruction set but the scalar one")
endif()

set(SATORI_KERNEL_OPTIMIZATION -O3 CACHE STRING "Optimisation of kernel units in every build type: -O1 to -O3")
option(SATORI_EMULATE_AVX512 "AVX-512's kernels in AVX2, slow: tests of them on a CPU that lacks it (needs SIMDe)" OFF)

set(SATORI_ISA_TARGETS)
set(SATORI_ISA_SETS)
set(SATORI_ISA_DEFINITIONS)

# An object library of one source, for one set. No LTO, no unity, no precompiled headers: an inline function compiled here
# must not replace another unit's copy of it.
function(satori_add_kernel_unit target source)
    add_library(${target} OBJECT ${source})
    satori_target_defaults(${target} kernel_unit)
    set_target_properties(${target} PROPERTIES
        UNITY_BUILD OFF
        INTERPROCEDURAL_OPTIMIZATION OFF
        DISABLE_PRECOMPILE_HEADERS ON)
    target_link_libraries(${target} PRIVATE satori_xsimd)
endfunction()

# Optimised in every build: the flag stands after the build type's own and wins. No automatic vectorisation: it rewrites
# vectors of 4 across x, y, z at half their speed, and would make the scalar set something else.
function(satori_instruction_set suffix processors gnu_flags msvc_flags)
    set(SATORI_ISA_DEFINITIONS ${SATORI_ISA_DEFINITIONS} SATORI_HAVE_ISA_${suffix}=0 PARENT_SCOPE)
    if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "${processors}" OR (CMAKE_SIZEOF_VOID_P EQUAL 4 AND NOT suffix STREQUAL "scalar"))
        return()
    endif()
    set(flags ${gnu_flags})
    if(MSVC)
        set(flags ${msvc_flags})
    endif()
    string(TOUPPER ${suffix} upper)
    if(flags)
        string(REPLACE ";" " " CMAKE_REQUIRED_FLAGS "${flags}")
        check_cxx_source_compiles("int main() { return 0; }" SATORI_COMPILER_HAS_${upper})
        if(NOT SATORI_COMPILER_HAS_${upper})
            return()
        endif()
    endif()

    set(target satori_isa_${suffix})
    satori_add_kernel_unit(${target} ${PROJECT_SOURCE_DIR}/src/simd/isa_unit.cpp)
    target_compile_definitions(${target} PRIVATE SATORI_ISA_SET=${suffix} SATORI_LANES_HEADER="simd/lanes_${suffix}.hpp")
    target_compile_options(${target} PRIVATE ${flags})
    if(MSVC)
        target_compile_options(${target} PRIVATE /O2)
    else()
        target_compile_options(${target} PRIVATE ${SATORI_KERNEL_OPTIMIZATION} -fno-exceptions -fno-rtti -fno-lto)
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            # gcc 12 copies structs of 256-bit vectors in halves, which the whole loads behind wait for: face manifolds took a
            # third longer. With 512-bit vectors the same flags do harm.
            if(suffix STREQUAL "avx2" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
                target_compile_options(${target} PRIVATE -mmove-max=256 -mstore-max=256)
            endif()
            # psabi: a note that vector arguments are passed as they were not before gcc 4.6; kernels pass none.
            # uninitialized: gcc 12's own AVX-512 headers begin with an undefined register.
            target_compile_options(${target} PRIVATE -fno-tree-vectorize -Wno-psabi -Wno-uninitialized)
        else()
            target_compile_options(${target} PRIVATE -fno-vectorize -fno-slp-vectorize)
            # With this check clang 14 takes ten minutes for the AVX-512 unit; the same templates have it in all others.
            if(SATORI_SANITIZE AND suffix STREQUAL "avx512")
                target_compile_options(${target} PRIVATE -fno-sanitize=pointer-overflow)
            endif()
        endif()
    endif()

    set(SATORI_ISA_TARGETS ${SATORI_ISA_TARGETS} ${target} PARENT_SCOPE)
    set(SATORI_ISA_SETS ${SATORI_ISA_SETS} ${suffix} PARENT_SCOPE)
    set(SATORI_ISA_DEFINITIONS ${SATORI_ISA_DEFINITIONS} SATORI_HAVE_ISA_${suffix}=1 PARENT_SCOPE)
endfunction()

#                      suffix  processors         gcc and clang                                         MSVC
satori_instruction_set(scalar  ".*"               ""                                                    "")
satori_instruction_set(sse4_2  "${satori_x86}"    "-msse4.2"                                            "")
satori_instruction_set(avx2    "${satori_x86}"    "-mavx2"                                              "/arch:AVX2")
satori_instruction_set(avx512  "${satori_x86}"    "-mavx512f;-mavx512cd;-mavx512dq;-mavx512bw;-mavx512vl" "/arch:AVX512")
satori_instruction_set(neon64  "${satori_arm64}"  ""                                                    "")

# Compiles another source once per set, with the flags and macros of the set: object libraries <prefix>_<set>. Sets
# `objects` to their objects.
function(satori_kernel_units prefix source objects)
    set(result)
    foreach(set IN LISTS SATORI_ISA_SETS)
        set(target ${prefix}_${set})
        satori_add_kernel_unit(${target} ${source})
        target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:satori_isa_${set},INCLUDE_DIRECTORIES>)
        target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:satori_isa_${set},COMPILE_OPTIONS>)
        target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:satori_isa_${set},COMPILE_DEFINITIONS>)
        list(APPEND result $<TARGET_OBJECTS:${target}>)
    endforeach()
    set(${objects} ${result} PARENT_SCOPE)
endfunction()

if(SATORI_EMULATE_AVX512)
    if(MSVC OR NOT TARGET satori_isa_avx512)
        message(FATAL_ERROR "SATORI_EMULATE_AVX512: for x86, with gcc or clang that know AVX-512")
    endif()
    # SIMDe: one set's intrinsics in terms of another's. Headers only.
    find_path(SATORI_SIMDE_INCLUDE_DIR simde/x86/avx512.h REQUIRED DOC "Folder that holds simde/x86/avx512.h")
    target_include_directories(satori_isa_avx512 SYSTEM PRIVATE ${SATORI_SIMDE_INCLUDE_DIR})
    # -O1: gcc takes four times as long for -O3. -w: warnings are of the emulation.
    target_compile_options(satori_isa_avx512 PRIVATE -mno-avx512f -mavx2 -O1 -w
        -include ${PROJECT_SOURCE_DIR}/tests/support/emulated_avx512.hpp)
    set_property(SOURCE src/simd/cpu_features.cpp APPEND PROPERTY COMPILE_DEFINITIONS SATORI_EMULATE_AVX512)
endif()
