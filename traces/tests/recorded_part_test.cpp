// What a recording says about a run on several nodes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gusset/traces/model/recorded_part.hpp"
#include "gusset/traces/model/validate.hpp"
#include "node_parts.hpp"
#include "recording_rows.hpp"

namespace gusset::traces {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::head_with;
using testing::NodeRun;
using testing::part_of;
using testing::read;

constexpr Recorded with_messages{.parents = true, .submit = true, .ready = true, .messages = true};

RecordingHead head_of_part() {
  RecordingHead head = head_with(with_messages);
  head.nodes = {{"node 0"}, {"node 1"}};
  for (Worker& worker : head.workers) worker.node = NodeId(1);
  head.metadata.part = RecordedPart{NodeId(1), {2, 1}, "run", "host"};
  return head;
}

RecordedMessage message(RecordedMessage::End what, std::int64_t begin, std::int64_t end,
                        std::uint32_t listeners = 0) {
  return {what, HandleId(0), 3, NodeId(1), NodeId(0), begin, end, 100, 164, listeners};
}

/// A part with one task that is submitted at 1000.
RecordingFile part_with_task(const RecordingHead& head) {
  RecordingFile file = RecordingFile::in_memory(head);
  file.add_types(testing::two_types);
  HandleColumns handles;
  handles.name = {"x"};
  handles.size_bytes = {100};
  handles.owner = {NodeId(1)};
  file.add_handles(handles);
  RecordedTasks tasks;
  testing::add_task(tasks, 5, 1010, 2000);
  file.add_tasks(LaneId(0), tasks);
  return file;
}

TEST(RecordedPart, CountsTheNodesOfItsGrid) {
  EXPECT_EQ((RecordedPart{NodeId(0), {}, "", ""}.nodes()), 0u);
  EXPECT_EQ((RecordedPart{NodeId(0), {3, 2, 4}, "", ""}.nodes()), 24u);
  EXPECT_EQ((RecordedPart{NodeId(0), {1u << 31, 1u << 31, 1u << 31}, "", ""}.nodes()), 0xffffffffu);
}

TEST(RecordedPart, SurvivesReadingWithANote) {
  RecordingFile file = part_with_task(head_of_part());
  const Trace trace = read(file);
  EXPECT_EQ(trace.metadata.part, head_of_part().metadata.part);
  EXPECT_THAT(trace.metadata.notes,
              ElementsAre("part of a run on 2 nodes: what node 1 recorded (gusset merge joins the parts)"));
}

TEST(RecordedPart, MustMatchTheTrace) {
  RecordingHead head = head_of_part();
  head.metadata.part->grid = {3};
  RecordingFile wide = part_with_task(head);
  EXPECT_TRUE(wide.finish().ok());
  EXPECT_EQ(read_gus(wide.take_bytes(), "t").error().message(),
            "t: metadata, part: expected a process grid of 2 nodes, as the trace has, found 3");
  head = head_of_part();
  head.metadata.part->node = NodeId(2);
  RecordingFile far = part_with_task(head);
  EXPECT_TRUE(far.finish().ok());
  EXPECT_EQ(read_gus(far.take_bytes(), "t").error().message(),
            "t: metadata, part: expected a node below 2, found 2");
}

TEST(RecordedMessages, EndsOfOneMessageAreJoined) {
  RecordingFile file = part_with_task(head_of_part());
  const RecordedMessage ends[] = {message(RecordedMessage::End::arrival, 1500, 1600),
                                  message(RecordedMessage::End::send, 1200, 1300, 2)};
  file.add_messages(ends);
  const Trace trace = read(file);
  const Message joined{Message::Kind::data, HandleId(0), 3, NodeId(1), NodeId(0), 200, 600, 100, 164, 2};
  EXPECT_THAT(trace.messages, ElementsAre(joined));
}

TEST(RecordedMessages, MissingEndIsUnknown) {
  RecordingFile file = part_with_task(head_of_part());
  const RecordedMessage ends[] = {message(RecordedMessage::End::send, 1200, 1300)};
  file.add_messages(ends);
  const Trace trace = read(file);
  ASSERT_EQ(trace.messages.size(), 1u);
  EXPECT_EQ(trace.messages[0].send_ns, 200);
  EXPECT_EQ(trace.messages[0].receive_ns, unknown_time);
}

TEST(RecordedMessages, EqualMessagesAreJoinedInOrderOfTime) {
  RecordingFile file = part_with_task(head_of_part());
  const RecordedMessage ends[] = {
      message(RecordedMessage::End::send, 1400, 1400), message(RecordedMessage::End::arrival, 1300, 1300),
      message(RecordedMessage::End::arrival, 1500, 1500), message(RecordedMessage::End::send, 1200, 1200)};
  file.add_messages(ends);
  const Trace trace = read(file);
  ASSERT_EQ(trace.messages.size(), 2u);
  EXPECT_EQ(trace.messages[0].receive_ns - trace.messages[0].send_ns, 100);
  EXPECT_EQ(trace.messages[1].receive_ns - trace.messages[1].send_ns, 100);
}

TEST(RecordedMessages, CutOffFileKeepsTheMessagesBeforeTheCut) {
  RecordingFile file = part_with_task(head_of_part());
  const RecordedMessage ends[] = {message(RecordedMessage::End::send, 1200, 1300)};
  file.add_messages(ends);
  EXPECT_TRUE(file.finish().ok());
  std::vector<std::byte> bytes = file.take_bytes();
  bytes.resize(bytes.size() - 40);
  const auto trace = recover_gus(bytes, "t");
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  EXPECT_EQ((*trace)->messages.size(), 1u);
}

TEST(RecordedMessages, ListenersSurviveInATrace) {
  RecordingFile file = part_with_task(head_of_part());
  const RecordedMessage ends[] = {message(RecordedMessage::End::send, 1200, 1300, 7)};
  file.add_messages(ends);
  const Trace trace = read(file);
  const std::string path = ::testing::TempDir() + "recorded_part_test.gus";
  ASSERT_TRUE(write_gus(trace, path).ok());
  const auto again = read_gus(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ((*again)->messages, trace.messages);
}

TEST(HandleIdentities, DoNotDisturbAReader) {
  NodeRun run = testing::two_node_run();
  run.add_handle("each", 8, 1, HandleScope::each_node);
  const auto trace = read_gus(part_of(run, 1), "t");
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  EXPECT_THAT((*trace)->handles.name, ElementsAre("a", "b", "each"));
}

TEST(RecordingFile, WholeFileAppearsAtTheEnd) {
  const std::string path = ::testing::TempDir() + "recorded_part_test.whole.gus";
  auto file = RecordingFile::create_whole(path, head_of_part());
  ASSERT_TRUE(file.ok());
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_TRUE(file->finish().ok());
  EXPECT_TRUE(read_gus(path).ok());
  std::filesystem::remove(path);
  EXPECT_FALSE(RecordingFile::create_whole("/no such folder/t.gus", head_of_part()).ok());
}

}  // namespace
}  // namespace gusset::traces
