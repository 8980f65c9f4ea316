# Builds satori_reference in a project that does not find Doxygen: it must fail, and say what to install.
#
# cmake -DREFERENCE=docs/reference -DFOLDER=scratch -DGENERATOR=Ninja -P reference_needs_doxygen.cmake

file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(bare LANGUAGES NONE)\n"
    "add_subdirectory(${REFERENCE} reference)\n")
execute_process(COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${FOLDER} -B ${FOLDER}/build -DCMAKE_DISABLE_FIND_PACKAGE_Doxygen=ON
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER}/build --target satori_reference
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
    message(FATAL_ERROR "The target was built.")
endif()
message("${output}")
