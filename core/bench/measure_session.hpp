#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/process_usage.hpp"
#include "bench/statistics.hpp"
#include "body.hpp"
#include "row.hpp"
#include "session.hpp"
#include "submit_workload.hpp"

namespace gusset::bench {

using Clock = std::chrono::steady_clock;

inline double elapsed_ns(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

/// Returns the nanoseconds per task of repeated calls of `repeat()`, at least three, until the budget is
/// spent. An uncounted first call warms up. If the first call is slow, fewer calls follow; if it is very
/// slow, it is the only one and counts.
template <class Repeat>
std::vector<double> time_tasks(std::size_t tasks, std::chrono::milliseconds budget, Repeat repeat) {
  const auto sample = [&] {
    const auto begin = Clock::now();
    repeat();
    return elapsed_ns(begin) / static_cast<double>(tasks);
  };
  std::vector<double> samples;
  const auto start = Clock::now();
  const double first = sample();
  const auto warm = Clock::now();
  if (warm - start > 50 * budget) return {first};
  const std::size_t min_samples = warm - start > 5 * budget ? 1 : 3;
  while (samples.size() < min_samples || Clock::now() - warm < budget) samples.push_back(sample());
  return samples;
}

/// Submits a workload with the matching body, and waits.
template <class Session>
void execute(Session& session, const Workload& workload) {
  const bool is_sequential = workload.shape == Shape::chain || workload.shape == Shape::adds;
  if (workload.body_us > 0.0) {
    BusyBody::duration = std::chrono::nanoseconds(static_cast<std::int64_t>(workload.body_us * 1e3));
    submit_workload(session, workload, BusyBody{});
    session.wait();
  } else if (is_sequential) {
    CountingBody::count = 0;
    submit_workload(session, workload, CountingBody{});
    session.wait();
    if (CountingBody::count != task_count(workload)) {
      throw std::runtime_error("expected " + std::to_string(task_count(workload)) +
                               " tasks one after the other, found " + std::to_string(CountingBody::count));
    }
  } else {
    submit_workload(session, workload, EmptyBody{});
    session.wait();
  }
}

/// Median nanoseconds per task.
template <class Session>
double time_workload(const Workload& workload, const SessionOptions& options,
                     std::chrono::milliseconds budget) {
  std::vector<double> samples;
  Session::open(options, [&](Session& session) {
    samples = time_tasks(task_count(workload), budget, [&] { execute(session, workload); });
  });
  return median(samples);
}

/// The median duration of a busy body by itself, which is slightly longer than requested.
inline double lone_body_ns(const Workload& workload) {
  BusyBody::duration = std::chrono::nanoseconds(static_cast<std::int64_t>(workload.body_us * 1e3));
  std::vector<double> batches(200);
  for (double& batch : batches) {
    constexpr int bodies = 10;
    const auto begin = Clock::now();
    for (int i = 0; i < bodies; ++i) BusyBody{}();
    batch = elapsed_ns(begin) / bodies;
  }
  return median(batches);
}

template <class Session>
double measure_efficiency(const Row& row, const SessionOptions& options, std::chrono::milliseconds budget) {
  const double body_ns = lone_body_ns(row.workload);
  const unsigned used = std::min(row.workers, std::max(1U, std::thread::hardware_concurrency()));
  return body_ns / (time_workload<Session>(row.workload, options, budget) * used);
}

template <class Session>
double measure_wake_up_us(const SessionOptions& options, std::chrono::milliseconds budget) {
  constexpr std::chrono::milliseconds until_asleep{20};
  constexpr int min_samples = 5;
  static std::atomic<std::int64_t> executed_at;
  std::vector<double> samples;
  Session::open(options, [&](Session& session) {
    execute(session, {Shape::independent, 1000});
    const auto end = Clock::now() + budget;
    while (samples.size() < min_samples || Clock::now() < end) {
      std::this_thread::sleep_for(until_asleep);
      executed_at.store(0, std::memory_order_relaxed);
      const auto begin = Clock::now();
      session.submit(
          [] { executed_at.store(Clock::now().time_since_epoch().count(), std::memory_order_release); });
      session.start();
      std::int64_t time = 0;  // acquire pairs with the task's release; the submitter does not help
      while ((time = executed_at.load(std::memory_order_acquire)) == 0) std::this_thread::yield();
      const Clock::duration waited = Clock::time_point(Clock::duration(time)) - begin;
      samples.push_back(std::chrono::duration<double, std::micro>(waited).count());
      session.wait();
    }
  });
  return median(samples);
}

template <class Session>
double measure_idle_cpu_ms(const Row& row, const SessionOptions& options) {
  double used_ms = 0.0;
  Session::open(options, [&](Session& session) {
    execute(session, row.workload);
    const double before_ms = processor_time_ms();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    used_ms = processor_time_ms() - before_ms;
  });
  return used_ms;
}

/// Measured during the run, so a runtime that throttles submission or runs tasks at once needs little memory.
template <class Session>
double measure_peak_bytes(const Row& row, const SessionOptions& options) {
  double bytes = 0.0;
  Session::open(options, [&](Session& session) {
    execute(session, {Shape::independent, 100});
    reset_peak();
    const std::uint64_t before = resident_bytes();
    execute(session, row.workload);
    bytes = static_cast<double>(peak_resident_bytes() - before);
  });
  return bytes / static_cast<double>(task_count(row.workload));
}

/// The row's value on a runtime. Nothing if only Gusset has the feature, or if the runtime lacks it.
template <class Session>
std::optional<double> measure_session(const Row& row, std::chrono::milliseconds budget) {
  if (row.workload.shape == Shape::adds && !Session::has_adds) return {};
  if (task_count(row.workload) > Session::max_tasks || row.workers > Session::max_workers()) return {};
  const SessionOptions options{row.workers, handle_count(row.workload), "", false};
  switch (row.probe) {
    case Probe::task_ns:
      return time_workload<Session>(row.workload, options, budget);
    case Probe::access_ns:
      return time_workload<Session>(row.workload, options, budget) /
             static_cast<double>(row.workload.reads + 1);
    case Probe::efficiency:
      return measure_efficiency<Session>(row, options, budget);
    case Probe::wake_up_us:
      return measure_wake_up_us<Session>(options, budget);
    case Probe::idle_cpu_ms:
      return measure_idle_cpu_ms<Session>(row, options);
    case Probe::peak_bytes:
      return measure_peak_bytes<Session>(row, options);
    case Probe::recording_ns:
    case Probe::graph_ns:
    case Probe::graph_recording_ns:
    case Probe::clock_ns:
    case Probe::replay_ns:
    case Probe::schedule_ns:
    case Probe::flags_ns:
    case Probe::schedule_efficiency:
    case Probe::guided_ratio:
    case Probe::loops_flags_share:
    case Probe::loops_plan_share:
    case Probe::loops_schedule_share:
    case Probe::window_rss_mib:
      break;
  }
  return {};
}

}  // namespace gusset::bench
