#include "gusset/traces/exchange/merge_ranks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "fuzz/part_list.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "merge_case.hpp"

namespace gusset::traces {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::merge_error;
using testing::merged;
using testing::NodeRun;
using testing::part_of;
using testing::parts_of;
using testing::two_node_run;

TEST(MergeRanks, JoinsWorkersTasksAndMessagesOfAllNodes) {
  const Trace trace = merged(two_node_run());
  EXPECT_EQ(trace.nodes.size(), 2u);
  EXPECT_EQ(trace.workers.size(), 2u);
  EXPECT_EQ(trace.workers[1].node, NodeId(1));
  EXPECT_THAT(trace.types, ElementsAre("make", "use", "end"));
  EXPECT_THAT(trace.tasks.type, ElementsAre(TypeId(0), TypeId(1), TypeId(2), TypeId(2)));
  EXPECT_THAT(trace.tasks.submit_ns, ElementsAre(0, 10'000, 20'000, 30'000));
  EXPECT_THAT(trace.lanes[0].spans.begin_ns, ElementsAre(100'000, 3'300'000));
  EXPECT_THAT(trace.lanes[1].spans.end_ns, ElementsAre(3'000'000, 5'000'000));
  EXPECT_THAT(trace.lanes[1].spans.task, ElementsAre(TaskId(1), TaskId(3)));
  EXPECT_THAT(trace.handles.name, ElementsAre("a", "b"));
  EXPECT_THAT(trace.handles.owner, ElementsAre(NodeId(0), NodeId(1)));
  EXPECT_FALSE(trace.metadata.part);
  EXPECT_FALSE(trace.metadata.incomplete);
  const Message a{Message::Kind::data, HandleId(0), 1,   NodeId(0), NodeId(1),
                  1'000'000,           1'150'000,   800, 864,       2};
  const Message b{Message::Kind::data, HandleId(1), 1,    NodeId(1), NodeId(0),
                  3'000'000,           3'250'000,   1600, 1664,      1};
  EXPECT_THAT(trace.messages, ElementsAre(a, b));
  EXPECT_TRUE(check(trace).ok());
}

TEST(MergeRanks, OrderOfThePartsDoesNotMatter) {
  const auto parts = parts_of(two_node_run());
  std::vector<std::byte> one, other;
  EXPECT_TRUE(testing::merge_bytes({parts[0], parts[1]}, one).ok());
  EXPECT_TRUE(testing::merge_bytes({parts[1], parts[0]}, other).ok());
  EXPECT_EQ(one, other);
}

TEST(MergeRanks, NodesOfOneHostHaveOneClock) {
  const Trace trace = merged(two_node_run());
  EXPECT_EQ(trace.nodes[0], (Node{"node 0", 0, 0, 0}));
  EXPECT_EQ(trace.nodes[1], (Node{"node 1", 0, 0, 1000}));
  EXPECT_THAT(trace.metadata.notes,
              ElementsAre("the nodes' clocks agree with node 0's to 1.00 µs, because all are on one host"));
}

TEST(MergeRanks, NotesNameTheirNodesUnlessAllNodesHaveThem) {
  NodeRun run = two_node_run();
  run.notes = {{"of both", "of one"}, {"of both", "of the other"}};
  EXPECT_THAT(merged(run).metadata.notes,
              ElementsAre("of both", "node 0: of one", "node 1: of the other", HasSubstr("clocks")));
}

TEST(MergeRanks, HandlesOfEachNodeAreNumberedByNode) {
  NodeRun run = two_node_run();
  run.add_handle("local", 8, 0, HandleScope::each_node);
  run.add_handle("mine", 16, 0, HandleScope::one_node);
  run.tasks[0].accesses.push_back({HandleId(2), testing::writes, 0});
  run.tasks[1].accesses.push_back({HandleId(2), testing::writes, 0});
  run.tasks[2].accesses.push_back({HandleId(3), testing::writes, 0});
  run.tasks[3].accesses.push_back({HandleId(3), testing::writes, 7});
  const Trace trace = merged(run);
  EXPECT_THAT(trace.handles.name, ElementsAre("a", "b", "local@0", "local@1", "mine", "mine"));
  EXPECT_EQ(trace.handles.owner[2], NodeId(0));
  EXPECT_EQ(trace.handles.owner[3], NodeId(1));
  const auto last_handle = [&](std::size_t task) { return trace.accesses.of(TaskId(task)).back().handle; };
  EXPECT_EQ(last_handle(0), HandleId(2));
  EXPECT_EQ(last_handle(1), HandleId(3));
  EXPECT_EQ(last_handle(2), HandleId(4));
  EXPECT_EQ(last_handle(3), HandleId(5));
}

TEST(MergeRanks, SubtasksOfDifferentNodesAreDifferentTasks) {
  constexpr std::uint64_t first = std::uint64_t{1} << 62;
  NodeRun run = two_node_run();
  run.tasks.push_back({first, 0, 0, 4'100'000, 4'200'000, 4'300'000, "child of 2", 2});
  run.tasks.push_back({first, 1, 0, 5'100'000, 5'200'000, 5'300'000, "child of 3", 3});
  run.tasks.push_back({first + 1, 1, 0, 5'350'000, 5'400'000, 5'500'000, "grandchild", first});
  const Trace trace = merged(run);
  ASSERT_EQ(trace.tasks.size(), 7u);
  EXPECT_EQ(type_name(trace, TaskId(4)), "child of 2");
  EXPECT_EQ(type_name(trace, TaskId(5)), "child of 3");
  EXPECT_THAT(trace.tasks.parent,
              ElementsAre(TaskId(), TaskId(), TaskId(), TaskId(), TaskId(2), TaskId(3), TaskId(5)));
}

TEST(MergeRanks, MissingPartIsNotedAndTheRestMerged) {
  const auto parts = parts_of(two_node_run());
  const Trace trace = merged({parts[1]});
  EXPECT_EQ(trace.nodes.size(), 2u);
  EXPECT_EQ(trace.tasks.size(), 2u);
  EXPECT_TRUE(trace.metadata.incomplete);
  EXPECT_THAT(trace.metadata.notes,
              Contains("the parts of 1 node are missing, with everything that ran there: node 0"));
  ASSERT_EQ(trace.messages.size(), 2u);
  EXPECT_EQ(trace.messages[0].send_ns, unknown_time);
  EXPECT_EQ(trace.messages[1].receive_ns, unknown_time);
  EXPECT_TRUE(check(trace).ok());
}

TEST(MergeRanks, PartThatEndsEarlyKeepsWhatItHas) {
  auto parts = parts_of(two_node_run());
  const std::size_t whole = parts[1].size();
  std::size_t most_tasks = 0, least_tasks = 4;
  for (std::size_t size = whole - 8; size > 24; size -= 8) {
    parts[1].resize(size);
    std::vector<std::byte> bytes;
    const auto result = testing::merge_bytes(parts, bytes);
    if (!result) {
      EXPECT_THAT(result.error().message(), HasSubstr("p1"));
      continue;
    }
    const auto trace = read_gus(bytes, "merged");
    ASSERT_TRUE(trace.ok()) << size << ": " << trace.error().message();
    EXPECT_TRUE(result->is_incomplete);
    EXPECT_TRUE((*trace)->metadata.incomplete);
    EXPECT_THAT((*trace)->metadata.notes,
                Contains(HasSubstr("the part of node 1 ends early or is damaged: p1")));
    most_tasks = std::max(most_tasks, (*trace)->tasks.size());
    least_tasks = std::min(least_tasks, (*trace)->tasks.size());
  }
  EXPECT_EQ(most_tasks, 4u);
  EXPECT_EQ(least_tasks, 2u);
}

TEST(MergeRanks, RefusesWhatDoesNotBelongTogether) {
  const NodeRun run = two_node_run();
  NodeRun other = run;
  other.run = "run 2";
  NodeRun wide = run;
  wide.grid = {1, 2};
  const auto one = part_of(run, 0);
  EXPECT_EQ(merge_error({}), "merge: expected the parts that the nodes of one run recorded, found none");
  EXPECT_EQ(merge_error({one, part_of(other, 1)}),
            R"(p1: expected a part of run "run 1", as in p0, found run "run 2")");
  EXPECT_EQ(merge_error({one, part_of(wide, 1)}), "p1: expected process grid 2, as in p0, found 1x2");
  EXPECT_EQ(merge_error({one, one}), "p1: expected each node once, found node 0, as in p0");
}

TEST(MergeRanks, RefusesATraceOfAWholeRun) {
  std::vector<std::byte> whole;
  ASSERT_TRUE(testing::merge_bytes(parts_of(two_node_run()), whole).ok());
  EXPECT_EQ(merge_error({whole}),
            "p0: expected a part of a run on several nodes, found the measured trace of a whole run");
}

TEST(MergeRanks, NodesThatDisagreeAboutAHandleAreNoted) {
  NodeRun run = two_node_run();
  auto parts = parts_of(run);
  run.handles.size_bytes[1] = 8;
  parts[1] = part_of(run, 1);
  const Trace trace = merged(parts);
  EXPECT_EQ(trace.handles.size_bytes[1], 1600u);
  EXPECT_THAT(trace.metadata.notes,
              Contains("nodes disagree about 1 handle; the first node's facts are used: handle 1 is \"b\" of "
                       "8 B on node 1 in p1, and \"b\" of 1.60 kB on node 1 in the parts before it"));
}

TEST(MergeRanks, WritesAFileThatAppearsWhole) {
  const std::filesystem::path folder = ::testing::TempDir();
  const auto parts = testing::write_parts(two_node_run(), folder, "merge_ranks_test");
  const std::filesystem::path output = folder / "merge_ranks_test.gus";
  const auto result = merge_ranks(parts, output);
  ASSERT_TRUE(result.ok()) << result.error().message();
  EXPECT_EQ(result->nodes, 2u);
  EXPECT_EQ(result->parts, 2u);
  EXPECT_EQ(result->tasks, 4u);
  EXPECT_TRUE(read_gus(output).ok());
  const std::filesystem::path none = folder / "merge_ranks_test.none.gus";
  EXPECT_FALSE(merge_ranks(std::vector{parts[0], parts[0]}, none).ok());
  EXPECT_FALSE(std::filesystem::exists(none));
  for (const auto& part : parts) std::filesystem::remove(part);
  std::filesystem::remove(output);
}

TEST(MergeRanks, EveryFuzzerSeedIsMergedOrRefused) {
  std::size_t merged = 0, refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GUSSET_TRACES_TESTS "/fuzz/merge_corpus")) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    testing::PartBytes parts;
    for (const auto part : testing::split_parts(std::as_bytes(std::span(text))))
      parts.emplace_back(part.begin(), part.end());
    std::vector<std::byte> bytes;
    if (!testing::merge_bytes(parts, bytes)) {
      ++refused;
      continue;
    }
    ++merged;
    EXPECT_TRUE(read_gus(bytes, "merged").ok()) << entry.path();
  }
  EXPECT_EQ(merged, 6u);
  EXPECT_EQ(refused, 2u);
}

const Message& message_of(const Trace& trace, const std::string& handle) {
  return *std::find_if(trace.messages.begin(), trace.messages.end(), [&](const Message& message) {
    return trace.handles.name[message.handle.value()] == handle;
  });
}

// The sender knew of two readers when it sent the message, but four tasks read it.
TEST(MergeRanks, MessageServesReadersThatWereSubmittedAfterItWasSent) {
  NodeRun run = two_node_run();
  for (const std::uint64_t number : {4u, 5u}) {
    NodeRun::Task reader = run.tasks.back();
    reader.number = number;
    reader.begin_ns = run.tasks.back().end_ns + 1000;
    reader.end_ns = reader.begin_ns + 1000;
    run.tasks.push_back(reader);
  }
  const Trace trace = merged(run);
  EXPECT_EQ(message_of(trace, "a").listeners, 4u);  // tasks 1, 3, 4 and 5
  EXPECT_EQ(message_of(trace, "b").listeners, 1u);
}

// A task that was split awaits the contents. Its subtasks use them through it, so they don't count as
// readers.
TEST(MergeRanks, SubtasksAreServedWithTheirParent) {
  NodeRun run = two_node_run();
  NodeRun::Task child = run.tasks[3];
  child.number = (std::uint64_t{1} << 62) + 1;
  child.parent = run.tasks[3].number;
  child.begin_ns = run.tasks[3].end_ns;
  child.end_ns = child.begin_ns + 1000;
  run.tasks.push_back(child);
  EXPECT_EQ(message_of(merged(run), "a").listeners, 2u);
}

TEST(MergeRanks, MessageToANodeWhosePartIsMissingServesWhatItsSenderKnew) {
  NodeRun run = two_node_run();
  run.transfers[0].listeners = 7;
  EXPECT_EQ(message_of(merged({parts_of(run)[0]}), "a").listeners, 7u);
}

TEST(MergeRanks, RandomRunsArePossibleExecutions) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const NodeRun run =
        testing::random_run(seed, {1 + static_cast<std::uint32_t>(seed % 3), 2}, 5 + 3 * seed);
    const Trace trace = merged(run);
    ASSERT_EQ(trace.tasks.size(), run.tasks.size());
    EXPECT_EQ(trace.messages.size(), run.transfers.size());
    const CheckResult result = check(trace);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.findings[0].error.message());
    for (std::size_t t = 0; t < run.tasks.size(); ++t)
      EXPECT_EQ(trace.accesses.of(TaskId(t)).size(), run.tasks[t].accesses.size());
  }
}

}  // namespace
}  // namespace gusset::traces
