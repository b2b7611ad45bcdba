#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset_call.hpp"

namespace gusset::testing {

/// Programs that the build made with g++ and clang, from sources that know nothing of Gusset.
inline const std::string programs = OPENMP_PROGRAMS;

using TracePointer = std::shared_ptr<const traces::Trace>;

inline TracePointer read_trace(const std::string& path) {
  const auto trace = traces::read_gus(path);
  if (trace.ok()) return *trace;
  ADD_FAILURE() << trace.error().message();
  return std::make_shared<traces::Trace>();
}

/// Leaks in the OpenMP runtime itself are not Gusset's.
inline const std::map<std::string, std::string> environment = {{"ASAN_OPTIONS", "detect_leaks=0"}};

inline ProgramResult run_recorded(const TestFolder& folder, const std::string& threads,
                                  const std::vector<std::string>& program) {
  std::vector<std::string> words = {"run", "-o", "t.gus", "--threads", threads, "--"};
  words.insert(words.end(), program.begin(), program.end());
  return gusset_in(folder, words, environment);
}

inline TracePointer record(const TestFolder& folder, const std::string& threads,
                           const std::vector<std::string>& program) {
  const auto result = run_recorded(folder, threads, program);
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.errors, ::testing::IsEmpty());
  return read_trace(folder.file("t.gus"));
}

/// Checks that spans cover all of each thread's time, and that the trace is a possible execution.
inline void expect_sound(const traces::Trace& trace) {
  const auto check = traces::check(trace);
  for (const auto& finding : check.findings) ADD_FAILURE() << finding.error.message();
  EXPECT_THAT(trace.metadata.notes, ::testing::Not(::testing::Contains(::testing::AnyOf(
                                        ::testing::HasSubstr("not reported"), ::testing::HasSubstr("dropped")))));
  const auto statistics = traces::compute_statistics(trace);
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    const auto& spans = trace.lanes[lane].spans;
    ASSERT_GT(spans.size(), 0U);
    const auto& worker = statistics.workers[lane];
    const std::int64_t last = *std::max_element(spans.end_ns.begin(), spans.end_ns.end());
    EXPECT_EQ(worker.busy_ns + worker.wait_ns.value_or(0), last - spans.begin_ns.front()) << "lane " << lane;
  }
}

/// A task's identity, independent of the thread that ran it: its index among its parent's children, its
/// parent's index, and so on up to the region.
inline std::vector<std::string> identities(const traces::Trace& trace) {
  std::vector<std::string> names;
  std::map<traces::TaskId, int> children;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    const std::string& type = trace.types[trace.tasks.type[task].value()];
    const traces::TaskId parent = trace.tasks.parent[task];
    const bool is_part_of_region = type == "serial" || type.starts_with("parallel ");
    names.push_back(is_part_of_region
                        ? type
                        : names[parent.value()] + "/" + std::to_string(children[parent]++) + " " + type);
  }
  return names;
}

inline std::set<std::tuple<std::string, std::string, bool>> edges_of(const traces::Trace& trace) {
  const auto names = identities(trace);
  std::set<std::tuple<std::string, std::string, bool>> edges;
  for (const auto& edge : traces::TaskGraph(trace).edges())
    edges.emplace(names[edge.before.value()], names[edge.after.value()], edge.commuting);
  return edges;
}

inline std::size_t count_of_type(const traces::Trace& trace, const std::string& end) {
  std::size_t count = 0;
  for (const traces::TypeId type : trace.tasks.type) {
    if (trace.types[type.value()].ends_with(end)) ++count;
  }
  return count;
}

class OpenMp : public ::testing::TestWithParam<std::string> {
 protected:
  static std::string program(const std::string& name) { return programs + "/" + name + "_" + GetParam(); }
  static std::vector<std::string> tasks(const std::string& what) { return {program("tasks"), what}; }
};

}  // namespace gusset::testing
