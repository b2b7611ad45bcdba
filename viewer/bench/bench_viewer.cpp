// Measures the window on 10 000 000 tasks in 64 rows at 1600 × 900 pixels: opening, each frame of zooming,
// panning, hovering and selecting, searching, and the longest pause. Compares it with drawing one
// triangle per task and with ViTE (if installed).
// usage: bench_viewer [--json] [--stretch]
// --stretch: also opens 100 000 000 tasks (needs 8 GB)
#include <unistd.h>

#include <QApplication>
#include <QSurfaceFormat>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "bench/command_line.hpp"
#include "bench/report.hpp"
#include "bench/statistics.hpp"
#include "frames.hpp"
#include "gusset/traces/exchange/write_trace.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/document/task_query.hpp"
#include "gusset/viewer/model/timeline/search_result.hpp"
#include "pauses.hpp"
#include "start.hpp"
#include "synthetic_trace.hpp"
#include "vite.hpp"

namespace {

namespace fs = std::filesystem;
using gusset::bench::Figure;
using gusset::bench::FrameTimes;
using gusset::bench::quantile;

constexpr std::size_t million = 1'000'000;
constexpr int repetitions = 5;

using SharedTrace = std::shared_ptr<const gusset::traces::Trace>;

/// The trace files of this run; removed when the program ends.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("bench_viewer-" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  fs::path gus(const gusset::traces::Trace& trace, const std::string& name) const {
    const fs::path file = path_ / name;
    if (auto written = gusset::traces::write_gus(trace, file); !written)
      throw std::runtime_error(written.error().message());
    return file;
  }
  fs::path paje(const gusset::traces::Trace& trace) const {
    const fs::path file = path_ / "trace.paje";
    if (auto written = gusset::traces::write_trace(trace, file, gusset::traces::OutputFormat::paje); !written)
      throw std::runtime_error(written.error().message());
    return file;
  }

 private:
  fs::path path_;
};

class Bench {
 public:
  const std::vector<Figure>& figures() const { return figures_; }

  /// Opening 5 M tasks in the viewer and in ViTE.
  void opening_against_vite() {
    const auto trace = gusset::bench::synthetic_trace(5 * million, 16);
    const Opened ours = opened(folder_.gus(*trace, "five.gus"));
    std::map<std::string, double> seconds;
    std::map<std::string, double> memory;
    if (const auto vite = gusset::bench::open_in_vite(folder_.paje(*trace))) {
      seconds["ViTE"] = vite->seconds;
      memory["ViTE"] = vite->peak_mb;
    }
    add("5 M tasks in 16 rows: start to first picture", "s", ours.ms / 1e3, seconds, 1.2);
    add("5 M tasks in 16 rows: peak resident memory", "MB", ours.peak_mb, memory, 1000.0);
  }

  void ten_million() {
    const auto trace = gusset::bench::synthetic_trace(10 * million, 64);
    const fs::path file = folder_.gus(*trace, "ten.gus");
    const Opened ours = opened(file);
    add("start to first picture", "ms", ours.ms, {}, 1200.0);
    const auto pause = gusset::bench::longest_pause_while_opening(file, threads_);
    const auto loaded = gusset::viewer::index_trace(trace, {}, threads_);
    const auto document = gusset::viewer::make_document({loaded});
    frames(gusset::bench::measure_frames(document));
    add("search by name", "ms", search_ms(*loaded, document), {}, 100.0);
    add("longest pause while opening", "ms", pause.wall_ms, {}, 50.0);
    add("longest pause while opening, processor time", "ms", pause.cpu_ms, {}, 50.0);
  }

  void many_rows() {
    const auto loaded =
        gusset::viewer::index_trace(gusset::bench::synthetic_trace(10 * million, 256), {}, threads_);
    const FrameTimes times = gusset::bench::measure_frames(gusset::viewer::make_document({loaded}));
    add("256 rows: zoom frame, median", "ms", quantile(times.zoom, 0.5),
        {{"a triangle per task", quantile(times.naive, 0.5)}}, 20.0);
    add("256 rows: pan frame, median", "ms", quantile(times.pan, 0.5), {}, 20.0);
  }

