// A real Cholesky factorization in double precision: this repository's runtime and others on the same tiles
// and kernels, and OpenBLAS's own threaded dpotrf, one child process each, in turns. usage:
// bench_core_cholesky --help
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "child_process.hpp"
#include "command_line.hpp"
#include "report.hpp"
#include "solver.hpp"
#include "statistics.hpp"
#include "tiles.hpp"

namespace {

using namespace gusset::bench;

constexpr unsigned child_limit_s = 180;  // a runtime that hangs must not hold up the others
constexpr double largest_residual = 1e-12;
constexpr const char* recorded = "Gusset, recorded";

struct Arguments {
  bool wants_help = false;
  bool is_json = false;
  std::size_t n = 4096;
  std::size_t tile = 256;
  unsigned workers = std::max(1U, std::thread::hardware_concurrency());
  std::size_t rounds = 5;
  std::size_t repetitions = 3;
  std::string child;
};

Arguments parse(CommandLine words) {
  Arguments arguments;
  while (!words.is_at_end()) {
    const std::string option = words.next();
    if (option == "--help") {
      arguments.wants_help = true;
    } else if (option == "--json") {
      arguments.is_json = true;
    } else if (option == "--size") {
      arguments.n = words.number_of(option);
    } else if (option == "--tile") {
      arguments.tile = words.number_of(option);
    } else if (option == "--workers") {
      arguments.workers = words.number_of(option);
    } else if (option == "--rounds") {
      arguments.rounds = words.number_of(option);
    } else if (option == "--repeat") {
      arguments.repetitions = words.number_of(option);
    } else if (option == "--child") {
      arguments.child = words.value_of(option);
    } else {
      throw ArgumentError("expected an option (see --help), found \"" + option + "\"");
    }
  }
  if (arguments.n % arguments.tile != 0) {
    throw ArgumentError("--tile: expected a divisor of the size " + std::to_string(arguments.n) + ", found " +
                        std::to_string(arguments.tile));
  }
  return arguments;
}

double gflops(std::size_t n, double seconds) {
  const auto rows = static_cast<double>(n);
  return rows * rows * rows / 3.0 / seconds * 1e-9;
}

/// What the child prints: GFlop/s, or the idle share in %.
double measure_here(const Arguments& arguments) {
  alarm(child_limit_s);
  Tiles tiles(arguments.n, arguments.tile);
  double value = 0.0;
  if (arguments.child == recorded) {
    value = 100.0 * idle_share(tiles, arguments.workers);
  } else {
    const auto solver = std::find_if(solvers().begin(), solvers().end(),
                                     [&](const Solver& known) { return known.name == arguments.child; });
    if (solver == solvers().end())
      throw ArgumentError("--child: expected the name of a runtime, found \"" + arguments.child + "\"");
    value = gflops(arguments.n, median(solver->factorize(tiles, arguments.workers, arguments.repetitions)));
  }
  const double residual = tiles.residual();
  if (!(residual <= largest_residual)) {  // true for NaN
    char text[64];
    std::snprintf(text, sizeof text, "expected a residual of at most %.0e, found %.2e", largest_residual,
                  residual);
    throw std::runtime_error(text);
  }
  return value;
}

std::optional<double> measure_in_child(const std::string& name, bool has_blas_threads,
                                       const Arguments& arguments, bool& has_failed) {
  // OpenBLAS's threads start while it is loaded, and spin: with 1 there are none.
  setenv("OPENBLAS_NUM_THREADS", has_blas_threads ? std::to_string(arguments.workers).c_str() : "1", 1);
  try {
    return run_child_for_number({own_path(), "--size", std::to_string(arguments.n), "--tile",
                                 std::to_string(arguments.tile), "--workers",
                                 std::to_string(arguments.workers), "--repeat",
                                 std::to_string(arguments.repetitions), "--child", name});
  } catch (const std::runtime_error& error) {
    has_failed = true;
    std::fprintf(stderr, "bench_core_cholesky: %s: %s\n", name.c_str(), error.what());
    return {};
  }
}

int measure_all(const Arguments& arguments) {
  bool has_failed = false;
  std::map<std::string, std::vector<double>> samples;
  for (std::size_t round = 0; round < arguments.rounds; ++round) {
    for (const Solver& solver : solvers()) {
      if (const auto value = measure_in_child(solver.name, solver.has_blas_threads, arguments, has_failed))
        samples[solver.name].push_back(*value);
    }
    if (const auto value = measure_in_child(recorded, false, arguments, has_failed))
      samples[recorded].push_back(*value);
  }
  const auto middle = [&](const std::string& name) -> std::optional<double> {
    const auto found = samples.find(name);
    return found == samples.end() ? std::nullopt : std::optional(median(found->second));
  };

  const std::string ours = solvers().front().name;
  const std::string blas = solvers().back().name;
  Figure speed{"Cholesky N = " + std::to_string(arguments.n) + ", tiles of " +
                   std::to_string(arguments.tile) + ", " + std::to_string(arguments.workers) + " workers",
               "GFlop/s",
               middle(ours),
               {},
               {},
               {},
               "higher"};
  std::vector<std::string> peers;
  for (const Solver& solver : solvers()) {
    if (solver.name == ours) continue;
    peers.push_back(solver.name);
    if (const auto value = middle(solver.name)) speed.peers[solver.name] = *value;
  }
  Figure share{"of OpenBLAS's dpotrf", "share", {}, {}, 0.95, {}, "higher"};
  if (speed.ours && speed.peers.contains(blas)) share.ours = *speed.ours / speed.peers.at(blas);
  for (const auto& [name, value] : speed.peers) {
    if (name != blas && speed.peers.contains(blas)) share.peers[name] = value / speed.peers.at(blas);
  }
  const Figure idle{
      "idle and overhead in the middle 80 % of the run", "%", middle(recorded), {}, 2.0, {}, "lower"};
  const std::vector<Figure> figures = {speed, share, idle};
  std::fputs((arguments.is_json ? format_json(figures) : format_table(figures, peers)).c_str(), stdout);
  return has_failed ? 1 : 0;
}

constexpr const char* help =
    "usage: bench_core_cholesky [--size N] [--tile N] [--workers N] [--rounds N] [--repeat N] [--json]\n"
    "A Cholesky factorization in Gusset and in other runtimes, measured in turns; medians of all rounds.\n"
    "  --size N     rows of the matrix (4096)\n"
    "  --tile N     rows of a tile, a divisor of the size (256)\n"
    "  --workers N  (one per core)\n"
    "  --rounds N   processes per runtime (5)\n"
    "  --repeat N   factorizations that each process times (3)\n"
    "  --json       a list of {name, unit, ours, peers, goal, better}\n";

}  // namespace

int main(int argc, char** argv) {
  try {
    const Arguments arguments = parse(CommandLine(argc, argv));
    if (arguments.wants_help) {
      std::fputs(help, stdout);
      return 0;
    }
    if (arguments.child.empty()) return measure_all(arguments);
    std::printf("%.17g\n", measure_here(arguments));
    return 0;
  } catch (const ArgumentError& error) {
    std::fprintf(stderr, "bench_core_cholesky: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_core_cholesky: %s\n", error.what());
    return 1;
  }
}
