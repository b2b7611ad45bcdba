#include "inputs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/picture/graph/dot.hpp"

namespace gusset::traces::bench {
namespace {

constexpr std::size_t threads = 16;
constexpr std::array<const char*, 5> types = {"potrf", "trsm", "syrk", "gemm", "pack"};

struct Task {
  std::size_t thread = 0;
  std::size_t type = 0;
  long long begin_ns = 0;
  long long length_ns = 0;
};

/// Tasks roughly in order of their start times, each on the thread that is free first.
class Run {
 public:
  Task next() {
    std::size_t thread = 0;
    for (std::size_t t = 1; t < threads; ++t) thread = free_ns_[t] < free_ns_[thread] ? t : thread;
    const Task task{thread, random_() % types.size(),
                    free_ns_[thread] + static_cast<long long>(random_() % 500),
                    500 + static_cast<long long>(random_() % 4000)};
    free_ns_[thread] = task.begin_ns + task.length_ns;
    return task;
  }

 private:
  std::mt19937_64 random_{1};
  std::array<long long, threads> free_ns_{};
};

class File {
 public:
  explicit File(const std::filesystem::path& path)
      : file_(std::fopen(path.c_str(), "wb")), name_(path.string()) {
    if (file_ == nullptr) throw std::runtime_error(name_ + ": can't be written");
  }
  ~File() { std::fclose(file_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  template <class... Values>
  void print(const char* format, Values... values) {
    if (std::fprintf(file_, format, values...) < 0) throw std::runtime_error(name_ + ": can't be written");
  }

 private:
  std::FILE* file_;
  std::string name_;
};

Trace empty_trace() {
  Trace trace;
  trace.nodes.resize(1);
  for (const char* const type : types) trace.types.emplace_back(type);
  for (std::size_t t = 0; t < threads; ++t) {
    trace.workers.push_back({NodeId(0), "thread " + std::to_string(t)});
    trace.lanes.push_back({WorkerId(t), {}});
  }
  return trace;
}

void write(const Trace& trace, const std::filesystem::path& path) {
  if (const auto done = write_gus(trace, path); !done) throw std::runtime_error(done.error().message());
}

}  // namespace

void write_gus_input(const std::filesystem::path& path, std::size_t tasks) {
  Trace trace = empty_trace();
  Run run;
  for (std::size_t i = 0; i < tasks; ++i) {
    const Task task = run.next();
    trace.tasks.type.emplace_back(task.type);
    trace.lanes[task.thread].spans.push_back(task.begin_ns, task.begin_ns + task.length_ns, TaskId(i),
                                             SpanKind::run);
  }
  write(trace, path);
}

namespace {

/// Tasks with accesses. The thread that is free first runs each task as early as the task's tiles allow.
class GraphRun {
 public:
  GraphRun(std::size_t tiles, std::size_t tasks) : tiles_(tiles * tiles) {
    trace.access_modes = {{"read", true, false, false}, {"write", false, true, true}};
    trace.handles.name.resize(tiles_.size());
    trace.handles.size_bytes.resize(tiles_.size(), 0);
    trace.handles.owner.resize(tiles_.size(), NodeId(0));
    trace.recorded.accesses = trace.recorded.submit = trace.recorded.ready = true;
    trace.accesses.first.reserve(tasks + 1);
    trace.accesses.first.push_back(0);
    trace.accesses.items.reserve(3 * tasks);
  }

  /// Adds a task. It reads the tiles with these numbers, except the last one, which it writes.
  void add(std::size_t type, std::initializer_list<std::size_t> tiles) {
    constexpr std::int64_t submission_ns = 120;
    const std::size_t number = trace.tasks.size();
    const std::int64_t submit_ns = static_cast<std::int64_t>(number) * submission_ns;
    std::int64_t ready_ns = submit_ns;
    for (const std::size_t tile : tiles) {
      const bool is_read = &tile != tiles.end() - 1;
      Tile& at = tiles_[tile];
      if (!is_read || !at.is_read) at.group_version = at.version;
      at.is_read = is_read;
      trace.accesses.items.push_back({HandleId(tile), AccessModeId(is_read ? 0 : 1), at.group_version});
      ++at.version;
      ready_ns = std::max(ready_ns, is_read ? at.written_ns : at.done_ns);
    }
    trace.accesses.first.push_back(trace.accesses.items.size());
    const auto thread =
        static_cast<std::size_t>(std::min_element(free_ns_.begin(), free_ns_.end()) - free_ns_.begin());
    const std::int64_t begin_ns =
        std::max(ready_ns, free_ns_[thread]) + static_cast<std::int64_t>(random_() % 100);
    const std::int64_t end_ns = begin_ns + 500 + static_cast<std::int64_t>(random_() % 3000);
    free_ns_[thread] = end_ns;
    for (const std::size_t tile : tiles) tiles_[tile].done_ns = std::max(tiles_[tile].done_ns, end_ns);
    tiles_[*(tiles.end() - 1)].written_ns = end_ns;
    trace.tasks.type.emplace_back(type);
    trace.tasks.submit_ns.push_back(submit_ns);
    trace.tasks.ready_ns.push_back(ready_ns);
    trace.lanes[thread].spans.push_back(begin_ns, end_ns, TaskId(number), SpanKind::run);
  }

  Trace trace = empty_trace();

