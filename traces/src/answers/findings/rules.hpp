#pragma once
#include <concepts>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/lack_of_processors.hpp"
#include "answers/loop_table.hpp"
#include "answers/verdict_facts.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "gusset/traces/model/names.hpp"

/// A rule looks for findings of one kind, or of a few that exclude each other. Rules leave out what other
/// rules explain; the costs below are what they subtract.
namespace gusset::traces::rules {

using Kind = Finding::Kind;
using Target = FindingTarget;
using Rule = std::optional<Finding>(const VerdictFacts& facts);

Rule incomplete, not_recorded;                                       // recording.cpp
Rule few_tasks;                                                      // parallelism.cpp
Rule serial_part;                                                    // serial.cpp
Rule ready_not_taken, late_release, late_submission, slow_messages;  // idle.cpp
Rule lock_contention;                                                // locks.cpp
Rule too_fine, work_inflation, critical_type, heaviest_type;         // types.cpp
Rule one_thread;                                                     // one_thread.cpp
Rule costly_creation;                                                // creation.cpp
Rule fine_locks;                                                     // fine_locks.cpp
Rule outlier;                                                        // outliers.cpp
Rule first_touch;                                                    // first_touch.cpp
Rule short_regions;                                                  // regions.cpp
Rule barrier_wait, slow_barriers;                                    // barriers.cpp
Rule loop_imbalance;                                                 // loops.cpp
Rule undeferred_tasks;                                               // undeferred.cpp
Rule fine_loop;                                                      // fine_loops.cpp
Rule imbalance, slow_place;                                          // places.cpp
Rule preempted;                                                      // preempted.cpp
Rule blocked;                                                        // blocked.cpp
Rule potential, overview;                                            // summary.cpp

/// Threads need some microseconds to start and end a region together.
inline constexpr double short_region_ns = 20e3;

/// A smaller share of the workers' time is not worth a sentence.
inline constexpr double min_cost = 0.01;

/// Workers that are busy for at least this share of the time make a good run.
inline constexpr double well_used_share = 0.9;
/// A cause that takes a larger share of the time comes before the sentence that little idle time is left.
inline constexpr double well_used_cost = 0.04;
/// A smaller part of a thread's time, or of a path, is not worth mentioning.
inline constexpr double worth_mentioning = 0.05;

/// The share of the workers' time in which their threads could run but had no processor.
double preempted_share(const VerdictFacts& facts);
/// Whether such times may explain why this share of the workers' time was lost: they are many, or one thread
/// had no processor for so long that others may have waited for it.
bool may_be_preemption(const VerdictFacts& facts, double cost);
/// How much faster the run could be at most if no thread ever waited for a processor. Nothing if unknown.
std::optional<double> most_gain_of_processors(const VerdictFacts& facts);
/// ", which helps if each thread has a processor", after advice about threads that often had none.
std::string if_processors_text(const VerdictFacts& facts);
/// Whether that is so little that something else limits the run.
bool processors_gain_little(const VerdictFacts& facts);
/// The share of the workers' time in which tasks gave up their processors for a reason that the trace does
/// not show, without the time that may be the process's start and end. Such workers count as busy, but do not
/// work.
double blocked_share(const VerdictFacts& facts);
/// Likewise, the share in which they did that or had no processor: which of these is unknown.
double unclear_share(const VerdictFacts& facts);
/// How long a thread did not use its processor although it was in a task.
struct NotWorking {
  std::int64_t blocked_ns = 0;  ///< it gave up its processor, to sleep or to wait
  std::int64_t unclear_ns = 0;  ///< it did that, or had no processor
  std::int64_t sum_ns() const { return blocked_ns + unclear_ns; }
};
/// How long that was, at least, in the tasks of a type. 0 if not recorded.
NotWorking not_working(const VerdictFacts& facts, TypeId type);
/// How long the process's own start and end may take.
double longest_start_up_ns(const VerdictFacts& facts);
/// How much of such time may lie in the process's own start and end.
NotWorking not_working_at_start_up(const VerdictFacts& facts);
/// How much of such time `loop_imbalance` names, by the type of its region: the single that leaves threads
/// waiting sleeps. No type if there is no such single.
std::pair<TypeId, NotWorking> not_working_in_single(const VerdictFacts& facts);
/// How much of such time `lock_contention` explains: a holder sleeps while others wait for its lock.
std::int64_t blocked_in_contended_lock_ns(const VerdictFacts& facts);
/// The cost of the runtime's time between tasks. Zero if tasks are long compared with that time.
double fine_cost(const VerdictFacts& facts);
/// The type for the code that an OpenMP program runs on one thread, outside parallel regions. Null if several
/// threads do so.
const TypeStatistics* serial_type(const VerdictFacts& facts);
/// The time that an OpenMP program runs on one thread, outside parallel regions.
std::int64_t serial_ns(const VerdictFacts& facts);
/// The idle time of the other threads during serial parts, if other causes contain it: an estimate for
/// recordings without synchronisation, in which this idle time has no cause of its own.
double estimated_serial_cost(const VerdictFacts& facts);

/// The time that threads wait for each other at the barriers of all parallel regions. No task ran meanwhile.
double barrier_cost(const VerdictFacts& facts);

/// The loop that `loop_imbalance` is about; null if no loop is uneven enough. Waits at its end are not also a
/// reason for other findings.
const LoopStatistics* uneven_loop(const VerdictFacts& facts);
/// For each loop: whether another finding says why threads wait at its end. Threads wait for their turn in an
/// ordered loop, or for the thread of a single construct that runs immediately all tasks that it creates;
/// they get a lock that all of them want more or less often than others; or their regions are too short.
std::vector<bool> explained_loops(const VerdictFacts& facts);

/// The loop that `fine_loop` is about: of the loops with chunks that are too small, the one that costs most.
/// Null if there is none.
const LoopStatistics* finest_loop(const VerdictFacts& facts);

/// The share of the workers' time in which they are idle because the process of an OpenMP program starts or
/// ends. 0 if the program itself works then.
double start_up_share(const VerdictFacts& facts);
/// Whether the workers were busy for nearly all of the time, or for most of it and idle only then.
bool is_well_used(const VerdictFacts& facts);

/// The largest cost of tasks, regions or barriers that an OpenMP program can avoid and that a finding names.
/// In a trace, most of it looks like work.
double avoidable_cost(const VerdictFacts& facts);

/// "threads met 4 000 page faults in 12.0 ms of their time", if that is a notable part of the busy time. What
/// needs fewer page faults is left out.
std::string page_faults_text(const VerdictFacts& facts);

/// Whether gusset schedule accepts the trace. It shows the time that no schedule can beat, and searches for
/// the shortest one.
bool can_be_scheduled(const VerdictFacts& facts);
/// "; gusset schedule searches for the best schedule", for a sentence about the most that another schedule
/// can gain. Empty if that command refuses the trace.
std::string schedule_search_text(const VerdictFacts& facts);

/// How long that much busy time takes at least: outside of parallel regions, nothing runs beside an OpenMP
/// program's thread; all workers share the rest.
double shared_work_ns(const VerdictFacts& facts, std::int64_t busy_ns);

/// How long any schedule of the tasks takes at least, because of their lengths and their order; for a
/// fork-join program, of the parts of tasks between waits and creations.
double shortest_schedule_ns(const VerdictFacts& facts);

/// Whether one task or region takes longer to create its many tasks than they take to run.
bool is_creation_slow(const VerdictFacts& facts);

/// ", most of it lock a.c:3", if one lock is held for most of the critical path.
std::string lock_on_path_text(const VerdictFacts& facts);

/// Whether most of the tasks exclude each other but may run in any order: adds, or OpenMP's mutexinoutset.
bool exclude_each_other(const VerdictFacts& facts, const std::vector<TaskId>& tasks);

/// The task that `outlier` is about; none if there is none.
TaskId outlying_task(const VerdictFacts& facts);
/// The type of the one task that limits the run, if `few_tasks` or `outlier` is about it.
std::optional<TypeId> limiting_task_type(const VerdictFacts& facts);
/// The name of a task, or of a region, that creates tasks.
std::string creator_name(const VerdictFacts& facts, TaskId creator);
/// "`a` waits for tasks before it creates the next ones; create more of them before it waits", if such waits
/// make up most of the critical path. Otherwise empty.
std::string waiting_creator_advice(const VerdictFacts& facts);
/// Whether tasks ran that the program created: not only threads' parts of parallel regions.
bool has_created_tasks(const VerdictFacts& facts);
/// Whether most tasks were submitted by the program's own threads, not by other tasks. False if unknown.
bool is_submitted_by_program(const VerdictFacts& facts);

/// The longest stretch that a worker lost to a cause. Empty if no worker lost any time to it.
std::vector<Target> longest_stretch(const VerdictFacts& facts, IdleCause cause);

template <std::integral Integer>
double to_double(Integer number) {
  return static_cast<double>(number);
}
/// A name as sentences show it.
inline std::string named(const std::string& text) {
  return "`" + text + "`";
}
inline std::string type_name(const VerdictFacts& facts, TypeId type) {
  return named(facts.trace.types[type.value()]);
}
/// "at lu.c:41", or "near lu.c:41" if the line may be that of a neighbouring statement.
inline std::string at_place(const Trace& trace, const LoopStatistics& loop) {
  return (is_of_gcc(trace) ? "near " : "at ") + construct_place(trace, loop);
}
inline std::string workers_text(const VerdictFacts& facts) {
  return count_text(facts.trace.workers.size(), "worker");
}
/// A gusset command on the trace's file.
inline std::string command(const VerdictFacts& facts, const std::string& subcommand) {
  return "gusset " + subcommand + " " + shell_word(facts.options.file);
}

}  // namespace gusset::traces::rules
