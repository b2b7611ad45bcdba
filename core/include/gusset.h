/**
 * Gusset's interface for C and Fortran programs (C99). Link the library gusset_core with the C++ linker. The
 * `gusset` command can run and simulate a program that also links core_tracing or the simulator, like any
 * other program.
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
 * Functions that return int return a gusset_status. If it is not GUSSET_OK, gusset_last_error() says why, and
 * results passed by pointer are unchanged. No exception leaves a function. Any thread may call any function.
 * Kernels may also call gusset_submit, gusset_task_type and the query functions. Strings are UTF-8, and the
 * library copies them. Only pointers and numbers are passed by value, so Fortran's iso_c_binding suffices.
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
/** A named kind of task; 0 means none. */
typedef int32_t gusset_type;
/** How a task uses a handle: one of the modes below, or a custom mode. */
typedef int32_t gusset_access_mode;

enum {
  GUSSET_READ = 0,  /**< concurrent with other reads */
  GUSSET_WRITE = 1, /**< alone, in the order of submission; may also read */
  GUSSET_ADD = 2    /**< alone, in any order among adds */
};

typedef enum gusset_status {
  GUSSET_OK = 0,
  GUSSET_USAGE = 1,         /**< misuse by the program */
  GUSSET_CONFIGURATION = 2, /**< an unusable setting */
  GUSSET_TASK_FAILED = 3,   /**< a kernel failed; tasks that depend on it were skipped */
  GUSSET_CANCELLED = 4,     /**< gusset_cancel was called */
  GUSSET_DEADLOCK = 5,      /**< some tasks can never run */
  GUSSET_SIMULATION = 6,    /**< the simulation cannot continue */
  GUSSET_NO_MEMORY = 7,
  GUSSET_OTHER = 8
} gusset_status;

/** Why the latest failed function in this thread failed; "" if none has failed. Valid until the next failure
 * in this thread. */
const char* gusset_last_error(void);

/* ---- The runtime */

/** Makes a runtime with settings from the environment (`gusset run`, `gusset simulate`); meant for main(). As
 * in C++, it ends the program with one line on stderr if a setting is unusable. Outside of kernels it also
 * does so on misuse, and if the simulation cannot continue. */
int gusset_runtime_create(gusset_runtime** runtime);
/** Makes a runtime with that many threads, including the calling thread; 0: one per core. Ignores the
 * environment. */
int gusset_runtime_create_with_threads(uint32_t threads, gusset_runtime** runtime);
/** Waits for all tasks and destroys the runtime. Returns GUSSET_USAGE while handles exist, or inside a
 * kernel, and then destroys nothing. Null is allowed. */
int gusset_runtime_destroy(gusset_runtime* runtime);

/** 1: kernels run and handles have contents; 0: a simulation, which has neither. */
int gusset_has_data(const gusset_runtime* runtime);
/** The number of workers, including the submitting thread. */
uint32_t gusset_workers(const gusset_runtime* runtime);

/** Returns when all tasks have completed. GUSSET_TASK_FAILED, GUSSET_CANCELLED or GUSSET_DEADLOCK reports the
 * first failure since the last call and clears it; the runtime is then fully usable again. Not inside
 * kernels. */
int gusset_wait(gusset_runtime* runtime);
/** Returns when all tasks submitted so far that access the handle have completed. Reports a failure as
 * gusset_wait does if a failed task should have modified the handle. Not inside kernels. */
int gusset_wait_for(gusset_runtime* runtime, gusset_handle* handle);
/** Starts no task until gusset_wait has returned. That gusset_wait returns GUSSET_CANCELLED. */
int gusset_cancel(gusset_runtime* runtime);
/** Cancels the tasks that access the handle, and the tasks that depend on them. */
int gusset_cancel_for(gusset_runtime* runtime, gusset_handle* handle);
/** Starts no task until gusset_resume or gusset_wait. Running tasks continue. */
int gusset_pause(gusset_runtime* runtime);
int gusset_resume(gusset_runtime* runtime);

