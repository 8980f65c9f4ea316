# Each dependency: the installed package first, else a pinned release from its home, by its commit: a tag can be moved.

include(CheckCXXSourceCompiles)
include(FetchContent)
set(FETCHCONTENT_QUIET ON)

# Sets SATORI_THREADING, what the library links to run chunks on several threads, and SATORI_THREADING_DEFINITIONS, which say what of it
# there is: SATORI_HAVE_THREADS, SATORI_HAVE_TBB. The target satori_threading is both, for programs that name it.
set(SATORI_THREADING)
set(SATORI_THREADING_DEFINITIONS)

# Threads: ThreadExecutor, and calls without oneTBB. There are platforms that have none.
find_package(Threads)
if(Threads_FOUND)
    set(CMAKE_REQUIRED_LIBRARIES Threads::Threads)
    check_cxx_source_compiles("#ifndef __STDCPP_THREADS__
        #error
        #endif
        #include <thread>
        int main() { std::thread([] {}).join(); }" SATORI_HAVE_THREADS)
    unset(CMAKE_REQUIRED_LIBRARIES)
endif()
if(SATORI_HAVE_THREADS)
    list(APPEND SATORI_THREADING Threads::Threads)
    list(APPEND SATORI_THREADING_DEFINITIONS SATORI_HAVE_THREADS)
elseif(SATORI_TBB)
    message(FATAL_ERROR "This platform has no threads: SATORI_TBB=OFF makes a library that needs none")
endif()

# oneTBB: runs the chunks of a call. Private, but satori/tbb.hpp names it.
if(SATORI_TBB)
    find_package(TBB 2021 QUIET CONFIG)
    if(NOT TBB_FOUND)
        set(TBB_TEST OFF)
        FetchContent_Declare(TBB GIT_REPOSITORY https://github.com/uxlfoundation/oneTBB.git
            GIT_TAG 9afd759b72c0c233cd5ea3c3c06b0894c9da9c54 SYSTEM)  # v2021.12.0
        FetchContent_MakeAvailable(TBB)
        if(BUILD_SHARED_LIBS)
            # Where ours look for it.
            set_target_properties(tbb PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${satori_lib_dir})
        endif()
    endif()
    list(PREPEND SATORI_THREADING TBB::tbb)
    list(APPEND SATORI_THREADING_DEFINITIONS SATORI_HAVE_TBB)
endif()
add_library(satori_threading INTERFACE)
target_link_libraries(satori_threading INTERFACE ${SATORI_THREADING})
target_compile_definitions(satori_threading INTERFACE ${SATORI_THREADING_DEFINITIONS})

# satori_without_neighbours(FOLDER NAME HEADERS...): where the folder that the variable names holds more than these headers, it becomes
# one of that name in the build tree with links to them: a whole /usr/include on the include path would shadow the headers of a cross
# compiler.
function(satori_without_neighbours folder name)
    file(GLOB neighbours RELATIVE ${${folder}} ${${folder}}/*)
    list(REMOVE_ITEM neighbours ${ARGN})
    if(NOT neighbours)
        return()
    endif()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${name})
    foreach(header IN LISTS ARGN)
        file(REMOVE ${PROJECT_BINARY_DIR}/${name}/${header})
        file(CREATE_LINK ${${folder}}/${header} ${PROJECT_BINARY_DIR}/${name}/${header} SYMBOLIC COPY_ON_ERROR)
    endforeach()
    set(${folder} ${PROJECT_BINARY_DIR}/${name} PARENT_SCOPE)
endfunction()

# xsimd: names vector instructions. Headers only and never linked as a target: its package links xtl, which need not be
# installed, and refuses other major versions than the one asked for.
find_path(SATORI_XSIMD_INCLUDE_DIR xsimd/xsimd.hpp PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH
    DOC "Folder that holds xsimd/xsimd.hpp, version 8 to 14")
set(xsimd_include ${SATORI_XSIMD_INCLUDE_DIR})
if(NOT xsimd_include)
    FetchContent_Declare(xsimd GIT_REPOSITORY https://github.com/xtensor-stack/xsimd.git
        GIT_TAG 1f8dd9c8e162968d9b4ff0251c56d431b8777f36)  # 13.2.0
    FetchContent_GetProperties(xsimd)
    if(NOT xsimd_POPULATED)
        FetchContent_Populate(xsimd)
    endif()
    set(xsimd_include ${xsimd_SOURCE_DIR}/include)
endif()
file(STRINGS ${xsimd_include}/xsimd/config/xsimd_config.hpp xsimd_major REGEX "#define XSIMD_VERSION_MAJOR [0-9]+")
string(REGEX MATCH "[0-9]+$" xsimd_major "${xsimd_major}")
if(xsimd_major LESS 8 OR xsimd_major GREATER 14)
    message(FATAL_ERROR "xsimd ${xsimd_major} in ${xsimd_include}: versions 8 to 14 are known to work")
endif()
satori_without_neighbours(xsimd_include xsimd xsimd)
add_library(satori_xsimd INTERFACE)
target_include_directories(satori_xsimd SYSTEM INTERFACE ${xsimd_include})

if(SATORI_FIT)
    # Eigen: eigenvectors of covariances, in satori::fit alone. Headers only, and only to build it.
    find_package(Eigen3 3.3 QUIET NO_MODULE)
    if(NOT Eigen3_FOUND)
        FetchContent_Declare(eigen GIT_REPOSITORY https://gitlab.com/libeigen/eigen.git
            GIT_TAG 3147391d946bb4b6c68edd901f2add6ac1f31f8c)  # 3.4.0
        FetchContent_GetProperties(eigen)
        if(NOT eigen_POPULATED)
            FetchContent_Populate(eigen)
        endif()
    endif()
    add_library(satori_eigen INTERFACE)
    if(TARGET Eigen3::Eigen)
        target_link_libraries(satori_eigen INTERFACE Eigen3::Eigen)
    else()
        target_include_directories(satori_eigen SYSTEM INTERFACE ${eigen_SOURCE_DIR})
    endif()

    # Qhull: convex hulls, in satori::fit alone. The reentrant library; where it is not installed, its sources are compiled in.
    find_package(Qhull QUIET CONFIG)
    set(SATORI_QHULL)
    set(SATORI_QHULL_OBJECTS)
    set(SATORI_QHULL_INCLUDE_DIR)
    if(TARGET Qhull::qhull_r)
        set(SATORI_QHULL Qhull::qhull_r)
    else()
        enable_language(C)
        FetchContent_Declare(qhull GIT_REPOSITORY https://github.com/qhull/qhull.git
            GIT_TAG 613debeaea72ee66626dace9ba1a2eff11b5d37d)  # 2020.2
        FetchContent_GetProperties(qhull)
        if(NOT qhull_POPULATED)
            FetchContent_Populate(qhull)
        endif()
        set(qhull_sources geom2_r geom_r global_r io_r libqhull_r mem_r merge_r poly2_r poly_r qset_r random_r rboxlib_r
            stat_r user_r usermem_r userprintf_r userprintf_rbox_r)
        list(TRANSFORM qhull_sources REPLACE "(.+)" "${qhull_SOURCE_DIR}/src/libqhull_r/\\1.c")
        add_library(satori_qhull OBJECT ${qhull_sources})
        set_target_properties(satori_qhull PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
        set(SATORI_QHULL_OBJECTS $<TARGET_OBJECTS:satori_qhull>)
        set(SATORI_QHULL_INCLUDE_DIR ${qhull_SOURCE_DIR}/src)
    endif()
endif()

if(SATORI_BULLET OR SATORI_BENCH)
    # Bullet: the engine that satori::bullet is for; the benchmarks measure against its collision detection too. Never fetched: who
    # uses it has it.
    include(cmake/BulletEngine.cmake)
    if(SATORI_BULLET AND NOT TARGET satori::bullet_engine)
        set(missing)
        foreach(part INCLUDE_DIR COLLISION MATH)
            if(NOT SATORI_BULLET_${part})
                list(APPEND missing SATORI_BULLET_${part})
            endif()
        endforeach()
        list(JOIN missing ", " missing)
        message(STATUS "No satori::bullet: Bullet in single precision not found (${missing})")
    endif()
endif()

if(SATORI_MPI AND NOT CMAKE_CROSSCOMPILING)
    # MPI: satori::mpi. Never fetched: a cluster has its own. Of MPI's C API alone.
    set(MPI_CXX_SKIP_MPICXX ON)
    find_package(MPI QUIET COMPONENTS CXX)
    if(NOT MPI_CXX_FOUND)
        message(STATUS "No satori::mpi: MPI not found (Debian: libopenmpi-dev)")
    endif()
endif()

# xxHash: World::state_hash(), and the hash of results that every machine must agree on. One header, compiled in; it has no CMake
# package.
find_path(SATORI_XXHASH_INCLUDE_DIR xxhash.h PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH)
set(xxhash_include ${SATORI_XXHASH_INCLUDE_DIR})
if(NOT xxhash_include)
    FetchContent_Declare(xxhash GIT_REPOSITORY https://github.com/Cyan4973/xxHash.git
        GIT_TAG 35b0373c697b5f160d3db26b1cbb45a0d5ba788c)  # v0.8.1
    FetchContent_GetProperties(xxhash)
    if(NOT xxhash_POPULATED)
        FetchContent_Populate(xxhash)
    endif()
    set(xxhash_include ${xxhash_SOURCE_DIR})
endif()
satori_without_neighbours(xxhash_include xxhash xxhash.h xxh3.h)
add_library(satori_xxhash INTERFACE)
target_include_directories(satori_xxhash SYSTEM INTERFACE ${xxhash_include})
# Read by memcpy: on ARM with GCC it would read through an integer type, and inlined what was written as floats may come too late.
target_compile_definitions(satori_xxhash INTERFACE XXH_INLINE_ALL= XXH_FORCE_MEMORY_ACCESS=0)

if(SATORI_BUILD_CLI OR SATORI_BUILD_TESTS OR SATORI_BENCH)
    # {fmt}: number formatting of scene files, tables and messages. Compiled: its header-only form adds 5 s to each file.
    find_package(fmt QUIET)
    if(NOT fmt_FOUND)
        FetchContent_Declare(fmt GIT_REPOSITORY https://github.com/fmtlib/fmt.git
            GIT_TAG a33701196adfad74917046096bf5a2aa0ab0bb50 SYSTEM)  # 9.1.0
        block()
            set(BUILD_SHARED_LIBS OFF)  # so that no second library is to be installed
            FetchContent_MakeAvailable(fmt)
        endblock()
    endif()

    # nlohmann/json: --json output, reports and tests that read them.
    find_package(nlohmann_json 3.7 QUIET)
    if(NOT nlohmann_json_FOUND)
        set(JSON_BuildTests OFF)
        FetchContent_Declare(nlohmann_json GIT_REPOSITORY https://github.com/nlohmann/json.git
            GIT_TAG bc889afb4c5bf1c0d8ee29ef35eaaf4c8bef8a5d SYSTEM)  # v3.11.2
        FetchContent_MakeAvailable(nlohmann_json)
    endif()
endif()

if(SATORI_BUILD_CLI OR SATORI_BENCH)
    # CLI11: the command lines of `satori` and of the benchmarks against other libraries.
    find_package(CLI11 2 QUIET)
    if(NOT CLI11_FOUND)
        FetchContent_Declare(CLI11 GIT_REPOSITORY https://github.com/CLIUtils/CLI11.git
            GIT_TAG 70f8072f9dd2292fd0b9f9e5f58e279f60483ed3 SYSTEM)  # v2.1.2
        FetchContent_MakeAvailable(CLI11)
    endif()
endif()

# The viewer, where all of these are installed: none is worth being built for it.
# GLFW: its window, keys and mouse. libepoxy: OpenGL's functions, and EGL's, which draws without a display.
# Dear ImGui, with its backends for both: panels and text. libpng: pictures in files.
set(SATORI_HAVE_VIEWER OFF)
if(SATORI_VIEWER AND SATORI_BUILD_CLI AND UNIX AND NOT CMAKE_CROSSCOMPILING)
    set(missing)
    find_package(PNG QUIET)
    if(NOT PNG_FOUND)
        list(APPEND missing libpng)
    endif()
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
        pkg_check_modules(SATORI_GLFW QUIET IMPORTED_TARGET glfw3>=3.3)
        pkg_check_modules(SATORI_EPOXY QUIET IMPORTED_TARGET epoxy>=1.5)
        pkg_check_modules(SATORI_IMGUI QUIET IMPORTED_TARGET imgui>=1.83)
        foreach(library GLFW EPOXY IMGUI)
            if(NOT SATORI_${library}_FOUND)
                list(APPEND missing ${library})
            endif()
        endforeach()
    else()
        list(APPEND missing pkg-config)
    endif()
    if(NOT missing)
        set(SATORI_HAVE_VIEWER ON)
    else()
        list(JOIN missing ", " missing)
        message(STATUS "No satori-view: ${missing} not found (cmake/install-deps.sh --viewer)")
    endif()
elseif(SATORI_VIEWER)
    message(STATUS "No satori-view: it comes with the command (SATORI_BUILD_CLI), and is not cross-compiled")
endif()

if(SATORI_BUILD_TESTS)
    # GoogleTest: the tests.
    find_package(GTest QUIET)
    if(NOT GTest_FOUND)
        set(INSTALL_GTEST OFF)
        FetchContent_Declare(googletest GIT_REPOSITORY https://github.com/google/googletest.git
            GIT_TAG 58d77fa8070e8cec2dc1ed015d66b454c8d78850 SYSTEM)  # release-1.12.1
        FetchContent_MakeAvailable(googletest)
    endif()
endif()

if(SATORI_BENCH)
    # Google Benchmark: the benchmarks.
    find_package(benchmark QUIET)
    if(NOT benchmark_FOUND)
        set(BENCHMARK_ENABLE_TESTING OFF)
        set(BENCHMARK_ENABLE_INSTALL OFF)
        FetchContent_Declare(benchmark GIT_REPOSITORY https://github.com/google/benchmark.git
            GIT_TAG d572f4777349d43653b21d6c2fc63020ab326db2 SYSTEM)  # v1.7.1
        FetchContent_MakeAvailable(benchmark)
    endif()
endif()
