# Other libraries that satori-bench-broadphase measures against: each is left out, with a line in the summary, where it is
# not installed. Linked by that program alone, which is never installed: one of them is GPL.
# Sets SATORI_PEERS; for each peer a target satori_peer_<name> to link.

set(SATORI_PEERS)
set(peers_missing)

function(satori_peer name found)
    if(${found})
        set(SATORI_PEERS ${SATORI_PEERS} ${name} PARENT_SCOPE)
        add_library(satori_peer_${name} INTERFACE)
    else()
        set(peers_missing ${peers_missing} ${name} PARENT_SCOPE)
    endif()
endfunction()

# CGAL (GPL for this part): box_self_intersection_d, hybrid of streamed segment trees and sweeps. Headers only; its CMake
# package would set flags and look for libraries that this part does not use.
find_path(SATORI_CGAL_INCLUDE_DIR CGAL/box_intersection_d.h)
satori_peer(cgal SATORI_CGAL_INCLUDE_DIR)

# Embree (Apache 2.0): rtcCollide, the fastest general tree we know of.
find_package(embree 3 QUIET CONFIG)
satori_peer(embree embree_FOUND)
if(TARGET satori_peer_embree)
    target_link_libraries(satori_peer_embree INTERFACE embree)
endif()

# Bullet (zlib): btDbvtBroadphase, what a game engine uses. By pkg-config's and CMake's files it is only to be had in the
# precision that was installed last: single is asked for by name.
find_path(SATORI_BULLET_INCLUDE_DIR BulletCollision/BroadphaseCollision/btDbvtBroadphase.h PATH_SUFFIXES bullet)
find_library(SATORI_BULLET_COLLISION BulletCollision)
find_library(SATORI_BULLET_MATH LinearMath)
set(bullet_found OFF)
if(SATORI_BULLET_INCLUDE_DIR AND SATORI_BULLET_COLLISION AND SATORI_BULLET_MATH)
    set(bullet_found ON)
endif()
satori_peer(bullet bullet_found)
if(bullet_found)
    target_include_directories(satori_peer_bullet SYSTEM INTERFACE ${SATORI_BULLET_INCLUDE_DIR})
    target_link_libraries(satori_peer_bullet INTERFACE ${SATORI_BULLET_COLLISION} ${SATORI_BULLET_MATH})
endif()

# FCL (BSD): DynamicAABBTreeCollisionManager, what motion planners use.
find_package(fcl QUIET CONFIG)
satori_peer(fcl fcl_FOUND)
if(TARGET satori_peer_fcl)
    target_link_libraries(satori_peer_fcl INTERFACE fcl)
endif()

list(JOIN SATORI_PEERS ", " peers_text)
if(NOT SATORI_PEERS)
    set(peers_text none)
endif()
list(JOIN peers_missing ", " missing_text)
if(peers_missing)
    message(STATUS "Peers of satori-bench-broadphase: ${peers_text}; not installed: ${missing_text} (cmake/install-deps.sh --peers)")
else()
    message(STATUS "Peers of satori-bench-broadphase: ${peers_text}")
endif()
