#include <tuple>

#include "contestants.hpp"
#include "graph_workload.hpp"
#include "gusset/core/loop.hpp"
#include "gusset_session.hpp"
#include "loop_workload.hpp"
#include "measure_guided.hpp"
#include "measure_session.hpp"

namespace gusset::bench {
namespace {

/// Median nanoseconds per task of a workload as a task graph.
double time_graph(const Workload& workload, const SessionOptions& options, std::chrono::milliseconds budget) {
  std::vector<double> samples;
  GussetSession::open({options.workers, 0, options.depth, false}, [&](GussetSession& session) {
    GraphWorkload graph(session.runtime(), workload, EmptyBody{});
    samples = time_tasks(task_count(workload), budget, [&] { graph.execute(); });
  });
  return median(samples);
}

/// Alternates plain and recorded runs, so that changes of the machine's speed affect both. Returns the median
/// of their differences.
template <class Time>
double measure_recording_ns(const Row& row, std::chrono::milliseconds budget, Time time) {
  constexpr int rounds = 7;
  const SessionOptions plain{row.workers, handle_count(row.workload), "", false};
  SessionOptions recorded = plain;
  recorded.depth = row.depth;
  std::vector<double> differences;
  for (int round = 0; round < rounds; ++round) {
    const double plain_ns = time(row.workload, plain, budget / (2 * rounds));
    differences.push_back(time(row.workload, recorded, budget / (2 * rounds)) - plain_ns);
  }
  return median(differences);
}

std::uint64_t read_clock() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
#endif
}

double measure_clock_ns(std::chrono::milliseconds budget) {
  constexpr std::size_t pairs = 10'000;
  std::uint64_t sum = 0;
  const std::vector<double> samples = time_tasks(pairs, budget, [&] {
    for (std::size_t i = 0; i < pairs; ++i) sum -= read_clock() - read_clock();
  });
  asm volatile("" : : "r"(sum));  // the compiler must assume that the sum is used
  return median(samples);
}

/// Median nanoseconds per task of repeated runs of a plan, without a static schedule unless a form is given.
double time_plan(const Row& row, std::chrono::milliseconds budget, std::optional<StaticForm> form) {
  std::vector<double> samples;
  GussetSession::open({row.workers, handle_count(row.workload), "", false}, [&](GussetSession& session) {
    Runtime& runtime = session.runtime();
    Plan plan = runtime.capture([&] {
      if (row.workload.body_us > 0.0) {
        submit_workload(session, row.workload, BusyBody{});
      } else {
        submit_workload(session, row.workload, EmptyBody{});
      }
    });
    if (form) plan.set_schedule(round_robin(plan.tasks(), row.workers), *form);
    samples = time_tasks(task_count(row.workload), budget, [&] {
      runtime.run(plan);
      runtime.wait();
    });
  });
  return median(samples);
}

double measure_schedule_efficiency(const Row& row, std::chrono::milliseconds budget) {
  const double body_ns = lone_body_ns(row.workload);
  return body_ns / (time_plan(row, budget, StaticForm::counters) * row.workers);
}

/// Each worker runs the same neighbouring chunks of every loop.
StaticSchedule neighbouring_chunks(std::size_t chunks, unsigned workers) {
  StaticSchedule schedule(workers);
  for (std::size_t loop = 0; loop < LoopWorkload::loops; ++loop) {
    for (std::size_t i = 0; i < chunks; ++i)
      schedule[i * workers / chunks].push_back(static_cast<std::uint32_t>(loop * chunks + i));
  }
  return schedule;
}

/// Submits the four loops. `handles` has the chunks of the first array, then those of the second.
void submit_loops(Runtime& runtime, LoopWorkload& workload, const Chunks& chunks,
                  const std::vector<Handle>& handles) {
  static const TaskType type("chunk");
  for (std::size_t loop = 0; loop < LoopWorkload::loops; ++loop) {
    runtime.loop(
        type(), chunks, [&workload, loop](const Chunk& chunk) { workload.run(loop, chunk.begin, chunk.end); },
        [&](const Chunk& chunk) {
          const std::size_t own = loop % 2, other = 1 - own;
          return std::tuple(read(handles[other * chunks.count() + chunk.index]),
                            write(handles[own * chunks.count() + chunk.index]));
        });
  }
}

double measure_loops(const Row& row, std::chrono::milliseconds budget) {
  LoopWorkload workload;
  return measure_share_kept(workload, budget, [&](std::size_t chunk, std::chrono::milliseconds each) {
    const Chunks cut = chunks(LoopWorkload::iterations, chunk);
    Options options;
    options.threads = row.workers;
    Runtime runtime(options);
    std::vector<Handle> handles;
    for (std::size_t i = 0; i < 2 * cut.count(); ++i) handles.push_back(runtime.handle(""));
    Plan plan = runtime.capture([&] { submit_loops(runtime, workload, cut, handles); });
    if (row.probe != Probe::loops_plan_share) {
      const bool has_flags = row.probe == Probe::loops_flags_share;
      plan.set_schedule(neighbouring_chunks(cut.count(), row.workers),
                        has_flags ? StaticForm::flags : StaticForm::counters);
    }
    return time_tasks(1, each, [&] {
      runtime.run(plan);
      runtime.wait();
    });
  });
}

/// Returns the memory per task while all tasks wait, before the first one starts.
double measure_waiting_bytes(const Row& row) {
  double bytes = 0.0;
  GussetSession::open({row.workers, handle_count(row.workload), "", true}, [&](GussetSession& session) {
    execute(session, {Shape::independent, 100});
    session.runtime().pause();
    const std::uint64_t before = resident_bytes();
    submit_workload(session, row.workload, EmptyBody{});
    bytes = static_cast<double>(resident_bytes() - before);
    session.wait();
  });
  return bytes / static_cast<double>(task_count(row.workload));
}

double measure_window_rss_mib(const Row& row) {
  double mib = 0.0;
  GussetSession::open({row.workers, 0, "", false}, [&](GussetSession& session) {
    execute(session, row.workload);
    mib = static_cast<double>(peak_resident_bytes()) / (1024.0 * 1024.0);
  });
  return mib;
}

}  // namespace

std::optional<double> measure_gusset(const Row& row, std::chrono::milliseconds budget) {
  switch (row.probe) {
    case Probe::recording_ns:
      return measure_recording_ns(row, budget, time_workload<GussetSession>);
    case Probe::graph_ns:
      return time_graph(row.workload, {row.workers, 0, "", false}, budget);
    case Probe::graph_recording_ns:
      return measure_recording_ns(row, budget, time_graph);
    case Probe::clock_ns:
      return measure_clock_ns(budget);
    case Probe::replay_ns:
      return time_plan(row, budget, std::nullopt);
    case Probe::schedule_ns:
      return time_plan(row, budget, StaticForm::counters);
    case Probe::flags_ns:
      return time_plan(row, budget, StaticForm::flags);
    case Probe::schedule_efficiency:
      return measure_schedule_efficiency(row, budget);
    case Probe::guided_ratio:
      return measure_guided_ratio(row, budget);
    case Probe::loops_flags_share:
    case Probe::loops_plan_share:
    case Probe::loops_schedule_share:
      return measure_loops(row, budget);
    case Probe::peak_bytes:
      return measure_waiting_bytes(row);
    case Probe::window_rss_mib:
      return measure_window_rss_mib(row);
    default:
      return measure_session<GussetSession>(row, budget);
  }
}

}  // namespace gusset::bench
