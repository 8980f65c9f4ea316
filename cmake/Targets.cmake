# What every target of ours is compiled and linked with. Nothing of it reaches users of the library.

if(SATORI_SANITIZE)
    set(satori_sanitize_flags -fsanitize=${SATORI_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
endif()

# x86 of 32 bits computes in registers of 80 bits unless it is told to use those of SSE2: results would depend on where the compiler
# stores a number in between.
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("#if !defined(__i386__)
    #error
    #endif
    int main() {}" SATORI_X86_32)
set(satori_x86_32_flags)
if(SATORI_X86_32)
    set(satori_x86_32_flags -msse2 -mfpmath=sse)
endif()

# satori_target_defaults(TARGET [kernel_unit])
function(satori_target_defaults target)
    set_target_properties(${target} PROPERTIES
        CXX_STANDARD 20
        CXX_STANDARD_REQUIRED ON
        CXX_EXTENSIONS OFF
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    if(SATORI_ASSERTS AND NOT kernel_unit IN_LIST ARGN)
        target_compile_definitions(${target} PRIVATE SATORI_ASSERTS=1)
    endif()
    # Kernel units export nothing, whatever library they go into: they are the same in both.
    if(BUILD_SHARED_LIBS AND NOT kernel_unit IN_LIST ARGN)
        target_compile_definitions(${target} PRIVATE SATORI_BUILDING)
    else()
        target_compile_definitions(${target} PRIVATE SATORI_STATIC)
    endif()
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 /fp:precise /permissive- /utf-8 $<$<BOOL:${SATORI_WERROR}>:/WX>)
    else()
        # A contracted a * b + c rounds once, not twice: results would depend on compiler and instruction set.
        target_compile_options(${target} PRIVATE -ffp-contract=off ${satori_x86_32_flags}
            -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wundef
            -Wnon-virtual-dtor -Woverloaded-virtual -Wvla
            $<$<BOOL:${SATORI_WERROR}>:-Werror>)
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            # gcc 12 finds uninitialised members in every empty std::optional; clang looks for the real ones.
            # Its SLP vectoriser takes (double)(float)x for x: nothing would be left of what rounding took.
            target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized -fno-tree-slp-vectorize)
        else()
            # src/ writes `namespace satori::v0`, which ctags reads; public headers declare v0 inline.
            target_compile_options(${target} PRIVATE -Wno-inline-namespace-reopened-noninline)
        endif()
    endif()
    satori_link_defaults(${target})
endfunction()

# A program in C that uses the library, linked by the compiler of C++. Not compiled with sanitizers, which that of C may not have.
function(satori_c_program_defaults target)
    set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF LINKER_LANGUAGE CXX)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${SATORI_WERROR}>:/WX>)
    else()
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Wstrict-prototypes
            $<$<BOOL:${SATORI_WERROR}>:-Werror>)
    endif()
    if(SATORI_LINKER_BINDS_NOW)
        target_link_options(${target} PRIVATE LINKER:-z,relro,-z,now)
    endif()
    if(SATORI_SANITIZE)
        target_link_options(${target} PRIVATE -fsanitize=${SATORI_SANITIZE})
    endif()
endfunction()

# For code that only reads options, prints, or calls what is tested: half the time of compiling it at -O3. A whole target,
# or sources of one.
if(SATORI_SANITIZE)
    set(satori_soon -O0)
elseif(NOT MSVC)
    set(satori_soon $<$<NOT:$<CONFIG:Debug>>:-O1>)
endif()
function(satori_compile_soon target)
    target_compile_options(${target} PRIVATE ${satori_soon})
endfunction()
function(satori_compile_sources_soon)
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS ${satori_soon})
endfunction()

# Headers that most of the target's sources include, each of them seconds long. Not for kernels, nor for headers of templates
# (CLI11, json), which every source would instantiate again, nor for satori's own, which cost next to nothing: gcc reads a header
# again, in spite of #pragma once, when its bytes are not those that were precompiled, and a cache of objects may keep such a pair.
# ci-clang builds without, so that every source still names what it needs.
function(satori_precompile target)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
endfunction()

