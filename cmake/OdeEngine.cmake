# Defines satori::ode_engine where ODE is installed. Linked by tests and benchmarks alone.

find_path(SATORI_ODE_INCLUDE_DIR ode/ode.h)
find_library(SATORI_ODE_LIBRARY ode)
mark_as_advanced(SATORI_ODE_INCLUDE_DIR SATORI_ODE_LIBRARY)
if(SATORI_ODE_INCLUDE_DIR AND SATORI_ODE_LIBRARY AND NOT TARGET satori::ode_engine)
    add_library(satori::ode_engine INTERFACE IMPORTED GLOBAL)
    target_include_directories(satori::ode_engine SYSTEM INTERFACE ${SATORI_ODE_INCLUDE_DIR})
    target_link_libraries(satori::ode_engine INTERFACE ${SATORI_ODE_LIBRARY})
endif()
