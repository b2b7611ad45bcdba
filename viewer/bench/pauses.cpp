#include "pauses.hpp"

#include <QApplication>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <stdexcept>

#include "gusset/viewer/app/widgets/host.hpp"
#include "gusset/viewer/app/window/main_window.hpp"

namespace gusset::bench {
namespace {

using Clock = std::chrono::steady_clock;

double cpu_ms() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

}  // namespace

Pause longest_pause_while_opening(const std::filesystem::path& trace, unsigned threads) {
  auto canvas = viewer::make_canvas(viewer::choose_host(), nullptr);
  if (!canvas) throw std::runtime_error(canvas.error().message());
  viewer::MainWindow window(std::move(canvas).value(), threads);
  std::string failure;
  const viewer::Connection failed =
      window.failed.connect([&](const std::string& message) { failure = message; });
  window.resize(1600, 900);
  window.show();
  for (int i = 0; i < 20; ++i) QApplication::processEvents();

  Pause pause;
  Clock::time_point last = Clock::now();
  double last_cpu_ms = cpu_ms();
  QTimer heartbeat;
  heartbeat.setTimerType(Qt::PreciseTimer);
  QObject::connect(&heartbeat, &QTimer::timeout, [&] {
    const Clock::time_point now = Clock::now();
    const double cpu = cpu_ms();
    pause.wall_ms = std::max(pause.wall_ms, std::chrono::duration<double, std::milli>(now - last).count());
    pause.cpu_ms = std::max(pause.cpu_ms, cpu - last_cpu_ms);
    last = now;
    last_cpu_ms = cpu;
  });
  heartbeat.start(1);
  window.session().open({trace});
  bool shown = false;
  const viewer::Connection drawn = window.picture_shown.connect([&] { shown = true; });
  while (failure.empty() && (!shown || window.busy()))
    QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  if (!failure.empty()) throw std::runtime_error(failure);
  return pause;
}

}  // namespace gusset::bench
