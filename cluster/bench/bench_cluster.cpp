// Measures what tasks and their messages cost on several nodes, with MPI alone and other runtimes in the same
// run. Each figure comes from its own processes, started with the MPI's launcher. usage: bench_cluster --help
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "bench/child_process.hpp"
#include "bench/report.hpp"
#include "bench/rounds.hpp"
#include "contestants.hpp"
#include "measure.hpp"

namespace {

using namespace gusset::bench;
using namespace gusset::cluster::bench;
using gusset::cluster::bench::Row;

constexpr const char* program = "bench_cluster";
constexpr unsigned child_limit_s = 120;  // processes that hang must not block the others

int measure_here(const Child& child) {
  alarm(child_limit_s);
  measure_and_print(child.engine, child.work, child.threads);
  return 0;
}

int measure_all(const Arguments& arguments) {
  bool has_failed = false;
  std::vector<Figure> all;
  for (const Mpi& mpi : arguments.mpis) {
    std::vector<Figure> figures;
    for (const Row& row : arguments.rows) {
      if (isatty(STDERR_FILENO) == 1) std::fprintf(stderr, "%s: %s …\n", mpi.title.c_str(), row.name.c_str());
      const std::vector<Contestant> each = contestants(mpi, row, arguments.programs);
      Figure& figure =
          figures.emplace_back(Figure{row.name, row.unit, {}, {}, row.goal, row.limit, row.better});
      const Failed failed = measure_alternately(figure, each.front(), {each.begin() + 1, each.end()},
                                                arguments.common.rounds, program);
      has_failed = has_failed || failed.ours || failed.peers;
    }
    if (!arguments.common.is_json) {
      std::printf("%s\n\n%s\n", mpi.title.c_str(), format_table(figures, peers_of(figures)).c_str());
      std::fflush(stdout);
    }
    for (Figure& figure : figures) {
      figure.name += ", " + mpi.title;
      all.push_back(figure);
    }
  }
  if (arguments.common.is_json) print(all, {}, true);
  return has_failed ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_main(program, [&] {
    const Arguments arguments = parse_arguments(CommandLine(argc, argv));
    if (arguments.common.wants_help) {
      std::fputs(help_text().c_str(), stdout);
      return 0;
    }
    return arguments.child ? measure_here(*arguments.child) : measure_all(arguments);
  });
}
