// The calls by which programs compiled by g++ begin loops, sections and some singles. Only these calls
// contain the schedule and the range.
#include <cstdint>
#include <utility>

#include "recorder/gnu_task_call.hpp"
#include "recorder/next_function.hpp"
#include "recorder/work_log.hpp"

namespace gusset::ompt {
namespace {

constexpr WorkDetail ordered(WorkSchedule schedule) {
  return {.schedule = schedule, .is_ordered = true};
}
constexpr WorkDetail plain(WorkSchedule schedule) {
  return {.schedule = schedule};
}

/// The schedules that g++ passes as a number, without the bit for monotonic ones.
WorkSchedule schedule_of(long number) {
  switch (number & 0x7fffffff) {
    case 0:
      return WorkSchedule::runtime;
    case 1:
      return WorkSchedule::fixed;
    case 2:
      return WorkSchedule::dynamic;
    case 3:
      return WorkSchedule::guided;
    case 4:
      return WorkSchedule::automatic;
    default:
      return WorkSchedule::unknown;
  }
}

struct LoopRange {
  std::int64_t first = 0;
  std::int64_t step = 0;
};

template <class Integer>
LoopRange range(Integer first, Integer step) {
  return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(step)};
}

template <class Integer>
WorkCall call_of(void* return_address, WorkDetail detail, Integer chunk, LoopRange range = {}) {
  return {reinterpret_cast<std::uintptr_t>(return_address), detail, static_cast<std::uint64_t>(chunk),
          range.first, range.step};
}

/// Calls the runtime's function, which begins the construct that `call` describes.
template <class Next, class... Arguments>
auto begin_work(const WorkCall& call, Next next, Arguments... arguments) {
  WorkLog& log = WorkLog::of_thread();
  log.expect(call);
  const auto result = next(arguments...);
  log.forget();
  return result;
}

using Body = void (*)(void*);

/// Calls the runtime's function, which begins a region and returns at its end.
template <class Next, class... Arguments>
auto call_region(std::uint64_t return_address, Next next, Body body, Arguments... arguments) {
  region_call() = {return_address, reinterpret_cast<std::uintptr_t>(body)};
  struct Forget {
    ~Forget() { region_call().return_address = 0; }  // in case nothing was recorded
  } forget;
  return next(body, arguments...);
}

/// Likewise, for a region that is the construct that `call` describes.
template <class Next, class... Arguments>
void begin_region(const WorkCall& call, Next next, Body body, Arguments... arguments) {
  WorkLog& log = WorkLog::of_thread();
  log.expect_in_region(call);
  call_region(call.return_address, next, body, arguments...);
  log.forget();
}

}  // namespace
}  // namespace gusset::ompt

using gusset::ompt::WorkSchedule;
using UnsignedLongLong = unsigned long long;

#define GUSSET_OMPT_NEXT(name) gusset::ompt::next_of<decltype(&name)>(#name)
#define GUSSET_OMPT_PLACE __builtin_return_address(0)

