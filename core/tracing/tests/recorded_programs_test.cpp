// Checks that recorded schedules of random programs obey the access modes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/core_tracing.hpp"
#include "possible.hpp"
#include "random_program.hpp"

namespace gusset::core_tracing {
namespace {

using gusset::testing::RandomProgram;
using gusset::testing::with_threads;
using traces::Trace;

struct Span {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
};

std::vector<Span> spans_by_task(const Trace& trace) {
  std::vector<Span> spans(trace.tasks.size(), Span{-1, -1});
  for (const traces::Lane& lane : trace.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.kind[i] != traces::SpanKind::run) continue;
      Span& span = spans[lane.spans.task[i].value()];
      EXPECT_EQ(span.begin_ns, -1) << "a task ran twice";
      span = {lane.spans.begin_ns[i], lane.spans.end_ns[i]};
    }
  }
  for (const Span& span : spans) EXPECT_GE(span.begin_ns, 0) << "a task did not run";
  return spans;
}

/// The accesses to one handle that wait for the same version.
struct Group {
  std::string mode;
  bool is_exclusive = false;
  std::vector<Span> spans;
};

/// Checks one handle's groups, by version: each group follows all of the previous one, and exclusive accesses
/// do not overlap.
void check_groups(std::map<std::uint32_t, Group>& groups, std::uint32_t first_version) {
  std::uint32_t completed = first_version;
  std::int64_t last_end = 0;
  for (auto& [offset, group] : groups) {
    EXPECT_EQ(first_version + offset, completed) << "versions count accesses";
    std::sort(group.spans.begin(), group.spans.end(),
              [](const Span& a, const Span& b) { return a.begin_ns < b.begin_ns; });
    EXPECT_GE(group.spans.front().begin_ns, last_end)
        << group.mode << " began before what it waited for had ended";
    for (std::size_t i = 1; group.is_exclusive && i < group.spans.size(); ++i) {
      EXPECT_GE(group.spans[i].begin_ns, group.spans[i - 1].end_ns) << group.mode << "s overlap";
    }
    for (const Span& span : group.spans) last_end = std::max(last_end, span.end_ns);
    completed += static_cast<std::uint32_t>(group.spans.size());
  }
}

void check(const Trace& trace, std::uint32_t first_version) {
  traces::testing::expect_possible(trace, "recorded");
  const std::vector<Span> spans = spans_by_task(trace);
  std::map<std::uint32_t, std::map<std::uint32_t, Group>> groups;  // by handle, then by version
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    for (std::uint64_t i = trace.accesses.first[task]; i < trace.accesses.first[task + 1]; ++i) {
      const traces::Access& access = trace.accesses.items[i];
      const traces::AccessMode& mode = trace.access_modes[access.mode.value()];
      Group& group = groups[access.handle.value()][access.version - first_version];
      if (!group.spans.empty()) {
        EXPECT_EQ(group.mode, mode.name);
        EXPECT_TRUE(mode.commutes);
      }
      group.mode = mode.name;
      group.is_exclusive = mode.exclusive;
      group.spans.push_back(spans[task]);
      EXPECT_LE(trace.tasks.submit_ns[task], trace.tasks.ready_ns[task]);
      EXPECT_LE(trace.tasks.ready_ns[task], spans[task].begin_ns);
    }
  }
  for (auto& [handle, by_version] : groups) check_groups(by_version, first_version);
}

class RecordedPrograms : public ::testing::TestWithParam<unsigned> {};

TEST_P(RecordedPrograms, SchedulesObeyTheAccessModes) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::uint32_t first_version = seed % 2 == 0 ? 0 : 0xffffff80;
    std::shared_ptr<const Trace> trace;
    const RandomProgram program(seed, 1 + seed % 7, 500);
    {
      Runtime runtime(
          make_recording_engine(with_threads(GetParam(), seed),
                                [&](std::shared_ptr<const Trace> recorded) { trace = std::move(recorded); }));
      EXPECT_EQ(program.run(runtime, first_version), program.expected());
    }
    ASSERT_EQ(trace->tasks.size(), 500u);
    check(*trace, first_version);
  }
}

TEST_P(RecordedPrograms, SchedulesOfSubtasksObeyTheAccessModes) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::shared_ptr<const Trace> trace;
    {
      Runtime runtime(
          make_recording_engine(with_threads(GetParam(), seed),
                                [&](std::shared_ptr<const Trace> recorded) { trace = std::move(recorded); }));
      const RandomProgram program(seed, 6, 100);
      const RandomProgram::Values values = program.make_values(runtime);
      const TaskType parent("parent");
      for (int i = 0; i < 5; ++i)
        runtime.submit(parent(), [&] { program.submit(runtime, values); });  // all on the same handles
      runtime.wait();
    }
    ASSERT_EQ(trace->tasks.size(), 505u);
    const auto roots = std::count(trace->tasks.parent.begin(), trace->tasks.parent.end(), traces::TaskId());
    EXPECT_EQ(roots, 5);
    for (traces::TaskId parent : trace->tasks.parent) {
      if (parent.is_none()) continue;
      EXPECT_EQ(trace->types[trace->tasks.type[parent.value()].value()], "parent");
    }
    check(*trace, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, RecordedPrograms, ::testing::Values(1u, 2u, 4u, 8u));

}  // namespace
}  // namespace gusset::core_tracing
