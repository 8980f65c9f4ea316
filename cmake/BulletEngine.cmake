# Defines satori::bullet_engine, what satori::bullet links, where Bullet in single precision is installed; and
# satori::bullet_dynamics, its rigid bodies, for tests, examples and benchmarks. Bullet's own CMake and pkg-config files describe
# the precision that was installed last: single is asked for by the libraries' names.

find_path(SATORI_BULLET_INCLUDE_DIR BulletCollision/CollisionDispatch/btCollisionDispatcher.h PATH_SUFFIXES bullet)
find_library(SATORI_BULLET_COLLISION BulletCollision)
find_library(SATORI_BULLET_MATH LinearMath)
find_library(SATORI_BULLET_DYNAMICS BulletDynamics)
mark_as_advanced(SATORI_BULLET_INCLUDE_DIR SATORI_BULLET_COLLISION SATORI_BULLET_MATH SATORI_BULLET_DYNAMICS)

if(SATORI_BULLET_INCLUDE_DIR AND SATORI_BULLET_COLLISION AND SATORI_BULLET_MATH AND NOT TARGET satori::bullet_engine)
    add_library(satori::bullet_engine INTERFACE IMPORTED GLOBAL)
    target_include_directories(satori::bullet_engine SYSTEM INTERFACE ${SATORI_BULLET_INCLUDE_DIR})
    target_link_libraries(satori::bullet_engine INTERFACE ${SATORI_BULLET_COLLISION} ${SATORI_BULLET_MATH})
    if(SATORI_BULLET_DYNAMICS)
        add_library(satori::bullet_dynamics INTERFACE IMPORTED GLOBAL)
        target_link_libraries(satori::bullet_dynamics INTERFACE ${SATORI_BULLET_DYNAMICS} satori::bullet_engine)
    endif()
endif()