// A loop whose call has a chunk, and one whose call has none; each with a signed and an unsigned counter.
#define GUSSET_OMPT_CHUNKED(schedule, detail)                                                            \
  GUSSET_OMPT_CALL bool GOMP_loop_##schedule##_start(long first, long end, long step, long chunk,        \
                                                     long* from, long* to) {                             \
    static const auto next = GUSSET_OMPT_NEXT(GOMP_loop_##schedule##_start);                             \
    return gusset::ompt::begin_work(                                                                     \
        gusset::ompt::call_of(GUSSET_OMPT_PLACE, detail, chunk, gusset::ompt::range(first, step)), next, \
        first, end, step, chunk, from, to);                                                              \
  }                                                                                                      \
  GUSSET_OMPT_CALL bool GOMP_loop_ull_##schedule##_start(                                                \
      bool is_up, UnsignedLongLong first, UnsignedLongLong end, UnsignedLongLong step,                   \
      UnsignedLongLong chunk, UnsignedLongLong* from, UnsignedLongLong* to) {                            \
    static const auto next = GUSSET_OMPT_NEXT(GOMP_loop_ull_##schedule##_start);                         \
    return gusset::ompt::begin_work(                                                                     \
        gusset::ompt::call_of(GUSSET_OMPT_PLACE, detail, chunk, gusset::ompt::range(first, step)), next, \
        is_up, first, end, step, chunk, from, to);                                                       \
  }
#define GUSSET_OMPT_UNCHUNKED(schedule, detail)                                                             \
  GUSSET_OMPT_CALL bool GOMP_loop_##schedule##_start(long first, long end, long step, long* from,           \
                                                     long* to) {                                            \
    static const auto next = GUSSET_OMPT_NEXT(GOMP_loop_##schedule##_start);                                \
    return gusset::ompt::begin_work(                                                                        \
        gusset::ompt::call_of(GUSSET_OMPT_PLACE, detail, 0, gusset::ompt::range(first, step)), next, first, \
        end, step, from, to);                                                                               \
  }                                                                                                         \
  GUSSET_OMPT_CALL bool GOMP_loop_ull_##schedule##_start(bool is_up, UnsignedLongLong first,                \
                                                         UnsignedLongLong end, UnsignedLongLong step,       \
                                                         UnsignedLongLong* from, UnsignedLongLong* to) {    \
    static const auto next = GUSSET_OMPT_NEXT(GOMP_loop_ull_##schedule##_start);                            \
    return gusset::ompt::begin_work(                                                                        \
        gusset::ompt::call_of(GUSSET_OMPT_PLACE, detail, 0, gusset::ompt::range(first, step)), next, is_up, \
        first, end, step, from, to);                                                                        \
  }

GUSSET_OMPT_CHUNKED(dynamic, gusset::ompt::plain(WorkSchedule::dynamic))
GUSSET_OMPT_CHUNKED(guided, gusset::ompt::plain(WorkSchedule::guided))
GUSSET_OMPT_CHUNKED(nonmonotonic_dynamic, gusset::ompt::plain(WorkSchedule::dynamic))
GUSSET_OMPT_CHUNKED(nonmonotonic_guided, gusset::ompt::plain(WorkSchedule::guided))
GUSSET_OMPT_CHUNKED(ordered_static, gusset::ompt::ordered(WorkSchedule::fixed))
GUSSET_OMPT_CHUNKED(ordered_dynamic, gusset::ompt::ordered(WorkSchedule::dynamic))
GUSSET_OMPT_CHUNKED(ordered_guided, gusset::ompt::ordered(WorkSchedule::guided))
GUSSET_OMPT_UNCHUNKED(runtime, gusset::ompt::plain(WorkSchedule::runtime))
GUSSET_OMPT_UNCHUNKED(nonmonotonic_runtime, gusset::ompt::plain(WorkSchedule::runtime))
GUSSET_OMPT_UNCHUNKED(maybe_nonmonotonic_runtime, gusset::ompt::plain(WorkSchedule::runtime))
GUSSET_OMPT_UNCHUNKED(ordered_runtime, gusset::ompt::ordered(WorkSchedule::runtime))

// A loop with `ordered(n)`.
#define GUSSET_OMPT_DOACROSS(name, integer, schedule)                                                       \
  GUSSET_OMPT_CALL bool name(unsigned dimensions, integer* counts, integer chunk, integer* from,            \
                             integer* to) {                                                                 \
    static const auto next = GUSSET_OMPT_NEXT(name);                                                        \
    return gusset::ompt::begin_work(                                                                        \
        gusset::ompt::call_of(GUSSET_OMPT_PLACE, gusset::ompt::ordered(schedule), chunk), next, dimensions, \
        counts, chunk, from, to);                                                                           \
  }
#define GUSSET_OMPT_DOACROSS_RUNTIME(name, integer)                                                      \
  GUSSET_OMPT_CALL bool name(unsigned dimensions, integer* counts, integer* from, integer* to) {         \
    static const auto next = GUSSET_OMPT_NEXT(name);                                                     \
    return gusset::ompt::begin_work(                                                                     \
        gusset::ompt::call_of(GUSSET_OMPT_PLACE, gusset::ompt::ordered(WorkSchedule::runtime), 0), next, \
        dimensions, counts, from, to);                                                                   \
  }

GUSSET_OMPT_DOACROSS(GOMP_loop_doacross_static_start, long, WorkSchedule::fixed)
GUSSET_OMPT_DOACROSS(GOMP_loop_doacross_dynamic_start, long, WorkSchedule::dynamic)
GUSSET_OMPT_DOACROSS(GOMP_loop_doacross_guided_start, long, WorkSchedule::guided)
GUSSET_OMPT_DOACROSS(GOMP_loop_ull_doacross_static_start, UnsignedLongLong, WorkSchedule::fixed)
GUSSET_OMPT_DOACROSS(GOMP_loop_ull_doacross_dynamic_start, UnsignedLongLong, WorkSchedule::dynamic)
GUSSET_OMPT_DOACROSS(GOMP_loop_ull_doacross_guided_start, UnsignedLongLong, WorkSchedule::guided)
GUSSET_OMPT_DOACROSS_RUNTIME(GOMP_loop_doacross_runtime_start, long)
GUSSET_OMPT_DOACROSS_RUNTIME(GOMP_loop_ull_doacross_runtime_start, UnsignedLongLong)

// Loops with a reduction over tasks, or with memory that the threads share.
#define GUSSET_OMPT_GENERAL(middle, detail)                                                             \
  GUSSET_OMPT_CALL bool GOMP_loop_##middle##start(long first, long end, long step, long schedule,       \
                                                  long chunk, long* from, long* to,                     \
                                                  std::uintptr_t* reductions, void** memory) {          \
    static const auto next = GUSSET_OMPT_NEXT(GOMP_loop_##middle##start);                               \
    return gusset::ompt::begin_work(                                                                    \
        gusset::ompt::call_of(GUSSET_OMPT_PLACE, detail(gusset::ompt::schedule_of(schedule)), chunk,    \
                              gusset::ompt::range(first, step)),                                        \
        next, first, end, step, schedule, chunk, from, to, reductions, memory);                         \
  }                                                                                                     \
  GUSSET_OMPT_CALL bool GOMP_loop_ull_##middle##start(                                                  \
      bool is_up, UnsignedLongLong first, UnsignedLongLong end, UnsignedLongLong step, long schedule,   \
      UnsignedLongLong chunk, UnsignedLongLong* from, UnsignedLongLong* to, std::uintptr_t* reductions, \
      void** memory) {                                                                                  \
    static const auto next = GUSSET_OMPT_NEXT(GOMP_loop_ull_##middle##start);                           \
    return gusset::ompt::begin_work(                                                                    \
        gusset::ompt::call_of(GUSSET_OMPT_PLACE, detail(gusset::ompt::schedule_of(schedule)), chunk,    \
                              gusset::ompt::range(first, step)),                                        \
        next, is_up, first, end, step, schedule, chunk, from, to, reductions, memory);                  \
  }                                                                                                     \
  static_assert(true)

#define GUSSET_OMPT_DOACROSS_GENERAL(name, integer)                                                          \
  GUSSET_OMPT_CALL bool name(unsigned dimensions, integer* counts, long schedule, integer chunk,             \
                             integer* from, integer* to, std::uintptr_t* reductions, void** memory) {        \
    static const auto next = GUSSET_OMPT_NEXT(name);                                                         \
    return gusset::ompt::begin_work(                                                                         \
        gusset::ompt::call_of(GUSSET_OMPT_PLACE, gusset::ompt::ordered(gusset::ompt::schedule_of(schedule)), \
                              chunk),                                                                        \
        next, dimensions, counts, schedule, chunk, from, to, reductions, memory);                            \
  }

GUSSET_OMPT_GENERAL(, gusset::ompt::plain);
GUSSET_OMPT_GENERAL(ordered_, gusset::ompt::ordered);
GUSSET_OMPT_DOACROSS_GENERAL(GOMP_loop_doacross_start, long)
GUSSET_OMPT_DOACROSS_GENERAL(GOMP_loop_ull_doacross_start, UnsignedLongLong)

// A region that is a loop.
#define GUSSET_OMPT_REGION(name, schedule)                                                             \
  GUSSET_OMPT_CALL void name(void (*body)(void*), void* data, unsigned threads, long first, long end,  \
                             long step, long chunk, unsigned flags) {                                  \
    static const auto next = GUSSET_OMPT_NEXT(name);                                                   \
    gusset::ompt::begin_region(gusset::ompt::call_of(GUSSET_OMPT_PLACE, gusset::ompt::plain(schedule), \
                                                     chunk, gusset::ompt::range(first, step)),         \
                               next, body, data, threads, first, end, step, chunk, flags);             \
  }
#define GUSSET_OMPT_REGION_RUNTIME(name)                                                              \
  GUSSET_OMPT_CALL void name(void (*body)(void*), void* data, unsigned threads, long first, long end, \
                             long step, unsigned flags) {                                             \
    static const auto next = GUSSET_OMPT_NEXT(name);                                                  \
    gusset::ompt::begin_region(                                                                       \
        gusset::ompt::call_of(GUSSET_OMPT_PLACE, gusset::ompt::plain(WorkSchedule::runtime), 0,       \
                              gusset::ompt::range(first, step)),                                      \
        next, body, data, threads, first, end, step, flags);                                          \
  }

GUSSET_OMPT_REGION(GOMP_parallel_loop_dynamic, WorkSchedule::dynamic)
GUSSET_OMPT_REGION(GOMP_parallel_loop_guided, WorkSchedule::guided)
GUSSET_OMPT_REGION(GOMP_parallel_loop_nonmonotonic_dynamic, WorkSchedule::dynamic)
GUSSET_OMPT_REGION(GOMP_parallel_loop_nonmonotonic_guided, WorkSchedule::guided)
GUSSET_OMPT_REGION_RUNTIME(GOMP_parallel_loop_runtime)
GUSSET_OMPT_REGION_RUNTIME(GOMP_parallel_loop_nonmonotonic_runtime)
GUSSET_OMPT_REGION_RUNTIME(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

// Other regions.
GUSSET_OMPT_CALL void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned flags) {
  static const auto next = GUSSET_OMPT_NEXT(GOMP_parallel);
  gusset::ompt::call_region(reinterpret_cast<std::uintptr_t>(GUSSET_OMPT_PLACE), next, body, data, threads,
                            flags);
}

GUSSET_OMPT_CALL unsigned GOMP_parallel_reductions(void (*body)(void*), void* data, unsigned threads,
                                                   unsigned flags) {
  static const auto next = GUSSET_OMPT_NEXT(GOMP_parallel_reductions);
  return gusset::ompt::call_region(reinterpret_cast<std::uintptr_t>(GUSSET_OMPT_PLACE), next, body, data,
                                   threads, flags);
}

GUSSET_OMPT_CALL void GOMP_parallel_sections(void (*body)(void*), void* data, unsigned threads,
                                             unsigned count, unsigned flags) {
  static const auto next = GUSSET_OMPT_NEXT(GOMP_parallel_sections);
  gusset::ompt::begin_region(
      gusset::ompt::call_of(GUSSET_OMPT_PLACE, {.kind = gusset::ompt::WorkKind::sections}, 0), next, body,
      data, threads, count, flags);
}

GUSSET_OMPT_CALL unsigned GOMP_sections_start(unsigned count) {
  static const auto next = GUSSET_OMPT_NEXT(GOMP_sections_start);
  return gusset::ompt::begin_work(
      gusset::ompt::call_of(GUSSET_OMPT_PLACE, {.kind = gusset::ompt::WorkKind::sections}, 0), next, count);
}

GUSSET_OMPT_CALL unsigned GOMP_sections2_start(unsigned count, std::uintptr_t* reductions, void** memory) {
  static const auto next = GUSSET_OMPT_NEXT(GOMP_sections2_start);
  return gusset::ompt::begin_work(
      gusset::ompt::call_of(GUSSET_OMPT_PLACE, {.kind = gusset::ompt::WorkKind::sections}, 0), next, count,
      reductions, memory);
}

// A single with copyprivate. The thread that gets no copy executes it.
GUSSET_OMPT_CALL void* GOMP_single_copy_start() {
  static const auto next = GUSSET_OMPT_NEXT(GOMP_single_copy_start);
  gusset::ompt::WorkLog& log = gusset::ompt::WorkLog::of_thread();
  log.expect_copy(reinterpret_cast<std::uintptr_t>(GUSSET_OMPT_PLACE));
  void* const copy = next();
  log.end_copy_call(copy == nullptr);
  return copy;
}
