// Measures what the policy `cab` costs where it does not divide work among sockets (boundary 0), against the
// default policy. Usage: bench_fork_join --help
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/command_line.hpp"
#include "bench/report.hpp"
#include "bench/rounds.hpp"
#include "bench/statistics.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/policy.hpp"
#include "programs.hpp"

namespace {

using fork_join::Outcome;
using fork_join::Settings;
using gusset::Options;
using namespace gusset::bench;

constexpr const char* program = "bench_fork_join";

struct Case {
  std::string name;
  Outcome (*run)(gusset::Runtime&, const Settings&);
  Settings settings;
  double goal;  // at most this ratio
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"queens, 11", fork_join::queens, {.rows = 11}, 1.02},
      {"Cholesky, 768 rows in 64 leaves", fork_join::cholesky, {.rows = 768, .leaves = 64}, 1.02},
      {"FFT, 256k numbers in 64 leaves", fork_join::fft, {.rows = 1 << 18, .leaves = 64}, 1.05}};
  return all;
}

struct Arguments {
  CommonOptions common{};
  unsigned workers = 2;
  unsigned pairs = 15;
};

Arguments parse(CommandLine line) {
  Arguments arguments;
  while (!line.is_at_end()) {
    const std::string option = line.next();
    if (arguments.common.take(option, line)) continue;
    if (option == "--workers") {
      arguments.workers = line.number_of(option);
    } else if (option == "--pairs") {
      arguments.pairs = line.number_of(option);
    } else {
      throw unknown_option(option);
    }
  }
  return arguments;
}

/// Half of the workers are on one socket, half on another, so that the boundary decides.
Options options_of(const std::string& policy, unsigned workers) {
  Options options;
  options.threads = workers;
  options.policy = policy;
  options.boundary = 0;
  for (unsigned worker = 0; worker < workers; ++worker)
    options.domains.emplace_back(worker < (workers + 1) / 2 ? 0u : 1u);
  return options;
}

double seconds_of(const Case& each, const Options& options) {
  gusset::Runtime runtime(options);
  const Outcome outcome = each.run(runtime, each.settings);
  if (!outcome.is_right)
    throw std::runtime_error(each.name + ": expected a correct result, found " + outcome.text);
  return outcome.seconds;
}

/// The median of the ratios of runs with a policy to runs with the default policy, which alternate.
double ratio_of(const Case& each, const std::string& policy, const Arguments& arguments) {
  std::vector<double> ratios;
  for (unsigned pair = 0; pair < arguments.pairs; ++pair) {
    const auto measured = [&] { return seconds_of(each, options_of(policy, arguments.workers)); };
    const auto reference = [&] {
      return seconds_of(each, options_of(gusset::default_policy, arguments.workers));
    };
    // Each goes first in half of the pairs.
    const double before = pair % 2 == 0 ? reference() : measured();
    const double after = pair % 2 == 0 ? measured() : reference();
    ratios.push_back(pair % 2 == 0 ? after / before : before / after);
  }
  return median(ratios);
}

int measure(const Arguments& arguments) {
  bool has_failed = false;
  std::vector<Figure> figures;
  for (const Case& each : cases()) {
    if (!arguments.common.wants(each.name)) continue;
    const auto contestant = [&](const std::string& name, const std::string& policy) {
      return Contestant{name, [&each, &arguments, policy] { return ratio_of(each, policy, arguments); }};
    };
    Figure& figure = figures.emplace_back(
        Figure{each.name + ": time relative to locality", "ratio", {}, {}, each.goal, {}, "lower"});
    const Failed failed =
        measure_alternately(figure, contestant("cab, boundary 0", "cab"), {contestant("random", "random")},
                            arguments.common.rounds, program);
    has_failed = has_failed || failed.ours || failed.peers;
  }
  print(figures, {"random"}, arguments.common.is_json);
  return has_failed ? 1 : 0;
}

constexpr const char* help =
    "usage: bench_fork_join [--workers N] [--pairs N] [--rounds N] [--rows REGEX] [--json]\n"
    "Measures fork-join programs with the policy cab and boundary 0, relative to the policy locality. Prints "
    "medians of all rounds. The column random has the textbook policy that CAB is compared with.\n"
    "  --workers N   worker threads (2)\n"
    "  --pairs N     pairs of runs per round (15)\n"
    "  --rounds N    rounds (5)\n"
    "  --rows REGEX  only rows whose names contain a match\n"
    "  --json        print a list of {name, unit, ours, peers, goal, better}\n";

}  // namespace

int main(int argc, char** argv) {
  return run_main(program, [&] {
    const Arguments arguments = parse(CommandLine(argc, argv));
    if (arguments.common.wants_help) {
      std::fputs(help, stdout);
      return 0;
    }
    return measure(arguments);
  });
}
