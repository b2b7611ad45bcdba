// Tests gusset idle on traces with known figures.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "text_trace.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(Idle, PrintsVerdictCausesAndWorkers) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_EQ(
      text_of(folder, {"idle", "t.gus"}),
      "50.0 % of 2 workers × 8.00 ms was idle time: 8.00 ms. The largest part, 75.0 %, passed while no task "
      "could run: a shorter critical path, or more tasks that can run at once, may help.\n"
      "\n"
      "workers' time                 time   of all  of idle\n"
      "busy                       8.00 ms   50.0 %        –\n"
      "submitting            not recorded        –        –\n"
      "ready task not taken       2.00 ms   12.5 %   25.0 %\n"
      "release                        0 s    0.0 %    0.0 %\n"
      "not submitted                  0 s    0.0 %    0.0 %\n"
      "message                        0 s    0.0 %    0.0 %\n"
      "no work                    6.00 ms   37.5 %   75.0 %\n"
      "unknown                        0 s    0.0 %    0.0 %\n"
      "sum                        16.0 ms  100.0 %  100.0 %\n"
      "Spans of waiting, looking for work, sending and receiving were not recorded.\n"
      "\n"
      "worker     idle  ready task not taken  release  not submitted  message  no work  unknown\n"
      "w0      2.00 ms                   0 s      0 s            0 s      0 s  2.00 ms      0 s\n"
      "w1      6.00 ms               2.00 ms      0 s            0 s      0 s  4.00 ms      0 s\n");
}

TEST(Idle, JsonPartsSumToTheWholeAndUnrecordedPartsAreNull) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  const json idle = json_of(folder, {"idle", "t.gus"});
  EXPECT_EQ(idle.at("busy_ns").get<std::int64_t>() + idle.at("idle_ns").get<std::int64_t>(), 2 * 8'000'000);
  EXPECT_EQ(idle.at("ready_not_taken_ns"), 2'000'000);
  EXPECT_TRUE(idle.at("submitting_ns").is_null());
  EXPECT_TRUE(idle.at("in_steal_spans_ns").is_null());
  EXPECT_EQ(idle.at("per_worker").at(1).at("idle_ns"), 6'000'000);
  EXPECT_EQ(idle.at("per_node").at(0).at("idle_ns"), 8'000'000);
}

TEST(Idle, ReportsTimeInSendAndReceiveSpans) {
  const TestFolder folder;
  traces::Trace trace = *traces::testing::trace_from_text("aa....aa\n", 1'000'000);
  trace.lanes[0].spans = {};
  auto& spans = trace.lanes[0].spans;
  spans.push_back(0, 2'000'000, traces::TaskId(0u), traces::SpanKind::run);
  spans.push_back(2'000'000, 3'000'000, {}, traces::SpanKind::send);
  spans.push_back(3'000'000, 6'000'000, {}, traces::SpanKind::receive);
  spans.push_back(6'000'000, 8'000'000, traces::TaskId(1u), traces::SpanKind::run);
  write_trace(folder, "t.gus", trace);
  EXPECT_THAT(
      text_of(folder, {"idle", "t.gus"}),
      HasSubstr("Idle time in spans of waiting: not recorded, looking for work: not recorded, sending: 1.00 "
                "ms, receiving: 3.00 ms.\n"));
  const json idle = json_of(folder, {"idle", "t.gus"});
  EXPECT_EQ(idle.at("in_send_spans_ns"), 1'000'000);
  EXPECT_EQ(idle.at("in_receive_spans_ns"), 3'000'000);
}

}  // namespace
}  // namespace gusset::testing
