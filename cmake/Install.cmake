# Installs the library, its headers, the command, and what other builds find it by: a CMake package and a pkg-config file.
# A prefix holds one form of the library, static or shared.

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/satori)

install(TARGETS satori EXPORT satoriTargets)
install(DIRECTORY include/satori DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET satori_cli)
    set_target_properties(satori_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS satori_cli)
endif()

install(EXPORT satoriTargets NAMESPACE satori:: DESTINATION ${package_dir})
configure_package_config_file(cmake/satoriConfig.cmake.in satoriConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the API.
write_basic_package_version_file(satoriConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/satoriConfig.cmake ${PROJECT_BINARY_DIR}/satoriConfigVersion.cmake
        DESTINATION ${package_dir})

# The form of the library decides who must link oneTBB: a shared one did, a static one leaves it to its user.
if(BUILD_SHARED_LIBS)
    set(pc_requires "Requires.private: tbb")
    set(pc_cflags "")
    set(pc_libs "")
else()
    set(pc_requires "Requires: tbb")
    set(pc_cflags " -DSATORI_STATIC")
    set(pc_libs " -pthread")
endif()
cmake_path(IS_ABSOLUTE CMAKE_INSTALL_LIBDIR libdir_is_absolute)
cmake_path(IS_ABSOLUTE CMAKE_INSTALL_INCLUDEDIR includedir_is_absolute)
set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
if(libdir_is_absolute)
    set(pc_libdir ${CMAKE_INSTALL_LIBDIR})
endif()
if(includedir_is_absolute)
    set(pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
endif()
# ${pcfiledir} keeps the file right after `cmake --install --prefix` and when the prefix is moved.
file(RELATIVE_PATH pc_up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_up "${pc_up}")
configure_file(cmake/satori.pc.in satori.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/satori.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
