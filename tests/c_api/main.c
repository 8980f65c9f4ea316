// Tests the library from a C program, on scenes whose answers are known by hand. robustness/c_api_test.cpp tests that
// answers equal those of the C++ API to the bit, and tests bad calls.

#include <stdio.h>

#include "check.h"

int failures = 0;

void failed(const char* file, int line, const char* condition) {
    ++failures;
    printf("%s:%d: not so: %s\n", file, line, condition);
}

int main(void) {
    test_base();
    test_batches();
    test_rects();
    test_impacts();
    test_contacts();
    test_broadphase();
    test_world();
    test_world_queries();
    test_recording();
    test_snapshots();
    printf("%d failures\n", failures);
    return failures != 0;
}
