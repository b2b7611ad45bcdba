// Compares predicted with measured runs on several nodes: Cholesky factorizations and matrix products on
// nodes with one thread each, whose costs come from other sizes. Prints a Markdown table. The machine should
// be idle otherwise.
#include <algorithm>
#include <cstdio>

#include "accuracy/cluster_study.hpp"
#include "accuracy/command_runner.hpp"
#include "accuracy/error_list.hpp"
#include "common/arguments.hpp"

namespace {

using namespace accuracy;

constexpr double median_goal = 0.10;
constexpr double collective_goal = 0.15;  // of the median error

double percent(double share) {
  return share * 100.0;
}

double spread_of(const StudiedClusterCase& studied) {
  const auto [least, greatest] = std::minmax_element(studied.measured_s.begin(), studied.measured_s.end());
  return (*greatest - *least) / median(studied.measured_s);
}

double error_of_case(const StudiedClusterCase& studied) {
  return error_of(studied.predicted_s, median(studied.measured_s));
}

/// The fastest run is the one that other programs have disturbed least.
double error_of_fastest(const StudiedClusterCase& studied) {
  return error_of(studied.predicted_s,
                  *std::min_element(studied.measured_s.begin(), studied.measured_s.end()));
}

void print_cases(const ClusterStudy& study) {
  const bool has_tiles = study.cases.front().which.operation.empty();
  std::printf(
      "| program | N | %s | nodes | counts equal | measured, ms | spread | predicted, ms | error | error "
      "against the fastest run | reliable |\n|---|--:|--:|--:|---|--:|--:|--:|--:|--:|---|\n",
      has_tiles ? "tile" : "times");
  for (const StudiedClusterCase& studied : study.cases) {
    const ClusterCase& which = studied.which;
    std::printf("| %s | %zu | %zu | %u | %s | %.2f | %.1f %% | %.2f | %+.1f %% | %+.1f %% | %s |\n",
                which.name().c_str(), which.size, which.part, which.nodes,
                studied.has_equal_counts ? "yes" : "NO", median(studied.measured_s) * 1e3,
                percent(spread_of(studied)), studied.predicted_s * 1e3, percent(error_of_case(studied)),
                percent(error_of_fastest(studied)), studied.is_reliable ? "yes" : "no");
  }
}

void print_verdicts(const ClusterStudy& study) {
  const double goal = study.cases.front().which.operation.empty() ? median_goal : collective_goal;
  ErrorList reliable;
  ErrorList fastest;
  ErrorList others;
  std::size_t equal = 0;
  for (const StudiedClusterCase& studied : study.cases) {
    (studied.is_reliable ? reliable : others).add(error_of_case(studied));
    if (studied.is_reliable) fastest.add(error_of_fastest(studied));
    equal += studied.has_equal_counts ? 1 : 0;
  }
  std::printf("\n- Counts: equal in %zu of %zu cases.\n", equal, study.cases.size());
  if (!reliable.empty()) {
    std::printf("- Times, %zu cases: median error %.1f %%, goal at most %.0f %%: %s. Worst: %.1f %%.\n",
                reliable.size(), percent(reliable.median()), percent(goal),
                reliable.median() <= goal ? "met" : "NOT met", percent(reliable.worst()));
    std::printf("- Against the fastest run of each of these: median error %.1f %%, worst %.1f %%.\n",
                percent(fastest.median()), percent(fastest.worst()));
  }
  if (!others.empty()) {
    std::printf("- Called not reliable, %zu cases: median error %.1f %%, worst %.1f %%.\n", others.size(),
                percent(others.median()), percent(others.worst()));
  }
}

void print_report(const ClusterStudy& study, const ClusterPlan& plan, bool is_quick) {
  std::vector<double> spreads;
  for (const StudiedClusterCase& studied : study.cases) spreads.push_back(spread_of(studied));
  std::string sizes;
  for (const ClusterCase& each : plan.calibration)
    sizes += (sizes.empty() ? "" : ", ") + each.name() + " N = " + std::to_string(each.size);
  std::printf("# Predictions and measurements on several nodes\n\n");
  std::printf(
      "%s. Nodes have one thread each. Costs come from %s on 2 nodes. Measured times are medians of %zu "
      "runs, "
      "with a median spread (largest − smallest) of %.1f %%%s. %s\n\n",
      study.cpu.empty() ? "An unknown processor" : study.cpu.c_str(), sizes.c_str(), plan.rounds,
      percent(median(spreads)), is_quick ? "; this was the quick study, which says little" : "",
      study.network.c_str());
  print_cases(study);
  print_verdicts(study);
}

}  // namespace

int main(int argc, char** argv) {
  bool is_quick = false;
  bool has_collectives = false;
  std::string launcher;
  std::size_t rounds = 0;
  CLI::App app(
      "Predicts Cholesky factorizations and matrix products on several nodes, and compares the predictions "
      "with "
      "runs that the costs don't come from.",
      "cluster_accuracy");
  app.add_flag("--quick", is_quick, "Few cases, measured once: too few to judge accuracy");
  app.add_flag("--collectives", has_collectives,
               "Study all-reduces and broadcasts instead; N is their size in bytes")
      ->excludes("--quick");
  app.add_option("--launcher", launcher, "Start the nodes with this command")->type_name("COMMAND");
  app.add_option("--rounds", rounds, "Runs of each case (default: 7; 1 with --quick)")->type_name("N");
  return examples::run_program(app, argc, argv, [&] {
    ClusterPlan plan = is_quick ? quick_cluster_plan() : whole_cluster_plan();
    if (has_collectives) plan = collective_plan();
    plan.launcher = launcher;
    if (rounds > 0) plan.rounds = rounds;
    const CommandRunner runner;
    print_report(run_cluster_study(runner, plan), plan, is_quick);
    return 0;
  });
}
