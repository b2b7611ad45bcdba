// The OpenMP tool: the functions that the runtime calls. Only this file knows the tools interface (OpenMP
// 5.0, chapter 4, as LLVM 14 and later implement it).
#include <link.h>
#include <omp-tools.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "recorder/current_task.hpp"
#include "recorder/gnu_task_call.hpp"
#include "recorder/held_locks.hpp"
#include "recorder/recorder.hpp"
#include "recorder/work_log.hpp"

namespace gusset::ompt {
namespace {

/// Minimum wait that is recorded for a lock. Uncontended locks produce no event.
constexpr std::int64_t shortest_lock_wait_ns = 1000;

/// What the main thread had used when this library was loaded: at time 0. Nothing in the child of a fork.
std::optional<ThreadUsage>& usage_at_start() {
  static std::optional<ThreadUsage> usage;
  return usage;
}

/// Set before the runtime initialises the tool.
Settings& settings() {
  static Settings* const the = new Settings;
  return *the;
}

ompt_get_task_info_t get_task_info = nullptr;

thread_local HeldLocks held_locks;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// A word of 0 belongs to a task that the runtime never reported: the program of a thread that existed before
/// a fork.
std::uint64_t word_of(ThreadLog& log, const ompt_data_t* data) {
  if (data != nullptr && data->value != 0) return data->value;
  if (log.initial.is_none()) {
    log.initial = log.append(Recorder::instance().now_ns(), EventKind::initial_begin);
  }
  return log.initial.word();
}

std::uint64_t word_or_none(const ompt_data_t* data) {
  return data == nullptr ? 0 : data->value;
}

bool has(int flags, ompt_task_flag_t flag) {
  return (static_cast<unsigned>(flags) & static_cast<unsigned>(flag)) != 0;
}

/// A range of addresses.
struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool contains(std::uintptr_t address) const { return begin <= address && address < end; }
};
Range runtime;
Range own_library;

/// The address range of the object that contains an address.
Range range_of(std::uintptr_t address) {
  struct Search {
    std::uintptr_t address;
    Range found;
  } search{address, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        Search& wanted = *static_cast<Search*>(data);
        Range range{~std::uintptr_t{0}, 0};
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const auto& part = object->dlpi_phdr[i];
          if (part.p_type != PT_LOAD) continue;
          range.begin = std::min<std::uintptr_t>(range.begin, object->dlpi_addr + part.p_vaddr);
          range.end = std::max<std::uintptr_t>(range.end, object->dlpi_addr + part.p_vaddr + part.p_memsz);
        }
        if (!range.contains(wanted.address)) return 0;
        wanted.found = range;
        return 1;
      },
      &search);
  return search.found;
}

void note_body(ThreadLog& log, const GnuTaskCall& call) {
  if (!log.remember_body(call.return_address, call.body)) return;
  log.append(Recorder::instance().now_ns(), EventKind::body, call.return_address, call.body);
}

/// The address of the call that creates a task: the program's call, if it is known.
std::uint64_t creating_call(ThreadLog& log, const void* return_address, unsigned& detail) {
  GnuTaskCall& call = gnu_task_call();
  if (call.return_address == 0) {
    const auto address = reinterpret_cast<std::uintptr_t>(return_address);
    if (!runtime.contains(address)) return address;
    const TaskloopCall& loop = taskloop_call();
    detail |= loop.return_address == 0 ? of_runtime : of_taskloop;
    if (loop.return_address == 0) return address;
    note_body(log, loop);
    return loop.return_address;
  }
  const std::uint64_t address = call.return_address;
  if (call.is_undeferred) detail |= by_program;
  note_body(log, call);
  // The runtime may report a wait for predecessors first, and then the task itself.
  if ((detail & is_taskwait) == 0) call.return_address = 0;
  return address;
}

void on_thread_begin(ompt_thread_t type, ompt_data_t*) {
  ThreadLog* const log = Recorder::instance().log();
  if (log != nullptr) log->is_worker = type == ompt_thread_worker;
}

void on_thread_end(ompt_data_t*) {
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  if (log == nullptr) return;
  log->append(recorder.now_ns(), EventKind::thread_end);
  log->end_samples();
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t* task,
                      unsigned team_size, unsigned, int flags) {
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  if (log == nullptr) return;
  if (endpoint == ompt_scope_end) {
    WorkLog::of_thread().leave(word_or_none(task));
    log->append(recorder.now_ns(), EventKind::implicit_end, word_of(*log, task));
  } else if (has(flags, ompt_task_initial)) {
    // The main thread runs the program from the start. Other threads begin when they first use OpenMP.
    const bool is_main = gettid() == getpid();
    log->initial = log->append(is_main ? 0 : recorder.now_ns(), EventKind::initial_begin);
    task->value = log->initial.word();
    if (is_main && usage_at_start()) log->record_start(*usage_at_start());
    if (is_main) recorder.started_up();
  } else {
    task->value =
        log->append(recorder.now_ns(), EventKind::implicit_begin, word_or_none(region), team_size).word();
  }
}

