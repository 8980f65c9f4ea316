// A C program of a user: loads the shared library by its path, makes a call on oneTBB's threads, unloads the library,
// and continues. Twice.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <satori/satori.h>

// The library's function of this name.
#define OF(library, name) ((__typeof__(&name))dlsym(library, #name))

enum { kBoxes = 200000, kFloats = 10 };

// A row of cubes, each of which overlaps the next one: how many pairs that is. 0: something failed.
static uint64_t pairs_found(void* library) {
    float(*rows)[kFloats] = calloc(kBoxes, sizeof *rows);
    if (rows == NULL) return 0;
    for (int i = 0; i < kBoxes; ++i) {
        rows[i][0] = 0.75F * (float)i;
        rows[i][3] = rows[i][4] = rows[i][5] = 0.5F;
        rows[i][9] = 1;
    }
    const satori_box_view view = OF(library, satori_box_rows)(rows[0], kBoxes, sizeof *rows);
    satori_box_batch* boxes = NULL;
    satori_workspace* workspace = NULL;
    satori_pair_result found = {0};
    satori_status status = OF(library, satori_box_batch_create)(NULL, &boxes);
    if (status == SATORI_OK) status = OF(library, satori_workspace_create)(NULL, &workspace);
    if (status == SATORI_OK)
        status = OF(library, satori_box_batch_assign)(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL);
    if (status == SATORI_OK) status = OF(library, satori_find_overlaps)(boxes, NULL, workspace, &found, NULL);
    const uint64_t count = status == SATORI_OK ? found.pair_count : 0;
    OF(library, satori_workspace_destroy)(workspace);
    OF(library, satori_box_batch_destroy)(boxes);
    free(rows);
    return count;
}

int main(int argument_count, char** arguments) {
    if (argument_count != 2) return 1;
    for (int turn = 0; turn < 2; ++turn) {
        void* library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL) return puts(dlerror()), 2;
        if (pairs_found(library) != kBoxes - 1) return 3;
        if (dlclose(library) != 0) return 4;
        // Long enough for the workers to look for work once more.
        const struct timespec pause = {.tv_nsec = 200000000};
        nanosleep(&pause, NULL);
    }
    return 0;
}
