#include "gusset/traces/picture/timeline/colouring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::trace_from_text;

Trace annotated(
    std::string name,
    std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values) {
  Trace trace = *trace_from_text("aabbccdd");
  Attribute attribute{std::move(name), {}, std::move(values)};
  std::visit(
      [&](const auto& all) {
        for (std::size_t i = 0; i < all.size(); ++i) attribute.tasks.emplace_back(i);
      },
      attribute.values);
  trace.attributes.push_back(std::move(attribute));
  return trace;
}

/// Returns the name of each task's category.
std::vector<std::string> names(const Trace& trace, const std::string& key) {
  const auto by = parse_colour_by(trace, key);
  EXPECT_TRUE(by.ok()) << key;
  const auto colouring = make_colouring(trace, *by);
  std::vector<std::string> found;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task)
    found.push_back(colouring->categories()[colouring->category(TaskId(task))].name);
  return found;
}

TEST(Colouring, OffersOnlyKeysThatTheTraceHas) {
  Trace trace = *trace_from_text("ab");
  EXPECT_THAT(colour_keys(trace), ElementsAre("type", "node", "duration"));
  trace = *trace_from_text("ab\na1: write x@0\nb1: read x@1");
  trace.attributes.push_back({"step", {}, std::vector<std::int64_t>()});
  trace.attributes.push_back({"node", {}, std::vector<std::int64_t>()});
  trace.recorded.parents = true;
  EXPECT_THAT(colour_keys(trace),
              ElementsAre("type", "node", "level", "duration", "slack", "waiting", "step", "attribute:node"));
  for (const std::string& key : colour_keys(trace)) {
    const auto by = parse_colour_by(trace, key);
    ASSERT_TRUE(by.ok()) << key;
    EXPECT_EQ(to_text(*by), key);
  }
  EXPECT_EQ(parse_colour_by(trace, "attribute:step")->attribute, "step");
}

TEST(Colouring, UnavailableKeyIsRefusedWithTheAvailableOnes) {
  const auto trace = trace_from_text("ab");
  for (const char* key : {"slack", "step", "", "attribute:x"}) {
    const auto by = parse_colour_by(*trace, key);
    ASSERT_FALSE(by.ok());
    EXPECT_EQ(by.error().message(),
              "colour: expected one of type, node, duration, which this trace supports, found \"" +
                  std::string(key) + "\"");
  }
}

TEST(Colouring, TypesNeedNoTable) {
  EXPECT_EQ(make_colouring(*trace_from_text("ab"), {}), nullptr);
}

TEST(Colouring, EachNodeHasACategory) {
  const auto trace = trace_from_text("n0/w0: aa\nn1/w0: bb");
  EXPECT_THAT(names(*trace, "node"), ElementsAre(trace->nodes[0].name, trace->nodes[1].name));
}

TEST(Colouring, LevelsCountParents) {
  Trace trace = *trace_from_text("aabb");
  trace.recorded.parents = true;
  trace.tasks.parent = {TaskId(), TaskId(0)};
  EXPECT_THAT(names(trace, "level"), ElementsAre("level 1", "level 2"));
}

TEST(Colouring, DurationsAreComparedWithTheMedianOfTheirType) {
  const auto trace = trace_from_text("aa|aa|aa|aa|aaa|aaaa|aaaaaaaaaaaaaaaaaaaa|bbbbbbbbbb");
  EXPECT_THAT(names(*trace, "duration"),
              ElementsAre("typical", "typical", "typical", "typical", "1.5 to 2 × median", "2 to 5 × median",
                          "10 × median and up", "typical"));
}

TEST(Colouring, TasksOnTheCriticalPathHaveNoSlack) {
  const auto trace = trace_from_text(
      "aaaaaaaaaabbbbbbbbbb\n"
      "cccccccc\n"
      "a1: write x@0\n"
      "b1: read x@1\n"
      "c1: write y@0");
  // The bound is 20; c could end 12 later.
  EXPECT_THAT(names(*trace, "slack"), ElementsAre("none", "more", "none"));
}

TEST(Colouring, NamesFitTheLegend) {
  constexpr std::size_t max_letters = 18;
  const auto trace =
      trace_from_text("ab\na1: write x@0 [submit 0] [ready 0]\nb1: read x@1 [submit 0] [ready 1]");
  for (const char* key : {"duration", "slack", "waiting"}) {
    const auto colouring = make_colouring(*trace, parse_colour_by(*trace, key).value());
    ASSERT_NE(colouring, nullptr) << key;
    for (const auto& category : colouring->categories()) {
      const auto letters = std::count_if(category.name.begin(), category.name.end(), [](char letter) {
        return (static_cast<unsigned char>(letter) & 0xC0) != 0x80;
      });
      EXPECT_LE(static_cast<std::size_t>(letters), max_letters) << category.name;
    }
  }
}

