/**
 * Gusset's C interface: what C and Fortran programs submit tasks by (C99; library gusset_core, to be linked by
 * the C++ linker). A program that links core_tracing or the simulator as well can be run and simulated by the
 * `gusset` command, as any other.
 *
 *     static void total(void* const* data, void* argument) { … data[0] … data[1] … }
 *
 *     gusset_runtime* runtime;
 *     gusset_runtime_create(&runtime);
 *     gusset_handle_allocate(runtime, "tile", bytes, 0, &tile);
 *     gusset_task_type("total", &type);
 *     gusset_access accesses[] = {{tile, GUSSET_READ}, {sum, GUSSET_ADD}};
 *     gusset_submit(runtime, type, flops, total, &n, sizeof n, accesses, 2, NULL);
 *     gusset_wait(runtime);
 *
 * Functions that return int return a gusset_status; where that is not GUSSET_OK, gusset_last_error() says why,
 * and results by pointer are as they were. No exception leaves a function. Every function may be called from
 * any thread, gusset_submit, gusset_task_type and those that ask from inside kernels too. Strings are UTF-8 and
 * copied. Nothing but pointers and numbers is passed by value, so that Fortran's iso_c_binding suffices.
 */
#ifndef GUSSET_H
#define GUSSET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gusset_runtime gusset_runtime;
/** Names something that tasks share: a tile, a file, a device. */
typedef struct gusset_handle gusset_handle;
/** A kind of task, by name; 0 is none. */
typedef int32_t gusset_type;
/** How a task uses a handle: one of those below, or of the program's own. */
typedef int32_t gusset_access_mode;

enum {
  GUSSET_READ = 0,  /**< concurrent with other reads */
  GUSSET_WRITE = 1, /**< alone, in the order of submission; may also read */
  GUSSET_ADD = 2    /**< alone, in any order among adds */
};

typedef enum gusset_status {
  GUSSET_OK = 0,
  GUSSET_USAGE = 1,         /**< what a program may not do */
  GUSSET_CONFIGURATION = 2, /**< a setting that cannot be used */
  GUSSET_TASK_FAILED = 3,   /**< a kernel failed; those that depend on it were not run */
  GUSSET_CANCELLED = 4,     /**< by gusset_cancel */
  GUSSET_DEADLOCK = 5,      /**< tasks are left that can never run */
  GUSSET_SIMULATION = 6,    /**< a simulation cannot go on */
  GUSSET_NO_MEMORY = 7,
  GUSSET_OTHER = 8
} gusset_status;

/** Why the latest function that failed in this thread did; "" before. Valid until another fails in it. */
const char* gusset_last_error(void);

/* ---- The runtime */

/** A runtime as the environment says (`gusset run`, `gusset simulate`); meant for main(). As in C++, it ends the
 * program by one line on stderr where settings cannot be used, and outside of kernels at wrong use and where a
 * simulation cannot go on. */
int gusset_runtime_create(gusset_runtime** runtime);
/** A runtime of that many threads, the calling one included; 0: one per core. The environment is not read. */
int gusset_runtime_create_with_threads(uint32_t threads, gusset_runtime** runtime);
/** Waits for all tasks. GUSSET_USAGE while there are handles, or inside a kernel: nothing is destroyed then.
 * Null is allowed. */
int gusset_runtime_destroy(gusset_runtime* runtime);

/** 1: kernels run and handles have contents; 0: a simulation, where they do not. */
int gusset_has_data(const gusset_runtime* runtime);
/** Workers, the submitting thread included. */
uint32_t gusset_workers(const gusset_runtime* runtime);

/** Returns when all tasks have completed. GUSSET_TASK_FAILED, GUSSET_CANCELLED or GUSSET_DEADLOCK tell of the
 * first failure since the last call; the runtime is as good as before then. Not inside kernels. */
int gusset_wait(gusset_runtime* runtime);
/** Returns when the tasks submitted so far that access the handle have completed; failures as above, if one of
 * them should have modified it. Not inside kernels. */
