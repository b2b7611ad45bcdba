#include "gusset/traces/answers/playback_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::trace_from_text;

std::string text_at(const std::shared_ptr<const Trace>& trace, std::int64_t time_ns) {
  const Playback schedule(trace, std::make_shared<const TaskTimes>(task_times(*trace)), TaskGraph(*trace));
  return counts_text(schedule, time_ns, ", ");
}

TEST(PlaybackText, CountsEveryState) {
  const auto trace = trace_from_text("ab\nc.\na1: write x@0\nb1: read x@1\nc1: write y@0\n");
  EXPECT_EQ(text_at(trace, 500), "0 done, 2 running, 0 ready, 1 waiting");
  EXPECT_EQ(text_at(trace, 2000), "3 done, 0 running, 0 ready, 0 waiting");
}

TEST(PlaybackText, TasksAreToComeIfReadinessIsUnknown) {
  EXPECT_EQ(text_at(trace_from_text("ab"), 500), "0 done, 1 running, 1 to come");
}

TEST(PlaybackText, CountsBusyWorkersIfTasksShareOne) {
  const auto trace = trace_from_text("n0/w0: aaa.\nn0/w0: .bbb\nn0/w1: cccc");  // two lanes of w0
  EXPECT_EQ(text_at(trace, 500), "0 done, 2 running, 1 to come");
  EXPECT_EQ(text_at(trace, 1500), "0 done, 3 running on 2 workers, 0 to come");
  EXPECT_EQ(text_at(trace, 3500), "1 done, 2 running, 0 to come");
  const auto nested = std::make_shared<Trace>(*trace_from_text("n0/w0: aaa.\nn0/w0: .b.."));
  nested->lanes[0].spans.push_back(1000, 2000, TaskId(1), SpanKind::run);
  nested->lanes.pop_back();
  EXPECT_EQ(text_at(nested, 1500), "0 done, 1 running, 1 suspended, 0 to come");
}

TEST(PlaybackText, CountsSuspendedTasksIfThereAreAny) {
  const auto trace = std::make_shared<Trace>(*trace_from_text("aabccd"));
  trace->lanes[0].spans.task[2] = trace->lanes[0].spans.task[0];  // c becomes a, which resumes
  EXPECT_EQ(text_at(trace, 2500), "0 done, 1 running, 1 suspended, 2 to come");
  EXPECT_EQ(text_at(trace, 3500), "1 done, 1 running, 2 to come");
}

}  // namespace
}  // namespace gusset::traces
