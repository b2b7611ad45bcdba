// Measures the speed of the simulator and, in the same run, of a plain use of SimGrid. Prints medians. Each
// figure comes from its own process, because SimGrid allows one engine per process.
// usage: bench_simulator --help
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bench/child_process.hpp"
#include "bench/command_line.hpp"
#include "bench/report.hpp"
#include "bench/rounds.hpp"
#include "cases.hpp"

namespace {

using namespace gusset::bench;

constexpr const char* program = "bench_simulator";
constexpr const char* help =
    "usage: bench_simulator [--rows REGEX] [--rounds N] [--json]\n"
    "Measures the speed of the simulator and, in the same run, of its peers.\n"
    "Prints medians over all rounds.\n"
    "  --rows REGEX  only rows whose names match\n"
    "  --rounds N    measurements per figure (3)\n"
    "  --json        a list of {name, unit, ours, peers, goal, better}\n";

int run(CommandLine words) {
  CommonOptions options{.rounds = 3};
  while (!words.is_at_end()) {
    const std::string option = words.next();
    if (!options.take(option, words)) throw unknown_option(option);
  }
  if (options.wants_help) {
    std::fputs(help, stdout);
    return 0;
  }
  const auto contestant = [](const std::string& name, const std::function<double()>& measure) {
    return Contestant{name, [&measure] { return in_child(measure); }};
  };
  bool has_failed = false;
  std::vector<Figure> figures;
  for (const gusset::simulator::bench::Row& row : gusset::simulator::bench::rows()) {
    if (!options.wants(row.name)) continue;
    std::vector<Contestant> peers;
    for (const auto& [name, peer] : row.peers) peers.push_back(contestant(name, peer));
    Figure& figure = figures.emplace_back(Figure{row.name, row.unit, {}, {}, row.goal, {}, row.better});
    const Failed failed =
        measure_alternately(figure, contestant("Gusset", row.ours), peers, options.rounds, program);
    has_failed = has_failed || failed.ours || failed.peers;
  }
  print(figures, peers_of(figures), options.is_json);
  return has_failed ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_main(program, [&] { return run(CommandLine(argc, argv)); });
}
