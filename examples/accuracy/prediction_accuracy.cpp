// Compares predictions with runs that they were not calibrated on: tiled Cholesky factorizations with other
// sizes and tiles, on one and two workers, some with little parallelism. Prints a Markdown report with a
// verdict for each goal. The machine should be idle otherwise.
#include <algorithm>
#include <cstdio>
#include <map>

#include "accuracy/accuracy_study.hpp"
#include "accuracy/command_runner.hpp"
#include "accuracy/error_list.hpp"
#include "common/arguments.hpp"

namespace {

using namespace accuracy;

constexpr std::size_t min_judged_tile = 256;  // shorter tasks are reported, not judged
constexpr std::size_t max_few_blocks = 8;
constexpr double median_goal = 0.05;
constexpr double worst_goal = 0.12;
constexpr double replay_goal = 0.01;
constexpr double advice_goal = 0.05;

const char* verdict(bool is_met) {
  return is_met ? "met" : "NOT met";
}

bool has_few_blocks(const Case& which) {
  return which.blocks <= max_few_blocks;
}

double percent(double share) {
  return share * 100.0;
}

double spread_of(const StudiedCase& studied) {
  const auto [least, greatest] = std::minmax_element(studied.measured_s.begin(), studied.measured_s.end());
  return (*greatest - *least) / median(studied.measured_s);
}

void print_cases(const Study& study) {
  std::printf(
      "| tile | B | N | workers | measured, ms | spread | predicted, ms | error | bound, ms | error |\n");
  std::printf("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const StudiedCase& studied : study.cases) {
    const double measured_s = median(studied.measured_s);
    std::printf("| %zu | %zu | %zu | %zu | %.2f | %.1f %% | %.2f | %+.1f %% | %.2f | %+.1f %% |\n",
                studied.which.tile, studied.which.blocks, studied.which.rows(), studied.which.workers,
                measured_s * 1e3, percent(spread_of(studied)), studied.prediction.makespan_s * 1e3,
                percent(error_of(studied.prediction.makespan_s, measured_s)),
                studied.prediction.bound_s * 1e3, percent(error_of(studied.prediction.bound_s, measured_s)));
  }
}

void print_large_tiles(const Study& study) {
  ErrorList errors;
  const StudiedCase* worst = nullptr;
  for (const StudiedCase& studied : study.cases) {
    if (studied.which.tile < min_judged_tile) continue;
    errors.add(error_of(studied.prediction.makespan_s, median(studied.measured_s)));
    if (errors.size() == 1 ||
        std::abs(error_of(studied.prediction.makespan_s, median(studied.measured_s))) >= errors.worst())
      worst = &studied;
  }
  std::printf("- Tiles of %zu and more, %zu cases: median error %.1f %%, goal at most 5 %%: %s.\n",
              min_judged_tile, errors.size(), percent(errors.median()),
              verdict(errors.median() <= median_goal));
  std::printf("- The worst of these, tile %zu, B = %zu, %zu worker%s: %.1f %%, goal at most 12 %%: %s.\n",
              worst->which.tile, worst->which.blocks, worst->which.workers,
              worst->which.workers == 1 ? "" : "s", percent(errors.worst()),
              verdict(errors.worst() <= worst_goal));
}

// On one worker the bound is the work, which equals the prediction.
void print_little_parallelism(const Study& study) {
  ErrorList predictions, bounds, large_predictions, large_bounds;
  for (const StudiedCase& studied : study.cases) {
    if (!has_few_blocks(studied.which) || studied.which.workers < 2) continue;
    const double measured_s = median(studied.measured_s);
    const double prediction = error_of(studied.prediction.makespan_s, measured_s);
    const double bound = error_of(studied.prediction.bound_s, measured_s);
    predictions.add(prediction);
    bounds.add(bound);
    if (studied.which.tile < min_judged_tile) continue;
    large_predictions.add(prediction);
    large_bounds.add(bound);
  }
  std::printf(
      "- Little parallelism (at most 8 x 8 tiles, several workers), %zu cases: median error %.1f %%, against "
      "%.1f %% for the bound max(work ÷ workers, critical path), goal at most half of that: %s. Tiles of %zu "
      "and more: %.1f %% against %.1f %%.\n",
      predictions.size(), percent(predictions.median()), percent(bounds.median()),
      verdict(predictions.median() <= bounds.median() / 2.0), min_judged_tile,
      percent(large_predictions.median()), percent(large_bounds.median()));
}

void print_other_workers(const Study& study) {
  ErrorList errors;
  for (const StudiedCase& studied : study.cases) {
    if (studied.which.workers > 1 || studied.which.tile < min_judged_tile) continue;
    errors.add(error_of(studied.from_most_workers.makespan_s, median(studied.measured_s)));
  }
  if (errors.empty()) return;
  std::printf(
      "- For comparison, one worker predicted from costs of runs with all workers busy, tiles of %zu and "
      "more: median error %.1f %%, worst %.1f %%.\n",
      min_judged_tile, percent(errors.median()), percent(errors.worst()));
}

void print_replay(const Study& study) {
  ErrorList errors;
  for (const double error : study.replay_errors) errors.add(error);
  std::printf(
      "- Replays of %zu traces on their own machine: median error %.2f %%, goal at most 1 %%: %s. Worst: "
      "%.2f %%.\n",
      errors.size(), percent(errors.median()), verdict(errors.median() <= replay_goal),
      percent(errors.worst()));
}

void print_advice(const Study& study) {
  std::size_t most = 0;
  for (const StudiedCase& studied : study.cases) most = std::max(most, studied.which.workers);
  for (const Advice& advice : study.advice) {
    std::map<std::size_t, double> measured_s;  // keyed by tile
    for (const StudiedCase& studied : study.cases) {
      if (studied.which.rows() == advice.rows && studied.which.workers == most)
        measured_s[studied.which.tile] = median(studied.measured_s);
    }
    const auto best = std::min_element(measured_s.begin(), measured_s.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    const double loss = measured_s.at(advice.tile) / best->second - 1.0;
    std::printf(
        "- N = %zu: gusset tune advises tiles of %zu, which took %.1f %% longer than the best measured, %zu "
        "(%.2f ms); goal at most 5 %%: %s.\n",
        advice.rows, advice.tile, percent(loss), best->first, best->second * 1e3,
        verdict(loss <= advice_goal));
  }
}

void print_report(const Study& study, const StudyPlan& plan, bool is_quick) {
  std::printf("# Predictions and measurements\n\n");
  std::vector<double> spreads;
  for (const StudiedCase& studied : study.cases) spreads.push_back(spread_of(studied));
  std::printf(
      "%s. Costs come from N = %zu and %zu with tiles of 128, 256 and 512, separately for each number of "
      "workers; the predicted cases have other sizes. Measured times are medians of %zu runs, with a median "
      "spread (largest − smallest) of %.1f %%%s.\n\n",
      study.cpu.empty() ? "An unknown processor" : study.cpu.c_str(), plan.calibration_rows[0],
      plan.calibration_rows[1], plan.rounds, percent(median(spreads)),
      is_quick ? "; this was the quick study, which says little" : "");
  print_cases(study);
  std::printf("\n## Verdicts\n\n");
  print_large_tiles(study);
  print_little_parallelism(study);
  print_replay(study);
  print_advice(study);
  print_other_workers(study);
}

}  // namespace

int main(int argc, char** argv) {
  bool is_quick = false;
  CLI::App app(
      "Predicts Cholesky factorizations on this machine and compares them with runs that the costs don't "
      "come from.",
      "prediction_accuracy");
  app.add_flag("--quick", is_quick, "Few cases, measured once: too few to judge accuracy");
  return examples::run_program(app, argc, argv, [&] {
    const StudyPlan plan = is_quick ? quick_plan() : StudyPlan{};
    const CommandRunner runner;
    print_report(run_study(runner, plan), plan, is_quick);
    return 0;
  });
}
