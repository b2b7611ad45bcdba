// Compares predictions with runs that they were not calibrated on: Cholesky factorizations, matrix products,
// the heat equation and shallow water, with other sizes and blocks, on one and two workers. Prints a Markdown
// report with a verdict for each goal. The machine should otherwise be idle.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include "accuracy/accuracy_study.hpp"
#include "accuracy/command_runner.hpp"
#include "accuracy/error_list.hpp"
#include "common/arguments.hpp"

namespace {

using namespace accuracy;

constexpr double least_coverage = 0.85;
constexpr double most_coverage = 0.95;
constexpr double width_goal = 1.5;
constexpr double median_goal = 0.05;
constexpr double heat_goal = 0.08;
constexpr double bias_goal = 0.02;
constexpr double quiet_regret_goal = 0.03;
constexpr double disturbed_regret_goal = 0.05;

const char* verdict(bool is_met) {
  return is_met ? "met" : "NOT met";
}

double percent(double share) {
  return share * 100.0;
}

/// The value that lies this share of the way through the sorted values, by interpolation.
double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

bool has_interval(const StudiedCase& each) {
  return each.prediction.high_s > 0.0;
}

/// What one group of cases shows.
struct Summary {
  ErrorList errors;
  double signed_sum = 0.0;
  std::size_t runs = 0;
  std::size_t inside = 0;
  std::size_t without_interval = 0;
  std::vector<double> width_ratios;