TEST(Colouring, WaitingNamesTheLongestWait) {
  const auto trace = trace_from_text(
      "aabb..ccccdd\n"
      "a1: write x@0 [submit 0] [ready 0]\n"
      "b1: write x@1 [submit 0] [ready 2]\n"
      "c1: write x@2 [submit 6] [ready 6]\n"
      "d1: write y@0 [submit 1] [ready 1]",
      1000);
  // d was submitted before c.
  EXPECT_THAT(names(*trace, "waiting"),
              ElementsAre("started at once", "started at once", "waited for worker", "not yet submitted"));
  Trace fine = *trace;
  fine.lanes[0].spans.begin_ns[1] = 2'999;  // b was ready at 2000
  EXPECT_EQ(names(fine, "waiting")[1], "started at once") << "any runtime needs a microsecond";
  fine.lanes[0].spans.begin_ns[1] = 3'000;
  EXPECT_EQ(names(fine, "waiting")[1], "waited for worker");
}

TEST(Colouring, FewIntegersGetOneCategoryEachAndManyShareSixteen) {
  EXPECT_THAT(names(annotated("step", std::vector<std::int64_t>{0, 1, 1, 9}), "step"),
              ElementsAre("step 0", "step 1", "step 1", "step 9"));

  std::string drawing = "a";
  for (int task = 1; task < 51; ++task) drawing += "|a";
  Trace trace = *trace_from_text(drawing);
  Attribute steps{"step", {}, {}};
  std::vector<std::int64_t> values;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    steps.tasks.emplace_back(task);
    values.push_back(static_cast<std::int64_t>(task) - 1);
  }
  steps.values = values;
  trace.attributes.push_back(steps);
  const auto found = names(trace, "step");
  EXPECT_EQ(found[1], "step 0, 16, 32, …");
  EXPECT_EQ(found[17], found[1]);
  EXPECT_EQ(found[0], "step -1, 15, 31, …");
  EXPECT_EQ(found[6], "step 5, 21, 37");
  EXPECT_EQ(std::set(found.begin(), found.end()).size(), 16u);
}

TEST(Colouring, ColourOfAStepDoesNotDependOnTheNumberOfSteps) {
  const auto few =
      make_colouring(annotated("step", std::vector<std::int64_t>{9}), {ColourKey::attribute, "step"});
  EXPECT_EQ(few->categories()[0].colour, type_colour(9));
}

TEST(Colouring, MultiplesOfSixteenDoNotShareAColour) {
  const auto sizes = make_colouring(annotated("tile", std::vector<std::int64_t>{128, 256, 512, 1024}),
                                    {ColourKey::attribute, "tile"});
  ASSERT_EQ(sizes->categories().size(), 4U);
  for (const Colouring::Category& category : sizes->categories())
    EXPECT_FALSE(category.colour) << "the name determines the colour: " << category.name;
}

TEST(Colouring, RealNumbersAreOnAScale) {
  EXPECT_THAT(names(annotated("load", std::vector<double>{0.0, 0.5, 1.0, 0.13}), "load"),
              ElementsAre("load 0 to 0.125", "load 0.5 to 0.625", "load 0.875 to 1", "load 0.125 to 0.25"));
  EXPECT_THAT(names(annotated("load", std::vector<double>{2.0, 2.0, 2.0, 2.0}), "load"),
              ::testing::Each("load 2 to 2"));
}

TEST(Colouring, EachTextHasACategoryAndSoDoTasksWithoutText) {
  EXPECT_THAT(names(annotated("phase", std::vector<std::string>{"up", "down", "up"}), "phase"),
              ElementsAre("up", "down", "up", "no phase"));
  EXPECT_THAT(names(annotated(stolen_from, std::vector<std::string>{"worker 1"}), stolen_from),
              ElementsAre("worker 1", "not stolen", "not stolen", "not stolen"));
}

TEST(Colouring, ExcessTextsShareOneCategory) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "a|";
  Trace trace = *trace_from_text(text);
  std::vector<std::string> values;
  Attribute phase{"phase", {}, {}};
  for (std::size_t task = 0; task + 1 < trace.tasks.size(); ++task) {
    phase.tasks.emplace_back(task);
    values.push_back("p" + std::to_string(task));
  }
  phase.values = values;
  trace.attributes.push_back(phase);
  const auto colouring = make_colouring(trace, {ColourKey::attribute, "phase"});
  EXPECT_EQ(colouring->categories().size(), Colouring::max_categories);
  const auto found = names(trace, "phase");
  EXPECT_EQ(found[252], "p252");
  EXPECT_EQ(found[253], "others");
  EXPECT_EQ(found[398], "others");
  EXPECT_EQ(found[399], "no phase");
}

TEST(Colouring, LevelOfDetailUsesItsCategories) {
  const auto trace = std::make_shared<const Trace>(annotated("step", std::vector<std::int64_t>{1, 0, 0, 1}));
  const auto colouring = make_colouring(*trace, {ColourKey::attribute, "step"});
  const LevelOfDetail detail(trace, 1, colouring.get());
  EXPECT_EQ(detail.categories(), 2u);
  EXPECT_THAT(detail.busy_ns(0, 0, 8000), ElementsAre(4000, 4000));
  std::vector<Texel> texels(1);
  detail.texels(0, {0, 3000.0}, texels);
  EXPECT_EQ(texels[0].category, 1) << "step 1 has two of the first three µs";
}

}  // namespace
}  // namespace gusset::traces
