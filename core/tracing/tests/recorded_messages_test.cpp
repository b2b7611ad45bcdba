// Messages of a program between two nodes, whose parts are merged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/core_tracing/recording_node.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/exchange/merge_ranks.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "possible.hpp"
#include "random_graph.hpp"
#include "shared_value.hpp"

namespace gusset::core_tracing {
namespace {

using gusset::testing::with_threads;
using testing::edges_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

struct NothingToPoll final : Surroundings {
  bool poll(bool) override { return false; }
};

/// One of two nodes, with its own runtime and recording. The test itself delivers the messages.
class Node {
 public:
  explicit Node(unsigned number, const std::string& depth) : path_(path_of(number)) {
    NodePart part;
    part.part = {traces::NodeId(number), {2, 1}, "run 3", "one clock"};
    part.path = path_;
    part.identify = [](const HandleState& handle) {
      return HandleInParts{handle.id.value(), traces::HandleScope::one_node};
    };
    Options options = with_threads(2);
    options.settings["depth"] = depth;
    RecordingNode made = make_recording_node_engine(options, surroundings_, std::move(part));
    recorder = made.recorder;
    runtime_ = std::make_unique<Runtime>(std::unique_ptr<Engine>(std::move(made.engine)));
    graph = std::make_unique<TaskGraph<int>>(*runtime_, number == 0 ? "there" : "here");
  }
  Runtime& runtime() { return *runtime_; }
  std::filesystem::path finish() {
    runtime_->wait();
    graph.reset();
    runtime_.reset();
    return path_;
  }

  PartRecorder* recorder = nullptr;
  std::unique_ptr<TaskGraph<int>> graph;

 private:
  static std::filesystem::path path_of(unsigned number) {
    return ::testing::TempDir() + "/messages." + std::to_string(number) + ".gus";
  }

  NothingToPoll surroundings_;
  std::filesystem::path path_;
  std::unique_ptr<Runtime> runtime_;
};

class TwoNodes {
 public:
  explicit TwoNodes(const std::string& depth = "accesses")
      : nodes_{std::make_unique<Node>(0u, depth), std::make_unique<Node>(1u, depth)} {}
  Node& operator[](std::size_t node) { return *nodes_[node]; }

  /// A message of 100 bytes from one node to the other. Call it where it is sent; the receiver then calls
  /// `functions`.
  template <class Functions>
  void send(std::size_t from, std::uint64_t number, Functions&& functions) {
    constexpr std::uint64_t bytes = 100;
    const std::size_t to = 1 - from;
    PartRecorder &sender = *nodes_[from]->recorder, &receiver = *nodes_[to]->recorder;
    const PartRecorder::ProgramMessage message{NodeId(from), number, "block", bytes};
    const HandleId sent = sender.sends(message).message;
    sender.sent({sent, 1, NodeId(to), sender.now(), bytes, bytes + 32, 0});
    const MessageFunctions scope(&receiver, receiver.arrives(message, receiver.now(), bytes + 32));
    functions();
  }

  /// Ends both nodes and merges their parts.
  std::shared_ptr<const traces::Trace> finish() {
    const std::array parts{nodes_[0]->finish(), nodes_[1]->finish()};
    const std::filesystem::path merged = ::testing::TempDir() + "/messages.merged.gus";
    const auto result = traces::merge_ranks(parts, merged);
    EXPECT_TRUE(result.ok()) << (result ? "" : result.error().message());
    const auto trace = traces::read_gus(merged);
    EXPECT_TRUE(trace.ok()) << (trace ? "" : trace.error().message());
    if (!trace) return std::make_shared<const traces::Trace>();
    traces::testing::expect_possible(**trace, "merged");
    for (const std::string& note : (*trace)->metadata.notes)
      EXPECT_EQ(note.find("disagree"), std::string::npos) << note;
    return *trace;
  }

