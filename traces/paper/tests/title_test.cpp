#include <gtest/gtest.h>

#include "gusset/traces/paper/figure/figure.hpp"

namespace gusset::paper {
namespace {

traces::Trace trace_of(std::int64_t busy_ns, std::int64_t end_ns) {
  traces::Trace trace;
  trace.metadata.program = "cholesky";
  trace.types = {"gemm"};
  trace.nodes.resize(1);
  trace.workers = {{traces::NodeId(0), "w0"}};
  trace.tasks.type = {traces::TypeId(0)};
  traces::SpanColumns spans;
  spans.push_back(0, busy_ns, traces::TaskId(0), traces::SpanKind::run);
  spans.push_back(busy_ns, end_ns, {}, traces::SpanKind::wait);
  trace.lanes = {{traces::WorkerId(0), spans}};
  return trace;
}

TEST(DefaultTitle, HasOriginProgramWorkersMakespanAndBusyShare) {
  EXPECT_EQ(default_title(trace_of(971'000'000, 1'000'000'000)),
            "measured: cholesky, 1 worker, 1.00 s, 97.1 % busy");
}

TEST(DefaultTitle, HasNodeCountIfThereAreSeveral) {
  traces::Trace trace = trace_of(1'000, 4'000);
  trace.metadata.origin = traces::Origin::predicted;
  trace.nodes.resize(2);
  trace.workers.push_back({traces::NodeId(1), "w0"});
  EXPECT_EQ(default_title(trace), "predicted: cholesky, 2 nodes, 2 workers, 4.00 \xC2\xB5s, 12.5 % busy");
}

TEST(DefaultTitle, LeavesOutUnknownParts) {
  traces::Trace trace = trace_of(10, 10);
  trace.metadata.program.clear();
  trace.metadata.origin = traces::Origin::imported;
  EXPECT_EQ(default_title(trace), "imported: 1 worker, 10 ns, 100.0 % busy");
}

TEST(DefaultTitle, DurationHasThreeDigitsInASuitableUnit) {
  const auto title = [](std::int64_t end_ns) {
    const std::string text = default_title(trace_of(end_ns, end_ns));
    return text.substr(30, text.find(", 100.0") - 30);
  };
  EXPECT_EQ(title(999), "999 ns");
  EXPECT_EQ(title(1'234), "1.23 \xC2\xB5s");
  EXPECT_EQ(title(999'400), "999 \xC2\xB5s");
  EXPECT_EQ(title(999'600), "1.00 ms");
  EXPECT_EQ(title(12'345'678), "12.3 ms");
  EXPECT_EQ(title(999'999'999), "1.00 s");
  EXPECT_EQ(title(123'456'000'000), "123 s");
  EXPECT_EQ(title(12'345'000'000'000), "12345 s");
}

TEST(DefaultSubtitle, StatesWhatTheUserChanged) {
  traces::Trace trace = trace_of(1'000, 4'000);
  EXPECT_EQ(default_subtitle(trace), "");
  trace.metadata.notes = {"assumed: data is assigned to nodes round-robin",
                          "assumed: tasks of type 'gemm' take 0.5 times as long",
                          "assumed: tasks of type 'potrf' take 8 times as long"};
  EXPECT_EQ(default_subtitle(trace),
            "tasks of type 'gemm' take 0.5 times as long, tasks of type 'potrf' take 8 times as long");
}

}  // namespace
}  // namespace gusset::paper
