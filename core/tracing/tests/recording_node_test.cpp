// What one node of several records of a run: its part.
#include "gusset/core_tracing/recording_node.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset::core_tracing {
namespace {

using gusset::testing::task;
using gusset::testing::with_threads;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct NoMessages final : Surroundings {
  bool poll(bool) override { return false; }
};

/// A node that records, and the trace that it leaves.
class RecordingNodes : public ::testing::Test {
 protected:
  RecordingNodes() { start(NodeId(1), {2, 2}, "accesses"); }

  void start(NodeId node, std::vector<std::uint32_t> grid, const std::string& depth) {
    runtime_.reset();
    NodePart part;
    part.part = {traces::NodeId(node.value()), std::move(grid), "run 7", "clock 3"};
    part.path = path_;
    part.identify = [this](const HandleState& handle) -> std::optional<HandleInParts> {
      if (&handle == replica_) return std::nullopt;
      if (handle.owner == every_node) return HandleInParts{handle.id.value(), traces::HandleScope::each_node};
      return HandleInParts{handle.id.value(), traces::HandleScope::all_nodes};
    };
    Options options = with_threads(2);
    options.settings["depth"] = depth;
    RecordingNode made = make_recording_node_engine(options, no_messages_, std::move(part));
    engine_ = made.engine.get();
    recorder_ = made.recorder;
    runtime_ = std::make_unique<Runtime>(std::unique_ptr<Engine>(std::move(made.engine)));
  }

  Handle handle(const char* name, NodeId owner = NodeId(0)) {
    Handle made = runtime_->handle(name, 800, owner);
    made.state().slot = EngineSlot(slots_++);
    return made;
  }

  std::shared_ptr<const traces::Trace> finish() {
    runtime_->wait();  // kernels use runtime_
    runtime_.reset();
    auto trace = traces::read_gus(path_);
    EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
    return trace.ok() ? *trace : std::make_shared<const traces::Trace>();
  }

