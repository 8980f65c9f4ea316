#pragma once

/// Failed checks so far.
extern int failures;

/// Counts a failure, and prints where.
void failed(const char* file, int line, const char* condition);

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) failed(__FILE__, __LINE__, #condition);                                                      \
    } while (0)

void test_base(void);
void test_batches(void);
void test_rects(void);
void test_impacts(void);
void test_contacts(void);
void test_broadphase(void);
void test_world(void);
void test_world_queries(void);
void test_recording(void);
void test_snapshots(void);
