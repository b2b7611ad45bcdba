#include "costs/measured_messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "gusset/simulator/predict/calibrate.hpp"

namespace gusset::simulator {
namespace {

using traces::NodeId;
using traces::TaskId;

/// A trace of two nodes with one worker each.
struct TwoNodes {
  traces::Trace trace;

  TwoNodes() {
    trace.recorded.work = trace.recorded.submit = trace.recorded.ready = trace.recorded.messages = true;
    trace.types = {"t"};
    trace.nodes = {{"node 0"}, {"node 1"}};
    trace.workers = {{NodeId(0), "w"}, {NodeId(1), "w"}};
    trace.lanes = {{traces::WorkerId(0), {}}, {traces::WorkerId(1), {}}};
  }
  void task(std::size_t node, std::int64_t begin_ns, std::int64_t end_ns, std::int64_t ready_ns,
            std::int64_t submit_ns = 0) {
    const TaskId id(trace.tasks.size());
    trace.tasks.type.push_back(traces::TypeId(0));
    trace.tasks.work.push_back(1.0);
    trace.tasks.submit_ns.push_back(submit_ns);
    trace.tasks.ready_ns.push_back(ready_ns);
    trace.lanes[node].spans.push_back(begin_ns, end_ns, id, traces::SpanKind::run);
  }
  void message(std::size_t from, std::int64_t send_ns, std::int64_t receive_ns, std::uint64_t bytes) {
    traces::Message& message = trace.messages.emplace_back();
    message.from = NodeId(from);
    message.to = NodeId(1 - from);
    message.send_ns = send_ns;
    message.receive_ns = receive_ns;
    message.payload_bytes = bytes;
  }
  MessageCosts measured() const {
    MeasuredMessages messages;
    messages.add(trace);
    return messages.measured();
  }
};

std::int64_t short_ns(std::uint64_t bytes) {
  return 2'000 + static_cast<std::int64_t>(bytes) / 5;
}
std::int64_t long_ns(std::uint64_t bytes) {
  return 9'000 + static_cast<std::int64_t>(bytes) / 5;
}

TEST(MeasuredMessages, LatenciesAndBandwidthComeFromNodesThatWait) {
  TwoNodes nodes;
  nodes.task(0, 0, 10, 0);
  nodes.task(1, 0, 10, 0);
  std::int64_t now_ns = 1'000;
  for (int i = 0; i < 40; ++i) {
    const std::uint64_t small = 100 + 50 * static_cast<std::uint64_t>(i);
    const std::uint64_t large = 10'000 * static_cast<std::uint64_t>(i + 1);
    nodes.message(0, now_ns, now_ns + short_ns(small), small);
    now_ns += 500'000;
    // Every fifth one is disturbed.
    nodes.message(1, now_ns, now_ns + long_ns(large) * (i % 5 == 0 ? 20 : 1), large);
    now_ns += 500'000;
  }
  const MessageCosts costs = nodes.measured();
  EXPECT_EQ(costs.count, 80u);
  ASSERT_TRUE(costs.latency_s && costs.long_latency_s && costs.bandwidth_bytes_per_s);
  EXPECT_NEAR(*costs.bandwidth_bytes_per_s, 5e9, 5e7);
  EXPECT_NEAR(*costs.latency_s, 2e-6, 1e-7);
  EXPECT_NEAR(*costs.long_latency_s, 9e-6, 1e-6);
  EXPECT_EQ(costs.send_s, std::nullopt);
  EXPECT_EQ(costs.receive_s, std::nullopt);
}

TEST(MeasuredMessages, MessagesToBusyNodesShowNoLatency) {
  TwoNodes nodes;
  nodes.task(0, 0, 1'000'000, 0);
  nodes.task(1, 0, 1'000'000, 0);
  for (int i = 0; i < 40; ++i) nodes.message(0, 100 * i, 100 * i + 5'000, 1000);
  const MessageCosts costs = nodes.measured();
  EXPECT_EQ(costs.count, 40u);
  EXPECT_EQ(costs.latency_s, std::nullopt);
  EXPECT_FALSE(costs.has_network());
}

TEST(MeasuredMessages, OneSizeDoesNotSeparateLatencyFromBandwidth) {
  TwoNodes nodes;
  for (int i = 0; i < 40; ++i) nodes.message(0, 100'000 * i, 100'000 * i + 30'000, 100'000);
  const MessageCosts costs = nodes.measured();
  EXPECT_EQ(costs.bandwidth_bytes_per_s, std::nullopt);
  EXPECT_EQ(costs.long_latency_s, std::nullopt);
}

TEST(MeasuredMessages, TimeBetweenReadyTasksShowsWhatHandlingTakes) {
  constexpr std::int64_t switch_ns = 500;
  TwoNodes nodes;
  std::int64_t now_ns = 0;
  for (int i = 0; i < 90; ++i) {
    const std::uint64_t bytes = 1'000 * static_cast<std::uint64_t>(i % 9 + 1);
    nodes.task(0, now_ns, now_ns + 10'000, 0);
    now_ns += 10'000;
    std::int64_t gap_ns = switch_ns;
    if (i % 3 == 0) {  // sends for 700 ns
      nodes.message(0, now_ns + 100, now_ns + 90'000, bytes);
      gap_ns += 700;
    } else if (i % 3 == 1) {  // receives for 1 µs and 0.1 ns a byte
      nodes.message(1, now_ns - 5'000, now_ns + 200, bytes);
      gap_ns += 1'000 + static_cast<std::int64_t>(bytes) / 10;
    }
    now_ns += gap_ns;
  }
  const MessageCosts costs = nodes.measured();
  ASSERT_TRUE(costs.send_s && costs.receive_s && costs.receive_s_per_byte);
  EXPECT_NEAR(*costs.send_s, 700e-9, 1e-9);
  EXPECT_NEAR(*costs.receive_s, 1e-6, 1e-8);
  EXPECT_NEAR(*costs.receive_s_per_byte, 0.1e-9, 1e-12);
}

TEST(MeasuredMessages, SubmissionsShowTheTimeOfOwnAndOtherTasks) {
  TwoNodes nodes;
  std::int64_t submit_ns[2] = {0, 0};
  std::int64_t run_ns = 1'000'000;
  const auto submits = [&](std::size_t own) {
    submit_ns[own] += 300;
    submit_ns[1 - own] += 60;
    nodes.task(own, run_ns, run_ns + 10, run_ns, submit_ns[own]);
    run_ns += 10;
  };
  for (int i = 0; i < 60; ++i) {
    submits(0);
    for (int other = 0; other < i % 4; ++other) submits(1);
  }
  MeasuredMessages messages;
  messages.add(nodes.trace);
  const auto line = messages.submission_s();
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->offset, 300e-9, 1e-9);
  EXPECT_NEAR(line->slope, 60e-9, 1e-9);
  const CalibrationTrace input{&nodes.trace, "a.gus"};
  const auto table = calibrate(std::span(&input, 1));
  ASSERT_TRUE(table);
  EXPECT_EQ(table->overheads.skip_s, line->slope);
  EXPECT_EQ(table->overheads.submit_s, line->offset);
}

TEST(MeasuredMessages, ASingleNodeShowsNothing) {
  TwoNodes nodes;
  nodes.trace.nodes.pop_back();
  nodes.trace.workers.pop_back();
  nodes.trace.lanes.pop_back();
  nodes.task(0, 0, 10, 0);
  EXPECT_EQ(nodes.measured(), MessageCosts{});
}

}  // namespace
}  // namespace gusset::simulator