  void add(const StudiedCase& each) {
    const double error = error_of(each.prediction.makespan_s, median(each.measured_s));
    errors.add(error);
    signed_sum += error;
    if (!has_interval(each)) {
      ++without_interval;
      return;
    }
    for (const double run_s : each.measured_s) {
      ++runs;
      inside += run_s >= each.prediction.low_s && run_s <= each.prediction.high_s ? 1 : 0;
    }
    if (each.repeated_s.empty()) return;
    const double real_s = quantile(each.repeated_s, 0.95) - quantile(each.repeated_s, 0.05);
    if (real_s > 0.0) width_ratios.push_back((each.prediction.high_s - each.prediction.low_s) / real_s);
  }
  double bias() const { return signed_sum / static_cast<double>(errors.size()); }
  double coverage() const {
    return runs == 0 ? 0.0 : static_cast<double>(inside) / static_cast<double>(runs);
  }
  double width_ratio() const { return width_ratios.empty() ? 0.0 : median(width_ratios); }
};

void print_cases(const Study& study, const StudyPlan& plan) {
  std::printf(
      "| program | size | blocks | workers | measured, ms | predicted, ms | error | 90 %% of runs, ms | runs "
      "inside |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const StudiedCase& each : study.cases) {
    Summary own;
    own.add(each);
    const double measured_s = median(each.measured_s);
    std::printf("| %s | %zu | %zu | %zu | %.2f | %.2f | %+.1f %% | ",
                plan.programs[each.program].name.c_str(), each.problem.size, each.problem.blocks,
                each.workers, measured_s * 1e3, each.prediction.makespan_s * 1e3,
                percent(error_of(each.prediction.makespan_s, measured_s)));
    if (has_interval(each)) {
      std::printf("%.2f to %.2f | %zu of %zu |\n", each.prediction.low_s * 1e3, each.prediction.high_s * 1e3,
                  own.inside, own.runs);
    } else {
      std::printf("none | |\n");
    }
  }
}

void print_summaries(const Study& study, const StudyPlan& plan) {
  std::printf(
      "\n| program | workers | cases | runs inside 90 %% intervals | width ÷ width of repeated runs | median "
      "error | worst | mean signed error |\n|---|--:|--:|--:|--:|--:|--:|--:|\n");
  std::map<std::pair<std::size_t, std::size_t>, Summary> groups;
  for (const StudiedCase& each : study.cases) groups[{each.program, each.workers}].add(each);
  for (const auto& [key, group] : groups) {
    std::printf("| %s | %zu | %zu | %.1f %% of %zu | %.2f | %.1f %% | %.1f %% | %+.1f %% |\n",
                plan.programs[key.first].name.c_str(), key.second, group.errors.size(),
                percent(group.coverage()), group.runs, group.width_ratio(), percent(group.errors.median()),
                percent(group.errors.worst()), percent(group.bias()));
  }
}

void print_intervals(const Study& study) {
  Summary all;
  for (const StudiedCase& each : study.cases) all.add(each);
  std::printf(
      "- 90 %% intervals contain %.1f %% of %zu runs, goal 85 to 95 %%: %s. Cases without an interval: "
      "%zu.\n",
      percent(all.coverage()), all.runs,
      verdict(all.coverage() >= least_coverage && all.coverage() <= most_coverage), all.without_interval);
  std::printf(
      "- Their width is %.2f times that of the central 90 %% of repeated runs (median of %zu cases), goal at "
      "most 1.5: %s.\n",
      all.width_ratio(), all.width_ratios.size(),
      verdict(!all.width_ratios.empty() && all.width_ratio() <= width_goal));
  std::printf("- Mean signed error of %zu cases: %+.1f %%, goal at most 2 %%: %s.\n", all.errors.size(),
              percent(all.bias()), verdict(std::abs(all.bias()) <= bias_goal));
}

void print_errors(const Study& study, const StudyPlan& plan) {
  for (std::size_t program = 0; program < plan.programs.size(); ++program) {
    Summary own;
    for (const StudiedCase& each : study.cases) {
      if (each.program == program) own.add(each);
    }
    const std::string& name = plan.programs[program].name;
    const double goal = name == "heat" ? heat_goal : median_goal;
    std::printf("- %s: median error %.1f %%, goal at most %.0f %%: %s. Mean signed error %+.1f %%.\n",
                name.c_str(), percent(own.errors.median()), percent(goal),
                verdict(own.errors.median() <= goal), percent(own.bias()));
  }
}

/// How much longer the advised configuration takes than the best measured one, as a share of the latter.
double regret(const Study& study, const Advice& advice) {
  std::map<std::size_t, double> measured_s;  // by blocks
  for (const StudiedCase& each : study.cases) {
    if (each.program == advice.program && each.problem.size == advice.size && each.workers == advice.workers)
      measured_s[each.problem.blocks] = median(each.measured_s);
  }
  const auto best = std::min_element(measured_s.begin(), measured_s.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return measured_s.at(advice.blocks) / best->second - 1.0;
}

void print_advice(const Study& study, bool is_disturbed, double goal) {
  double sum = 0.0;
  double worst = 0.0;
  std::size_t count = 0;
  std::size_t flagged = 0;
  for (const Advice& advice : study.advice) {
    if (advice.is_disturbed != is_disturbed) continue;
    const double own = regret(study, advice);
    sum += own;
    worst = std::max(worst, own);
    flagged += advice.is_flagged ? 1 : 0;
    ++count;
  }
  std::printf(
      "- gusset tune, calibrated %s: what it advises takes %.1f %% longer than the best measured (mean of "
      "%zu; "
      "worst %.1f %%), goal at most %.0f %%: %s. Marked as not reliable: %zu.%s\n",
      is_disturbed ? "beside one busy process" : "on the quiet machine",
      percent(sum / static_cast<double>(count)), count, percent(worst), percent(goal),
      verdict(sum / static_cast<double>(count) <= goal), flagged,
      is_disturbed ? (flagged == count ? " All of them, as they should be." : " NOT all of them.") : "");
}

void print_report(const Study& study, const StudyPlan& plan, bool is_quick) {
  std::printf("# Predictions and measurements\n\n");
  std::printf(
      "%s. Costs come from %zu runs of each program on each number of workers; the predicted cases have "
      "other "
      "sizes. Measured times are medians of %zu runs%s.\n\n",
      study.cpu.empty() ? "An unknown processor" : study.cpu.c_str(),
      plan.calibration_rounds * plan.programs.front().calibration.size(), plan.rounds,
      is_quick ? "; this was the quick study, which says little" : "");
  print_cases(study, plan);
  print_summaries(study, plan);
  std::printf("\n## Verdicts\n\n");
  print_intervals(study);
  print_errors(study, plan);
  print_advice(study, false, quiet_regret_goal);
  print_advice(study, true, disturbed_regret_goal);
}

}  // namespace

int main(int argc, char** argv) {
  bool is_quick = false;
  CLI::App app(
      "Predicts runs of four programs on this machine, and compares them with measured runs that the costs "
      "don't come from.",
      "prediction_accuracy");
  app.add_flag("--quick", is_quick, "Few cases, measured twice: too few to judge accuracy");
  return examples::run_program(app, argc, argv, [&] {
    const StudyPlan plan = is_quick ? quick_plan() : full_plan();
    const CommandRunner runner;
    print_report(run_study(runner, plan), plan, is_quick);
    return 0;
  });
}
