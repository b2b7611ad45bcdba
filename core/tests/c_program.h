#ifndef C_PROGRAM_H
#define C_PROGRAM_H
/* What c_program.c does in C and c_interface_test.cpp looks at. */

#include "gusset.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds up 1 … n in tiles; returns the first status that was not GUSSET_OK. */
int c_sum_of_tiles(gusset_runtime* runtime, long n, long tiles, long* sum);

/* Tasks of a failing type: writes `value` into `handle` and fails if the value is negative. */
int c_submit_store(gusset_runtime* runtime, gusset_handle* handle, long value);

/* Submits, from a kernel, `count` subtasks that add 1 to `part` each; then one that copies it to `result`. */
int c_submit_parent(gusset_runtime* runtime, gusset_handle* whole, gusset_handle* part, long count);

#ifdef __cplusplus
}
#endif

#endif