  std::filesystem::path path_ = ::testing::TempDir() + "/part.gus";
  NoMessages no_messages_;
  const HandleState* replica_ = nullptr;
  unsigned slots_ = 0;
  NodeEngine* engine_ = nullptr;
  PartRecorder* recorder_ = nullptr;
  std::unique_ptr<Runtime> runtime_;
};

TEST_F(RecordingNodes, WriteAllSoFarWhenAsked) {
  {
    const Handle data = handle("data");
    for (int i = 0; i < 3; ++i) {
      runtime_->submit(
          task(), [] {}, write(data));
      runtime_->wait();
      recorder_->flush();
      const auto trace = traces::recover_gus(path_);
      ASSERT_TRUE(trace.ok()) << trace.error().message();
      EXPECT_TRUE((*trace)->metadata.incomplete);
      EXPECT_EQ((*trace)->tasks.size(), static_cast<std::size_t>(i) + 1);
    }
  }
  EXPECT_EQ(finish()->tasks.size(), 3u);
}

TEST_F(RecordingNodes, KeepAccessModesThatTheProgramDefinesLate) {
  std::size_t modes = 0;
  {
    const Handle data = handle("data");
    for (const char* const mode : {"late maximum", "late minimum"}) {
      recorder_->flush();  // the file has the modes so far
      const AccessMode defined =
          define_access_mode(mode, {.commutes = true, .exclusive = true, .modifies = true});
      runtime_->submit(
          task(), [] {}, access(defined, data));
      runtime_->wait();
      modes = access_modes().size();
    }
  }
  const auto trace = finish();
  ASSERT_EQ(trace->accesses.items.size(), 2u);
  std::vector<std::string> names;
  for (const traces::Access& access : trace->accesses.items)
    names.push_back(trace->access_modes[access.mode.value()].name);
  EXPECT_THAT(names, ElementsAre("late maximum", "late minimum"));
  EXPECT_EQ(trace->access_modes.size(), modes + 1);  // and that of events
}

TEST_F(RecordingNodes, SayWhichPartTheyRecord) {
  const auto trace = finish();
  ASSERT_TRUE(trace->metadata.part.has_value());
  EXPECT_EQ(*trace->metadata.part, (traces::RecordedPart{traces::NodeId(1), {2, 2}, "run 7", "clock 3"}));
  EXPECT_TRUE(trace->recorded.messages);
  ASSERT_EQ(trace->nodes.size(), 4u);
  EXPECT_EQ(trace->nodes[3].name, "node 3");
  ASSERT_EQ(trace->workers.size(), 2u);
  for (const traces::Worker& worker : trace->workers) EXPECT_EQ(worker.node, traces::NodeId(1));
  ASSERT_EQ(trace->counters.size(), 1u);
  EXPECT_EQ(trace->counters[0].node, traces::NodeId(1));
}

TEST_F(RecordingNodes, TasksHaveTheirPlaceInTheProgram) {
  const TaskType late("late"), early("early"), inner("inner");
  recorder_->submits(10);
  runtime_->submit(late(), [] {});
  runtime_->wait();
  recorder_->submits(5);
  runtime_->submit(early(), [&] { runtime_->submit(inner(), [] {}); });
  const auto trace = finish();
  std::vector<std::string> names;
  for (const traces::TypeId type : trace->tasks.type) names.push_back(trace->types[type.value()]);
  EXPECT_THAT(names, ElementsAre("early", "late", "inner"));
  EXPECT_EQ(trace->tasks.parent[2], traces::TaskId(0));
}

TEST_F(RecordingNodes, AloneNumberTasksInOrderOfSubmission) {
  start(NodeId(0), {1}, "accesses");
  const TaskType first("first"), second("second");
  runtime_->submit(first(), [] {});
  recorder_->submits(1000);
  runtime_->submit(second(), [] {});
  const auto trace = finish();
  EXPECT_EQ(trace->types[trace->tasks.type.at(0).value()], "first");
}

TEST_F(RecordingNodes, ListHandlesWithTheirOwners) {
  {
    const Handle x = handle("x");
    const Handle y = handle("y", every_node);
    runtime_->submit(
        task(), [] {}, read(x), write(y));
    runtime_->wait();
  }
  const auto trace = finish();
  EXPECT_THAT(trace->handles.name, ElementsAre("x", "y"));
  EXPECT_THAT(trace->handles.owner, ElementsAre(traces::NodeId(0), traces::NodeId(1)));
  EXPECT_THAT(trace->handles.size_bytes, ElementsAre(800u, 800u));
}

TEST_F(RecordingNodes, RecordAccessesToAReplicaAsAccessesToItsHandle) {
  {
    const Handle x = handle("x");
    const Handle own = handle("own", NodeId(0));
    HandleState replica(6);
    HandleState part;
    replica.id = x.state().id;
    replica.slot = x.state().slot;
    part.id = HandleId(77);
    replica.engine = part.engine = engine_;
    replica_ = &replica;
    engine_->add_handle(replica);
    engine_->note(replica, AccessMode::write);
    struct To {
      HandleState* of;
      HandleState& state() const { return *of; }
    };
    runtime_->submit(
        task(), [] {}, read(To{&replica}), write(own), write(To{&part}));
    engine_->raise(replica, 1);
    runtime_->wait();
    engine_->remove_handle(replica);
    replica.engine = part.engine = nullptr;
  }
  const auto trace = finish();
  EXPECT_THAT(trace->handles.name, ElementsAre("x", "own"));
  ASSERT_EQ(trace->accesses.items.size(), 2u);
  EXPECT_EQ(trace->accesses.items[0].handle, traces::HandleId(0));
  EXPECT_EQ(trace->accesses.items[0].version, 7u);
  EXPECT_EQ(trace->accesses.items[1].handle, traces::HandleId(1));
}

TEST_F(RecordingNodes, RecordTheEndsOfMessages) {
  {
    const Handle x = handle("x");
    const Handle y = handle("y");
    const std::int64_t begin = recorder_->now();
    recorder_->sent({x.id(), 4, NodeId(3), begin, 800, 832, 2});
    recorder_->arrived({y.id(), 9, NodeId(0), begin, 100, 132, 1});
  }
  const auto trace = finish();
  ASSERT_EQ(trace->messages.size(), 2u);
  const bool is_first_sent = trace->messages[0].version == 4;
  const traces::Message& sent = trace->messages[is_first_sent ? 0 : 1];
  const traces::Message& arrived = trace->messages[is_first_sent ? 1 : 0];
  EXPECT_EQ(sent.handle, traces::HandleId(0));
  EXPECT_EQ(sent.from, traces::NodeId(1));
  EXPECT_EQ(sent.to, traces::NodeId(3));
  EXPECT_NE(sent.send_ns, traces::unknown_time);
  EXPECT_EQ(sent.receive_ns, traces::unknown_time);
  EXPECT_EQ(sent.payload_bytes, 800u);
  EXPECT_EQ(sent.wire_bytes, 832u);
  EXPECT_EQ(sent.listeners, 2u);
  EXPECT_EQ(arrived.handle, traces::HandleId(1));
  EXPECT_EQ(arrived.version, 9u);
  EXPECT_EQ(arrived.from, traces::NodeId(0));
  EXPECT_EQ(arrived.to, traces::NodeId(1));
  EXPECT_EQ(arrived.send_ns, traces::unknown_time);
  EXPECT_NE(arrived.receive_ns, traces::unknown_time);
}

TEST_F(RecordingNodes, RecordNoNumbersAtTheLowestDepth) {
  start(NodeId(1), {2, 2}, "spans");
  recorder_->submits(10);
  runtime_->submit(task(), [] {});
  recorder_->compared({1, 2, 3});
  const auto trace = finish();
  EXPECT_EQ(trace->tasks.size(), 1u);
  EXPECT_THAT(trace->tasks.submit_ns, IsEmpty());
}

}  // namespace
}  // namespace gusset::core_tracing