/* ---- Handles. `name` may be null. `node` is the handle's owner in a simulation's process grid, otherwise 0.
 * Destroy handles before their runtime. */

/** Makes a handle without contents: kernels get a null pointer. Simulated messages use the size. */
int gusset_handle_create(gusset_runtime* runtime, const char* name, size_t size_bytes, uint32_t node,
                         gusset_handle** handle);
/** Makes a handle whose contents the program owns and keeps until the handle is destroyed. */
int gusset_handle_wrap(gusset_runtime* runtime, const char* name, void* contents, size_t size_bytes,
                       uint32_t node, gusset_handle** handle);
/** Makes a handle with contents from the runtime's pool: aligned to 64 bytes and not initialised. A
 * simulation allocates no contents. */
int gusset_handle_allocate(gusset_runtime* runtime, const char* name, size_t size_bytes, uint32_t node,
                           gusset_handle** handle);
/** Gets the contents for use outside of kernels: before any task accesses the handle, or after a wait.
 * Returns GUSSET_USAGE if there are none, for example in a simulation: call gusset_has_data first. */
int gusset_handle_contents(const gusset_handle* handle, void** contents);
/** Waits for the tasks that use the handle and destroys it. Not inside kernels. Null is allowed. */
int gusset_handle_destroy(gusset_handle* handle);

/* ---- Tasks */

/** A kernel. The runtime calls it when everything that its task accesses is ready. `data` has the contents of
 * each access, in order. `argument` is the task's own copy, aligned as by malloc, or null. A kernel must not
 * leave by longjmp. */
typedef void (*gusset_kernel)(void* const* data, void* argument);

typedef struct gusset_access {
  gusset_handle* handle;
  gusset_access_mode mode;
} gusset_access;

enum {
  GUSSET_NEAR_NOTHING = 0,
  GUSSET_NEAR_WORKER = 1, /**< the worker with that index */
  GUSSET_NEAR_DOMAIN = 2, /**< a worker of the socket with that index */
  GUSSET_NEAR_DATA = 3,   /**< the worker that last accessed the first handle that the task modifies,
                               otherwise its first handle */
  GUSSET_BOUND = 4        /**< only the worker with that index may run the task */
};

/** Preferences; all zero means no preference. */
typedef struct gusset_task_options {
  int32_t priority;       /**< higher first, for policies that use priorities */
  int32_t affinity;       /**< GUSSET_NEAR_… */
  uint32_t affinity_index;
  int32_t is_detached;    /**< not 0: the task is not a subtask of its submitter */
} gusset_task_options;

/** Gets the task type with a name; the same name gives the same type. */
int gusset_task_type(const char* name, gusset_type* type);

/** Defines a custom access mode, for example a maximum; each trait is zero or nonzero. A mode that does not
 * commute must be exclusive, and so must a mode that modifies. The same name and traits give the same mode. */
int gusset_define_access_mode(const char* name, int commutes, int is_exclusive, int modifies,
                              gusset_access_mode* mode);

/** Submits a task. `work` is in flops or any unit; 0 means not declared. Copies `argument_bytes` bytes of
 * `argument`, which may be 0. `options` may be null. A task that names a handle twice accesses it once, in
 * the mode that covers both. A task that a kernel submits is a subtask: its parent completes only after it. A
 * simulation does not call the kernel. */
int gusset_submit(gusset_runtime* runtime, gusset_type type, double work, gusset_kernel kernel,
                  const void* argument, size_t argument_bytes, const gusset_access* accesses,
                  size_t access_count, const gusset_task_options* options);

/** Makes the calling kernel's task fail for this reason once the kernel has returned. Only the first reason
 * counts. */
int gusset_fail(const char* why);

#ifdef __cplusplus
}
#endif

#endif