  void hundred_million() {
    const fs::path file = folder_.gus(*gusset::bench::synthetic_trace(100 * million, 64), "hundred.gus");
    const gusset::bench::Start start = gusset::bench::start_viewer(viewer_, file);
    add("100 M tasks: start to first picture", "s", start.ms / 1e3, {}, 5.0);
    add("100 M tasks: peak anonymous memory", "MB", start.peak_anonymous_mb, {}, 1500.0);
  }

 private:
  struct Opened {
    double ms = 0.0;
    double peak_mb = 0.0;
  };

  /// Less is better for every figure.
  void add(const std::string& name, const std::string& unit, double ours, std::map<std::string, double> peers,
           double goal) {
    figures_.push_back({name, unit, ours, std::move(peers), goal});
  }

  Opened opened(const fs::path& file) const {
    gusset::bench::start_viewer(viewer_, file);  // warms the page cache
    std::vector<double> ms;
    Opened result;
    for (int i = 0; i < repetitions; ++i) {
      const gusset::bench::Start start = gusset::bench::start_viewer(viewer_, file);
      ms.push_back(start.ms);
      result.peak_mb = std::max(result.peak_mb, start.peak_mb);
    }
    result.ms = quantile(ms, 0.5);
    return result;
  }

  void frames(const FrameTimes& times) {
    const std::map<std::string, double> naive = {{"a triangle per task", quantile(times.naive, 0.5)}};
    add("zoom frame, median", "ms", quantile(times.zoom, 0.5), naive, 16.0);
    add("zoom frame, 95th percentile", "ms", quantile(times.zoom, 0.95),
        {{"a triangle per task", quantile(times.naive, 0.95)}}, 25.0);
    add("zoom frame with a bound's line, median", "ms", quantile(times.bound, 0.5),
        {{"without the line", quantile(times.zoom, 0.5)}}, 16.0);
    add("pan frame, median", "ms", quantile(times.pan, 0.5), naive, 16.0);
    add("pan frame, 95th percentile", "ms", quantile(times.pan, 0.95), {}, 25.0);
    add("hover frame, median", "ms", quantile(times.hover, 0.5), {}, 3.0);
    add("select a task under the pointer, median", "ms", quantile(times.select, 0.5), {}, 100.0);
  }

  static double search_ms(const gusset::viewer::LoadedTrace& loaded,
                          const std::shared_ptr<const gusset::viewer::Document>& document) {
    std::vector<double> ms;
    for (int i = 0; i < repetitions; ++i) {
      ms.push_back(gusset::bench::time_ms([&] {
        gusset::viewer::SearchResult found;
        found.text = "type 3";
        found.tasks.push_back(gusset::viewer::TaskQuery::parse(*loaded.trace, found.text).value().find());
        if (!gusset::viewer::next_match(*document, found, std::nullopt, gusset::viewer::Step::next))
          throw std::runtime_error("search: expected tasks of that name, found none");
      }));
    }
    return quantile(ms, 0.5);
  }

  Folder folder_;
  fs::path viewer_ = fs::canonical("/proc/self/exe").parent_path() / "gusset-viewer";
  unsigned threads_ = std::max(1U, std::thread::hardware_concurrency());
  std::vector<Figure> figures_;
};

}  // namespace

int main(int argc, char** argv) {
  bool is_json = false;
  bool is_long = false;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option != "--json" && option != "--stretch") {
      std::fprintf(stderr, "usage: bench_viewer [--json] [--stretch]\n");
      return 2;
    }
    (option == "--json" ? is_json : is_long) = true;
  }
  setenv("QT_QPA_PLATFORM", "offscreen", 1);  // the same on every machine, with or without a display
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  QSurfaceFormat::setDefaultFormat(format);
  QApplication application(argc, argv);
  return gusset::bench::run_main("bench_viewer", [&] {
    Bench bench;
    bench.opening_against_vite();
    bench.ten_million();
    bench.many_rows();
    if (is_long) bench.hundred_million();
    gusset::bench::print(bench.figures(), gusset::bench::peers_of(bench.figures()), is_json);
    return 0;
  });
}
