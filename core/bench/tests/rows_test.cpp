#include "rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "graph_workload.hpp"
#include "gusset/core.hpp"
#include "submit_workload.hpp"

namespace gusset::bench {
namespace {

/// Counts the tasks that are submitted, and notes which handles they access.
struct CountingSession {
  static constexpr bool has_adds = true;

  template <class Body, class... Accesses>
  void submit(Body, Accesses... accesses) {
    ++tasks;
    (handles.insert(accesses.handle), ...);
    max_accesses = std::max(max_accesses, sizeof...(accesses));
  }
  template <class Body>
  void submit_many(Body body, const std::vector<std::size_t>& reads, Write write) {
    submit(body, write);
    handles.insert(reads.begin(), reads.end());
    max_accesses = std::max(max_accesses, reads.size() + 1);
    EXPECT_FALSE(std::count(reads.begin(), reads.end(), write.handle));
  }

  std::size_t tasks = 0;
  std::size_t max_accesses = 0;
  std::set<std::size_t> handles;
};

CountingSession submitted(const Workload& workload) {
  CountingSession session;
  submit_workload(session, workload, [] {});
  return session;
}

TEST(Rows, NamesAreUniqueAndSectionsExist) {
  std::set<std::string> names;
  for (const Row& row : rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_THAT(sections(), ::testing::Contains(row.section)) << row.name;
    EXPECT_FALSE(row.unit.empty()) << row.name;
  }
  for (const std::string& section : sections()) {
    EXPECT_TRUE(std::any_of(rows().begin(), rows().end(), [&](const Row& row) {
      return row.section == section;
    })) << section;
  }
}

TEST(Workload, CountsMatchTheSubmissions) {
  for (const Workload& workload :
       {Workload{Shape::independent, 7}, Workload{Shape::cholesky, 1}, Workload{Shape::cholesky, 20},
        Workload{Shape::chain, 5}, Workload{Shape::adds, 5}, Workload{Shape::stencil, 500, 0.0, 1, 8},
        Workload{Shape::stencil, 500, 0.0, 2, 8}, Workload{Shape::stencil, 500, 0.0, 8, 8}}) {
    const CountingSession session = submitted(workload);
    EXPECT_EQ(session.tasks, task_count(workload));
    for (const std::size_t handle : session.handles) EXPECT_LT(handle, handle_count(workload));
    if (workload.shape == Shape::stencil) {
      EXPECT_EQ(session.max_accesses, workload.reads + 1);
    }
  }
}

TEST(Workload, AsAGraphRunsEachTask) {
  for (const Workload& workload : {Workload{Shape::independent, 7}, Workload{Shape::chain, 5},
                                   Workload{Shape::stencil, 500, 0.0, 3, 8}}) {
    Options options;
    options.threads = 2;
    Runtime runtime(options);
    std::atomic<std::size_t> runs{0};
    GraphWorkload graph(runtime, workload, [&runs] { ++runs; });
    for (int repeat = 1; repeat <= 2; ++repeat) {
      graph.execute();
      EXPECT_EQ(runs, static_cast<std::size_t>(repeat) * task_count(workload));
    }
  }
}

TEST(Workload, CholeskyHasTheExpectedTaskCount) {
  EXPECT_EQ(task_count({Shape::cholesky, 20}), 1540U);
  EXPECT_EQ(task_count({Shape::cholesky, 50}), 22'100U);
  EXPECT_EQ(submitted({Shape::cholesky, 20}).handles.size(), 210U);
}

}  // namespace
}  // namespace gusset::bench