# What a faulty input might make of a fault of ours is kept small: tables of functions are filled at the start and then read-only.
include(CheckLinkerFlag)
check_linker_flag(CXX LINKER:-z,relro,-z,now SATORI_LINKER_BINDS_NOW)

# satori_harden(TARGET): code of programs, which reads files and arguments, checks its stack and the sizes that the C library is given.
# Not the library, whose kernels would pay for it, and not with sanitizers, which check more.
function(satori_harden target)
    if(NOT MSVC AND NOT SATORI_SANITIZE)
        target_compile_options(${target} PRIVATE -fstack-protector-strong)
        if(NOT CMAKE_CXX_FLAGS MATCHES "_FORTIFY_SOURCE")
            # Only there is it sure that code is optimised.
            target_compile_options(${target} PRIVATE
                "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
        endif()
    endif()
endfunction()

function(satori_link_defaults target)
    if(SATORI_LINKER_BINDS_NOW)
        target_link_options(${target} PRIVATE LINKER:-z,relro,-z,now)
    endif()
    if(SATORI_SANITIZE)
        target_compile_options(${target} PRIVATE ${satori_sanitize_flags})
        target_link_options(${target} PRIVATE -fsanitize=${SATORI_SANITIZE})
    endif()
endfunction()

# Programs in the build tree lie beside libraries as they do when they are installed, and find them by the same run path. CMake would
# make the built one longer than the installed one, by empty entries: each of them is the current directory.
set(satori_lib_dir ${CMAKE_INSTALL_LIBDIR})
set(satori_absolute_lib_dir)
cmake_path(IS_ABSOLUTE CMAKE_INSTALL_LIBDIR libdir_is_absolute)
if(libdir_is_absolute)
    set(satori_lib_dir lib)
    set(satori_absolute_lib_dir ${CMAKE_INSTALL_LIBDIR})
endif()
function(satori_installed target)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
        set(path "$ORIGIN/../${satori_lib_dir}" ${satori_absolute_lib_dir})
    else()
        set(path "$ORIGIN")
        set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${satori_lib_dir})
    endif()
    set_target_properties(${target} PROPERTIES
        INSTALL_RPATH "${path}"
        INSTALL_RPATH_USE_LINK_PATH ON
        BUILD_WITH_INSTALL_RPATH ON)
endfunction()

# Of a library that users get, where the linker takes a list of exports.
set(satori_exports ${CMAKE_CURRENT_LIST_DIR}/exports.map)
if(BUILD_SHARED_LIBS)
    check_linker_flag(CXX LINKER:--version-script=${satori_exports} SATORI_LINKER_HAS_VERSION_SCRIPT)
    check_linker_flag(CXX LINKER:-z,nodelete SATORI_LINKER_HAS_NODELETE)
endif()
function(satori_limit_exports target)
    if(BUILD_SHARED_LIBS AND SATORI_LINKER_HAS_VERSION_SCRIPT)
        target_link_options(${target} PRIVATE LINKER:--version-script=${satori_exports})
        set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${satori_exports})
    endif()
endfunction()

# A shared library that dlclose() does not unmap, nor what it is linked to: worker threads wait on after a call has returned, oneTBB's or
# our own.
function(satori_keep_loaded target)
    if(BUILD_SHARED_LIBS AND SATORI_LINKER_HAS_NODELETE)
        target_link_options(${target} PRIVATE LINKER:-z,nodelete)
    endif()
endfunction()

# satori_add_mpi_test(NAME RANKS PROGRAM [ARGUMENT...]): a test that runs a program on this many ranks of MPI. Of Open MPI: root
# may start it, and there may be more ranks than cores, which then yield. It has memory of its own that leak checkers take for lost.
function(satori_add_mpi_test name ranks program)
    add_test(NAME ${name} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS} ${program}
        ${MPIEXEC_POSTFLAGS} ${ARGN})
    set(timeout 600)
    if(SATORI_SANITIZE)
        set(timeout 1200)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS quick TIMEOUT ${timeout} PROCESSORS 2 ENVIRONMENT
        "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_rmaps_base_oversubscribe=1;\
OMPI_MCA_mpi_yield_when_idle=1;OMPI_MCA_btl_vader_single_copy_mechanism=none;ASAN_OPTIONS=detect_leaks=0")
endfunction()