 private:
  std::array<std::unique_ptr<Node>, 2> nodes_;
};

TEST(RecordedMessages, TasksDependOnTheTasksWhoseMessagesTheyWaitedFor) {
  TwoNodes nodes;
  nodes[0].graph->define({.in_degree = [](int) { return 1u; },
                          .then =
                              [&](int key) {
                                nodes.send(0, static_cast<std::uint64_t>(key),
                                           [&] { nodes[1].graph->fulfil(key / 2 + 10); });
                              }});
  nodes[1].graph->define({.in_degree = [](int) { return 2u; }});
  for (const int key : {0, 1, 2, 3}) nodes[0].graph->fulfil(key);
  nodes[0].runtime().wait();
  const auto trace = nodes.finish();
  EXPECT_THAT(edges_of(*trace), UnorderedElementsAre(std::pair("0", "10"), std::pair("1", "10"),
                                                     std::pair("2", "11"), std::pair("3", "11")));
  ASSERT_EQ(trace->messages.size(), 4u);
  for (const traces::Message& message : trace->messages) {
    EXPECT_EQ(message.from, traces::NodeId(0));
    EXPECT_EQ(message.to, traces::NodeId(1));
    EXPECT_EQ(message.payload_bytes, 100u);
    EXPECT_EQ(message.wire_bytes, 132u);
    EXPECT_EQ(message.version, 1u);
    EXPECT_EQ(message.listeners, 1u);
    EXPECT_NE(message.send_ns, traces::unknown_time);
    EXPECT_NE(message.receive_ns, traces::unknown_time);
    ASSERT_FALSE(message.handle.is_none());
    EXPECT_EQ(trace->handles.name[message.handle.value()], "block");
    EXPECT_EQ(trace->handles.size_bytes[message.handle.value()], 100u);
    EXPECT_EQ(trace->handles.owner[message.handle.value()], traces::NodeId(0));
  }
}

TEST(RecordedMessages, TheCriticalPathGoesThroughThem) {
  TwoNodes nodes;
  const auto spin = [](int) {
    for (std::atomic<int> i{0}; i < 20'000; ++i) {
    }
  };
  nodes[0].graph->define({.in_degree = [](int) { return 1u; },
                          .run = spin,
                          .then =
                              [&](int key) {
                                if (key == 2) nodes.send(0, 0, [&] { nodes[1].graph->fulfil(3); });
                                if (key < 2) nodes[0].graph->fulfil(key + 1);
                              }});
  nodes[1].graph->define({.in_degree = [](int) { return 1u; }, .run = spin});
  nodes[0].graph->fulfil(1);
  nodes[0].runtime().wait();
  const auto trace = nodes.finish();
  const traces::TaskGraph graph(*trace);
  const auto bound = traces::critical_bound(*trace, graph);
  ASSERT_TRUE(bound.has_value());
  EXPECT_EQ(bound->tasks.size(), 3u);
  const auto chain = traces::critical_chain(*trace, graph);
  ASSERT_TRUE(chain.has_value());
  bool has_message = false;
  for (const traces::ChainLink& link : chain->links)
    has_message = has_message || link.kind == traces::ChainLink::Kind::message;
  EXPECT_TRUE(has_message);
}

TEST(RecordedMessages, OneMessageMayMakeSeveralTasksReady) {
  TwoNodes nodes;
  nodes[0].graph->define({.in_degree = [](int) { return 1u; },
                          .then =
                              [&](int) {
                                nodes.send(0, 0, [&] {
                                  for (const int key : {5, 6, 7}) nodes[1].graph->fulfil(key);
                                });
                              }});
  nodes[1].graph->define({.in_degree = [](int) { return 1u; }});
  nodes[0].graph->fulfil(1);
  nodes[0].runtime().wait();
  const auto trace = nodes.finish();
  EXPECT_THAT(edges_of(*trace),
              UnorderedElementsAre(std::pair("1", "5"), std::pair("1", "6"), std::pair("1", "7")));
  ASSERT_EQ(trace->messages.size(), 1u);
  EXPECT_EQ(trace->messages[0].listeners, 3u);
}

TEST(RecordedMessages, TasksThatTheirFunctionsSubmitWaitForThem) {
  TwoNodes nodes;
  auto handle = std::make_unique<Handle>(nodes[1].runtime().handle("h", 8));
  handle->state().slot = EngineSlot(0);
  nodes[0].graph->define({.in_degree = [](int) { return 1u; },
                          .then =
                              [&](int) {
                                nodes.send(0, 0, [&] {
                                  const Annotation detail("detail", "on a handle");
                                  nodes[1].runtime().submit(
                                      TaskType("write")().detached(), [] {}, write(*handle));
                                });
                              }});
  nodes[0].graph->fulfil(1);
  nodes[0].runtime().wait();
  handle.reset();
  const auto trace = nodes.finish();
  EXPECT_THAT(edges_of(*trace), UnorderedElementsAre(std::pair("1", "on a handle")));
}

TEST(RecordedMessages, FunctionsOfMessagesMaySendMessages) {
  TwoNodes nodes;
  nodes[0].graph->define({.in_degree = [](int) { return 1u; },
                          .then =
                              [&](int key) {
                                if (key != 1) return;
                                nodes.send(0, 0, [&] {
                                  nodes.send(1, 0, [&] { nodes[0].graph->fulfil(2); });
                                  nodes[1].graph->fulfil(3);
                                });
                              }});
  nodes[1].graph->define({.in_degree = [](int) { return 1u; }});
  nodes[0].graph->fulfil(1);
  nodes[0].runtime().wait();
  const auto trace = nodes.finish();
  EXPECT_THAT(edges_of(*trace), UnorderedElementsAre(std::pair("1", "3")));
  ASSERT_EQ(trace->messages.size(), 2u);
  EXPECT_EQ(trace->messages[0].listeners, 1u);
  EXPECT_EQ(trace->messages[1].listeners, 1u);
}

TEST(RecordedMessages, LowerDepthsRecordThemWithoutDependencies) {
  for (const char* depth : {"spans", "ready"}) {
    TwoNodes nodes(depth);
    nodes[0].graph->define({.in_degree = [](int) { return 1u; },
                            .then = [&](int) { nodes.send(0, 0, [&] { nodes[1].graph->fulfil(3); }); }});
    nodes[1].graph->define({.in_degree = [](int) { return 1u; }});
    nodes[0].graph->fulfil(1);
    nodes[0].runtime().wait();
    const auto trace = nodes.finish();
    EXPECT_EQ(trace->tasks.size(), 2u) << depth;
    EXPECT_EQ(trace->messages.size(), 1u) << depth;
    EXPECT_THAT(trace->accesses.items, IsEmpty()) << depth;
  }
}

TEST(RecordedMessages, ScopesNestAndNeedNoRecorder) {
  TwoNodes nodes;
  Engine& engine = nodes[1].runtime().engine();
  PartRecorder& recorder = *nodes[1].recorder;
  const PartRecorder::MessageEvent outer = recorder.arrives({NodeId(0), 0, "outer", 0}, 0, 0);
  const PartRecorder::MessageEvent inner = recorder.arrives({NodeId(0), 1, "inner", 0}, 0, 0);
  EXPECT_TRUE(engine.event().is_none());
  {
    const MessageFunctions first(&recorder, outer);
    EXPECT_EQ(engine.event(), EventId(outer.message.value()));
    {
      const MessageFunctions second(&recorder, inner);
      EXPECT_EQ(engine.event(), EventId(inner.message.value()));
      const MessageFunctions nothing(nullptr, {});
      EXPECT_EQ(engine.event(), EventId(inner.message.value()));
      const MessageFunctions of_another_node(nodes[0].recorder, outer);
      EXPECT_EQ(engine.event(), EventId(inner.message.value()));
    }
    EXPECT_EQ(engine.event(), EventId(outer.message.value()));
  }
  EXPECT_TRUE(engine.event().is_none());
  nodes[0].recorder->sends({NodeId(0), 0, "outer", 0});
  nodes[0].recorder->sends({NodeId(0), 1, "inner", 0});
  EXPECT_THAT(nodes.finish()->handles.name, ElementsAre("outer", "inner"));
}

}  // namespace
}  // namespace gusset::core_tracing
