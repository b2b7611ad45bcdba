// Opening a large trace: progress, cancelling, and a responsive window.
#include <QLabel>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <iostream>

#include "gusset/viewer/app/window/load_card.hpp"
#include "sanitized.hpp"
#include "welcome_fixture.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t many_tasks = is_sanitized ? 800'000 : 3'000'000;  // sanitizers take longer

// Rows of short tasks with gaps. Only the number of tasks matters here.
traces::Trace large_trace() {
  constexpr std::size_t rows = 16;
  traces::Trace trace;
  trace.metadata.program = "large";
  trace.nodes.push_back({"node 0", 0, 0.0, 0});
  for (int type = 0; type < 8; ++type) trace.types.push_back("type " + std::to_string(type));
  for (std::size_t row = 0; row < rows; ++row) {
    trace.workers.push_back({traces::NodeId(0), "worker " + std::to_string(row)});
    traces::Lane lane{traces::WorkerId(row), {}};
    std::int64_t now_ns = 0;
    for (std::size_t i = 0; i < many_tasks / rows; ++i) {
      const traces::TaskId task(trace.tasks.type.size());
      trace.tasks.type.emplace_back((i * 7 + row) % 8);
      lane.spans.push_back(now_ns, now_ns + 800, task, traces::SpanKind::run);
      now_ns += 1000 + static_cast<std::int64_t>(i % 13);
    }
    trace.lanes.push_back(std::move(lane));
  }
  return trace;
}

class LoadingTest : public testing::WelcomeFixture {
 protected:
  static void SetUpTestSuite() {
    large_ = new std::filesystem::path(::testing::TempDir() + "large.gus");
    const auto written = traces::write_gus(large_trace(), *large_);
    ASSERT_TRUE(written);
  }
  static void TearDownTestSuite() {
    std::filesystem::remove(*large_);
    delete large_;
  }
  LoadCard& card() { return child<LoadCard>("load card"); }

  static std::filesystem::path* large_;
};

std::filesystem::path* LoadingTest::large_ = nullptr;

double cpu_ms(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

// Measures the longest pause between two ticks of a timer on the window's thread, in wall time and in CPU
// time.
class Heartbeat {
 public:
  Heartbeat() {
    QObject::connect(&timer_, &QTimer::timeout, [this] { tick(); });
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.start(2);
    last_ = std::chrono::steady_clock::now();
    last_work_ = cpu_ms(CLOCK_THREAD_CPUTIME_ID);
  }
  void tick() {
    const auto now = std::chrono::steady_clock::now();
    const double work = cpu_ms(CLOCK_THREAD_CPUTIME_ID);
    longest_ms_ = std::max(longest_ms_, std::chrono::duration<double, std::milli>(now - last_).count());
    longest_work_ms_ = std::max(longest_work_ms_, work - last_work_);
    last_ = now;
    last_work_ = work;
    ++ticks_;
  }
  double longest_ms() const { return longest_ms_; }
  double longest_work_ms() const { return longest_work_ms_; }
  int ticks() const { return ticks_; }

 private:
  QTimer timer_;
  std::chrono::steady_clock::time_point last_;
  double last_work_ = 0.0;
  double longest_ms_ = 0.0;
  double longest_work_ms_ = 0.0;
  int ticks_ = 0;
};

TEST_F(LoadingTest, WindowStaysResponsiveWhileLoading) {
  open({write("small.gus", "aab")});
  Heartbeat heart;
  const double begin_ms = cpu_ms(CLOCK_PROCESS_CPUTIME_ID);
  window_->session().open({*large_});
  ASSERT_TRUE(QTest::qWaitFor([&] { return document().panel(0).totals.tasks > 1000; }, testing::patience_ms));
  QApplication::processEvents();
  window_->session().open({folder_ / "small.gus"});  // frees the large trace
  ASSERT_TRUE(QTest::qWaitFor([&] { return document().panel(0).totals.tasks < 1000; }, testing::patience_ms));
  EXPECT_TRUE(QTest::qWaitFor([&] { return heart.ticks() > 20; }, testing::patience_ms));
  const double all_work_ms = cpu_ms(CLOCK_PROCESS_CPUTIME_ID) - begin_ms;
  std::cout << "longest pause " << heart.longest_ms() << " ms, of work " << heart.longest_work_ms()
            << " ms of " << all_work_ms << " ms, " << heart.ticks() << " ticks\n";
  // Compares CPU times, since wall time includes other programs on a busy machine, and all times grow there.
  EXPECT_LT(heart.longest_work_ms(), all_work_ms / 5);
}

TEST_F(LoadingTest, CardShowsProgressWhileLoading) {
  card().appear_after(0);  // shows the card on fast machines, too
  window_->session().open({*large_});
  const auto is_shown = [&] { return card().isVisible(); };
  ASSERT_TRUE(QTest::qWaitFor(is_shown, testing::patience_ms)) << "opening took less than a moment";
  EXPECT_FALSE(child<QWidget>("welcome").isVisible());
  EXPECT_TRUE(child<QLabel>("load file").text().startsWith("Opening "))
      << child<QLabel>("load file").text().toStdString();
  EXPECT_FALSE(child<QLabel>("load stage").text().isEmpty());
  settle();
  EXPECT_FALSE(card().isVisible());
  EXPECT_EQ(document().panel(0).totals.tasks, many_tasks);
}

TEST_F(LoadingTest, EscapeCancelsAndKeepsTheOpenTrace) {
  open({write("small.gus", "aab")});
  click(point(500));
  window_->session().open({*large_});
  ASSERT_NE(window_->session().loading(), nullptr);
  view().setFocus();
  QTest::keyClick(&view(), Qt::Key_Escape);
  EXPECT_EQ(window_->session().loading(), nullptr);
  settle();
  EXPECT_FALSE(card().isVisible());
  EXPECT_EQ(document().panel(0).name(), "small.gus");
  EXPECT_TRUE(selection().task()) << "Escape meant the opening, not the selection";
}

TEST_F(LoadingTest, ButtonCancels) {
  card().appear_after(0);  // shows the card on fast machines, too
  window_->session().open({*large_});
  ASSERT_TRUE(QTest::qWaitFor([&] { return card().isVisible(); }, testing::patience_ms));
  QTest::mouseClick(&child<QWidget>("load cancel"), Qt::LeftButton);
  EXPECT_EQ(window_->session().loading(), nullptr);
  EXPECT_TRUE(child<QWidget>("welcome").isVisible());
  EXPECT_TRUE(document().empty());
}

}  // namespace
}  // namespace gusset::viewer
