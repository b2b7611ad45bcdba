#include "gusset/viewer/model/state/saved_view.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "documents.hpp"
#include "timeline_of.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::timeline_of;

constexpr const char* saved_two_nodes = R"(
  n0/w0: aaaa....bbbb
  n0/w1: bb..........
  n1/w0: ..aa........
)";

SavedView example() {
  SavedView view;
  view.panels = {{"0123456789abcdef", {RowOrder::by_busy, "worker", {traces::NodeId(1)}}, traces::TaskId(17)},
                 {"ff", {}, {}}};
  view.panels[0].rows.busy = {BusyShares::Bound{12.5, true}, BusyShares::Bound{50.0, false}};
  view.panels[0].rows.pinned = {traces::LaneId(5), traces::LaneId(2)};
  view.range = {-500, 12'345'678'901};
  view.row_height = 17.5;
  view.shape = TaskShape::box;
  view.sub_rows = false;
  view.task_names = false;
  view.tracks = true;
  view.arrows = {false, true};
  view.align_at = traces::AlignAt::task;
  view.panels[1].aligned_task = traces::TaskId(3);
  view.own_scales = true;
  view.marks = {{-3, ""}, {17, "here \"it\" slows"}};
  view.colour_by = "node";
  view.conditions = {"type=gemm"};
  view.hidden = {"a \"b\""};
  view.custom_colours = {{"ü", {1, 2, 255}}};
  return view;
}

TEST(SavedView, JsonRoundTrips) {
  const auto read = parse_saved_view(to_json(example()), "v");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read.value(), example());
}

TEST(SavedView, FileWithoutSubRowsShowsThem) {
  std::string text = to_json(example());
  const std::string line = "  \"sub_rows\": false,\n";
  ASSERT_NE(text.find(line), std::string::npos);
  const auto read = parse_saved_view(text.erase(text.find(line), line.size()), "v");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_TRUE(read->sub_rows);
}

TEST(SavedView, UnfilteredBusyShareIsNotWritten) {
  SavedView view = example();
  view.panels[0].rows.busy = {};
  const std::string text = to_json(view);
  EXPECT_EQ(text.find("rows busy"), std::string::npos);
  const auto read = parse_saved_view(text, "v");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read.value(), view);
}

TEST(SavedView, PinnedRowsAreWrittenOnlyIfThereAreAny) {
  SavedView view = example();
  EXPECT_NE(to_json(view).find("pinned lanes"), std::string::npos);
  view.panels[0].rows.pinned = {};
  const std::string text = to_json(view);
  EXPECT_EQ(text.find("pinned lanes"), std::string::npos);
  const auto read = parse_saved_view(text, "v");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read.value(), view);
}

TEST(SavedView, FileWithoutArrowsShowsThoseOfTheSelection) {
  std::string text = to_json(example());
  for (const std::string line : {"  \"arrows\": false,\n", "  \"messages\": true,\n"}) {
    ASSERT_NE(text.find(line), std::string::npos) << line;
    text.erase(text.find(line), line.size());
  }
  const auto read = parse_saved_view(text, "v");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->arrows, ArrowsShown());
}

TEST(SavedView, JsonStartsWithItsFormat) {
  EXPECT_THAT(to_json(example()), ::testing::StartsWith("{\n  \"format\": \"gusset view\""));
}

TEST(SavedView, BrokenDocumentFailsWithItsLocation) {
  const std::string good = to_json(example());
  EXPECT_EQ(parse_saved_view("{", "v").error().message(),
            "v: line 1, column 2: expected JSON, found the end of the file");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return parse_saved_view(text.replace(at, from.size(), to), "v");
  };
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"\"gusset view\"", "\"gusset sweep\""},
                                                        {"\"version\": 1", "\"version\": 2"},
                                                        {"\"busy\"", "\"lazy\""},
                                                        {"busy>=12.5%", "busy"},
                                                        {"pinned lanes\": [", "pinned lanes\": [-1, "},
                                                        {"-500", "1e300"},
                                                        {"-500", "99999999999"},
                                                        {"17.5", "-1"},
                                                        {"17.5", "null"},
                                                        {"\"box\"", "3"},
                                                        {"\"#0102ff\"", "\"red\""},
                                                        {"\"type=gemm\"", "7"},
                                                        {"\"tracks\": true", "\"tracks\": 1"},
                                                        {"\"sub_rows\": false", "\"sub_rows\": 0"},
                                                        {"\"align\": \"task\"", "\"align\": \"left\""},
                                                        {"\"own_scales\": true", "\"own_scales\": 2"},
                                                        {"\"aligned_task\": 17", "\"aligned_task\": -17"},
                                                        {"\"time_ns\": 17", "\"time_ns\": 1.5"},
                                                        {"\"begin_ns\"", "\"began_ns\""}}) {
    const auto result = with(from, to);
    ASSERT_FALSE(result) << from << " as " << to;
    EXPECT_THAT(result.error().where, ::testing::StartsWith("v: ")) << "the file and the field";
  }
  for (std::size_t size = 0; size + 2 < good.size(); size += 7)
    EXPECT_FALSE(parse_saved_view(good.substr(0, size), "v")) << size;
}

