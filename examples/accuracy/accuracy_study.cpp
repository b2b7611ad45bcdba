#include "accuracy/accuracy_study.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

#include "accuracy/error_list.hpp"

namespace accuracy {
namespace {

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

std::size_t most_workers(const StudyPlan& plan) {
  return *std::max_element(plan.workers.begin(), plan.workers.end());
}

// Traces that costs are taken from, by the number of workers.
using Traces = std::map<std::size_t, Words>;

void calibrate_round(const Laboratory& laboratory, const StudyPlan& plan, Traces& traces) {
  const Factorizations factorizations(laboratory);
  for (const std::size_t workers : plan.workers) {
    for (const std::size_t tile : plan.calibration_tiles) {
      for (const std::size_t rows : plan.calibration_rows) {
        Words& known = traces[workers];
        known.push_back(laboratory.file("calibration-" + std::to_string(workers) + "-" +
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

Study run_study(const Laboratory& laboratory, const StudyPlan& plan) {
  const Factorizations factorizations(laboratory);
  Study study;
  for (const Case& each : cases_of(plan)) study.cases.push_back({each, {}, {}, {}});
  const std::size_t most = most_workers(plan);
  const std::string trace = laboratory.file("measured.gus");
  Traces calibration;
  for (std::size_t round = 0; round < std::max(plan.rounds, plan.calibration_rounds); ++round) {
    std::fprintf(stderr, "prediction_accuracy: round %zu\n", round + 1);
    if (round < plan.calibration_rounds) calibrate_round(laboratory, plan, calibration);
    for (StudiedCase& studied : study.cases) {
      if (round >= plan.rounds) break;
      studied.measured_s.push_back(factorizations.measure(studied.which, trace));
      if (studied.which.workers == most)
        study.replay_errors.push_back(error_of(factorizations.replay(trace), studied.measured_s.back()));
    }
  }
  study.cpu =
      nlohmann::json::parse(laboratory.gusset({"info", trace, "--json"})).at("cpu").get<std::string>();

  std::fprintf(stderr, "prediction_accuracy: predictions\n");
  const auto costs_of = [&](std::size_t workers) {
    return laboratory.file("costs-" + std::to_string(workers) + ".json");
  };
  for (const auto& [workers, traces] : calibration)
    laboratory.gusset(Words{"calibrate"} + traces + Words{"-o", costs_of(workers)});
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
