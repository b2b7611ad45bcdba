#include "gusset/viewer/model/what_if/shown_results.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "documents.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

std::shared_ptr<const LoadedTrace> loaded_at(const std::filesystem::path& path) {
  auto loaded = std::make_shared<LoadedTrace>(*testing::loaded_from_text("aabb"));
  loaded->path = path;
  return loaded;
}

class ShownResultsTest : public ::testing::Test {
 protected:
  ShownResultsTest() : session_(queue_.post(), 1) {
    session_.show(make_document({loaded_at("measured.gus")}));
  }
  std::vector<std::filesystem::path> shown() {
    std::vector<std::filesystem::path> paths;
    for (const auto& loaded : session_.document()->traces) paths.push_back(loaded->path);
    return paths;
  }
  using Paths = std::vector<std::filesystem::path>;

  testing::UiQueue queue_;
  Session session_;
};

TEST_F(ShownResultsTest, ResultIsBelowTheOpenTracesOrReplacesAnEarlierOne) {
  show_result(session_, loaded_at("1.gus"), {}, {});
  EXPECT_EQ(shown(), (Paths{"measured.gus", "1.gus"}));
  show_result(session_, loaded_at("2.gus"), {}, "1.gus");
  EXPECT_EQ(shown(), (Paths{"measured.gus", "2.gus"}));
  EXPECT_EQ(panel_of(*session_.document(), "2.gus"), 1U);
  EXPECT_EQ(panel_of(*session_.document(), "1.gus"), std::nullopt);
  EXPECT_EQ(panel_of(*session_.document(), {}), std::nullopt);
}

TEST_F(ShownResultsTest, ResultGetsTheDocumentsAppearance) {
  Appearance read_with = session_.document()->appearance;
  read_with.hidden.insert("a");
  const auto loaded = with_appearance(*loaded_at("1.gus"), read_with, 1);
  EXPECT_EQ(loaded->shown_tasks, 1U);
  show_result(session_, loaded, read_with, {});
  EXPECT_EQ(session_.document()->panel(1).shown_tasks, 2U);
}

TEST_F(ShownResultsTest, RemovingKeepsASelectionOnlyIfItsPanelStays) {
  show_result(session_, loaded_at("1.gus"), {}, {});
  session_.selection().select_task({0, traces::TaskId(1)}, {}, SelectionOrigin::command);
  remove_results(session_, {"1.gus", "other.gus"});
  EXPECT_EQ(shown(), Paths{"measured.gus"});
  EXPECT_TRUE(session_.selection().state().task());
  show_result(session_, loaded_at("2.gus"), {}, {});
  session_.selection().select_task({1, traces::TaskId(1)}, {}, SelectionOrigin::command);
  remove_results(session_, {"2.gus"});
  EXPECT_FALSE(session_.selection().state().task());
}

TEST_F(ShownResultsTest, RemovingNothingShowsNothingAgain) {
  const auto before = session_.document();
  remove_results(session_, {"other.gus"});
  EXPECT_EQ(session_.document(), before);
  show_result(session_, loaded_at({}), {}, {});
  remove_results(session_, {std::filesystem::path()});
  EXPECT_EQ(shown().size(), 2U) << "no file names a trace that was made in memory";
}

}  // namespace
}  // namespace gusset::viewer
