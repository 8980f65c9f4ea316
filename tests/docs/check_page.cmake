# check_page.cmake: cmake -DPAGE=docs/NAME.md -DSOURCE=docs/programs/NAME.cpp [-DPROGRAM=NAME] -P check_page.cmake
#
# What a page shows is what its program is: each ```cpp block stands in the source line for line, wherever its lines begin, and at
# least one does. What it says the program prints, its only ```text block, is what PROGRAM prints, all of it; it is run by
# SATORI_CLI_EMULATOR where that is set.

# Without indentation and empty lines.
function(plain text result)
    string(REGEX REPLACE "\n[ \n]*" "\n" text "\n${text}\n")
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

# Takes the first block of a language out of `rest`, up to its end; found: whether there was one.
macro(next_block language)
    string(FIND "${rest}" "\n```${language}\n" begin)
    set(found FALSE)
    if(NOT begin EQUAL -1)
        set(found TRUE)
        string(LENGTH "\n```${language}" skipped)
        math(EXPR begin "${begin} + ${skipped}")
        string(SUBSTRING "${rest}" ${begin} -1 rest)
        string(FIND "${rest}" "\n```\n" end)
        if(end EQUAL -1)
            message(FATAL_ERROR "${PAGE}: a block has no end")
        endif()
        string(SUBSTRING "${rest}" 0 ${end} block)
        string(SUBSTRING "${rest}" ${end} -1 rest)
        plain("${block}" block)
    endif()
endmacro()

file(READ ${PAGE} page)
file(READ ${SOURCE} source)
plain("${source}" source)

set(rest "${page}")
set(count 0)
next_block(cpp)
while(found)
    math(EXPR count "${count} + 1")
    string(FIND "${source}" "${block}" place)
    if(place EQUAL -1)
        message(FATAL_ERROR "${PAGE}: this is not in ${SOURCE}:${block}")
    endif()
    next_block(cpp)
endwhile()
if(count EQUAL 0)
    message(FATAL_ERROR "${PAGE} shows nothing of ${SOURCE}")
endif()

set(rest "${page}")
next_block(text)
if(NOT found)
    message(FATAL_ERROR "${PAGE} does not say what ${SOURCE} prints")
endif()
set(expected "${block}")
if(DEFINED PROGRAM)
    separate_arguments(emulator UNIX_COMMAND "$ENV{SATORI_CLI_EMULATOR}")
    execute_process(COMMAND ${emulator} ${PROGRAM} OUTPUT_VARIABLE output RESULT_VARIABLE result)
    plain("${output}" output)
    if(NOT result EQUAL 0 OR NOT output STREQUAL expected)
        message(FATAL_ERROR "${PROGRAM} ends with ${result} and prints${output}where ${PAGE} has${expected}")
    endif()
endif()
