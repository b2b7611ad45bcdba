// The calls by which clang's programs begin loops and sections and get chunks of them. For programs compiled
// by g++, the runtime calls __kmpc_dispatch_next itself, and the dynamic linker finds the function here
// first. So chunks are counted here for both compilers.
#include <cstddef>
#include <cstdint>

#include "recorder/next_function.hpp"
#include "recorder/work_log.hpp"

namespace gusset::ompt {
namespace {

/// A schedule from the runtime's number for it.
struct KmpSchedule {
  WorkDetail detail;
  bool is_chunked = false;  ///< whether the program gives a chunk
};

KmpSchedule schedule_of(int number) {
  number &= ~(3 << 29);             // monotonic, nonmonotonic
  if (number > 160) number -= 128;  // the same schedules in their "nomerge" form
  const bool is_ordered = number > 64 && number < 91;
  if (is_ordered) number -= 32;
  const auto known = [is_ordered](WorkSchedule schedule, bool is_chunked) {
    return KmpSchedule{{.schedule = schedule, .is_ordered = is_ordered}, is_chunked};
  };
  switch (number) {
    case 33:
      return known(WorkSchedule::fixed, true);
    case 34:
    case 40:
    case 41:
    case 45:
      return known(WorkSchedule::fixed, false);
    case 35:
      return known(WorkSchedule::dynamic, true);
    case 36:
    case 42:
    case 43:
    case 46:
      return known(WorkSchedule::guided, true);
    case 37:
    case 47:
      return known(WorkSchedule::runtime, false);
    case 38:
      return known(WorkSchedule::automatic, false);
    default:
      return known(WorkSchedule::unknown, false);
  }
}

/// A loop with `ordered(n)` begins next on this thread.
thread_local bool is_doacross = false;

template <class Integer>
WorkCall call_of(void* return_address, int schedule, Integer chunk) {
  const KmpSchedule kmp = schedule_of(schedule);
  WorkCall call{.return_address = reinterpret_cast<std::uintptr_t>(return_address), .detail = kmp.detail};
  if (is_doacross) call.detail.is_ordered = true;
  if (kmp.is_chunked && chunk > 0) call.chunk = static_cast<std::uint64_t>(chunk);
  return call;
}

/// The number of steps from one value to another, both included; 0 if `to` lies before `from`.
template <class Integer, class Step>
std::uint64_t steps(Integer from, Integer to, Step step) {
  const auto wide = [](auto value) { return static_cast<std::uint64_t>(value); };
  if (step == 1) return to < from ? 0 : wide(to) - wide(from) + 1;
  if (step > 0) return to < from ? 0 : (wide(to) - wide(from)) / wide(step) + 1;
  return step == 0 || from < to ? 0 : (wide(from) - wide(to)) / (0 - wide(step)) + 1;
}

/// How many iterations a thread has in a static loop: those from `lower` to `upper`, and with a chunk also
/// the blocks that are a multiple of `stride` later.
template <class Integer, class Step>
std::uint64_t own_iterations(bool is_chunked, Integer last, Integer lower, Integer upper, Step stride,
                             Step step) {
  if (!is_chunked) return steps(lower, upper, step);
  const std::uint64_t left = steps(lower, last, step);
  const std::uint64_t block = steps(lower, upper, step);
  const std::uint64_t period = step == 0 ? 0 : static_cast<std::uint64_t>(stride / step);
  if (left == 0 || period == 0) return left < block ? left : block;
  const std::uint64_t blocks = (left - 1) / period;  // without the last one, which may be shorter
  const std::uint64_t rest = left - blocks * period;
  return blocks * block + (rest < block ? rest : block);
}

template <class Next, class Integer, class Step>
void begin_static(void* return_address, Next next, void* place, int thread, int schedule, int* is_last,
                  Integer* lower, Integer* upper, Step* stride, Step step, Step chunk) {
  WorkLog& log = WorkLog::of_thread();
  const WorkCall call = call_of(return_address, schedule, chunk);
  const std::uint64_t before = log.begun();
  const Integer last = *upper;
  log.expect(call);
  next(place, thread, schedule, is_last, lower, upper, stride, step, chunk);
  log.forget();
  if (log.begun() != before)
    log.set_iterations(own_iterations(call.chunk > 0, last, *lower, *upper, *stride, step));
}

template <class Next, class Integer, class Step>
int next_chunk(Next next, void* place, int thread, int* is_last, Integer* lower, Integer* upper, Step* step) {
  WorkLog& log = WorkLog::of_thread();
  log.ask_for_chunk();
  const int found = next(place, thread, is_last, lower, upper, step);
  if (found != 0) log.begin_chunk(steps(*lower, *upper, step == nullptr ? Step{1} : *step));
  return found;
}

}  // namespace
}  // namespace gusset::ompt

