#include "gusset/traces/analysis/time/task_links.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t no_limit = ~std::size_t{0};

/// A trace with everything needed to find links.
struct LinkCase {
  explicit LinkCase(std::shared_ptr<const Trace> of)
      : trace(std::move(of)), graph(*trace), times(task_times(*trace)), links(*trace) {}
  LinksOfTasks of(std::vector<TaskId> tasks, std::size_t most = no_limit) const {
    return links.of(*trace, graph, times, tasks, most);
  }
  std::shared_ptr<const Trace> trace;
  TaskGraph graph;
  TaskTimes times;
  TaskLinks links;
};

TaskLink plain_link(std::size_t before, std::size_t after, bool is_last = false) {
  return {TaskLink::Kind::dependency, is_last, TaskId(before), TaskId(after), std::nullopt};
}

// Adds messages: the owner sends each version once to each other node whose tasks read it, when its producers
// end.
std::shared_ptr<const Trace> with_messages(const Trace& of) {
  auto trace = std::make_shared<Trace>(of);
  trace->recorded.messages = true;
  const TaskGraph graph(*trace);
  const TaskTimes times = task_times(*trace);
  for (const TaskGraph::Group& group : graph.groups()) {
    std::set<NodeId> nodes;
    for (const TaskId member : graph.members_of(group)) {
      const LaneId lane = times.lane[member.value()];
      if (!lane.is_none()) nodes.insert(node_of_lane(*trace, lane));
    }
    const NodeId owner = trace->handles.owner[group.handle.value()];
    if (trace->access_modes[group.mode.value()].modifies) continue;
    for (const NodeId node : nodes) {
      if (node == owner) continue;
      Message message;
      message.handle = group.handle;
      message.version = group.version;
      message.from = owner;
      message.to = node;
      if (group.previous != TaskGraph::Group::none) {
        for (const TaskId maker : graph.members_of(graph.groups()[group.previous]))
          message.send_ns = std::max(message.send_ns, times.end_ns[maker.value()]);
      }
      message.receive_ns = message.send_ns + 1;
      message.payload_bytes = 8;
      trace->messages.push_back(message);
    }
  }
  return trace;
}

TEST(TaskLinks, MarksTheLastPredecessor) {
  const LinkCase chain(testing::trace_from_text(R"(
    aaaa...ccd
    bb........
    a1: write x@0
    b1: write y@0
    c1: read x@1, read y@1
    d1: write x@2
  )"));
  EXPECT_EQ(chain.of({TaskId(2u)}).links,
            (std::vector<TaskLink>{plain_link(0, 2, true), plain_link(1, 2), plain_link(2, 3)}));
  EXPECT_EQ(chain.of({TaskId(2u), TaskId(3u)}).links,
            (std::vector<TaskLink>{plain_link(0, 2, true), plain_link(1, 2), plain_link(2, 3, true)}))
      << "links between two of them appear once";
  EXPECT_TRUE(chain.of({}).links.empty());
}

TEST(TaskLinks, MessagesReplaceTheDependenciesThatTheyCarry) {
  const LinkCase remote(testing::trace_from_text(R"(
    n0/w0: aaa.....
    n1/w0: ......bb
    n1/w1: .......c
    x: 8 bytes on n0
    a1: write x@0
    b1: read x@1
    c1: read x@1
    message x@1 n0->n1 3 6
  )"));
  const TaskLink message{TaskLink::Kind::message, true, TaskId(0u), TaskId(1u), 0};
  EXPECT_EQ(remote.of({TaskId(1u)}).links, std::vector<TaskLink>{message});
  const TaskLink unmarked{TaskLink::Kind::message, false, TaskId(0u), TaskId(1u), 0};
  EXPECT_EQ(remote.of({TaskId(0u)}).links, (std::vector<TaskLink>{plain_link(0, 2), unmarked}))
      << "the message leads to its first reader";
}

TEST(TaskLinks, ProducerOfAMessageMayBeUnknown) {
  const LinkCase initial(testing::trace_from_text(R"(
    n0/w0: a.......
    n1/w0: ......bb
    x: 8 bytes on n0
    a1: write y@0
    b1: read x@0
    message x@0 n0->n1 3 6
  )"));
  EXPECT_EQ(initial.of({TaskId(1u)}).links,
            (std::vector<TaskLink>{{TaskLink::Kind::message, false, TaskId(), TaskId(1u), 0}}));
}

TEST(TaskLinks, TooManyLinksAreOmittedAndUnrunTasksCounted) {
  auto trace = std::make_shared<Trace>(*testing::trace_from_text("aabbcc\nb1: after a1\nc1: after b1"));
  const LinkCase all(trace);
  const LinksOfTasks many = all.of({TaskId(1u)}, 1);
  EXPECT_TRUE(many.too_many);
  EXPECT_TRUE(many.links.empty());
  EXPECT_FALSE(all.of({TaskId(1u)}, 2).too_many);
  trace->lanes[0].spans = {};
  trace->lanes[0].spans.push_back(0, 10, TaskId(1u), SpanKind::run);
  const LinksOfTasks alone = LinkCase(trace).of({TaskId(1u)});
  EXPECT_TRUE(alone.links.empty());
  EXPECT_EQ(alone.never_ran, 2U);
}

TEST(TaskLinks, EachDependencyAppearsOnceOnRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const LinkCase random(with_messages(*testing::random_trace(
        {.seed = seed, .tasks = 120, .handles = 12, .nodes = 1 + seed % 4, .workers_per_node = 2})));
    std::set<std::pair<TaskId, TaskId>> edges;
    std::vector<TaskId> all;
    for (std::size_t task = 0; task < random.trace->tasks.size(); ++task) {
      all.emplace_back(task);
      for (const TaskId before : random.graph.predecessors(all.back())) edges.emplace(before, all.back());
    }
    const LinksOfTasks found = random.of(all);
    std::set<std::pair<TaskId, TaskId>> dependencies;
    std::set<std::pair<TaskId, TaskId>> carried;
    std::map<TaskId, int> last;
    std::set<std::size_t> messages;
    for (const TaskLink& link : found.links) {
      if (link.is_last) ++last[link.after];
      if (link.message) {
        carried.emplace(link.before, link.after);
        messages.insert(*link.message);
        EXPECT_EQ(random.trace->messages[*link.message].to,
                  node_of_lane(*random.trace, random.times.lane[link.after.value()]));
        continue;
      }
      EXPECT_TRUE(dependencies.emplace(link.before, link.after).second) << "appears twice";
      EXPECT_TRUE(edges.contains({link.before, link.after}));
    }
    for (const auto& edge : edges) EXPECT_NE(dependencies.contains(edge), carried.contains(edge));
    for (const auto& [task, times] : last) EXPECT_EQ(times, 1);
    EXPECT_EQ(messages.size(), random.trace->messages.size()) << "each was needed by some task";
    for (const TaskId task : all) {
      EXPECT_EQ(last.contains(task), !random.graph.predecessors(task).empty());
      // A task alone has the same predecessors.
      std::vector<TaskLink> alone = random.of({task}).links;
      std::erase_if(alone, [&](const TaskLink& link) { return link.after != task; });
      std::vector<TaskLink> among = found.links;
      std::erase_if(among, [&](const TaskLink& link) { return link.after != task; });
      EXPECT_EQ(alone, among);
    }
  }
}

}  // namespace
}  // namespace gusset::traces