void on_parallel_begin(ompt_data_t* task, const ompt_frame_t*, ompt_data_t* region, unsigned, int,
                       const void* return_address) {
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  if (log == nullptr) return;
  const std::uint64_t parent = word_of(*log, task);
  const std::int64_t now_ns = recorder.now_ns();
  RegionCall& call = region_call();
  if (call.return_address != 0) note_body(*log, call);
  const std::uint64_t place = std::exchange(call.return_address, 0);
  region->value = log->append(now_ns, EventKind::region_begin, parent,
                              place == 0 ? reinterpret_cast<std::uintptr_t>(return_address) : place)
                      .word();
  WorkLog::of_thread().begin_region(*log, now_ns, region->value);
}

void on_parallel_end(ompt_data_t* region, ompt_data_t*, int, const void*) {
  Recorder& recorder = Recorder::instance();
  if (ThreadLog* const log = recorder.log())
    log->append(recorder.now_ns(), EventKind::region_end, word_or_none(region));
}

void on_task_create(ompt_data_t* parent_task, const ompt_frame_t*, ompt_data_t* task, int flags, int depends,
                    const void* return_address) {
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  if (log == nullptr || (!has(flags, ompt_task_explicit) && !has(flags, ompt_task_taskwait))) return;
  const std::uint64_t parent = word_of(*log, parent_task);
  unsigned detail = has(flags, ompt_task_undeferred) ? undeferred : 0;
  if (has(flags, ompt_task_taskwait)) detail |= is_taskwait;
  if (depends != 0) detail |= has_dependences;
  const std::uint64_t address = creating_call(*log, return_address, detail);
  task->value =
      log->append(recorder.now_ns(), EventKind::create, parent, address, static_cast<std::uint8_t>(detail))
          .word();
}

void on_dependences(ompt_data_t* task, const ompt_dependence_t* list, int count) {
  ThreadLog* const log = Recorder::instance().log();
  if (log == nullptr) return;
  for (int i = 0; i < count; ++i) {
    const ompt_dependence_type_t type = list[i].dependence_type;
    // Iterations of an `ordered` loop, which are not tasks.
    if (type == ompt_dependence_type_source || type == ompt_dependence_type_sink) continue;
    // Follows the task's creation, whose time applies.
    log->append(0, EventKind::dependence, reinterpret_cast<std::uintptr_t>(list[i].variable.ptr),
                word_or_none(task), static_cast<std::uint8_t>(type));
  }
}

void on_task_schedule(ompt_data_t* before, ompt_task_status_t status, ompt_data_t* next) {
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  if (log == nullptr) return;
  const std::uint64_t word = word_of(*log, before);
  const std::uint64_t next_word = next == nullptr ? 0 : word_of(*log, next);
  log->append(recorder.now_ns(), EventKind::switched, word, next_word, static_cast<std::uint8_t>(status));
}

WaitKind wait_kind(ompt_sync_region_t kind) {
  if (kind == ompt_sync_region_taskwait) return WaitKind::taskwait;
  if (kind == ompt_sync_region_taskgroup) return WaitKind::taskgroup;
  return WorkLog::of_thread().is_reducing() ? WaitKind::reduction : WaitKind::barrier;
}

/// A place in the program, or 0 for one inside the runtime or this library.
std::uint64_t program_address(const void* return_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(return_address);
  return runtime.contains(address) || own_library.contains(address) ? 0 : address;
}

void on_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t* task,
             const void* return_address) {
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  if (log == nullptr) return;
  const std::uint64_t word = word_of(*log, task);
  if (endpoint == ompt_scope_begin) {
    const std::int64_t now_ns = recorder.now_ns();
    const WaitKind waits = wait_kind(kind);
    const std::uint64_t place = program_address(return_address);
    if (waits == WaitKind::barrier) WorkLog::of_thread().reach_barrier(*log, now_ns, word);
    if (waits == WaitKind::barrier && place != 0) log->append(now_ns, EventKind::barrier_place, place);
    log->append(now_ns, EventKind::wait_begin, word, word_or_none(region), static_cast<std::uint8_t>(waits));
  } else {
    log->append(recorder.now_ns(), EventKind::wait_end, word);
  }
}

void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t* task,
                    const void*) {
  if (kind != ompt_sync_region_taskgroup || endpoint != ompt_scope_begin) return;
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  if (log != nullptr) log->append(recorder.now_ns(), EventKind::group_begin, word_of(*log, task));
}

void on_work(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t* task,
             std::uint64_t count, const void* return_address) {
  if (type < ompt_work_loop || type > ompt_work_single_other) return;
  constexpr std::array kinds{WorkKind::loop, WorkKind::sections, WorkKind::single_executor,
                             WorkKind::single_other};
  const WorkKind kind = kinds.at(static_cast<std::size_t>(type - ompt_work_loop));
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  if (log == nullptr) return;
  WorkLog& work = WorkLog::of_thread();
  if (endpoint == ompt_scope_begin) {
    work.begin(*log, recorder.now_ns(), word_of(*log, task), kind, count, program_address(return_address));
  } else {
    work.end(*log, recorder.now_ns(), kind);
  }
}

