#ifndef C_PROGRAM_H
#define C_PROGRAM_H
/* Functions that c_program.c implements in C and c_interface_test.cpp checks. */

#include "gusset.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds up 1 … n in tiles; returns the first status that was not GUSSET_OK. */
int c_sum_of_tiles(gusset_runtime* runtime, long n, long tiles, long* sum);

/* Submits a task that writes `value` into `handle` and fails if the value is negative. */
int c_submit_store(gusset_runtime* runtime, gusset_handle* handle, long value);

/* Submits a task whose kernel submits `count` subtasks that each add 1 to `part`, then a task that copies `part`
 * to `whole`. */
int c_submit_parent(gusset_runtime* runtime, gusset_handle* whole, gusset_handle* part, long count);

#ifdef __cplusplus
}
#endif

#endif