int gusset_wait_for(gusset_runtime* runtime, gusset_handle* handle);
/** Until gusset_wait has returned, which returns GUSSET_CANCELLED, no task is started. */
int gusset_cancel(gusset_runtime* runtime);
/** The same for the tasks that access the handle, and those that depend on them. */
int gusset_cancel_for(gusset_runtime* runtime, gusset_handle* handle);
/** No task starts before gusset_resume or gusset_wait; running ones go on. */
int gusset_pause(gusset_runtime* runtime);
int gusset_resume(gusset_runtime* runtime);

/* ---- Handles. `name` may be null, `node` is that of a simulation's process grid which owns it, else 0. They
 * must be destroyed before their runtime. */

/** Without contents: kernels get a null pointer. The size counts where messages are simulated. */
int gusset_handle_create(gusset_runtime* runtime, const char* name, size_t size_bytes, uint32_t node,
                         gusset_handle** handle);
/** With contents that the program has and keeps until the handle is destroyed. */
int gusset_handle_wrap(gusset_runtime* runtime, const char* name, void* contents, size_t size_bytes,
                       uint32_t node, gusset_handle** handle);
/** With contents from the runtime's pool, aligned to 64 bytes, not initialized; none in a simulation. */
int gusset_handle_allocate(gusset_runtime* runtime, const char* name, size_t size_bytes, uint32_t node,
                           gusset_handle** handle);
/** The contents, for use outside of kernels: before tasks that access it, or after a wait. GUSSET_USAGE where
 * there are none, as in a simulation: ask gusset_has_data first. */
int gusset_handle_contents(const gusset_handle* handle, void** contents);
/** Waits for the tasks that use it. Not inside kernels. Null is allowed. */
int gusset_handle_destroy(gusset_handle* handle);

/* ---- Tasks */

/** Called when what a task accesses is ready: `data` has the contents of each access, in order, `argument` is the
 * task's own copy, aligned as by malloc, or null. It must not leave by longjmp. */
typedef void (*gusset_kernel)(void* const* data, void* argument);

typedef struct gusset_access {
  gusset_handle* handle;
  gusset_access_mode mode;
} gusset_access;

enum {
  GUSSET_NEAR_NOTHING = 0,
  GUSSET_NEAR_WORKER = 1, /**< the worker of that index */
  GUSSET_NEAR_DOMAIN = 2, /**< a worker of the socket of that index */
  GUSSET_NEAR_DATA = 3    /**< where the first handle that it modifies, else its first, was last accessed */
};

/** Wishes; all zero is as good as none. */
typedef struct gusset_task_options {
  int32_t priority;       /**< higher first, for policies that care */
  int32_t affinity;       /**< GUSSET_NEAR_… */
  uint32_t affinity_index;
  int32_t is_detached;    /**< not 0: no subtask of the task that submits it */
} gusset_task_options;

/** A kind of task; the same name gives the same type. */
int gusset_task_type(const char* name, gusset_type* type);

/** A mode of the program's own, such as a maximum; each trait is 0 or not. What does not commute must be
 * exclusive, and so must what modifies. The same name and traits give the same mode. */
int gusset_define_access_mode(const char* name, int commutes, int is_exclusive, int modifies,
                              gusset_access_mode* mode);

/** Submits a task. `work` is in flops or any unit, 0 where nothing is declared; `argument_bytes` of `argument`
 * are copied, and may be none; `options` may be null. A handle that is named twice is accessed once, in the mode
 * that stands for both. A task that a kernel submits is its subtask: the submitting task completes when it has.
 * In a simulation the kernel is not called. */
int gusset_submit(gusset_runtime* runtime, gusset_type type, double work, gusset_kernel kernel,
                  const void* argument, size_t argument_bytes, const gusset_access* accesses,
                  size_t access_count, const gusset_task_options* options);

/** Inside a kernel: its task fails, for this reason, once the kernel has returned. The first reason counts. */
int gusset_fail(const char* why);

#ifdef __cplusplus
}
#endif

#endif