 private:
  struct Tile {
    std::uint32_t version = 0;        ///< number of accesses so far
    std::uint32_t group_version = 0;  ///< the version that accesses of the open group wait for
    bool is_read = false;             ///< the mode of the open group
    std::int64_t written_ns = 0;
    std::int64_t done_ns = 0;
  };
  std::vector<Tile> tiles_;
  std::array<std::int64_t, threads> free_ns_{};
  std::mt19937_64 random_{1};
};

}  // namespace

void write_graph_input(const std::filesystem::path& path, std::size_t tasks) {
  std::size_t n = 1;
  while (n * (n + 1) * (n + 2) / 6 < tasks) ++n;
  GraphRun run(n, tasks);
  const auto tile = [n](std::size_t i, std::size_t j) { return i * n + j; };
  for (std::size_t k = 0; k < n; ++k) {
    run.add(0, {tile(k, k)});
    for (std::size_t i = k + 1; i < n; ++i) run.add(1, {tile(k, k), tile(i, k)});
    for (std::size_t i = k + 1; i < n; ++i) {
      run.add(2, {tile(i, k), tile(i, i)});
      for (std::size_t j = k + 1; j < i; ++j) run.add(3, {tile(i, k), tile(j, k), tile(i, j)});
    }
  }
  write(run.trace, path);
}

void write_dot_input(const std::filesystem::path& gus, const std::filesystem::path& path) {
  const auto trace = read_gus(gus);
  if (!trace) throw std::runtime_error(trace.error().message());
  std::ofstream(path) << to_dot(**trace, TaskGraph(**trace));
}

void write_superglue_input(const std::filesystem::path& path, std::size_t tasks) {
  File file(path);
  Run run;
  for (std::size_t i = 0; i < tasks; ++i) {
    const Task task = run.next();
    file.print("0 %zu: %lld %lld %s\n", task.thread, 16108256248302 + task.begin_ns, task.length_ns,
               types[task.type]);
  }
}

void write_csv_input(const std::filesystem::path& path, std::size_t tasks) {
  File file(path);
  file.print("task,type,worker,begin_ns,end_ns\n");
  Run run;
  for (std::size_t i = 0; i < tasks; ++i) {
    const Task task = run.next();
    file.print("%zu,%s,thread %zu,%lld,%lld\n", i, types[task.type], task.thread, task.begin_ns,
               task.begin_ns + task.length_ns);
  }
}

void write_chrome_input(const std::filesystem::path& path, std::size_t tasks) {
  File file(path);
  file.print("{\"traceEvents\":[\n");
  Run run;
  for (std::size_t i = 0; i < tasks; ++i) {
    const Task task = run.next();
    file.print(
        "{\"name\":\"%s\",\"cat\":\"task\",\"ph\":\"X\",\"ts\":%lld.%03lld,\"dur\":%lld.%03lld,\"pid\":1,"
        "\"tid\":%zu,\"args\":{\"iteration\":%zu}}%s\n",
        types[task.type], task.begin_ns / 1000, task.begin_ns % 1000, task.length_ns / 1000,
        task.length_ns % 1000, task.thread, i, i + 1 < tasks ? "," : "");
  }
  file.print("]}\n");
}

void write_paje_input(const std::filesystem::path& path, std::size_t tasks) {
  File file(path);
  file.print(
      "%%EventDef PajeDefineContainerType 0\n%% Alias string\n%% Type string\n%% Name string\n%%EndEventDef\n"
      "%%EventDef PajeDefineStateType 1\n%% Alias string\n%% Type string\n%% Name string\n%%EndEventDef\n"
      "%%EventDef PajeDefineEntityValue 2\n%% Alias string\n%% Type string\n%% Name string\n%% Color "
      "color\n%%EndEventDef\n"
      "%%EventDef PajeCreateContainer 3\n%% Time date\n%% Alias string\n%% Type string\n%% Container "
      "string\n%% Name string\n%%EndEventDef\n"
      "%%EventDef PajePushState 4\n%% Time date\n%% Type string\n%% Container string\n%% Value "
      "string\n%%EndEventDef\n"
      "%%EventDef PajePopState 5\n%% Time date\n%% Type string\n%% Container string\n%%EndEventDef\n"
      "0 M 0 machine\n0 T M thread\n1 S T state\n");
  for (std::size_t type = 0; type < types.size(); ++type)
    file.print("2 v%zu S \"%s\" \"0.1 0.5 0.%zu\"\n", type, types[type], type);
  file.print("3 0 m M 0 machine\n");
  for (std::size_t t = 0; t < threads; ++t) file.print("3 0 t%zu T m \"thread %zu\"\n", t, t);
  // A state ends before the next state of its thread begins, and lines are in order of time.
  Run run;
  std::array<Task, threads> open{};
  std::array<bool, threads> is_open{};
  const auto time = [&file](const char* event, long long ns) {
    file.print("%s %lld.%09lld", event, ns / 1000000000, ns % 1000000000);
  };
  const auto end_until = [&](long long ns) {
    while (true) {
      std::size_t first = threads;
      for (std::size_t t = 0; t < threads; ++t) {
        if (!is_open[t]) continue;
        const long long end_ns = open[t].begin_ns + open[t].length_ns;
        if (end_ns <= ns && (first == threads || end_ns < open[first].begin_ns + open[first].length_ns))
          first = t;
      }
      if (first == threads) return;
      is_open[first] = false;
      time("5", open[first].begin_ns + open[first].length_ns);
      file.print(" S t%zu\n", first);
    }
  };
  long long last_ns = 0;
  for (std::size_t i = 0; i < tasks; ++i) {
    Task task = run.next();
    task.begin_ns = task.begin_ns > last_ns ? task.begin_ns : last_ns;
    end_until(task.begin_ns);
    last_ns = task.begin_ns;
    if (is_open[task.thread]) continue;  // still runs a task that began late to keep the lines in order
    open[task.thread] = task;
    is_open[task.thread] = true;
    time("4", task.begin_ns);
    file.print(" S t%zu v%zu\n", task.thread, task.type);
  }
  end_until(last_ns + 1000000);
}

}  // namespace gusset::traces::bench
