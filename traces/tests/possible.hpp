#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces::testing {

/// Fails the test if a trace that one of our programs wrote is not a possible execution, or if results that
/// must agree for any such trace differ.
inline void expect_possible(const Trace& trace, const std::string& name = "trace",
                            const CheckOptions& options = {}) {
  const auto valid = validate(trace, name);
  ASSERT_TRUE(valid.ok()) << valid.error().message();
  const CheckResult result = check(trace, options);
  for (const Violation& finding : result.findings) ADD_FAILURE() << name << ": " << finding.error.message();

  const TaskGraph graph(trace);
  const Statistics statistics = compute_statistics(trace);
  const IdleTime idle = idle_time(trace, graph);
  EXPECT_EQ(idle.total.total_ns(), statistics.idle_ns) << name;
  for (std::size_t w = 0; w < trace.workers.size(); ++w) {
    EXPECT_EQ(idle.workers[w].total_ns(), statistics.workers[w].idle_ns) << name << ", worker " << w;
  }
  std::int64_t chain_ns = 0;
  if (const auto chain = critical_chain(trace, graph)) {
    for (const ChainLink& link : chain->links) chain_ns += link.end_ns - link.begin_ns;
    EXPECT_EQ(chain_ns, statistics.makespan_ns) << name;
  }
  const auto bound = critical_bound(trace, graph);
  if (bound && !options.renamed_adds_may_overlap) {
    EXPECT_LE(bound->length_ns, statistics.makespan_ns) << name;
  }
}

/// Checks every readable .gus file in a folder.
inline void expect_possible_in(const std::filesystem::path& folder, const CheckOptions& options = {}) {
  if (!std::filesystem::is_directory(folder)) return;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".gus") continue;
    const auto trace = read_gus(entry.path());
    if (trace.ok()) expect_possible(**trace, entry.path().filename().string(), options);
  }
}

}  // namespace gusset::traces::testing
