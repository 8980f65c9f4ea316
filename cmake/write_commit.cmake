# Writes the commit of SOURCE to HEADER, at every build and only when it has changed, so that no result is said to be of another
# commit than it is. GIT: the program, or nothing. Run with cmake -P.

cmake_minimum_required(VERSION 3.25)

set(commit unknown)
if(GIT AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND ${GIT} describe --always --dirty --exclude=*
        WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE
        RESULT_VARIABLE failed ERROR_QUIET)
    if(NOT failed)
        set(commit ${described})
    endif()
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define SATORI_BUILD_COMMIT \"@commit@\"\n" @ONLY)