#define GUSSET_OMPT_LOOPS(suffix, integer, signed_integer)                                                  \
  GUSSET_OMPT_CALL void __kmpc_for_static_init_##suffix(                                                    \
      void* place, int thread, int schedule, int* is_last, integer* lower, integer* upper,                  \
      signed_integer* stride, signed_integer step, signed_integer chunk) {                                  \
    static const auto next = gusset::ompt::next_of<decltype(&__kmpc_for_static_init_##suffix)>(             \
        "__kmpc_for_static_init_" #suffix);                                                                 \
    gusset::ompt::begin_static(__builtin_return_address(0), next, place, thread, schedule, is_last, lower,  \
                               upper, stride, step, chunk);                                                 \
  }                                                                                                         \
  GUSSET_OMPT_CALL void __kmpc_dispatch_init_##suffix(void* place, int thread, int schedule, integer lower, \
                                                      integer upper, signed_integer step,                   \
                                                      signed_integer chunk) {                               \
    static const auto next =                                                                                \
        gusset::ompt::next_of<decltype(&__kmpc_dispatch_init_##suffix)>("__kmpc_dispatch_init_" #suffix);   \
    gusset::ompt::WorkLog& log = gusset::ompt::WorkLog::of_thread();                                        \
    log.expect(gusset::ompt::call_of(__builtin_return_address(0), schedule, chunk));                        \
    next(place, thread, schedule, lower, upper, step, chunk);                                               \
    log.forget();                                                                                           \
  }                                                                                                         \
  GUSSET_OMPT_CALL int __kmpc_dispatch_next_##suffix(void* place, int thread, int* is_last, integer* lower, \
                                                     integer* upper, signed_integer* step) {                \
    static const auto next =                                                                                \
        gusset::ompt::next_of<decltype(&__kmpc_dispatch_next_##suffix)>("__kmpc_dispatch_next_" #suffix);   \
    return gusset::ompt::next_chunk(next, place, thread, is_last, lower, upper, step);                      \
  }

GUSSET_OMPT_LOOPS(4, std::int32_t, std::int32_t)
GUSSET_OMPT_LOOPS(4u, std::uint32_t, std::int32_t)
GUSSET_OMPT_LOOPS(8, std::int64_t, std::int64_t)
GUSSET_OMPT_LOOPS(8u, std::uint64_t, std::int64_t)

GUSSET_OMPT_CALL void __kmpc_doacross_init(void* place, int thread, int dimensions, const void* bounds) {
  static const auto next = gusset::ompt::next_of<decltype(&__kmpc_doacross_init)>("__kmpc_doacross_init");
  next(place, thread, dimensions, bounds);
  gusset::ompt::is_doacross = true;
}

GUSSET_OMPT_CALL void __kmpc_doacross_fini(void* place, int thread) {
  static const auto next = gusset::ompt::next_of<decltype(&__kmpc_doacross_fini)>("__kmpc_doacross_fini");
  gusset::ompt::is_doacross = false;
  next(place, thread);
}

// Reductions. A reduction over many threads has a separate barrier, which the program does not contain.
#define GUSSET_OMPT_REDUCTION(name)                                                            \
  GUSSET_OMPT_CALL int name(void* place, int thread, int count, std::size_t bytes, void* data, \
                            void (*combine)(void*, void*), void* lock) {                       \
    static const auto next = gusset::ompt::next_of<decltype(&name)>(#name);                    \
    gusset::ompt::WorkLog& log = gusset::ompt::WorkLog::of_thread();                           \
    log.set_reducing(true);                                                                    \
    const int method = next(place, thread, count, bytes, data, combine, lock);                 \
    log.set_reducing(false);                                                                   \
    return method;                                                                             \
  }

GUSSET_OMPT_REDUCTION(__kmpc_reduce)
GUSSET_OMPT_REDUCTION(__kmpc_reduce_nowait)
