#include "gusset/viewer/model/state/recent_traces.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace gusset::viewer {
namespace {

TEST(RecentTraces, LatestIsFirstWithoutDuplicates) {
  RecentTraces recent;
  recent.add({{"/a.gus"}, "one"});
  recent.add({{"/b.gus"}, "two"});
  recent.add({{"/a.gus"}, "three"});
  ASSERT_EQ(recent.entries().size(), 2U);
  EXPECT_EQ(recent.entries()[0].about, "three");
  EXPECT_EQ(recent.entries()[1].paths, std::vector<std::string>{"/b.gus"});
}

TEST(RecentTraces, OldestEntriesAreDropped) {
  RecentTraces recent;
  for (int i = 0; i < 30; ++i) recent.add({{"/" + std::to_string(i)}, ""});
  ASSERT_EQ(recent.entries().size(), RecentTraces::capacity);
  EXPECT_EQ(recent.entries().front().name(), "29");
}

TEST(RecentTraces, JsonRoundTrips) {
  RecentTraces recent;
  recent.add({{"/x/a.gus", "/x/ü b.gus"}, "measured · 3 tasks", false, "iVBORw0KGgo="});
  recent.add({{"/y.gus"}, ""});
  EXPECT_EQ(RecentTraces::from_json(recent.to_json()), recent);
}

TEST(RecentTraces, InvalidJsonGivesAnEmptyList) {
  for (const char* text : {"", "{}", "[1, {\"paths\": 3}]", "[{\"paths\": []}]", "[{"})
    EXPECT_TRUE(RecentTraces::from_json(text).entries().empty()) << text;
}

TEST(RecentTraces, DeletedFileIsMissingAndCanBeRemoved) {
  const std::filesystem::path here = std::filesystem::path(::testing::TempDir()) / "recent_here.gus";
  std::ofstream(here) << "x";
  RecentTraces recent;
  recent.add({{here.string()}, ""});
  recent.add({{here.string(), "/no/such.gus"}, ""});
  const RecentTraces checked = recent.checked();
  EXPECT_TRUE(checked.entries()[0].missing);
  EXPECT_FALSE(checked.entries()[1].missing);
  EXPECT_EQ(checked.without_missing().entries().size(), 1U);
  std::filesystem::remove(here);
  EXPECT_TRUE(checked.checked().entries()[1].missing);
}

TEST(RecentTraces, NamesAndFoldersAreShort) {
  const RecentTrace trace{{"/home/me/runs/a.gus", "/home/me/b.gus"}, ""};
  EXPECT_EQ(trace.name(), "a.gus, b.gus");
  EXPECT_EQ(trace.folder("/home/me"), "~/runs");
  EXPECT_EQ(trace.folder("/home/m"), "/home/me/runs");
  EXPECT_EQ(trace.folder(""), "/home/me/runs");
}

}  // namespace
}  // namespace gusset::viewer
