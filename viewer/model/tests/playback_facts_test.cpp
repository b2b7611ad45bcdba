#include "gusset/viewer/model/explain/playback_facts.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using testing::loaded_from_text;

// Tasks a (0), then b (1) and c (2) in parallel, then d (3), then e (4).
constexpr const char* played_drawing = R"(
  aabbbbddee
  ..cc......
  a1: write x@0
  b1: read x@1
  c1: read x@1, write y@0
  d1: write y@1
  e1: write z@0
)";

struct Shown {
  explicit Shown(const char* text)
      : loaded(loaded_from_text(text)), facts(playback_facts(*loaded, traces::TaskGraph(*loaded->trace))) {}
  PlaybackMoment at(std::int64_t time_ns) const { return {*loaded, *facts.schedule, time_ns}; }

  std::shared_ptr<const LoadedTrace> loaded;
  PlaybackFacts facts;
};

TEST(PlaybackFacts, RunningTextNamesTheTaskAndItsData) {
  const Shown shown(played_drawing);
  const traces::WorkerId first(0);
  const traces::WorkerId second(1);
  EXPECT_EQ(running_text(*shown.loaded, shown.at(1000), first), "a x: write x");
  EXPECT_EQ(running_text(*shown.loaded, shown.at(1000), second), "idle");
  EXPECT_EQ(running_text(*shown.loaded, shown.at(3000), second), "c y: read x, write y");
  EXPECT_EQ(running_text(*shown.loaded, shown.at(10'000), first), "idle");
}

TEST(PlaybackFacts, ReadyTextListsTheWorkersReadyTasks) {
  const Shown shown(played_drawing);
  const auto queue = [&](std::size_t worker, std::int64_t time_ns) {
    return ready_text(*shown.loaded, *shown.facts.schedule, traces::WorkerId(worker), time_ns);
  };
  EXPECT_EQ(queue(0, 1000), "1: e z");
  EXPECT_EQ(queue(0, 5000), "2: d y, e z") << "the tasks that d waits for are done";
  EXPECT_EQ(queue(1, 1000), "none");
}

TEST(PlaybackFacts, UsesTextNamesTheTasks) {
  const Shown shown(played_drawing);
  EXPECT_EQ(traces::handle_name(*shown.loaded->trace, traces::HandleId(0)), "x");
  EXPECT_EQ(uses_text(*shown.loaded, shown.at(1000), traces::HandleId(0)), "write by a x");
  EXPECT_EQ(uses_text(*shown.loaded, shown.at(3000), traces::HandleId(0)), "read by b #1, read by c y");
  EXPECT_EQ(uses_text(*shown.loaded, shown.at(3000), traces::HandleId(2)), "");
  EXPECT_EQ(shown.facts.handles->at(traces::HandleId(0), 3000).version, 1U);
}

TEST(PlaybackFacts, CountsTextCountsEachState) {
  const Shown shown(played_drawing);
  EXPECT_EQ(counts_text(*shown.facts.schedule, 3000), "1 done · 2 running · 1 ready · 1 waiting");
  EXPECT_EQ(counts_text(*Shown("aabb").facts.schedule, 1000), "0 done · 1 running · 1 to come");
}

TEST(PlaybackFacts, MissingFactsAreNotRecorded) {
  const Shown shown("aabb");
  EXPECT_EQ(running_text(*shown.loaded, shown.at(1000), traces::WorkerId(0)), "a #0");
  EXPECT_EQ(ready_text(*shown.loaded, *shown.facts.schedule, traces::WorkerId(0), 1000), "not recorded");
  EXPECT_FALSE(shown.facts.handles->known());
}

}  // namespace
}  // namespace gusset::viewer
