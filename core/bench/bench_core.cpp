// Measures what tasks cost in this repository's runtime and in others. Each runtime and row runs in its own
// child process, and runtimes alternate, so that no runtime's idle threads disturb another and slow changes
// of the machine affect all of them alike. Usage: bench_core --help
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "bench/child_process.hpp"
#include "bench/report.hpp"
#include "bench/rounds.hpp"
#include "contestants.hpp"

namespace {

using namespace gusset::bench;

constexpr const char* program = "bench_core";
constexpr unsigned child_limit_s = 180;  // a runtime that hangs must not block the others

int measure_here(const Arguments& arguments) {
  alarm(child_limit_s);
  const std::optional<double> value = arguments.child->measure();
  value ? std::printf("%.17g\n", *value) : std::printf("%s", no_value);
  return 0;
}

int measure_all(const Arguments& arguments) {
  bool has_failed = false;
  std::vector<Figure> figures;
  for (const Row& row : arguments.rows) {
    if (isatty(STDERR_FILENO) == 1) std::fprintf(stderr, "%s …\n", row.name.c_str());
    std::vector<Contestant> all = contestants(row, arguments.budget);
    for (Contestant& each : all) {
      each.measure = [&arguments, &row, name = each.name] {
        return run_child_for_number({own_path(), "--milliseconds", std::to_string(arguments.budget.count()),
                                     "--child", name, row.name});
      };
    }
    Figure& figure =
        figures.emplace_back(Figure{row.name, row.unit, {}, {}, row.goal, row.stretch, row.better});
    const Failed failed = measure_alternately(figure, all.front(), {all.begin() + 1, all.end()},
                                              arguments.common.rounds, program);
    has_failed = has_failed || failed.ours || failed.peers;
  }
  std::vector<std::string> peers;
  for (const Contestant& each : contestants(arguments.rows.front(), arguments.budget))
    peers.push_back(each.name);
  peers.erase(peers.begin());
  for (const std::string& absent : absent_contestants()) {
    std::fprintf(stderr, "%s: built without %s\n", program, absent.c_str());
    peers.push_back(absent);
  }
  print(figures, peers, arguments.common.is_json);
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
    return arguments.child ? measure_here(arguments) : measure_all(arguments);
  });
}
