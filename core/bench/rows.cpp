#include "rows.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gusset::bench {
namespace {

constexpr Workload independent{Shape::independent, 100'000};
constexpr Workload small_cholesky{Shape::cholesky, 20};
constexpr Workload large_cholesky{Shape::cholesky, 50};
constexpr Workload chain{Shape::chain, 50'000};
constexpr Workload adds{Shape::adds, 50'000};

constexpr Workload with_bodies(Workload workload, double body_us) {
  workload.body_us = body_us;
  return workload;
}

void add_schedules(const std::function<void(Row)>& add) {
  struct Size {
    const char* name;
    Workload workload;
    double efficiency;
  };
  for (const Size& size :
       {Size{"Cholesky 20x20", small_cholesky, 0.94}, Size{"Cholesky 50x50", large_cholesky, 0.90}}) {
    const std::string name = std::string(size.name) + ", plan with a static schedule";
    add({.name = name + ", 1 worker",
         .probe = Probe::schedule_ns,
         .workload = size.workload,
         .workers = 1,
         .goal = 15});
    add({.name = name, .probe = Probe::schedule_ns, .workload = size.workload, .goal = 20});
    const std::string flags = std::string(size.name) + ", plan with flags";
    add({.name = flags + ", 1 worker", .probe = Probe::flags_ns, .workload = size.workload, .workers = 1});
    add({.name = flags, .probe = Probe::flags_ns, .workload = size.workload});
    add({.name = "efficiency, " + name + ", 2 us bodies",
         .probe = Probe::schedule_efficiency,
         .workload = with_bodies(size.workload, 2.0),
         .goal = size.efficiency,
         .better = "higher"});
  }
}

void add_speed(std::vector<Row>& rows) {
  const auto add = [&rows](Row row) {
    row.section = "speed";
    const bool is_share = row.probe == Probe::efficiency || row.probe == Probe::schedule_efficiency;
    row.unit = is_share ? "share" : "ns/task";
    rows.push_back(std::move(row));
  };
  add({.name = "independent, 1 worker", .workload = independent, .workers = 1, .goal = 18, .stretch = 15});
  add({.name = "independent", .workload = independent, .goal = 45, .stretch = 30});
  add({.name = "Cholesky 20x20, 1 worker",
       .workload = small_cholesky,
       .workers = 1,
       .goal = 90,
       .stretch = 75});
  add({.name = "Cholesky 20x20", .workload = small_cholesky, .goal = 120, .stretch = 95});
  add({.name = "Cholesky 50x50", .workload = large_cholesky, .goal = 120, .stretch = 95});
  add({.name = "chain of writes on one handle", .workload = chain, .goal = 110, .stretch = 60});
  add({.name = "many adds on one handle", .workload = adds, .goal = 200, .stretch = 150});
  add({.name = "efficiency, Cholesky 50x50, 2 us bodies",
       .probe = Probe::efficiency,
       .workload = with_bodies(large_cholesky, 2.0),
       .goal = 0.87,
       .stretch = 0.92,
       .better = "higher"});
  add({.name = "lower bound on recording overhead: two clock readings", .probe = Probe::clock_ns});
  struct Depth {
    const char* name;
    double goal;
    double stretch;
  };
  for (const Depth& depth : {Depth{"spans", 25, 20}, Depth{"ready", 45, 40}, Depth{"accesses", 65, 55}}) {
    add({.name = std::string("recording overhead, ") + depth.name,
         .probe = Probe::recording_ns,
         .workload = large_cholesky,
         .goal = depth.goal,
         .stretch = depth.stretch,
         .depth = depth.name});
    add({.name = std::string("recording overhead, ") + depth.name + ", 1 worker",
         .probe = Probe::recording_ns,
         .workload = large_cholesky,
         .workers = 1,
         .depth = depth.name});
  }
  add({.name = "Cholesky 20x20, plan rerun, 1 worker",
       .probe = Probe::replay_ns,
       .workload = small_cholesky,
       .workers = 1,
       .goal = 50,
       .stretch = 25});
  add({.name = "Cholesky 20x20, plan rerun",
       .probe = Probe::replay_ns,
       .workload = small_cholesky,
       .goal = 80,
       .stretch = 50});
  add({.name = "Cholesky 50x50, plan rerun", .probe = Probe::replay_ns, .workload = large_cholesky});
  add_schedules(add);
}

void add_dependencies(std::vector<Row>& rows) {
  constexpr std::size_t accesses = 600'000;
  constexpr std::size_t width = 1024;
  for (const std::size_t reads : {1U, 3U, 10U, 30U, 100U, 300U, 1000U}) {
    std::size_t tasks = accesses / (reads + 1);
    if (tasks < 2 * width) tasks = 2 * width;
    rows.push_back({.section = "dependencies",
                    .name = "dependencies: each task reads " + std::to_string(reads) + " and writes 1",
                    .unit = "ns/access",
                    .probe = Probe::access_ns,
                    .workload = {Shape::stencil, tasks, 0.0, reads, width}});
  }
}

/// Task graphs, each beside the same tasks on handles.
void add_graphs(std::vector<Row>& rows) {
  struct Graph {
    const char* name;
    Workload workload;
  };
  for (const Graph& graph : {Graph{"independent", independent}, Graph{"chain", chain},
                             Graph{"3 dependencies each", {Shape::stencil, 100'000, 0.0, 3, 1024}}}) {
    for (const unsigned workers : {1U, 2U}) {
      const auto add = [&](const char* kind, Probe probe, const char* depth) {
        rows.push_back({.section = "graphs",
                        .name = std::string(graph.name) + kind + (workers == 1 ? ", 1 worker" : ""),
                        .unit = "ns/task",
                        .probe = probe,
                        .workload = graph.workload,
                        .workers = workers,
                        .depth = depth});
      };
      add(": task graph", Probe::graph_ns, "");
      add(": on handles", Probe::task_ns, "");
      add(": recording overhead of the task graph", Probe::graph_recording_ns, "accesses");
      add(": recording overhead on handles", Probe::recording_ns, "accesses");
    }
  }
}

void add_tasks(std::vector<Row>& rows) {
  std::size_t count = 1000;
  for (const char* name : {"10^3", "10^4", "10^5", "10^6", "10^7"}) {
    rows.push_back({.section = "tasks",
                    .name = std::string("tasks: ") + name + " of a stencil",
                    .unit = "ns/task",
                    .workload = {Shape::stencil, count, 0.0, 2, 64}});
    count *= 10;
  }
}

/// Figure 1 of SWITCHES: four dependent loops, in chunks of all sizes.
void add_loops(std::vector<Row>& rows) {
  const auto add = [&rows](const char* form, Probe probe, std::optional<double> goal) {
    rows.push_back({.section = "loops",
                    .name = std::string("four loops, 50 ns tasks: share of the best speedup, ") + form,
                    .unit = "share",
                    .probe = probe,
                    .goal = goal,
                    .better = "higher"});
  };
  add("plan with a static schedule", Probe::loops_schedule_share, 0.75);
  add("plan with flags", Probe::loops_flags_share, 0.75);
  add("plan", Probe::loops_plan_share, {});
}

void add_idling(std::vector<Row>& rows) {
  rows.push_back({.section = "wake-up",
                  .name = "wake-up of a sleeping worker",
                  .unit = "us",
                  .probe = Probe::wake_up_us,
                  .workload = independent,
                  .goal = 50});
  rows.push_back({.section = "oversubscription",
                  .name = "Cholesky 20x20, 2 us bodies, 8 workers",
                  .unit = "ns/task",
                  .workload = with_bodies(small_cholesky, 2.0),
                  .workers = 8});
  const auto add_guided = [&rows](const char* bodies, Workload workload, std::optional<double> goal) {
    rows.push_back(
        {.section = "oversubscription",
         .name = std::string("time guided by a schedule file, relative to none: Cholesky 20x20, ") + bodies +
                 ", 8 workers",
         .unit = "ratio",
         .probe = Probe::guided_ratio,
         .workload = workload,
         .workers = 8,
         .goal = goal});
  };
  add_guided("2 us bodies", with_bodies(small_cholesky, 2.0), 1.05);
  add_guided("empty bodies", small_cholesky, {});
  rows.push_back({.section = "oversubscription",
                  .name = "processor time of 8 idle workers in 1 s",
                  .unit = "ms",
                  .probe = Probe::idle_cpu_ms,
                  .workload = small_cholesky,
                  .workers = 8});
}

void add_memory(std::vector<Row>& rows) {
  rows.push_back({.section = "memory",
                  .name = "memory per task, Cholesky 100x100, 2 us bodies",
                  .unit = "B/task",
                  .probe = Probe::peak_bytes,
                  .workload = with_bodies({Shape::cholesky, 100}, 2.0),
                  .goal = 128});
  for (const std::size_t millions : {10U, 50U, 100U}) {
    rows.push_back({.section = "memory",
                    .name = "peak resident set, " + std::to_string(millions) + " M independent tasks",
                    .unit = "MiB",
                    .probe = Probe::window_rss_mib,
                    .workload = {Shape::independent, millions * 1'000'000}});
  }
}

}  // namespace

const std::vector<std::string>& sections() {
  static const std::vector<std::string> names = {"speed",   "dependencies",     "tasks", "graphs", "loops",
                                                 "wake-up", "oversubscription", "memory"};
  return names;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = [] {
    std::vector<Row> made;
    add_speed(made);
    add_dependencies(made);
    add_tasks(made);
    add_graphs(made);
    add_loops(made);
    add_idling(made);
    add_memory(made);
    return made;
  }();
  return all;
}

}  // namespace gusset::bench
