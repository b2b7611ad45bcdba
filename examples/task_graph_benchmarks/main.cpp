// The task graphs that measure a runtime's costs in Cambier, Qian and Darve, "TaskTorrent: a lightweight
// distributed task-based runtime system in C++" (2020): tasks without dependencies, chains of tasks that
// follow each other from node to node, and tasks with many dependencies.
#include <cstdio>
#include <string>

#include "common/arguments.hpp"
#include "gusset/core/runtime.hpp"
#include "measured.hpp"

namespace {

using namespace task_graph_benchmarks;

struct Arguments {
  std::string graph = "independent";
  std::size_t tasks = 100'000;
  std::size_t rows = 32;
  std::size_t columns = 1000;
  std::size_t dependencies = 8;
  std::size_t bytes = 8;
  std::string messages = "small";
  std::size_t spin_us = 0;
};

// Prints "100000 tasks, 10 µs each, on 4 nodes with 8 threads: 0.132000 s, 10.560 µs a task and thread".
void print(const gusset::Runtime& runtime, const Arguments& arguments, const Measured& measured) {
  if (!runtime.has_data()) return;
  const bool is_chain = arguments.graph == "chains";
  const unsigned threads = runtime.grid().nodes() * runtime.workers();
  // Chains make a step at a time.
  const double each = is_chain ? measured.seconds / static_cast<double>(arguments.columns)
                               : measured.seconds * threads / static_cast<double>(measured.tasks);
  std::string what = std::to_string(measured.tasks) + " tasks";
  if (is_chain) {
    what += " in " + std::to_string(arguments.rows) + " chains with " + arguments.messages + " messages of " +
            std::to_string(arguments.bytes) + " bytes";
  } else {
    if (arguments.graph == "dependencies")
      what += " with " + std::to_string(arguments.dependencies) + " dependencies each";
    what += ", " + std::to_string(arguments.spin_us) + " µs each";
  }
  std::printf("%s, on %u nodes with %u threads: %.6f s, %.3f µs a %s\n", what.c_str(), runtime.grid().nodes(),
              threads, measured.seconds, 1e6 * each, is_chain ? "step" : "task and thread");
}

int run(const Arguments& arguments) {
  gusset::Runtime runtime;
  const double spin_s = 1e-6 * static_cast<double>(arguments.spin_us);
  Measured measured;
  if (arguments.graph == "independent") {
    measured = independent_tasks(runtime, arguments.tasks, spin_s);
  } else if (arguments.graph == "chains") {
    measured = chains(runtime, arguments.rows, arguments.columns, arguments.bytes / sizeof(double),
                      arguments.messages == "small" ? Messages::small : Messages::large);
  } else {
    measured = many_dependencies(runtime, arguments.rows, arguments.columns, arguments.dependencies, spin_s);
  }
  print(runtime, arguments, measured);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Runs task graphs that measure the costs of tasks, dependencies and messages.",
               "task_graph_benchmarks");
  examples::add_word(app, "--graph", arguments.graph, {"independent", "chains", "dependencies"},
                     "Shape of the graph");
  examples::add_number(app, "--tasks", arguments.tasks, 1, 1'000'000'000, "Independent tasks");
  examples::add_number(app, "--rows", arguments.rows, 1, 1'000'000, "Chains, or rows with dependencies");
  examples::add_number(app, "--columns", arguments.columns, 1, 1'000'000'000, "Tasks in each row or chain");
  examples::add_number(app, "--dependencies", arguments.dependencies, 1, 1'000'000,
                       "Tasks that each task waits for, at most --rows");
  examples::add_word(app, "--messages", arguments.messages, {"small", "large"},
                     "How chains send: copied with the message, or from memory to memory");
  examples::add_number(app, "--bytes", arguments.bytes, 8, 10'000'000'000,
                       "Bytes in each message of a chain, a multiple of 8");
  examples::add_number(app, "--spin", arguments.spin_us, 0, 1'000'000,
                       "µs that each task takes, except in chains");
  return examples::run_program(app, argc, argv, [&] {
    if (arguments.graph == "dependencies" && arguments.dependencies > arguments.rows)
      throw examples::ArgumentError("--dependencies: expected at most --rows (" +
                                    std::to_string(arguments.rows) + "), found \"" +
                                    std::to_string(arguments.dependencies) + "\"");
    if (arguments.bytes % sizeof(double) != 0)
      throw examples::ArgumentError("--bytes: expected a multiple of 8, found \"" +
                                    std::to_string(arguments.bytes) + "\"");
    return run(arguments);
  });
}
