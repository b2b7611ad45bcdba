// Measures a real Cholesky factorization in double precision: this repository's runtime and others with the
// same tiles and kernels, and OpenBLAS's own threaded dpotrf. Each runs in its own child process, in
// alternation. Usage: bench_core_cholesky --help
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/child_process.hpp"
#include "bench/command_line.hpp"
#include "bench/report.hpp"
#include "bench/rounds.hpp"
#include "bench/statistics.hpp"
#include "solver.hpp"
#include "tiles.hpp"

namespace {

using namespace gusset::bench;

constexpr const char* program = "bench_core_cholesky";
constexpr unsigned child_limit_s = 180;  // a runtime that hangs must not block the others
constexpr double largest_residual = 1e-12;
constexpr const char* recorded = "Gusset, recorded";

struct Arguments {
  CommonOptions common{};
  std::size_t n = 4096;
  std::size_t tile = 256;
  unsigned workers = std::max(1U, std::thread::hardware_concurrency());
  std::size_t repetitions = 3;
  std::string child;
};

Arguments parse(CommandLine line) {
  Arguments arguments;
  while (!line.is_at_end()) {
    const std::string option = line.next();
    // There is only one row.
    if (option != "--rows" && arguments.common.take(option, line)) continue;
    if (option == "--size") {
      arguments.n = line.number_of(option);
    } else if (option == "--tile") {
      arguments.tile = line.number_of(option);
    } else if (option == "--workers") {
      arguments.workers = line.number_of(option);
    } else if (option == "--repeat") {
      arguments.repetitions = line.number_of(option);
    } else if (option == "--child") {
      arguments.child = line.value_of(option);
    } else {
      throw unknown_option(option);
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

/// The value that the child prints: GFlop/s, or the idle share in %.
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
  if (!(residual <= largest_residual)) {  // also true for NaN
    char text[64];
    std::snprintf(text, sizeof text, "expected a residual of at most %.0e, found %.2e", largest_residual,
                  residual);
    throw std::runtime_error(text);
  }
  return value;
}

Contestant contestant(const std::string& name, bool has_blas_threads, const Arguments& arguments) {
  return {name, [=, &arguments] {
            // OpenBLAS's threads start while it is loaded, and spin; a setting of 1 starts none.
            setenv("OPENBLAS_NUM_THREADS", has_blas_threads ? std::to_string(arguments.workers).c_str() : "1",
                   1);
            return run_child_for_number({own_path(), "--size", std::to_string(arguments.n), "--tile",
                                         std::to_string(arguments.tile), "--workers",
                                         std::to_string(arguments.workers), "--repeat",
                                         std::to_string(arguments.repetitions), "--child", name});
          }};
}

int measure_all(const Arguments& arguments) {
  Figure speed{"Cholesky N = " + std::to_string(arguments.n) + ", tiles of " +
                   std::to_string(arguments.tile) + ", " + std::to_string(arguments.workers) + " workers",
               "GFlop/s"};
  speed.better = "higher";
  std::vector<Contestant> contestants;
  for (const Solver& solver : solvers())
    contestants.push_back(contestant(solver.name, solver.has_blas_threads, arguments));
  contestants.push_back(contestant(recorded, false, arguments));
  const Failed failed =
      measure_alternately(speed, contestants.front(), {contestants.begin() + 1, contestants.end()},
                          arguments.common.rounds, program);

  Figure idle{"idle time and overhead in the middle 80 % of the run", "%", {}, {}, 2.0};
  if (const auto node = speed.peers.extract(recorded)) idle.ours = node.mapped();
  const std::string blas = solvers().back().name;
  Figure share{"speed relative to OpenBLAS's dpotrf", "share", {}, {}, 0.95, {}, "higher"};
  if (speed.ours && speed.peers.contains(blas)) share.ours = *speed.ours / speed.peers.at(blas);
  for (const auto& [name, value] : speed.peers) {
    if (name != blas && speed.peers.contains(blas)) share.peers[name] = value / speed.peers.at(blas);
  }
  std::vector<std::string> peers;
  for (const Solver& solver : solvers()) peers.push_back(solver.name);
  peers.erase(peers.begin());
  print({speed, share, idle}, peers, arguments.common.is_json);
  return failed.ours || failed.peers ? 1 : 0;
}

constexpr const char* help =
    "usage: bench_core_cholesky [--size N] [--tile N] [--workers N] [--rounds N] [--repeat N] [--json]\n"
    "Measures a Cholesky factorization in Gusset and other runtimes, in alternation. Prints medians of all "
    "rounds.\n"
    "  --size N     rows of the matrix (4096)\n"
    "  --tile N     rows of a tile, a divisor of the size (256)\n"
    "  --workers N  worker threads (one per core)\n"
    "  --rounds N   processes per runtime (5)\n"
    "  --repeat N   factorizations that each process times (3)\n"
    "  --json       print a list of {name, unit, ours, peers, goal, better}\n";

}  // namespace

int main(int argc, char** argv) {
  return run_main(program, [&] {
    const Arguments arguments = parse(CommandLine(argc, argv));
    if (arguments.common.wants_help) {
      std::fputs(help, stdout);
      return 0;
    }
    if (arguments.child.empty()) return measure_all(arguments);
    std::printf("%.17g\n", measure_here(arguments));
    return 0;
  });
}
