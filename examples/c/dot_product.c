/* A program in C: the dot product of two columns, in tiles. Each tile has a task that fills it. Each pair
 * of tiles has a task that adds their dot product to the sum, in any order.
 *
 *     fill x ─┐
 *     fill y ─┴► dot ┄┐
 *     fill x ─┐       ┼─ sum
 *     fill y ─┴► dot ┄┘
 */
#include <stdio.h>
#include <stdlib.h>

#include "gusset.h"

enum { numbers = 1000, tiles = 4, tile_numbers = numbers / tiles };

/* Most functions of gusset.h return a status. */
static void check(int status) {
  if (status == GUSSET_OK) return;
  fprintf(stderr, "dot_product: %s\n", gusset_last_error());
  exit(1);
}

static void fill(void* const* data, void* argument) {
  const int first = *(const int*)argument;
  double* const tile = data[0];
  int i;
  for (i = 0; i < tile_numbers; ++i) tile[i] = first + i;
}

static void dot(void* const* data, void* argument) {
  const double* const x = data[0];
  const double* const y = data[1];
  double* const sum = data[2];
  int i;
  (void)argument; /* unused */
  for (i = 0; i < tile_numbers; ++i) *sum += x[i] * y[i];
}

int main(void) {
  const size_t bytes = tile_numbers * sizeof(double);
  double sum = 0.0;
  gusset_runtime* runtime;
  gusset_type fill_type, dot_type;
  gusset_handle* sum_handle;
  gusset_handle* columns[2][tiles];
  int column, i;

  check(gusset_runtime_create(&runtime));
  check(gusset_task_type("fill", &fill_type));
  check(gusset_task_type("dot", &dot_type));
  check(gusset_handle_wrap(runtime, "sum", &sum, sizeof sum, 0, &sum_handle));
  for (i = 0; i < tiles; ++i) {
    const int first = i * tile_numbers + 1;
    gusset_access accesses[3];
    for (column = 0; column < 2; ++column) {
      check(gusset_handle_allocate(runtime, column == 0 ? "x" : "y", bytes, 0, &columns[column][i]));
      accesses[column].handle = columns[column][i];
      accesses[column].mode = GUSSET_WRITE;
      check(gusset_submit(runtime, fill_type, tile_numbers, fill, &first, sizeof first, &accesses[column], 1,
                          NULL));
      accesses[column].mode = GUSSET_READ;
    }
    accesses[2].handle = sum_handle;
    accesses[2].mode = GUSSET_ADD;
    check(gusset_submit(runtime, dot_type, 2.0 * tile_numbers, dot, NULL, 0, accesses, 3, NULL));
  }
  check(gusset_wait(runtime));
  if (gusset_has_data(runtime)) printf("1*1 + 2*2 + ... + 1000*1000 = %.0f\n", sum);

  for (i = 0; i < tiles; ++i) {
    for (column = 0; column < 2; ++column) check(gusset_handle_destroy(columns[column][i]));
  }
  check(gusset_handle_destroy(sum_handle));
  check(gusset_runtime_destroy(runtime));
  return 0;
}
