#include "accuracy/scaling_prediction.hpp"

#include <cmath>
#include <cstdio>

namespace accuracy {
namespace {

using nlohmann::json;

std::string exact(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  return text;
}

}  // namespace

ScalingPrediction ScalingSimulator::predict(std::size_t step, const ScalingSeries& series,
                                            double work_per_s) const {
  const auto& [nodes, blocks, parts, simple_model] = scaling_steps[step];
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(nodes))));
  ScalingPrediction found;
  found.step = step;
  // √p is an integer, so N_p is exactly √p · N_1. If the number of blocks doesn't divide N_p, block sizes
  // differ by one row.
  found.rows = side * series.rows_of_one_node;
  found.blocks = std::to_string(blocks) + "x" + std::to_string(parts_ == 0 ? parts : parts_);
  const std::string grid = std::to_string(side) + "x" + std::to_string(side);
  const json document =
      runner_.simulate(ArgumentList{"--platform", "rackham", "--costs", "work:" + exact(work_per_s),
                                    "--submitter-only", "--grid", grid, "--seeds", std::to_string(seeds_)} +
                       runner_.cholesky(found.rows, found.blocks));
  found.makespan_s = document.at("makespan_s").get<double>();
  found.min_s = document.at("makespan_range_s").at("min").get<double>();
  found.max_s = document.at("makespan_range_s").at("max").get<double>();
  found.busiest_s = document.at("bounds").at("work_s").get<double>();
  found.assumptions = document.at("inputs").at("assumptions").get<std::vector<std::string>>();
  double tasks = 0.0;
  double busy_s = 0.0;
  for (const json& node : document.at("nodes")) {
    found.work += node.at("work").get<double>();
    tasks += node.at("level2_tasks").get<double>();
    busy_s += node.at("busy_s").get<double>();
  }
  found.task_s = busy_s / tasks;
  return found;
}

double ScalingSimulator::rate_from_one_node(const ScalingSeries& series) const {
  const double measured = series.one_node_tflops * 1e12;
  // On one node only tasks take time, so the makespan is inversely proportional to their rate.
  const ScalingPrediction trial = predict(0, series, measured);
  return measured * measured / trial.flops_per_s();
}

}  // namespace accuracy
