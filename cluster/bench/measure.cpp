#include "measure.hpp"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bench/child_process.hpp"
#include "bench/statistics.hpp"
#include "graphs.hpp"
#include "gusset/core/options.hpp"
#include "message_hops.hpp"
#include "metg.hpp"
#include "task_graphs.hpp"

namespace gusset::cluster::bench {
namespace {

using gusset::bench::median;
using gusset::bench::Stopwatch;

constexpr int repetitions = 5;

/// The median duration of several repetitions, in seconds, after a warm-up. The number of repetitions is
/// always the same, because all nodes must run the same program.
double time_repeatedly(const std::function<void()>& repeat) {
  std::vector<double> samples;
  for (int repetition = 0; repetition <= repetitions; ++repetition) {
    const Stopwatch watch;
    repeat();
    if (repetition > 0) samples.push_back(watch.seconds());
  }
  return median(samples);
}

double measure_passed_by_s(Runtime& runtime, std::size_t tasks) {
  const Matrix tiles = tiles_of_node(runtime, 1, 64);
  std::vector<double> samples;
  for (int repetition = 0; repetition <= repetitions; ++repetition) {
    const Stopwatch watch;
    submit_foreign(runtime, tiles, tasks);
    const double submitted_s = watch.seconds();
    runtime.wait();
    // In a run of one node, the tasks belong to that node, so the time includes their execution.
    samples.push_back((runtime.grid().nodes() > 1 ? submitted_s : watch.seconds()) /
                      static_cast<double>(tasks));
  }
  return median(samples);
}

double measure_hop_s(Runtime& runtime, const Work& work) {
  Matrix tiles = Hops::tiles(runtime, work.bytes);
  const double seconds = time_repeatedly([&] {
    Hops::submit(runtime, tiles, work.size);
    runtime.wait();
  });
  const auto expected = static_cast<double>(work.size * (repetitions + 1));
  const double found = Hops::result(tiles, work.size);
  if (found != expected) {
    throw std::runtime_error("expected " + std::to_string(expected) + " tasks one after the other, found " +
                             std::to_string(found));
  }
  return seconds / static_cast<double>(work.size);
}

double measure_message_hop_s(Runtime& runtime, const Work& work) {
  MessageHops chain(runtime, work.bytes);
  const double seconds = time_repeatedly([&] { chain.run(work.size); });
  const bool has_last = runtime.grid().nodes() == 1 || runtime.engine().here() == NodeId(1);
  if (has_last && chain.result() != static_cast<double>(work.size)) {
    throw std::runtime_error("expected " + std::to_string(work.size) + " tasks one after the other, found " +
                             std::to_string(chain.result()));
  }
  return seconds / static_cast<double>(work.size);
}

double measure_messages_s(Runtime& runtime, const Work& work) {
  constexpr std::size_t places = 1024;
  const Matrix sent = tiles_of_node(runtime, 0, places);
  const Matrix results = tiles_of_node(runtime, 1, places);
  const double seconds = time_repeatedly([&] {
    submit_messages(runtime, sent, results, work.size);
    runtime.wait();
  });
  return seconds / static_cast<double>(work.size);
}

std::optional<double> measure_metg_s(Runtime& runtime, std::size_t most_steps) {
  const std::size_t columns = std::size_t{runtime.grid().nodes()} * runtime.workers();
  const Matrix tiles = stencil_tiles(runtime, columns);
  const double iteration_s = seconds_per_iteration();
  std::vector<Measured> series;
  for (const Graph& graph : metg_series(most_steps)) {
    const double seconds = time_repeatedly([&] {
      submit_stencil(runtime, tiles, graph);
      runtime.wait();
    });
    series.push_back({iteration_s * static_cast<double>(graph.iterations),
                      seconds / static_cast<double>(graph.steps)});  // as many columns as cores
  }
  return metg_s(series);
}

/// The median of what several calls return, after a warm-up call.
double median_s(const std::function<double()>& seconds) {
  std::vector<double> samples;
  seconds();
  for (int repetition = 0; repetition < repetitions; ++repetition) samples.push_back(seconds());
  return median(samples);
}

double measure_graph_s(Runtime& runtime, const Work& work) {
  const bool is_empty = work.probe == Probe::own_task_ns;
  const Matrix tiles = cholesky_tiles(runtime, work.size, work.bytes);
  const double seconds = time_repeatedly([&] {
    submit_cholesky(runtime, tiles, is_empty ? 0.0 : 500.0);
    runtime.wait();
  });
  return is_empty ? seconds / static_cast<double>(cholesky_tasks(work.size)) : seconds;
}

std::optional<double> measure_on(Runtime& runtime, const Work& work) {
  const auto size = static_cast<double>(work.size);
  switch (work.probe) {
    case Probe::passed_by_ns:
      return measure_passed_by_s(runtime, work.size) * 1e9;
    case Probe::own_task_ns:
      return measure_graph_s(runtime, work) * 1e9;
    case Probe::hop_us:
      return measure_hop_s(runtime, work) * 1e6;
    case Probe::message_hop_us:
      return measure_message_hop_s(runtime, work) * 1e6;
    case Probe::messages_per_s:
      return 1.0 / measure_messages_s(runtime, work);
    case Probe::graph_s:
      return measure_graph_s(runtime, work);
    case Probe::metg_us: {
      const std::optional<double> seconds = measure_metg_s(runtime, work.size);
      return seconds ? std::optional(*seconds * 1e6) : std::nullopt;
    }
    case Probe::graph_task_ns:
      return median_s([&] { return independent_tasks_s(runtime, work.size); }) * 1e9 / size;
    case Probe::dependencies_ns:
      return median_s([&] { return many_dependencies_s(runtime, work.size); }) * 1e9 /
             (size * ManyDependencies::rows);
    case Probe::cholesky_s:
    case Probe::gemm_2d:
    case Probe::gemm_3d:
    case Probe::graph_cholesky:
    case Probe::random_cholesky:
    case Probe::slowed_smart:
    case Probe::slowed_equalize:
      break;  // example programs measure these
  }
  throw std::runtime_error("expected a probe that this program measures, found " + text_of(work.probe));
}

}  // namespace

void measure_and_print(const std::string& engine, const Work& work, unsigned threads) {
  Options options;
  options.engine = engine;
  options.threads = threads;
  Runtime runtime(options);
  const std::optional<double> value = measure_on(runtime, work);
  if (runtime.grid().nodes() > 1 && runtime.engine().here() != NodeId(0)) return;
  value ? std::printf("%.17g\n", *value) : std::printf("%s", gusset::bench::no_value);
}

}  // namespace gusset::cluster::bench
