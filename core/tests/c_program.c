/* Compiled as C99 without extensions, to check that the header is valid C. */
#include "c_program.h"

typedef struct tile {
  long first;
  long last;
} tile;

static void fill(void* const* data, void* argument) {
  const tile* mine = argument;
  long* numbers = data[0];
  long number;
  for (number = mine->first; number <= mine->last; ++number) numbers[number - mine->first] = number;
}

static void total(void* const* data, void* argument) {
  const long count = *(const long*)argument;
  const long* numbers = data[0];
  long* sum = data[1];
  long i;
  for (i = 0; i < count; ++i) *sum += numbers[i];
}

int c_sum_of_tiles(gusset_runtime* runtime, long n, long tiles, long* sum) {
  gusset_type fill_type = 0;
  gusset_type total_type = 0;
  gusset_handle* result = NULL;
  long i;
  int status = gusset_task_type("fill", &fill_type);
  if (status == GUSSET_OK) status = gusset_task_type("total", &total_type);
  if (status == GUSSET_OK) status = gusset_handle_wrap(runtime, "sum", sum, sizeof *sum, 0, &result);
  for (i = 0; i < tiles && status == GUSSET_OK; ++i) {
    const tile mine = {i * n / tiles + 1, (i + 1) * n / tiles};
    const long count = mine.last - mine.first + 1;
    gusset_handle* numbers = NULL;
    gusset_access accesses[2];
    status = gusset_handle_allocate(runtime, "tile", (size_t)count * sizeof(long), 0, &numbers);
    if (status != GUSSET_OK) break;
    accesses[0].handle = numbers;
    accesses[0].mode = GUSSET_WRITE;
    status = gusset_submit(runtime, fill_type, (double)count, fill, &mine, sizeof mine, accesses, 1, NULL);
    if (status != GUSSET_OK) break;
    accesses[0].mode = GUSSET_READ;
    accesses[1].handle = result;
    accesses[1].mode = GUSSET_ADD;
    status = gusset_submit(runtime, total_type, (double)count, total, &count, sizeof count, accesses, 2, NULL);
    if (status == GUSSET_OK) status = gusset_handle_destroy(numbers);
  }
  if (status == GUSSET_OK) status = gusset_wait(runtime);
  if (status == GUSSET_OK) status = gusset_handle_destroy(result);
  return status;
}

static void store(void* const* data, void* argument) {
  const long value = *(const long*)argument;
  *(long*)data[0] = value;
  if (value < 0) {
    gusset_fail("the value is negative");
    gusset_fail("and this is not the reason");
  }
}

int c_submit_store(gusset_runtime* runtime, gusset_handle* handle, long value) {
  gusset_type type = 0;
  gusset_access access;
  const int status = gusset_task_type("store", &type);
  if (status != GUSSET_OK) return status;
  access.handle = handle;
  access.mode = GUSSET_WRITE;
  return gusset_submit(runtime, type, 0.0, store, &value, sizeof value, &access, 1, NULL);
}

typedef struct family {
  gusset_runtime* runtime;
  gusset_handle* part;
  gusset_type child;
  long count;
} family;

static void increment(void* const* data, void* argument) {
  (void)argument;
  ++*(long*)data[0];
}

static void parent(void* const* data, void* argument) {
  const family* mine = argument;
  gusset_access access;
  long i;
  (void)data;
  access.handle = mine->part;
  access.mode = GUSSET_ADD;
  for (i = 0; i < mine->count; ++i) {
    if (gusset_submit(mine->runtime, mine->child, 1.0, increment, NULL, 0, &access, 1, NULL) != GUSSET_OK)
      gusset_fail(gusset_last_error());
  }
}

static void copy(void* const* data, void* argument) {
  const long* const* from = argument;
  *(long*)data[0] = **from;
}

int c_submit_parent(gusset_runtime* runtime, gusset_handle* whole, gusset_handle* part, long count) {
  family mine = {NULL, NULL, 0, 0};
  gusset_type parent_type = 0;
  gusset_access access;
  void* contents = NULL;
  int status = gusset_task_type("parent", &parent_type);
  if (status == GUSSET_OK) status = gusset_task_type("child", &mine.child);
  if (status == GUSSET_OK) status = gusset_handle_contents(part, &contents);
  if (status != GUSSET_OK) return status;
  mine.runtime = runtime;
  mine.part = part;
  mine.count = count;
  access.handle = whole;
  access.mode = GUSSET_WRITE;
  status = gusset_submit(runtime, parent_type, 0.0, parent, &mine, sizeof mine, &access, 1, NULL);
  if (status != GUSSET_OK) return status;
  /* Waits for the parent, and therefore for its subtasks. */
  return gusset_submit(runtime, parent_type, 0.0, copy, &contents, sizeof contents, &access, 1, NULL);
}