LockKind lock_kind(ompt_mutex_t kind) {
  switch (kind) {
    case ompt_mutex_critical:
      return LockKind::critical;
    case ompt_mutex_atomic:
      return LockKind::atomic;
    case ompt_mutex_ordered:
      return LockKind::ordered;
    default:
      return LockKind::lock;
  }
}

void on_mutex_acquire(ompt_mutex_t kind, unsigned, unsigned, ompt_wait_id_t lock,
                      const void* return_address) {
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  ompt_data_t* task = nullptr;
  if (log == nullptr || get_task_info(0, nullptr, &task, nullptr, nullptr, nullptr) == 0) return;
  const std::int64_t now_ns = recorder.now_ns();
  const auto address = reinterpret_cast<std::uintptr_t>(return_address);
  if (log->remember_lock(lock, address))
    log->append(now_ns, EventKind::lock_place, lock, address, static_cast<std::uint8_t>(lock_kind(kind)));
  held_locks.add({lock, word_or_none(task), now_ns});
}

void on_mutex_acquired(ompt_mutex_t, ompt_wait_id_t identity, const void*) {
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  HeldLocks::Lock* const lock = held_locks.find(identity);
  if (log == nullptr || lock == nullptr) return;
  const std::int64_t now_ns = recorder.now_ns();
  if (lock->waiter != 0 && now_ns - lock->since_ns >= shortest_lock_wait_ns) {
    log->append(lock->since_ns, EventKind::wait_begin, lock->waiter, identity,
                static_cast<std::uint8_t>(WaitKind::lock));
    log->append(now_ns, EventKind::wait_end, lock->waiter);
  }
  lock->waiter = 0;
  lock->since_ns = now_ns;
}

void on_mutex_released(ompt_mutex_t, ompt_wait_id_t identity, const void*) {
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  const HeldLocks::Lock* const lock = held_locks.find(identity);
  if (log == nullptr || lock == nullptr) return;
  log->append(recorder.now_ns(), EventKind::lock_held, identity, static_cast<std::uint64_t>(lock->since_ns));
  held_locks.remove(lock);
}

int initialize(ompt_function_lookup_t look_up, int, ompt_data_t*) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(look_up("ompt_set_callback"));
  get_task_info = reinterpret_cast<ompt_get_task_info_t>(look_up("ompt_get_task_info"));
  runtime = range_of(reinterpret_cast<std::uintptr_t>(look_up));
  own_library = range_of(reinterpret_cast<std::uintptr_t>(&on_work));
  const auto listen = [set](ompt_callbacks_t event, auto* callback) {
    set(event, reinterpret_cast<ompt_callback_t>(callback));
  };
  listen(ompt_callback_thread_begin, on_thread_begin);
  listen(ompt_callback_thread_end, on_thread_end);
  listen(ompt_callback_implicit_task, on_implicit_task);
  listen(ompt_callback_parallel_begin, on_parallel_begin);
  listen(ompt_callback_parallel_end, on_parallel_end);
  listen(ompt_callback_task_create, on_task_create);
  listen(ompt_callback_task_schedule, on_task_schedule);
  listen(ompt_callback_sync_region, on_sync_region);
  listen(ompt_callback_sync_region_wait, on_wait);
  listen(ompt_callback_work, on_work);
  listen(ompt_callback_mutex_acquire, on_mutex_acquire);
  listen(ompt_callback_mutex_acquired, on_mutex_acquired);
  listen(ompt_callback_mutex_released, on_mutex_released);
  if (settings().depth == Depth::accesses) listen(ompt_callback_dependences, on_dependences);
  Recorder::instance().start(settings());
  pthread_atfork(nullptr, nullptr, [] {
    usage_at_start().reset();
    Recorder::instance().forked();
  });
  return 1;
}

void finalize(ompt_data_t*) {
  Recorder::instance().finish();
}

/// Time starts here: the library is loaded when the process starts.
const std::int64_t start_of_time = [] {
  usage_at_start() = thread_usage();
  return Recorder::instance().now_ns();
}();

}  // namespace

std::uint64_t current_task(ThreadLog& log) {
  ompt_data_t* task = nullptr;
  if (get_task_info == nullptr || get_task_info(0, nullptr, &task, nullptr, nullptr, nullptr) == 0) return 0;
  return word_of(log, task);
}
}  // namespace gusset::ompt

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(
    unsigned, const char* runtime_version) {
  using namespace gusset::ompt;
  static ompt_start_tool_result_t result{initialize, finalize, ompt_data_none};
  Settings& chosen = settings();
  chosen.start_up_from_ns = Recorder::instance().now_ns();
  chosen.trace = variable("GUSSET_TRACE");
  if (chosen.trace.empty()) return nullptr;
  const std::string depth = variable("GUSSET_DEPTH");
  if (depth == "spans") chosen.depth = Depth::spans;
  if (depth == "ready") chosen.depth = Depth::ready;
  chosen.is_started = variable("LIBGUSSET_OMPT_PARENT") == std::to_string(getppid());
  chosen.runtime = runtime_version;
  chosen.asks_for_one_thread = variable("OMP_NUM_THREADS") == "1";
  (void)start_of_time;
  return &result;
}
