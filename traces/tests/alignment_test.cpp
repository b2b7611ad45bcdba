#include "gusset/traces/analysis/compare/alignment.hpp"

#include <gtest/gtest.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::trace_from_text;

// One trace begins its first task at 100 and ends at 1000; the other begins at 400 and ends at 3000.
const std::vector<PlacedTrace> two{{100, 1000, 300}, {400, 3000, 2000}};

double on_axis(const SideBySide& both, std::size_t trace, double own_ns) {
  return both.placements[trace].axis_from_own(own_ns);
}

TEST(Alignment, RecordedTimesStayUnchanged) {
  const SideBySide both = side_by_side({}, two);
  EXPECT_EQ(both.placements, (std::vector<Placement>{{}, {}}));
  EXPECT_EQ(both.zeros_ns, (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(both.extent_ns, 3000);
}

TEST(Alignment, AlignsFirstTasksEndsAndTasks) {
  const SideBySide first = side_by_side({AlignAt::first_task, false, {}}, two);
  EXPECT_EQ(on_axis(first, 0, 100), on_axis(first, 1, 400));
  EXPECT_EQ(first.zeros_ns, (std::vector<std::int64_t>{100, 400}));
  EXPECT_EQ(first.extent_ns, 3000);

  const SideBySide end = side_by_side({AlignAt::end, false, {}}, two);
  EXPECT_EQ(on_axis(end, 0, 1000), on_axis(end, 1, 3000));
  EXPECT_EQ(end.extent_ns, 3000);

  const SideBySide task = side_by_side({AlignAt::task, false, {}}, two);
  EXPECT_EQ(on_axis(task, 0, 300), on_axis(task, 1, 2000));
  EXPECT_EQ(task.extent_ns, 3000);
}

TEST(Alignment, TracesLieWithinTheAxis) {
  for (const AlignAt at : {AlignAt::first_task, AlignAt::end, AlignAt::task}) {
    for (const bool own_scales : {false, true}) {
      const SideBySide both = side_by_side({at, own_scales, {}}, two);
      for (std::size_t trace = 0; trace < two.size(); ++trace) {
        EXPECT_GE(on_axis(both, trace, 0), 0.0);
        EXPECT_LE(on_axis(both, trace, static_cast<double>(two[trace].end_ns)),
                  static_cast<double>(both.extent_ns));
      }
    }
  }
}

// The visible range [begin, end] of each trace, counted from its zero.
std::vector<std::pair<double, double>> shown_of(const SideBySide& both) {
  std::vector<std::pair<double, double>> shown;
  for (std::size_t i = 0; i < both.placements.size(); ++i) {
    const Placement ruler = both.placements[i].counted_from(static_cast<double>(both.zeros_ns[i]));
    shown.emplace_back(ruler.own_from_axis(0.0), ruler.own_from_axis(static_cast<double>(both.extent_ns)));
  }
  return shown;
}

TEST(Alignment, EachTraceShowsTheRangeOfItsOwnTime) {
  using Ranges = std::vector<std::pair<double, double>>;
  const Alignment own{AlignAt::recorded, true, {}};
  EXPECT_EQ(shown_of(side_by_side_of_range(own, two, {500, 800})), (Ranges{{500, 800}, {500, 800}}));
  EXPECT_EQ(shown_of(side_by_side_of_range(own, two, {500, {}})), (Ranges{{500, 1000}, {500, 3000}}));
  EXPECT_EQ(shown_of(side_by_side_of_range(own, two, {{}, 800})), (Ranges{{0, 800}, {0, 800}}));
  EXPECT_EQ(shown_of(side_by_side_of_range(own, two, {2000, {}})), (Ranges{{2000, 2001}, {2000, 3000}}))
      << "nothing of a trace that has ended by then";
}

TEST(Alignment, AlignedMomentsStayAlignedInARange) {
  using Ranges = std::vector<std::pair<double, double>>;
  const Alignment first{AlignAt::first_task, true, {}};
  EXPECT_EQ(shown_of(side_by_side_of_range(first, two, {{}, 200})), (Ranges{{-400, 200}, {-400, 200}}));
  EXPECT_EQ(shown_of(side_by_side_of_range(first, two, {-50, {}})), (Ranges{{-50, 2600}, {-50, 2600}}));
  EXPECT_EQ(shown_of(side_by_side_of_range(first, two, {100, {}})), (Ranges{{100, 900}, {100, 2600}}));
  const SideBySide ends = side_by_side_of_range({AlignAt::end, true, {}}, two, {-500, {}});
  EXPECT_EQ(shown_of(ends), (Ranges{{-500, 0}, {-500, 0}}));
  EXPECT_EQ(on_axis(ends, 0, 1000), on_axis(ends, 1, 3000));
}

TEST(Alignment, OwnScalesStretchTracesToTheLongest) {
  const SideBySide both = side_by_side({AlignAt::recorded, true, {}}, two);
  EXPECT_EQ(on_axis(both, 0, 1000), 3000);
  EXPECT_EQ(on_axis(both, 1, 3000), 3000);
  EXPECT_EQ(both.placements[0].own_from_axis(1500), 500);
  const SideBySide ends = side_by_side({AlignAt::end, true, {}}, two);
  EXPECT_EQ(on_axis(ends, 0, 1000), on_axis(ends, 1, 3000));
  const SideBySide tasks = side_by_side({AlignAt::task, true, {}}, two);
  EXPECT_DOUBLE_EQ(on_axis(tasks, 0, 300), on_axis(tasks, 1, 2000));
}

TEST(Alignment, TraceWithoutTheTaskKeepsItsRecordedOffset) {
  const std::vector<PlacedTrace> traces{{0, 1000, 300}, {0, 3000, {}}};
  const SideBySide both = side_by_side({AlignAt::task, false, {}}, traces);
  EXPECT_EQ(on_axis(both, 0, 0), on_axis(both, 1, 0));
}

TEST(Alignment, EmptyTraceIsPlaced) {
  const std::vector<PlacedTrace> traces{{0, 0, {}}, {0, 3000, {}}};
  const SideBySide both = side_by_side({AlignAt::end, true, {}}, traces);
  EXPECT_EQ(on_axis(both, 0, 0), 3000);
  EXPECT_EQ(side_by_side({}, {}).extent_ns, 0);
}

TEST(Alignment, TimesCountFromAnyZero) {
  const Placement placement{2.0, 10.0};
  EXPECT_EQ(placement.counted_from(5.0).axis_from_own(1.0), placement.axis_from_own(6.0));
}

TEST(Alignment, FirstTaskIsTheEarliestOnAnyLane) {
  EXPECT_EQ(first_task_begin_ns(*trace_from_text("..aa\n.b", 100)), 100);
  EXPECT_EQ(first_task_begin_ns(*trace_from_text("....", 100)), 0);
}

TEST(Alignment, CaptionsNameTheZero) {
  EXPECT_EQ(counted_from_text(AlignAt::recorded), "");
  EXPECT_EQ(counted_from_text(AlignAt::first_task), "from the first task");
  EXPECT_EQ(counted_from_text(AlignAt::end), "from the end");
  EXPECT_EQ(counted_from_text(AlignAt::task), "from the task");
}

}  // namespace
}  // namespace gusset::traces
