#include "gusset/viewer/model/explain/verdict.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using traces::FindingTarget;

std::string joined(const std::vector<VerdictPiece>& pieces) {
  std::string text;
  for (const VerdictPiece& piece : pieces) text += piece.target ? "[" + piece.text + "]" : piece.text;
  return text;
}

TEST(Verdict, TargetTextsInTheSentenceAreLinks) {
  traces::Finding finding;
  finding.sentence = "`gemm` takes 90 % of the critical path: split it.";
  finding.targets = {FindingTarget::of_tasks("critical path", {traces::TaskId(1u)}),
                     FindingTarget::of_type("`gemm`", traces::TypeId(0u)),
                     FindingTarget::of_range("the longest such time (1 ms)", 0, 5)};
  EXPECT_EQ(joined(verdict_pieces(finding)),
            "[`gemm`] takes 90 % of the [critical path]: split it. [the longest such time (1 ms)]");
}

TEST(Verdict, OverlappingTargetsAreLinkedOnce) {
  traces::Finding finding;
  finding.sentence = "node 12 is slow.";
  finding.targets = {FindingTarget::of_node("node 12", traces::NodeId(0u)),
                     FindingTarget::of_node("node 1", traces::NodeId(1u))};
  EXPECT_EQ(joined(verdict_pieces(finding)), "[node 12] is slow. [node 1]");
}

TEST(Verdict, NotesComeFromTheTraceAndAreAtMostEight) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aa"));
  LoadedTrace loaded;
  loaded.trace = trace;
  EXPECT_TRUE(verdict_notes(loaded).empty());
  trace->metadata.incomplete = true;
  EXPECT_EQ(verdict_notes(loaded), std::vector<std::string>{"the trace is incomplete"});
  trace->metadata.notes = {"recovered from an incomplete file: a"};
  EXPECT_EQ(verdict_notes(loaded), trace->metadata.notes);
  trace->metadata.notes.assign(10, "times are ticks");
  EXPECT_EQ(verdict_notes(loaded).size(), 9U);
  EXPECT_EQ(verdict_notes(loaded).back(), "and 2 more; gusset info lists all");
}

TEST(Verdict, MatchesGussetReport) {
  const auto document = document_from_text({"aaaaaa\nbb....\n"});
  EXPECT_EQ(verdict_of(document->panel(0)),
            traces::verdict(*document->panel(0).trace, {document->panel(0).name(), nullptr, ""}));
}

TEST(Verdict, TypeSelectsItsTasks) {
  const auto document = document_from_text({"aa.a", "ab.b"});
  Selection selection;
  select_target(*document, 1, FindingTarget::of_type("b", traces::TypeId(1u)), selection);
  ASSERT_NE(selection.state().set, nullptr);
  EXPECT_EQ(selection.state().set->name, "b");
  EXPECT_EQ(selection.state().set->tasks.size(), 2U);
  EXPECT_EQ(selection.state().set->tasks[0].panel, 1U);
  EXPECT_FALSE(selection.state().task());
}

TEST(Verdict, SingleTaskIsSelectedAsATask) {
  const auto document = document_from_text({"aa.b"});
  Selection selection;
  select_target(*document, 0, FindingTarget::of_tasks("the longest", {traces::TaskId(1u)}), selection);
  EXPECT_EQ(selection.state().task(), (TaskReference{0, traces::TaskId(1u)}));
}

TEST(Verdict, WorkersRangeSelectsBoth) {
  const auto document = document_from_text({"aa.b\n.a.b\n"});
  Selection selection;
  select_target(*document, 0, FindingTarget::of_range("that", 10, 20, traces::WorkerId(1u)), selection);
  EXPECT_EQ(selection.state().range, (TimeRange{10, 20}));
  EXPECT_EQ(selection.state().rows, (std::vector<RowReference>{{0, 1}}));
}

TEST(Verdict, NodeSelectsItsWorkersRows) {
  const auto document = document_from_text({"n0/w0: a\nn1/w0: a\nn1/w1: a"});
  Selection selection;
  select_target(*document, 0, FindingTarget::of_node("n1", traces::NodeId(1u)), selection);
  EXPECT_EQ(selection.state().rows, (std::vector<RowReference>{{0, 1}, {0, 2}}));
  EXPECT_FALSE(selection.state().range);
}

}  // namespace
}  // namespace gusset::viewer
