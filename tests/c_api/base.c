// Tests the basic calls of the C API: version, texts, instruction sets, allocators. The file includes only the headers
// that it uses, so each header must compile alone.
#include <satori/c/batch.h>

#include <stdlib.h>
#include <string.h>

#include "check.h"

typedef struct Counts {
    int live, made;
} Counts;

static void* counted_allocate(size_t size, size_t alignment, void* user) {
    Counts* const counts = user;
    ++counts->live;
    ++counts->made;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void counted_release(void* memory, size_t size, size_t alignment, void* user) {
    Counts* const counts = user;
    (void)size;
    (void)alignment;
    --counts->live;
    free(memory);
}

static void* no_memory(size_t size, size_t alignment, void* user) {
    (void)size;
    (void)alignment;
    (void)user;
    return NULL;
}

void test_base(void) {
    CHECK(satori_version() == SATORI_VERSION);
    CHECK(strcmp(satori_describe_status(SATORI_OK), "ok") == 0);
    CHECK(strcmp(satori_describe_box_fault(SATORI_FAULT_ROTATION_ZERO), "rotation is zero") == 0);

    satori_isa isa = 77;
    CHECK(satori_isa_parse("scalar", &isa) == SATORI_OK && isa == SATORI_ISA_SCALAR);
    CHECK(satori_isa_parse("mmx", &isa) == SATORI_INVALID_ARGUMENT && isa == SATORI_ISA_SCALAR);
    CHECK(strcmp(satori_isa_name(SATORI_ISA_AVX2), "avx2") == 0);
    CHECK(satori_isa_supported(SATORI_ISA_SCALAR) == 1 && satori_isa_supported(99) == 0);
    CHECK(satori_isa_lanes(SATORI_ISA_SCALAR) == 1);
    CHECK(satori_isa_resolve(SATORI_ISA_SCALAR, &isa) == SATORI_OK && isa == SATORI_ISA_SCALAR);
    size_t count = 0;
    const satori_isa* const compiled = satori_isa_compiled(&count);
    CHECK(count >= 1 && compiled[0] == SATORI_ISA_SCALAR);

    Counts counts = {0, 0};
    satori_allocator allocator = {counted_allocate, counted_release, &counts};
    satori_workspace* workspace = NULL;
    satori_box_batch* boxes = NULL;
    CHECK(satori_workspace_create(&allocator, &workspace) == SATORI_OK && workspace != NULL);
    CHECK(satori_box_batch_create(&allocator, &boxes) == SATORI_OK && counts.live == 2);
    const float rows[20] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 1};
    const satori_box_view view = satori_box_rows(rows, 2, 40);
    CHECK(satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(counts.live > 2 && satori_box_batch_bytes(boxes) > 0);
    satori_box_batch_destroy(boxes);
    satori_workspace_destroy(workspace);
    CHECK(counts.live == 0 && counts.made > 2);
    allocator.allocate = no_memory;
    CHECK(satori_workspace_create(&allocator, &workspace) == SATORI_OUT_OF_MEMORY && workspace == NULL);

    allocator = satori_allocator_default();
    CHECK(satori_workspace_create(&allocator, &workspace) == SATORI_OK);
    satori_workspace_destroy(workspace);
    void* const memory = allocator.allocate(100, 64, allocator.user);
    CHECK(memory != NULL && (uintptr_t)memory % 64 == 0);
    allocator.release(memory, 100, 64, allocator.user);
}
