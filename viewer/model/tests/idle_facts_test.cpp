#include "gusset/viewer/model/explain/idle_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"
#include "nested.hpp"
#include "random_trace.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::timeline_of;
using traces::IdleCause;

IdleFacts idle_facts_of(const LoadedTrace& loaded) {
  return idle_facts(loaded, traces::TaskGraph(*loaded.trace));
}

constexpr const char* idle_drawing = R"(
  aa....bbbb
  cccc......
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1 [submit 4] [ready 4]
)";

TEST(IdleFacts, EachPartHasItsCauseEvenIfOthersWereNotRecorded) {
  traces::IdleTime idle;
  idle.known.fill(true);
  idle.known[static_cast<std::size_t>(IdleCause::lock)] = false;
  const traces::Table parts = traces::idle_parts(traces::Trace(), idle);
  ASSERT_EQ(parts.rows.size(), 1 + (traces::idle_causes - 1) + 1)
      << "busy, all causes but locks, and the sum";
  EXPECT_FALSE(cause_of_part(parts.rows.front()));
  EXPECT_FALSE(cause_of_part(parts.rows.back()));
  EXPECT_EQ(cause_of_part(parts.rows[1]), IdleCause::submitting);
  EXPECT_EQ(cause_of_part(parts.rows[8]), IdleCause::preempted);
}

TEST(IdleFacts, CausesHaveDifferentLooksInNeutralTones) {
  for (const traces::Background background : {traces::Background::white, traces::Background::dark}) {
    std::set<std::pair<std::string, picture::Hatching>> looks;
    for (std::size_t i = 0; i < traces::idle_causes; ++i) {
      const picture::CauseLook look = picture::cause_look(static_cast<IdleCause>(i), background);
      looks.insert({traces::hex_text(look.colour), look.hatching});
      const auto [low, high] = std::minmax({look.colour.red, look.colour.green, look.colour.blue});
      EXPECT_LT(high - low, 30) << "a type's colour is more saturated: " << traces::hex_text(look.colour);
    }
    EXPECT_EQ(looks.size(), traces::idle_causes);
  }
}

TEST(IdleFacts, TooltipSaysWhyAWorkerWasIdleAndWhatFollowed) {
  const auto document = document_from_text({idle_drawing});
  const LoadedTrace& loaded = document->panel(0);
  const IdleFacts facts = idle_facts_of(loaded);
  const auto lines_at = [&](std::size_t row, double time_ns) {
    std::string text;
    const auto tooltip = idle_tooltip(loaded, facts, loaded.rows[row], time_ns, {1, 2});
    for (const TooltipLine& line : tooltip.value_or(Tooltip()).lines)
      text += line.label + ": " + line.text + "\n";
    return text;
  };
  EXPECT_EQ(lines_at(0, 3000),
            ": idle: not submitted\nbecause: a task that could have run was not yet submitted\nfor: 2.00 µs\n"
            "then: b #2\nwhy only then: click that task and press Y\n");
  EXPECT_EQ(lines_at(0, 1000), "") << "busy";
  EXPECT_EQ(lines_at(1, 3999), "") << "busy";
  const std::string last = lines_at(1, 9000);
  EXPECT_THAT(last, ::testing::StartsWith(": idle: no work\n"));
  EXPECT_THAT(last, ::testing::Not(::testing::HasSubstr("then"))) << "nothing follows";
}

