#include "gusset/viewer/model/document/document.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;

TEST(Document, ExtentIsTheLongestMakespan) {
  EXPECT_EQ(document_from_text({"aa", "aaaa."})->extent_ns, 4000);
  EXPECT_TRUE(make_document({})->empty());
}

TEST(Document, TasksHaveRangesAndRows) {
  const auto document = document_from_text({"aa\n.b"});
  const TaskReference b{0, traces::TaskId(1)};
  EXPECT_TRUE(document->has(b));
  EXPECT_EQ(document->range_of(b), (TimeRange{1000, 2000}));
  EXPECT_EQ(document->row_of(b), (RowReference{0, 1}));
  EXPECT_FALSE(document->has({0, traces::TaskId(2)}));
  EXPECT_FALSE(document->range_of({1, traces::TaskId(0)}));
  EXPECT_FALSE(document->row_of({0, traces::TaskId()}));
}

TEST(Document, BusyShareOfARangeIsExact) {
  const auto document = document_from_text({"aa..\nbbb."});
  EXPECT_DOUBLE_EQ(busy_share(document->panel(0), {0, 2000}), 1.0);
  EXPECT_DOUBLE_EQ(busy_share(document->panel(0), {1000, 4000}), 3.0 / 6.0);
  EXPECT_DOUBLE_EQ(busy_share(document->panel(0), {1500, 2500}), 1.5 / 2.0);
  EXPECT_DOUBLE_EQ(busy_share(document->panel(0), {5, 5}), 0.0);
}

TEST(Document, PanelsWithTheSameNameGetUniqueNames) {
  const auto of = [](const std::vector<const char*>& paths, const char* program) {
    std::vector<std::shared_ptr<const LoadedTrace>> traces;
    for (const char* path : paths) {
      LoadedTrace loaded = *testing::loaded_from_text("aa");
      auto trace = std::make_shared<traces::Trace>(*loaded.trace);
      trace->metadata.program = program;
      loaded.trace = std::move(trace);
      loaded.path = path;
      traces.push_back(std::make_shared<const LoadedTrace>(std::move(loaded)));
    }
    const auto document = make_document(std::move(traces));
    std::vector<std::string> names;
    for (std::size_t panel = 0; panel < paths.size(); ++panel) {
      names.push_back(panel_name(*document, panel));
      names.push_back(panel_title(*document, panel));
    }
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(of({"some/one.gus"}, "heat"), (Names{"one.gus", "heat"}));
  EXPECT_EQ(of({"one.gus", "two.gus"}, "heat"),
            (Names{"one.gus", "heat · one.gus", "two.gus", "heat · two.gus"}));
  EXPECT_EQ(of({"/x/a/one.gus", "/x/b/one.gus"}, "heat"),
            (Names{"a/one.gus", "heat · a/one.gus", "b/one.gus", "heat · b/one.gus"}));
  EXPECT_EQ(of({"one.gus", "one.gus"}, ""), (Names{"one.gus", "one.gus", "one.gus (2)", "one.gus (2)"}));
}

TEST(Document, TimesConvertToTheSharedAxisAndBack) {
  const auto both = document_from_text({"..aabb", ".aabbccdd"});
  EXPECT_EQ(both->on_axis(0, {10, 20}), (TimeRange{10, 20}));
  EXPECT_EQ(ruler_text(*both), "");
  const auto starts = aligned(*both, {traces::AlignAt::first_task, false, {}});
  EXPECT_EQ(starts->on_axis(1, {1000, 3000}), (TimeRange{2000, 4000}));
  EXPECT_EQ(starts->own_range(1, {2000, 4000}), (TimeRange{1000, 3000}));
  EXPECT_EQ(starts->extent_ns, 10'000);
  EXPECT_EQ(ruler_text(*starts), "from the first task");
  const auto tasks = aligned(*both, {traces::AlignAt::task, false, {traces::TaskId(1), traces::TaskId(1)}});
  EXPECT_EQ(tasks->on_axis(0, {4000, 4000}), tasks->on_axis(1, {3000, 3000}));
  const auto own = aligned(*both, {traces::AlignAt::recorded, true, {}});
  EXPECT_TRUE(own->has_own_scales());
  EXPECT_EQ(own->on_axis(0, {0, 6000}), (TimeRange{0, 9000}));
  EXPECT_EQ(ruler_text(*own), "own scale");
  EXPECT_FALSE(aligned(*document_from_text({"aa"}), {traces::AlignAt::recorded, true, {}})->has_own_scales());
}

}  // namespace
}  // namespace gusset::viewer
