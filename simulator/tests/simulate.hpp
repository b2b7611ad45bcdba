#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gusset/core/runtime.hpp"
#include "gusset/simulator/predict/engine.hpp"
#include "possible.hpp"

namespace gusset::simulator::testing {

/// Runs a part of a test in a child process and reports its failures here. With SimGrid's network, a process
/// can run only one timed simulation of several nodes.
inline void in_child(const std::function<void()>& body) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    try {
      body();
    } catch (const std::exception& error) {
      ADD_FAILURE() << "uncaught: " << error.what();
    }
    std::fflush(nullptr);
    ::_exit(::testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "the child failed, status " << status;
}

/// A machine with round numbers: declared work is in seconds, and a message takes 1 s plus 1 s per 100 bytes.
inline Platform round_platform(unsigned nodes, unsigned cores) {
  Platform platform;
  platform.nodes = nodes;
  platform.cores = cores;
  platform.latency_s = 1.0;
  platform.bandwidth_bytes_per_s = 100.0;
  platform.header_bytes = 0;
  return platform;
}

inline SimulationInputs timed(unsigned nodes, unsigned cores) {
  SimulationInputs inputs;
  inputs.platform = round_platform(nodes, cores);
  inputs.grid = ProcessGrid{1, nodes, 1};
  inputs.costs = make_rate_costs(1.0, "stated");
  inputs.wants_trace = true;
  return inputs;
}

/// Options for the engine "simulate" with these settings.
inline Options options(std::map<std::string, std::string> settings) {
  Options result;
  result.engine = "simulate";
  result.settings = std::move(settings);
  return result;
}

/// Simulates a program to its end.
inline SimulationResult simulate(SimulationInputs inputs, const std::function<void(Runtime&)>& program) {
  auto result = std::make_shared<SimulationResult>();
  Runtime runtime(make_simulation_engine(std::move(inputs), result));
  program(runtime);
  runtime.wait();
  runtime.engine().finish();
  if (result->trace) traces::testing::expect_possible(*result->trace, "predicted");
  return *result;
}

/// A task's begin and end times in seconds.
struct Interval {
  double begin_s = 0.0;
  double end_s = 0.0;
  friend bool operator==(const Interval&, const Interval&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Interval& x) {
    return out << "[" << x.begin_s << ", " << x.end_s << ")";
  }
};

inline Interval interval_of(const traces::Trace& trace, std::size_t task) {
  for (const traces::Lane& lane : trace.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.task[i] != traces::TaskId(task)) continue;
      return {static_cast<double>(lane.spans.begin_ns[i]) / 1e9,
              static_cast<double>(lane.spans.end_ns[i]) / 1e9};
    }
  }
  ADD_FAILURE() << "task " << task << " did not run";
  return {};
}

inline std::filesystem::path temporary(const std::string& name) {
  return std::filesystem::path(::testing::TempDir()) / name;
}

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::filesystem::path write_file(const std::string& name, const std::string& text) {
  const std::filesystem::path path = temporary(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// Returns the message of the exception that a call throws.
inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no exception";
}

}  // namespace gusset::simulator::testing