TEST(IdleFacts, GapHasItsCausesLook) {
  const Timeline timeline = timeline_of(document_from_text({idle_drawing}));
  const LoadedTrace& loaded = timeline.document().panel(0);
  const IdleFacts facts = idle_facts_of(loaded);
  std::vector<Rgba> texels(static_cast<std::size_t>(timeline.plot().width));
  idle_texels(loaded, facts, std::vector<std::size_t>{0}, timeline.axis().grid(), traces::Background::white,
              texels);
  const auto at = [&](double time_ns) {
    return texels[static_cast<std::size_t>(timeline.axis().x_from_time(time_ns))];
  };
  const auto full = [](IdleCause cause) { return hatched(picture::cause_look(cause)) | 255U << 24; };
  EXPECT_EQ(at(1'000), 0U) << "busy";
  EXPECT_EQ(at(3'000), full(IdleCause::unsubmitted));
  EXPECT_EQ(at(5'000), full(IdleCause::ready_not_taken));
  EXPECT_EQ(at(8'000), 0U);
}

// The picture agrees with the totals: the columns of a row sum up to the worker's idle time.
TEST(IdleFacts, ColumnsSumToTheRowsIdleTime) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const auto document = make_document({index_trace(
        traces::testing::random_trace({.seed = seed, .tasks = 300, .nodes = 1 + seed % 2}), {}, 1)});
    const LoadedTrace& loaded = document->panel(0);
    const IdleFacts facts = idle_facts_of(loaded);
    const traces::ColumnGrid grid{0, 7.0};
    const auto columns = static_cast<std::size_t>(facts.time.makespan_ns / 7 + 1);
    for (std::size_t row = 0; row < loaded.rows.size(); ++row) {
      std::vector<Rgba> texels(columns);
      idle_texels(loaded, facts, std::vector<std::size_t>{loaded.rows[row].lane.value()}, grid,
                  traces::Background::white, texels);
      double shown_ns = 0.0;
      for (const Rgba texel : texels) shown_ns += 7.0 * static_cast<double>(texel >> 24) / 255.0;
      const auto worker = loaded.trace->lanes[loaded.rows[row].lane.value()].worker;
      const auto idle_ns = static_cast<double>(facts.time.workers[worker.value()].total_ns());
      EXPECT_NEAR(shown_ns, idle_ns, 7.0 * static_cast<double>(columns) / 255.0);
    }
  }
}

TEST(IdleFacts, StripsFillRowsFromTheTopExceptOverTriangles) {
  const Timeline timeline = timeline_of(document_from_text({idle_drawing}));
  const TextSize text{12.0, testing::measure, testing::measure};
  Picture picture = compose_picture(timeline, text);
  add_idle_strips(timeline, 0, idle_facts_of(timeline.document().panel(0)), picture);
  ASSERT_TRUE(picture.strips.back().from_top);
  ASSERT_EQ(picture.strips.back().strips.size(), 2U);
  const Strip& busy = picture.strips[0].strips[0];
  const Strip& idle = picture.strips.back().strips[0];
  EXPECT_EQ(idle.stretch, busy.stretch);
  EXPECT_EQ(idle.left, busy.left);
  for (int x = 0; x < busy.width; ++x) {
    const Rgba below = picture.texels[busy.first_texel + static_cast<std::size_t>(x)];
    const Rgba above = picture.texels[idle.first_texel + static_cast<std::size_t>(x)];
    EXPECT_TRUE((below >> 24) == 0 || (above >> 24) == 0) << "a column of few tasks is busy or idle: " << x;
  }
}

TEST(IdleFacts, StripCoversAllSubRows) {
  const auto document = testing::nested_document(testing::three_deep());
  const Timeline timeline = timeline_of(document);
  const TextSize text{12.0, testing::measure, testing::measure};
  Picture picture = compose_picture(timeline, text);
  add_idle_strips(timeline, 0, idle_facts_of(document->panel(0)), picture);
  ASSERT_TRUE(picture.strips.back().from_top);
  ASSERT_EQ(picture.strips.back().strips.size(), 2U) << "one for each row";
  const Strip& strip = picture.strips.back().strips[0];
  EXPECT_EQ(strip.stretch, track_of_row(timeline.layout().row({0, 0}, 0), 1.0));
  const auto height_at = [&](double time_ns) {
    const double column = timeline.x_from_time(time_ns) - strip.left;
    return picture.texels[strip.first_texel + static_cast<std::size_t>(column)] >> 24;
  };
  EXPECT_EQ(height_at(9'500), 255U) << "it waits";
  for (const double busy_ns : {1'000.0, 2'500.0, 4'000.0, 7'000.0, 8'999.0, 10'001.0, 11'000.0})
    EXPECT_EQ(height_at(busy_ns), 0U) << busy_ns;
}

TEST(IdleFacts, FoldedNodeShowsItsWorkersCombinedIdleTime) {
  const auto document = document_from_text({"n0/w0: aa..\nn0/w1: aaaa\nn1/w0: aaaa"});
  Timeline timeline = timeline_of(document);
  timeline.fold(0, traces::NodeId(0u), true);
  const TextSize text{12.0, testing::measure, testing::measure};
  Picture picture = compose_picture(timeline, text);
  add_idle_strips(timeline, 0, idle_facts_of(document->panel(0)), picture);
  ASSERT_TRUE(picture.strips.back().from_top);
  const Strip& strip = picture.strips.back().strips.at(0);
  const auto column =
      static_cast<std::size_t>(timeline.x_from_time(3'000)) - static_cast<std::size_t>(strip.left);
  EXPECT_EQ(picture.texels[strip.first_texel + column] >> 24, 128U) << "one of two workers is idle";
}

}  // namespace
}  // namespace gusset::viewer
