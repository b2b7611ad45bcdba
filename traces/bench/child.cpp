#include "child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_layout.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/traces/model/span_source.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/task_statistics.hpp"

namespace gusset::traces::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Starts a command with its output in `output`, and waits for it.
Taken run(std::vector<std::string> command, const std::string& output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  pid_t pid = 0;
  const auto begin = Clock::now();
  const int error = posix_spawnp(&pid, words.front(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error(command.front() + ": can't be started");
  int status = 0;
  rusage usage{};
  if (::wait4(pid, &status, 0, &usage) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error(command.front() + ": expected success, found status " + std::to_string(status));
  }
  return {seconds_since(begin), static_cast<double>(usage.ru_maxrss) * 1024.0};
}

template <class T>
void require(const Result<T>& result) {
  if (!result) throw std::runtime_error(result.error().message());
}

/// Watches the anonymous part of this process's resident set while it lives.
class AnonymousMemory {
 public:
  AnonymousMemory() : watcher_([this](const std::stop_token& stop) { watch(stop); }) {}
  double peak_bytes() const { return peak_bytes_; }

 private:
  void watch(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::ifstream status("/proc/self/status");
      std::string word;
      while (status >> word) {
        double kibibytes = 0.0;
        if (word == "RssAnon:" && status >> kibibytes)
          peak_bytes_ = std::max(peak_bytes_.load(), kibibytes * 1024);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
  }

  std::atomic<double> peak_bytes_ = 0.0;
  std::jthread watcher_;
};

/// Writes to each page of columns as long as those of the trace, which is read before.
double seconds_to_make_memory(const std::string& file) {
  constexpr std::size_t page = 4096;
  const auto read = read_gus(file);
  require(read);
  std::vector<std::size_t> columns;
  for (const Lane& lane : (*read)->lanes) {
    for (const std::size_t width :
         {sizeof(std::int64_t), sizeof(std::int64_t), sizeof(TaskId), sizeof(SpanKind)})
      columns.push_back(lane.spans.size() * width);
  }
  columns.push_back((*read)->tasks.size() * sizeof(TypeId));
  const auto begin = Clock::now();
  for (const std::size_t bytes : columns) {
    auto* const memory = static_cast<volatile char*>(
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (memory == MAP_FAILED) throw std::runtime_error("expected memory, found none");
    for (std::size_t at = 0; at < bytes; at += page) memory[at] = 1;
  }
  return seconds_since(begin);
}

/// How long an answer takes on a trace that is open.
double seconds_to_answer(const std::string& question, const std::string& file) {
  const auto read = read_gus(file);
  require(read);
  const Trace& trace = **read;
  const auto begin = Clock::now();
  if (question == "stats") {
    require(task_statistics(trace));
    return seconds_since(begin);
  }
  const TaskGraph graph(trace);
  if (question == "layout") {
    const auto drawn = draw_tasks(trace, graph);
    LayoutGraph boxes;
    boxes.nodes.assign(drawn->nodes.size(), {90.0, 24.0});
    boxes.edges = drawn->edges;
    boxes.commuting = drawn->commuting;
    const auto layout = lay_out(boxes);
    if (!layout || layout->places.empty()) throw std::runtime_error("expected a drawing, found none");
    return seconds_since(begin);
  }
  if (question == "idle") {
    const IdleTime idle = idle_time(trace, graph);
    if (idle.busy_ns == 0) throw std::runtime_error("expected busy time, found none");
    return seconds_since(begin);
  }
  const CriticalPath path = critical_path(trace, graph);
  if (!path.bound || !path.chain) throw std::runtime_error("expected a path, found none");
  return seconds_since(begin);
}

}  // namespace

Taken run_command(const std::vector<std::string>& command) {
  return run(command, "/dev/null");
}

Taken run_child(const std::string& kind, const std::string& file) {
  const std::string output = file + ".figures";
  Taken taken = run({std::filesystem::canonical("/proc/self/exe").string(), "--child", kind, file}, output);
  std::ifstream figures(output);
  if (!(figures >> taken.seconds >> taken.peak_anonymous_bytes))
    throw std::runtime_error(kind + ": expected a figure, found none");
  std::filesystem::remove(output);
  return taken;
}

int child(const std::string& kind, const std::string& file) {
  const AnonymousMemory memory;
  const auto begin = Clock::now();
  double seconds = 0.0;
  if (kind == "gus") {
    const auto read = read_gus(file);
    seconds = seconds_since(begin);
    require(read);
  } else if (kind == "stats" || kind == "idle" || kind == "critical-path" || kind == "layout") {
    seconds = seconds_to_answer(kind, file);
  } else if (kind == "memory") {
    seconds = seconds_to_make_memory(file);
  } else if (kind == "info" || kind == "lean-stats") {
    auto spans = open_gus_spans(file);
    require(spans);
    if (kind == "info") {
      require(compute_statistics(**spans));
    } else {
      require(task_statistics(**spans));
    }
    seconds = seconds_since(begin);
  } else if (kind == "nlohmann") {
    std::ifstream in(file);
    const nlohmann::json document = nlohmann::json::parse(in);
    seconds = seconds_since(begin);
    if (!document.is_object()) throw std::runtime_error("expected an object");
  } else {
    const auto read = read_trace(file, {true});
    seconds = seconds_since(begin);
    require(read);
  }
  std::printf("%.9f %.0f\n", seconds, memory.peak_bytes());
  return 0;
}

}  // namespace gusset::traces::bench
