#include "rows.hpp"

#include <fstream>
#include <stdexcept>

#include "bench/child_process.hpp"
#include "child.hpp"
#include "inputs.hpp"

namespace gusset::traces::bench {
namespace {

using gusset::bench::run_silently;
using Path = std::filesystem::path;

Row::Measure seconds_of(const std::string& kind) {
  return [kind](const Path& file, std::size_t) { return run_child(kind, file.string()).seconds; };
}

Row::Measure million_tasks_per_second(const std::string& kind) {
  return [kind](const Path& file, std::size_t tasks) {
    return static_cast<double>(tasks) / run_child(kind, file.string()).seconds * 1e-6;
  };
}

Row::Measure anonymous_megabytes(const std::string& kind) {
  return [kind](const Path& file, std::size_t) {
    return run_child(kind, file.string()).peak_anonymous_bytes * 1e-6;
  };
}

Row::Measure peak_per_file_byte(const std::string& kind) {
  return [kind](const Path& file, std::size_t) {
    return run_child(kind, file.string()).peak_bytes / static_cast<double>(std::filesystem::file_size(file));
  };
}

double pj_dump_seconds(const Path& file, std::size_t) {
  return run_silently({"pj_dump", file.string()}).seconds;
}

/// ViTE draws the file as an SVG, from which it leaves out narrow spans.
double vite_seconds(const Path& file, std::size_t) {
  const Path drawing = file.string() + ".svg";
  const auto taken =
      run_silently({"env", "QT_QPA_PLATFORM=offscreen", "vite", file.string(), "-e", drawing.string()});
  std::filesystem::remove(drawing);
  return taken.seconds;
}

/// The time in which the system alone provides as much memory as the trace needs.
double fresh_memory_ms(const Path& file, std::size_t) {
  return run_child("memory", file.string()).seconds * 1e3;
}

#ifdef GUSSET_OPENMP_RECORDER
/// Runs the program with LLVM's runtime, and with what `preload` adds, on 2 threads. What was recorded stays:
/// converting it comes after the run.
double openmp_seconds(const std::string& preload, const Path& trace, const std::string& tasks = "") {
  std::vector<std::string> command{"env",
                                   "OMP_NUM_THREADS=2",
                                   "OMP_TOOL=enabled",
                                   "GUSSET_TRACE=" + trace.string(),
                                   "LD_PRELOAD=" + preload + "libomp.so.5",
                                   GUSSET_OPENMP_PROGRAM};
  if (!tasks.empty()) command.push_back(tasks);
  return run_silently(command).seconds;
}

const std::string recorder = std::string(GUSSET_OPENMP_RECORDER) + ":";

void remove_recorded(const Path& trace) {
  for (const auto& entry : std::filesystem::directory_iterator(trace.parent_path())) {
    if (entry.path().filename().string().starts_with(trace.filename().string()))
      std::filesystem::remove(entry.path());
  }
}

double recorded_over_plain(const Path& file, std::size_t) {
  const Path trace = file.string() + ".gus";
  const double plain = openmp_seconds("", trace);
  const double recorded = openmp_seconds(recorder, trace);
  remove_recorded(trace);
  return recorded / plain;
}

/// Records tasks of one addition each, and makes a trace of the recording.
struct Conversion {
  double run_seconds = 0.0;
  gusset::bench::ChildResult made;
};

Conversion convert_short_tasks(const Path& file, std::size_t tasks) {
  const Path trace = file.string() + ".gus";
  Conversion conversion{openmp_seconds(recorder, trace, std::to_string(tasks)), {}};
  conversion.made = gusset::bench::run_child({GUSSET_OPENMP_TRACE_MAKER, trace.string()});
  remove_recorded(trace);
  if (!conversion.made.failure.empty())
    throw std::runtime_error("expected a trace of the recorded tasks, found " + conversion.made.failure);
  return conversion;
}

double conversion_over_run(const Path& file, std::size_t tasks) {
  const Conversion conversion = convert_short_tasks(file, tasks);
  return conversion.made.seconds / conversion.run_seconds;
}

double conversion_mebibytes(const Path& file, std::size_t tasks) {
  return convert_short_tasks(file, tasks).made.peak_bytes / (1 << 20);
}

void make_nothing(const Path& file, std::size_t) {
  std::ofstream(file) << "\n";
}
#endif

/// Writes a factorization of `tasks` tasks, whatever number is requested, and the same graph for Graphviz.
std::function<void(const Path&, std::size_t)> write_factorization(std::size_t tasks) {
  return [tasks](const Path& file, std::size_t) {
    write_graph_input(file, tasks);
    write_dot_input(file, file.string() + ".dot");
  };
}

double layout_ms(const Path& file, std::size_t) {
  return run_child("layout", file.string()).seconds * 1e3;
}

double graphviz_ms(const Path& file, std::size_t) {
  return run_silently({"dot", "-Tplain", "-o", "/dev/null", file.string() + ".dot"}).seconds * 1e3;
}

}  // namespace

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {".gus: open and validate",
       "ms",
       10,
       "lower",
       "run.gus",
       write_gus_input,
       [](const Path& file, std::size_t) { return run_child("gus", file.string()).seconds * 1e3; },
       {{"same amount of fresh memory", fresh_memory_ms}}},
      {"10 M tasks with graph: open and validate",
       "s",
       {},
       "lower",
       "graph.gus",
       write_graph_input,
       seconds_of("gus"),
       {},
       10},
      {"10 M tasks with graph: stats",
       "s",
       2,
       "lower",
       "graph.gus",
       write_graph_input,
       seconds_of("stats"),
       {},
       10},
      {"10 M tasks with graph: idle",
       "s",
       2,
       "lower",
       "graph.gus",
       write_graph_input,
       seconds_of("idle"),
       {},
       10},
      {"10 M tasks with graph: critical-path",
       "s",
       2,
       "lower",
       "graph.gus",
       write_graph_input,
       seconds_of("critical-path"),
       {},
       10},
      {"task graph of 560 tasks: layout",
       "ms",
       {},
       "lower",
       "graph-560.gus",
       write_factorization(560),
       layout_ms,
       {{"Graphviz dot", graphviz_ms}}},
      {"task graph of 1 540 tasks: layout",
       "ms",
       {},
       "lower",
       "graph-1540.gus",
       write_factorization(1540),
       layout_ms,
       {{"Graphviz dot", graphviz_ms}}},
      {"task graph of 9 880 tasks: layout",
       "ms",
       1000,
       "lower",
       "graph-9880.gus",
       write_factorization(9880),
       layout_ms,
       {}},
      {"100 M tasks: info, peak anonymous memory",
       "MB",
       1000,
       "lower",
       "large.gus",
       write_gus_input,
       anonymous_megabytes("info"),
       {},
       100},
      {"100 M tasks: stats, peak anonymous memory",
       "MB",
       1000,
       "lower",
       "large.gus",
       write_gus_input,
       anonymous_megabytes("lean-stats"),
       {},
       100},
      {"100 M tasks: info", "s", {}, "lower", "large.gus", write_gus_input, seconds_of("info"), {}, 100},
      {"100 M tasks: stats",
       "s",
       {},
       "lower",
       "large.gus",
       write_gus_input,
       seconds_of("lean-stats"),
       {},
       100},
#ifdef GUSSET_OPENMP_RECORDER
      {"OpenMP tasks of 10 µs: recorded, against plain libomp",
       "x",
       1.15,
       "lower",
       "openmp",
       make_nothing,
       recorded_over_plain,
       {}},
      {"30 M short OpenMP tasks: making their trace, against the run",
       "x",
       1,
       "lower",
       "openmp",
       make_nothing,
       conversion_over_run,
       {},
       30},
      {"30 M short OpenMP tasks: making their trace, peak memory",
       "MiB",
       256,
       "lower",
       "openmp",
       make_nothing,
       conversion_mebibytes,
       {},
       30},
#endif
      {"SuperGlue log",
       "M tasks/s",
       8,
       "higher",
       "run.log",
       write_superglue_input,
       million_tasks_per_second("trace"),
       {}},
      {"CSV", "M tasks/s", 8, "higher", "run.csv", write_csv_input, million_tasks_per_second("trace"), {}},
      {"Chrome JSON",
       "s",
       0.6,
       "lower",
       "run.json",
       write_chrome_input,
       seconds_of("trace"),
       {{"nlohmann DOM", seconds_of("nlohmann")}}},
      {"Chrome JSON: peak memory",
       "x file",
       3,
       "lower",
       "run.json",
       write_chrome_input,
       peak_per_file_byte("trace"),
       {{"nlohmann DOM", peak_per_file_byte("nlohmann")}}},
      {"Paje",
       "s",
       {},
       "lower",
       "run.paje",
       write_paje_input,
       seconds_of("trace"),
       {{"pj_dump", pj_dump_seconds}, {"ViTE's export", vite_seconds}}},
      {"Paje: speedup over pj_dump",
       "x",
       10,
       "higher",
       "run.paje",
       write_paje_input,
       [](const Path& file, std::size_t tasks) {
         return pj_dump_seconds(file, tasks) / run_child("trace", file.string()).seconds;
       },
       {}},
  };
  return all;
}

}  // namespace gusset::traces::bench
