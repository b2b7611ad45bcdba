// A small program for the command's tests. Its first argument selects what it does.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

#include "gusset/core/runtime.hpp"

namespace {

using gusset::Handle;
using gusset::Runtime;
using gusset::TaskType;

// Submits a "step" on a handle of each node, and "total" tasks on node 0 that sum the handles. Declares no
// work if `work` is 0.
void submit_steps(Runtime& runtime, double work) {
  static const TaskType step("step");
  static const TaskType total("total");
  const unsigned nodes = runtime.grid().nodes();
  const Handle sum = runtime.handle("sum", 8, gusset::NodeId(0));
  std::vector<Handle> parts;
  for (unsigned node = 0; node < nodes; ++node) {
    parts.push_back(runtime.handle("part(" + std::to_string(node) + ")", 1000, gusset::NodeId(node)));
    runtime.submit(
        step(work), [] {}, write(parts.back()));
    runtime.submit(
        total(work), [] {}, read(parts.back()), add(sum));
  }
  runtime.wait();
}

int steps(const std::vector<std::string>& words) {
  Runtime runtime;
  submit_steps(runtime, words.size() > 1 ? std::stod(words[1]) : 1e6);
  return words.size() > 2 ? std::stoi(words[2]) : 0;
}

int two_runtimes(const std::vector<std::string>&) {
  for (int i = 0; i < 2; ++i) {
    Runtime runtime;
    submit_steps(runtime, 1e6);
  }
  return 0;
}

int failing_task(const std::vector<std::string>&) {
  Runtime runtime;
  const Handle handle = runtime.handle("x");
  runtime.submit(
      TaskType("bad")(1.0), [] { throw std::runtime_error("the task gave up"); }, write(handle));
  try {
    runtime.wait();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "probe: %s\n", error.what());
    return 3;
  }
  return 0;
}

int leave_at_once(const std::vector<std::string>&) {
  Runtime runtime;
  std::fflush(nullptr);
  _exit(0);
}

int die(const std::vector<std::string>& words) {
  Runtime runtime;
  raise(std::stoi(words.at(1)));
  return 0;
}

// Works until a part of its recording is on disk.
int die_at_work(const std::vector<std::string>& words) {
  Runtime runtime;
  const char* const trace = std::getenv("GUSSET_TRACE");
  if (trace == nullptr) return 66;
  std::error_code missing;
  const auto is_empty = [&] {
    const auto bytes = std::filesystem::file_size(trace, missing);
    return missing || bytes < 2'000'000;  // more than what is written before the first tasks
  };
  while (is_empty()) {
    for (int i = 0; i < 1000; ++i) submit_steps(runtime, 1e6);
  }
  raise(std::stoi(words.at(1)));
  return 0;
}

// Creates a file to say that it is ready, then waits for a signal that ends it.
int linger(const std::vector<std::string>& words) {
  Runtime runtime;
  std::ofstream(words.at(1)) << "ready\n";
  for (;;) pause();
}

// Submits steps with that much work. Appends the work to a file, as a log of the runs.
int tick(const std::vector<std::string>& words) {
  Runtime runtime;
  std::ofstream(words.at(1), std::ios::app) << words.at(2) << "\n";
  submit_steps(runtime, std::stod(words.at(2)));
  return 0;
}

// Refuses its arguments, as a program does that checks them itself.
int refuse(const std::vector<std::string>&) {
  std::fprintf(stderr, "probe: reading arguments\nprobe: --tiles: expected at most 4, found \"9\"\n");
  return 2;
}

int no_runtime(const std::vector<std::string>& words) {
  return words.size() > 1 ? std::stoi(words[1]) : 0;
}

// Prints one line per argument and one per GUSSET_ variable.
int echo(const std::vector<std::string>& words) {
  Runtime runtime;
  submit_steps(runtime, 1e6);
  for (const std::string& word : words) std::printf("argument %s\n", word.c_str());
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (std::string(*entry).starts_with("GUSSET_")) std::printf("%s\n", *entry);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, int (*)(const std::vector<std::string>&)> actions{
      {"steps", steps},
      {"two-runtimes", two_runtimes},
      {"failing-task", failing_task},
      {"leave-at-once", leave_at_once},
      {"die", die},
      {"die-at-work", die_at_work},
      {"linger", linger},
      {"refuse", refuse},
      {"tick", tick},
      {"no-runtime", no_runtime},
      {"echo", echo}};
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto action = actions.find(words.empty() ? "steps" : words.front());
  if (action == actions.end()) return 64;
  try {
    return action->second(words);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "probe: %s\n", error.what());
    return 65;
  }
}
