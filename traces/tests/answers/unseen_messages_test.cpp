// Several nodes and no recorded messages: idle time on tasks of other nodes is unknown in every answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/causes/why.hpp"
#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using FindingKind = Finding::Kind;

/// Node 1 produces x for node 0, which the importer calls the owner of all handles.
Trace imported(const std::string& facts) {
  Trace trace = *testing::trace_from_text("n0/w0: cc......bb\nn1/w0: aaaa......\n" + facts, 100'000);
  trace.metadata.origin = Origin::imported;
  return trace;
}

const std::string by_handle = "a1: write x@0 [submit 0]\nb1: read x@1 [submit 0]\nc1: write y@0 [submit 0]\n";
const std::string by_dependency = "a1: [submit 0]\nb1: after a1 [submit 0]\nc1: [submit 0]\n";

/// The time from the end of a to the start of b, and nothing else, is unknown.
void expect_unknown(const Trace& trace) {
  const TaskGraph graph(trace);
  const IdleTime idle = idle_time(trace, graph);
  EXPECT_EQ(idle.nodes[0].of(IdleCause::unknown), 400'000);
  EXPECT_EQ(idle.nodes[0].of(IdleCause::no_work), 200'000);
  EXPECT_EQ(idle.nodes[0].total_ns(), 600'000);
  EXPECT_THAT(idle_answer(trace, idle).verdict.findings.at(0).sentence, Not(HasSubstr("larger tasks")));

  const CriticalPathAnalysis path = critical_path_analysis(trace, graph);
  std::int64_t unknown_ns = 0;
  std::int64_t waited_ns = 0;
  for (const ChainLink& link : path.chain.links) {
    if (link.kind == ChainLink::Kind::run) continue;
    waited_ns += link.end_ns - link.begin_ns;
    if (link.kind == ChainLink::Kind::unknown) unknown_ns += link.end_ns - link.begin_ns;
  }
  EXPECT_EQ(unknown_ns, 400'000);
  EXPECT_EQ(waited_ns, 400'000);
  EXPECT_THAT(critical_path_answer(trace, path).verdict.findings.at(1).sentence,
              HasSubstr("the largest part of the rest, 400 µs, was waiting for something that was not "
                        "recorded: the trace has no ready times or messages between nodes."));

  for (const Finding& finding : verdict(trace, {}).findings) {
    EXPECT_NE(finding.kind, FindingKind::ready_not_taken);
    EXPECT_NE(finding.kind, FindingKind::late_release);
    EXPECT_NE(finding.kind, FindingKind::slow_messages);
    if (finding.kind != FindingKind::not_recorded) continue;
    EXPECT_THAT(finding.sentence, HasSubstr("it has no ready times or messages between nodes"));
  }
}

TEST(UnseenMessages, WaitsForDataOfAnotherNodeAreUnknown) {
  expect_unknown(imported(by_handle));
}

TEST(UnseenMessages, WaitsForTasksOfAnotherNodeAreUnknown) {
  expect_unknown(imported(by_dependency));
}

TEST(UnseenMessages, TheWorkersOwnLastTaskDoesNotExplainTheWait) {
  // c ends after a, so b followed it on its worker; still, the data may have arrived later.
  Trace trace = *testing::trace_from_text("n0/w0: cccccc..bb\nn1/w0: aaaa......\n" + by_handle, 100'000);
  trace.metadata.origin = Origin::imported;
  const TaskGraph graph(trace);
  EXPECT_EQ(idle_time(trace, graph).nodes[0].of(IdleCause::unknown), 200'000);
  for (const ChainLink& link : critical_path_analysis(trace, graph).chain.links)
    EXPECT_TRUE(link.kind == ChainLink::Kind::run || link.kind == ChainLink::Kind::unknown);
}

TEST(UnseenMessages, DataOfTheSameNodeNeedNoMessage) {
  Trace trace = *testing::trace_from_text("n0/w0: cc........\nn1/w0: aaaa....bb\n" + by_handle, 100'000);
  trace.metadata.origin = Origin::imported;  // node 0 is the owner, but node 1 produced x itself
  const TaskGraph graph(trace);
  EXPECT_EQ(idle_time(trace, graph).nodes[1].of(IdleCause::unknown), 0);
  EXPECT_EQ(idle_time(trace, graph).nodes[1].of(IdleCause::ready_not_taken), 400'000);
}

}  // namespace
}  // namespace gusset::traces
