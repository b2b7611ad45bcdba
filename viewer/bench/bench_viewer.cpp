// How fast the window is on a trace of 1 000 000 tasks in 16 rows: from starting the program to the first
// full picture, and each frame while zooming, panning and hovering, against drawing one triangle per task.
// usage: bench_viewer [--json]
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <thread>

#include "frames.hpp"
#include "gusset/traces/gus.hpp"
#include "gusset/viewer/model/loaded_trace.hpp"
#include "measurement.hpp"
#include "start.hpp"
#include "synthetic_trace.hpp"

namespace {

namespace fs = std::filesystem;
using gusset::bench::Measurement;
using gusset::bench::quantile;

constexpr std::size_t tasks = 1'000'000;
constexpr std::size_t rows = 16;
constexpr int starts = 5;

std::vector<Measurement> measure(const fs::path& viewer, const fs::path& folder) {
  const auto trace = gusset::bench::synthetic_trace(tasks, rows);
  const fs::path file = folder / "million.gus";
  if (auto written = gusset::traces::write_gus(*trace, file); !written)
    throw std::runtime_error(written.error().message());

  std::vector<double> start_ms;
  gusset::bench::start_viewer_ms(viewer, file);  // warms the page cache
  for (int i = 0; i < starts; ++i) start_ms.push_back(gusset::bench::start_viewer_ms(viewer, file));

  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  const auto document = gusset::viewer::make_document({gusset::viewer::index_trace(trace, {}, threads)});
  const gusset::bench::FrameTimes frames = gusset::bench::measure_frames(document, threads);
  const double naive = quantile(frames.naive, 0.5);
  return {
      {"start to first picture, median", "ms", quantile(start_ms, 0.5), {}, 1500.0, "lower"},
      {"zoom frame, median",
       "ms",
       quantile(frames.zoom, 0.5),
       {{"a triangle per task", naive}},
       16.0,
       "lower"},
      {"zoom frame, 95th percentile",
       "ms",
       quantile(frames.zoom, 0.95),
       {{"a triangle per task", quantile(frames.naive, 0.95)}},
       25.0,
       "lower"},
      {"pan frame, median", "ms", quantile(frames.pan, 0.5), {{"a triangle per task", naive}}, 16.0, "lower"},
      {"pan frame, 95th percentile", "ms", quantile(frames.pan, 0.95), {}, 25.0, "lower"},
      {"hover frame, median", "ms", quantile(frames.hover, 0.5), {}, 16.0, "lower"}};
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = argc == 2 && std::string(argv[1]) == "--json";
  if (argc > 2 || (argc == 2 && !json)) {
    std::fprintf(stderr, "usage: bench_viewer [--json]\n");
    return 2;
  }
  setenv("QT_QPA_PLATFORM", "offscreen", 1);  // the same on every machine, with and without a display
  const fs::path folder = fs::temp_directory_path() / ("bench_viewer-" + std::to_string(getpid()));
  int status = 0;
  try {
    fs::create_directories(folder);
    const auto measurements =
        measure(fs::canonical("/proc/self/exe").parent_path() / "gusset-viewer", folder);
    json ? gusset::bench::print_json(measurements) : gusset::bench::print_table(measurements);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_viewer: %s\n", error.what());
    status = 1;
  }
  fs::remove_all(folder);
  return status;
}
