#include "accuracy/accuracy_study.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <stdexcept>

#include "accuracy/error_list.hpp"

namespace accuracy {
namespace {

using nlohmann::json;

/// Runs, simulates and replays factorizations with the commands of this build. All functions throw
/// std::runtime_error if a command fails.
class Factorizations {
 public:
  explicit Factorizations(const CommandRunner& runner) : runner_(runner) {}

  /// Runs the case and writes its trace there. Returns the makespan in seconds.
  double measure(const Case& which, const std::string& trace) const {
    runner_.gusset(ArgumentList{"run", "-o", trace, "--threads", std::to_string(which.workers)} +
                   runner_.cholesky(which.rows(), std::to_string(which.blocks)));
    return json::parse(runner_.gusset({"info", trace, "--json"})).at("makespan_s").get<double>();
  }

  Prediction predict(const Case& which, const std::string& costs) const {
    const json document =
        runner_.simulate(ArgumentList{"--costs", costs, "--threads", std::to_string(which.workers)} +
                         runner_.cholesky(which.rows(), std::to_string(which.blocks)));
    const json& bounds = document.at("bounds");
    return {document.at("makespan_s").get<double>(),
            std::max(bounds.at("work_s").get<double>(), bounds.at("critical_path_s").get<double>())};
  }

  /// Replays a trace on its own machine. Returns the makespan in seconds.
  double replay(const std::string& trace) const {
    return json::parse(runner_.gusset({"replay", trace, "--json"})).at("makespan_s").get<double>();
  }

  /// Returns the tile that `gusset tune` ranks first for a matrix of that size.
  std::size_t advised_tile(std::size_t rows, const std::vector<std::size_t>& tiles, std::size_t workers,
                           const std::string& costs) const {
    std::string blocks;
    for (const std::size_t tile : tiles) blocks += (blocks.empty() ? "" : ",") + std::to_string(rows / tile);
    const std::string sweep = runner_.file("sweep.json");
    runner_.gusset(ArgumentList{"tune", "--restart", "-o", sweep, "--costs", costs, "--threads",
                                std::to_string(workers), "--param", "blocks=" + blocks} +
                   runner_.cholesky(rows, "{blocks}"));
    // The best configuration is the one with the smallest makespan.
    const json document = runner_.json(sweep);
    std::size_t best = 0;
    double min_s = 0.0;
    for (const json& row : document.at("configurations")) {
      const json& screen = row.at("screen");
      if (screen.at("measures").is_null())
        throw std::runtime_error("tune: expected a prediction, found: " +
                                 screen.at("reason").get<std::string>());
      const double makespan_s = screen.at("measures").at("makespan_s").get<double>();
      if (best != 0 && makespan_s >= min_s) continue;
      best = rows / std::stoul(row.at("values").at(0).get<std::string>());
      min_s = makespan_s;
    }
    return best;
  }

 private:
  const CommandRunner& runner_;
};

std::vector<Case> cases_of(const StudyPlan& plan) {
  std::set<Case> cases;
  for (const std::size_t tile : plan.tiles) {
    for (const std::size_t workers : plan.workers) {
      for (const std::size_t blocks : plan.few_blocks) cases.insert({tile, blocks, workers});
      for (const std::size_t rows : plan.rows) cases.insert({tile, rows / tile, workers});
    }
  }
  return {cases.begin(), cases.end()};
}

std::size_t max_workers(const StudyPlan& plan) {
  return *std::max_element(plan.workers.begin(), plan.workers.end());
}

// Calibration traces, keyed by the number of workers.
using Traces = std::map<std::size_t, ArgumentList>;

void calibrate_round(const CommandRunner& runner, const StudyPlan& plan, Traces& traces) {
  const Factorizations factorizations(runner);
  for (const std::size_t workers : plan.workers) {
    for (const std::size_t tile : plan.calibration_tiles) {
      for (const std::size_t rows : plan.calibration_rows) {
        ArgumentList& known = traces[workers];
        known.push_back(runner.file("calibration-" + std::to_string(workers) + "-" +
                                    std::to_string(known.size()) + ".gus"));
        factorizations.measure({tile, rows / tile, workers}, known.back());
      }
    }
  }
}

}  // namespace

StudyPlan quick_plan() {
  StudyPlan plan;
  plan.calibration_rows = {1536, 2560};
  plan.calibration_rounds = 1;
  plan.tiles = {128, 256, 512};
  plan.few_blocks = {4};
  plan.rows = {2048};
  plan.rounds = 1;
  return plan;
}

Study run_study(const CommandRunner& runner, const StudyPlan& plan) {
  const Factorizations factorizations(runner);
  Study study;
  for (const Case& each : cases_of(plan)) study.cases.push_back({each, {}, {}, {}});
  const std::size_t most = max_workers(plan);
  const std::string trace = runner.file("measured.gus");
  Traces calibration;
  for (std::size_t round = 0; round < std::max(plan.rounds, plan.calibration_rounds); ++round) {
    std::fprintf(stderr, "prediction_accuracy: round %zu\n", round + 1);
    if (round < plan.calibration_rounds) calibrate_round(runner, plan, calibration);
    for (StudiedCase& studied : study.cases) {
      if (round >= plan.rounds) break;
      studied.measured_s.push_back(factorizations.measure(studied.which, trace));
      if (studied.which.workers == most)
        study.replay_errors.push_back(error_of(factorizations.replay(trace), studied.measured_s.back()));
    }
  }
  study.cpu = json::parse(runner.gusset({"info", trace, "--json"})).at("cpu").get<std::string>();

  std::fprintf(stderr, "prediction_accuracy: predictions\n");
  const auto costs_of = [&](std::size_t workers) {
    return runner.file("costs-" + std::to_string(workers) + ".json");
  };
  for (const auto& [workers, traces] : calibration)
    runner.gusset(ArgumentList{"calibrate"} + traces + ArgumentList{"-o", costs_of(workers)});
  for (StudiedCase& studied : study.cases) {
    studied.prediction = factorizations.predict(studied.which, costs_of(studied.which.workers));
    studied.from_most_workers = studied.which.workers == most
                                    ? studied.prediction
                                    : factorizations.predict(studied.which, costs_of(most));
  }
  for (const std::size_t rows : plan.rows)
    study.advice.push_back({rows, factorizations.advised_tile(rows, plan.tiles, most, costs_of(most))});
  return study;
}

}  // namespace accuracy