TEST(SavedView, RestoresRangeRowsAndShape) {
  testing::UiQueue ui;
  const Session session(ui.post(), 1);
  const auto document = document_from_text({saved_two_nodes});
  Timeline before = timeline_of(document);
  before.fold(0, traces::NodeId(0), true);
  before.pin({{0, 2}}, true);
  before.order_rows(RowOrder::by_busy);
  before.filter_rows(parse_busy_shares("busy>0%").value());
  before.scale_rows(1.5);
  before.set_shape(TaskShape::box);
  before.show_sub_rows(false);
  before.show_task_names(false);
  before.show({2'000, 6'000});
  const SavedView view = saved_view(before, session, {"sum"});
  Timeline after = timeline_of(document);
  restore_view(after, view, {"sum"});
  EXPECT_EQ(saved_view(after, session, {"sum"}), view);
  EXPECT_TRUE(after.is_pinned({0, 2}));
  EXPECT_NEAR(after.axis().begin_ns(), before.axis().begin_ns(), 1.0);
  EXPECT_NEAR(after.axis().end_ns(), before.axis().end_ns(), 1.0);
  EXPECT_FALSE(after.can_undo());
}

TEST(SavedView, KeepsTheRowsOfOtherTraces) {
  testing::UiQueue ui;
  const Session session(ui.post(), 1);
  const auto document = document_from_text({saved_two_nodes});
  Timeline before = timeline_of(document);
  before.fold(0, traces::NodeId(0), true);
  Timeline after = timeline_of(document);
  restore_view(after, saved_view(before, session, {"sum"}), {"other"});
  EXPECT_TRUE(after.row_options(0).folded.empty());
}

TEST(SavedView, RestoresColoursFiltersMarksAndTracks) {
  testing::UiQueue ui;
  Session session(ui.post(), 1);
  const auto document = document_from_text({saved_two_nodes});
  session.show(document);
  restore_view(session, example(), {"sum"});
  EXPECT_EQ(traces::to_text(session.appearance().colour_by), "node");
  EXPECT_TRUE(session.tracks().are_shown());
  EXPECT_FALSE(session.can_undo_edit());
  const SavedView kept = saved_view(timeline_of(document), session, {"sum"});
  EXPECT_EQ(kept.marks, example().marks);
  EXPECT_EQ(kept.conditions, example().conditions);
  EXPECT_EQ(kept.hidden, example().hidden);
  EXPECT_EQ(kept.custom_colours, example().custom_colours);
}

TEST(SavedView, RestoresTheAlignmentOfTheSameTracesOnly) {
  testing::UiQueue ui;
  Session session(ui.post(), 1);
  session.show(document_from_text({"aabb", "aabb"}));
  SavedView view = example();
  view.panels[0].aligned_task = view.panels[1].aligned_task = traces::TaskId(1);
  restore_view(session, view, {"0123456789abcdef"});
  EXPECT_EQ(session.alignment(), traces::Alignment());
  restore_view(session, view, {"0123456789abcdef", "ff"});
  EXPECT_EQ(session.alignment(),
            (traces::Alignment{traces::AlignAt::task, true, {traces::TaskId(1), traces::TaskId(1)}}));
  EXPECT_EQ(session.document()->alignment, session.alignment());
  const SavedView kept = saved_view(timeline_of(session.document()), session, {"0123456789abcdef", "ff"});
  EXPECT_EQ(kept.panels[1].aligned_task, traces::TaskId(1));
  EXPECT_TRUE(kept.own_scales);
}

TEST(SavedView, FileWithoutAlignmentIsRead) {
  std::string text = to_json(example());
  for (const std::string line : {"  \"align\": \"task\",\n", "  \"own_scales\": true,\n"}) {
    const std::size_t at = text.find(line);
    ASSERT_NE(at, std::string::npos) << line;
    text.erase(at, line.size());
  }
  const auto read = parse_saved_view(text, "v");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->align_at, traces::AlignAt::recorded);
  EXPECT_FALSE(read->own_scales);
}

TEST(SavedView, KeepsTheColouringIfTheSavedOneIsImpossible) {
  testing::UiQueue ui;
  Session session(ui.post(), 1);
  session.show(document_from_text({saved_two_nodes}));
  SavedView unknown = example();
  unknown.colour_by = "step";
  restore_view(session, unknown, {"sum"});
  EXPECT_EQ(traces::to_text(session.appearance().colour_by), "type");
}

TEST(SavedView, ChecksumDependsOnTheContent) {
  const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / "saved_view_test";
  std::ofstream(path) << "one";
  const auto one = file_checksum(path);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->size(), 16U);
  std::ofstream(path) << "two";
  EXPECT_NE(*file_checksum(path), *one);
  std::ofstream(path) << "one";
  EXPECT_EQ(*file_checksum(path), *one);
  std::filesystem::remove(path);
  EXPECT_FALSE(file_checksum(path));
}

TEST(SavedView, TracesWithTheSameNameHaveDifferentFiles) {
  EXPECT_EQ(view_file_beside("/a/t.gus"), "/a/t.gus.view.json");
  EXPECT_NE(view_file_in("/s", "/a/t.gus"), view_file_in("/s", "/b/t.gus"));
  EXPECT_EQ(view_file_in("/s", "/a/t.gus"), view_file_in("/s", "/a/../a/t.gus"));
}

}  // namespace
}  // namespace gusset::viewer
