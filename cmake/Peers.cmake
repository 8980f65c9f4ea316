# Other libraries that satori-bench-broadphase and satori-bench-contacts measure against: each is left out, with a line in
# the summary, where it is not installed. Linked by those programs alone, which are never installed: one of them is GPL.
# Sets SATORI_PEERS, SATORI_CONTACT_PEERS, SATORI_ANSWER_PEERS, SATORI_DISTANCE_PEERS and SATORI_QUERY_PEERS; for each peer a target satori_peer_<name> to link.

set(SATORI_PEERS)
set(SATORI_CONTACT_PEERS)
set(SATORI_ANSWER_PEERS)
set(SATORI_DISTANCE_PEERS)
set(SATORI_QUERY_PEERS)
set(peers_missing)

# satori_peer(NAME FOUND LIST...): adds it to the lists.
function(satori_peer name found)
    if(${found})
        foreach(list IN LISTS ARGN)
            set(${list} ${${list}} ${name} PARENT_SCOPE)
        endforeach()
        add_library(satori_peer_${name} INTERFACE)
    else()
        set(peers_missing ${peers_missing} ${name} PARENT_SCOPE)
    endif()
endfunction()

# CGAL (GPL for this part): box_self_intersection_d, hybrid of streamed segment trees and sweeps. Headers only; its CMake
# package would set flags and look for libraries that this part does not use.
find_path(SATORI_CGAL_INCLUDE_DIR CGAL/box_intersection_d.h)
satori_peer(cgal SATORI_CGAL_INCLUDE_DIR SATORI_PEERS)

# Embree (Apache 2.0): rtcCollide, the fastest general tree we know of.
# With oneTBB, on which it runs.
if(SATORI_TBB)
    find_package(embree 3 QUIET CONFIG)
endif()
satori_peer(embree embree_FOUND SATORI_PEERS)
if(TARGET satori_peer_embree)
    target_link_libraries(satori_peer_embree INTERFACE embree)
endif()

# Bullet (zlib): btDbvtBroadphase, btBoxBoxDetector and btAABB, what a game engine uses; found by BulletEngine.cmake.
set(bullet_found OFF)
if(TARGET satori::bullet_engine)
    set(bullet_found ON)
endif()
satori_peer(bullet bullet_found SATORI_PEERS SATORI_CONTACT_PEERS SATORI_ANSWER_PEERS SATORI_DISTANCE_PEERS SATORI_QUERY_PEERS)
if(bullet_found)
    target_link_libraries(satori_peer_bullet INTERFACE satori::bullet_engine)
endif()

# FCL (BSD): DynamicAABBTreeCollisionManager, OBB and collide, what motion planners use.
find_package(fcl QUIET CONFIG)
satori_peer(fcl fcl_FOUND SATORI_PEERS SATORI_ANSWER_PEERS SATORI_DISTANCE_PEERS)
if(TARGET satori_peer_fcl)
    target_link_libraries(satori_peer_fcl INTERFACE fcl)
endif()

# ODE (BSD or LGPL): dBoxBox and dBoxTouchesBox; found by OdeEngine.cmake.
set(ode_found OFF)
if(TARGET satori::ode_engine)
    set(ode_found ON)
endif()
satori_peer(ode ode_found SATORI_CONTACT_PEERS SATORI_ANSWER_PEERS)
if(ode_found)
    target_link_libraries(satori_peer_ode INTERFACE satori::ode_engine)
endif()

foreach(list IN ITEMS SATORI_PEERS SATORI_CONTACT_PEERS SATORI_ANSWER_PEERS SATORI_DISTANCE_PEERS SATORI_QUERY_PEERS)
    list(JOIN ${list} ", " ${list}_text)
    if(NOT ${list})
        set(${list}_text none)
    endif()
endforeach()
set(missing_text)
if(peers_missing)
    list(JOIN peers_missing ", " missing_text)
    set(missing_text "; not installed: ${missing_text} (cmake/install-deps.sh --peers)")
endif()
message(STATUS "Peers of satori-bench-broadphase: ${SATORI_PEERS_text}; of satori-bench-contacts: ${SATORI_CONTACT_PEERS_text}; "
    "its yes or no: ${SATORI_ANSWER_PEERS_text}; its distances: ${SATORI_DISTANCE_PEERS_text}; of satori-bench-queries: ${SATORI_QUERY_PEERS_text}${missing_text}")

# Compiles into a benchmark program the sources peers/<name><suffix>.cpp of the peers that are there.
function(satori_add_peers target suffix)
    foreach(peer IN LISTS ARGN)
        string(TOUPPER ${peer} upper)
        target_sources(${target} PRIVATE peers/${peer}${suffix}.cpp)
        target_compile_definitions(${target} PRIVATE SATORI_HAVE_PEER_${upper})
        target_link_libraries(${target} PRIVATE satori_peer_${peer})
    endforeach()
endfunction()
