# finds_faults.cmake: cmake -DFOLDER=... -P finds_faults.cmake: check_page.cmake accepts a page that is right, and no other.

# expect(right|wrong PAGE SOURCE [ARGUMENT...]): what check_page.cmake says of these texts.
function(expect verdict page source)
    file(WRITE ${FOLDER}/page.md "${page}")
    file(WRITE ${FOLDER}/source.cpp "${source}")
    execute_process(COMMAND ${CMAKE_COMMAND} -DPAGE=${FOLDER}/page.md -DSOURCE=${FOLDER}/source.cpp ${ARGN}
            -P ${CMAKE_CURRENT_LIST_DIR}/check_page.cmake
        RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE error)
    if(verdict STREQUAL "right" AND NOT result EQUAL 0 OR verdict STREQUAL "wrong" AND result EQUAL 0)
        message(FATAL_ERROR "a ${verdict} page gives ${result}: ${error}${page}")
    endif()
endfunction()

set(source "int main() {\n    first[0] = \"a;b\";\n\n    second();\n}\n")
set(cpp "# Page\n\n```cpp\nfirst[0] = \"a;b\";\nsecond();\n```\n")
set(text "\n```text\nit runs\n```\n")

expect(right "${cpp}${text}" "${source}")
expect(wrong "${cpp}" "${source}")
expect(wrong "${text}" "${source}")
expect(wrong "\n```cpp\nfirst[0] = \"a;c\";\n```\n${text}" "${source}")
expect(wrong "\n```cpp\nsecond();\nfirst[0] = \"a;b\";\n```\n${text}" "${source}")
expect(wrong "\n```cpp\nsecond\n```\n${text}" "${source}")
expect(wrong "${cpp}\n```cpp\nthird();\n```\n${text}" "${source}")
expect(wrong "${cpp}${text}\n```cpp\nsecond();\n" "${source}")
expect(wrong "${cpp}${text}${text}" "${source}")

expect(right "${cpp}" "${source}" -DOUTPUT=OFF)
expect(wrong "\n```cpp\nthird();\n```\n" "${source}" -DOUTPUT=OFF)
expect(wrong "${text}" "${source}" -DOUTPUT=OFF)
file(WRITE ${FOLDER}/second.cpp "third();\n")
set(both "-DSOURCE=${FOLDER}/source.cpp\;${FOLDER}/second.cpp")
expect(right "${cpp}\n```cpp\nthird();\n```\n${text}" "${source}" "${both}")
expect(wrong "${cpp}\n```cpp\nfourth();\n```\n${text}" "${source}" "${both}")
expect(right "\n```c\nsecond();\n```\n${text}" "${source}" -DLANGUAGE=c)
expect(wrong "${cpp}${text}" "${source}" -DLANGUAGE=c)

file(WRITE ${FOLDER}/runs "#!/bin/sh\necho it runs\n")
file(WRITE ${FOLDER}/fails "#!/bin/sh\necho it runs\nexit 1\n")
file(WRITE ${FOLDER}/says_more "#!/bin/sh\necho it runs\necho and more\n")
file(CHMOD ${FOLDER}/runs ${FOLDER}/fails ${FOLDER}/says_more PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
expect(right "${cpp}${text}" "${source}" -DPROGRAM=${FOLDER}/runs)
expect(wrong "${cpp}${text}" "${source}" -DPROGRAM=${FOLDER}/fails)
expect(wrong "${cpp}${text}" "${source}" -DPROGRAM=${FOLDER}/says_more)
expect(wrong "${cpp}${text}" "${source}" -DPROGRAM=${FOLDER}/missing)
