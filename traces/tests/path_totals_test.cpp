#include "gusset/traces/analysis/causes/path_totals.hpp"

#include <gtest/gtest.h>

#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::random_trace;
using testing::trace_from_text;

TEST(PathTotals, SumByTypeAndKindOfWait) {
  const auto trace = trace_from_text(R"(
    aaaa....bbbbb
    cc...........
    a1: write x@0 [submit 0] [ready 0]
    c1: write y@0 [submit 0] [ready 0]
    b1: read x@1, read y@1 [submit 0] [ready 4]
  )",
                                     1);
  const CriticalPath path = critical_path(*trace, TaskGraph(*trace));
  const PathTotals totals = path_totals(*trace, path.bound->bound, *path.chain);
  EXPECT_EQ(totals.types, (std::vector<PathTypeTotal>{{TypeId(1u), 1, 5, 1, 5}, {TypeId(0u), 1, 4, 1, 4}}));
  EXPECT_EQ(totals.kinds,
            (std::vector<PathKindTotal>{{ChainLink::Kind::run, 2, 9}, {ChainLink::Kind::ready_wait, 1, 4}}));
}

TEST(PathTotals, SumToBoundAndMakespanOnRandomTraces) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    const auto trace = random_trace({.seed = seed, .tasks = 20 * seed, .nodes = 1 + seed % 2});
    const CriticalPath path = critical_path(*trace, TaskGraph(*trace));
    const PathTotals totals = path_totals(*trace, path.bound->bound, *path.chain);
    std::int64_t bound_ns = 0;
    std::int64_t chain_ns = 0;
    for (const PathTypeTotal& type : totals.types) {
      bound_ns += type.bound_ns;
      chain_ns += type.chain_ns;
    }
    EXPECT_EQ(bound_ns, path.bound->bound.length_ns);
    std::int64_t all_ns = 0;
    for (const PathKindTotal& kind : totals.kinds) {
      all_ns += kind.ns;
      if (kind.kind == ChainLink::Kind::run) {
        EXPECT_EQ(chain_ns, kind.ns);
      }
    }
    EXPECT_EQ(all_ns, path.chain->links.empty() ? 0 : path.chain->links.back().end_ns);
  }
}

}  // namespace
}  // namespace gusset::traces
