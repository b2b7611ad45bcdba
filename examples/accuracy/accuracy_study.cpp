#include "accuracy/accuracy_study.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <map>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

namespace accuracy {
namespace {

using nlohmann::json;

// Calibration traces or cost files, by program and number of workers.
using Key = std::pair<std::size_t, std::size_t>;
using Traces = std::map<Key, ArgumentList>;

/// Keeps a processor busy during its lifetime, so that the measured programs, which are other processes, are
/// disturbed.
class BusyProcess {
 public:
  ~BusyProcess() { stops_ = true; }

 private:
  std::atomic<bool> stops_ = false;
  std::jthread thread_{[this] {
    while (!stops_) {
    }
  }};
};

/// Runs, simulates and tunes programs with the commands of this build.
class Programs {
 public:
  Programs(const CommandRunner& runner, const StudyPlan& plan) : runner_(runner), plan_(plan) {}

  ArgumentList command(std::size_t program, std::size_t size, const std::string& blocks) const {
    const StudiedProgram& what = plan_.programs[program];
    ArgumentList result{"--",  runner_.program(what.name), what.size_option, std::to_string(size), "--blocks",
                        blocks};
    if (what.steps > 0) result = result + ArgumentList{"--steps", std::to_string(what.steps)};
    return result;
  }

  /// Runs the problem and writes its trace there. Returns the makespan in seconds.
  double measure(std::size_t program, const Problem& problem, std::size_t workers,
                 const std::string& trace) const {
    runner_.gusset(ArgumentList{"run", "-o", trace, "--threads", std::to_string(workers)} +
                   command(program, problem.size, std::to_string(problem.blocks)));
    return json::parse(runner_.gusset({"info", trace, "--json"})).at("makespan_s").get<double>();
  }

  Prediction predict(const StudiedCase& which, const std::string& costs) const {
    const json document =
        runner_.simulate(ArgumentList{"--costs", costs, "--threads", std::to_string(which.workers), "--seeds",
                                      std::to_string(plan_.seeds)} +
                         command(which.program, which.problem.size, std::to_string(which.problem.blocks)));
    Prediction prediction{document.at("makespan_s").get<double>(), 0.0, 0.0, is_reliable(document)};
    if (const auto interval = document.find("makespan_90_percent_interval_s"); interval != document.end()) {
      prediction.low_s = interval->at("low").get<double>();
      prediction.high_s = interval->at("high").get<double>();
    }
    return prediction;
  }

  /// Returns the number of blocks that `gusset tune` ranks first.
  Advice advise(std::size_t program, std::size_t size, std::size_t workers, const std::string& costs) const {
    std::string values;
    for (const std::size_t each : plan_.programs[program].blocks)
      values += (values.empty() ? "" : ",") + std::to_string(each);
    const std::string sweep = runner_.file("sweep.json");
    runner_.gusset(ArgumentList{"tune", "--restart", "-o", sweep, "--costs", costs, "--threads",
                                std::to_string(workers), "--param", "blocks=" + values} +
                   command(program, size, "{blocks}"));
    Advice advice{program, size, workers};
    double min_s = 0.0;
    const json document = runner_.json(sweep);
    for (const json& row : document.at("configurations")) {
      const json& screen = row.at("screen");
      if (screen.at("measures").is_null())
        throw std::runtime_error("tune: expected a prediction, found: " +
                                 screen.at("reason").get<std::string>());
      const json& measures = screen.at("measures");
      advice.is_flagged = advice.is_flagged || measures.contains("doubts");
      const double makespan_s = measures.at("makespan_s").get<double>();
      if (advice.blocks != 0 && makespan_s >= min_s) continue;
      advice.blocks = std::stoul(row.at("values").at(0).get<std::string>());
      min_s = makespan_s;
    }
    return advice;
  }

  /// Runs each problem of the calibration once and adds the traces.
  void calibrate_round(std::size_t program, std::size_t workers, const std::string& name,
                       ArgumentList& traces) const {
    for (const Problem& problem : plan_.programs[program].calibration) {
      traces.push_back(runner_.file(name + "-" + std::to_string(program) + "-" + std::to_string(workers) +
                                    "-" + std::to_string(traces.size()) + ".gus"));
      measure(program, problem, workers, traces.back());
    }
  }

  std::string costs(const Key& key, const std::string& name, const ArgumentList& traces) const {
    const std::string file =
        runner_.file(name + "-" + std::to_string(key.first) + "-" + std::to_string(key.second) + ".json");
    runner_.gusset(ArgumentList{"calibrate"} + traces + ArgumentList{"-o", file});
    return file;
  }

 private:
  static bool is_reliable(const json& document) {
    const json& reliable = document.at("inputs").at("reliable");
    return reliable.is_null() || reliable.get<bool>();
  }

  const CommandRunner& runner_;
  const StudyPlan& plan_;
};

std::vector<StudiedCase> cases_of(const StudyPlan& plan) {
  std::vector<StudiedCase> cases;
  for (std::size_t program = 0; program < plan.programs.size(); ++program) {
    for (const std::size_t size : plan.programs[program].sizes) {
      for (const std::size_t blocks : plan.programs[program].blocks) {
        for (const std::size_t workers : plan.workers)
          cases.push_back({program, {size, blocks}, workers, {}, {}, {}});
      }
    }
  }
  return cases;
}

void progress(const char* what, std::size_t round) {
  std::fprintf(stderr, "prediction_accuracy: %s %zu\n", what, round);
}

/// Measures all cases and the calibration in turn.
Traces measure_rounds(const Programs& programs, const CommandRunner& runner, const StudyPlan& plan,
                      Study& study) {
  Traces calibration;
  const std::string trace = runner.file("measured.gus");
  for (std::size_t round = 0; round < std::max(plan.rounds, plan.calibration_rounds); ++round) {
    progress("round", round + 1);
    for (std::size_t program = 0; program < plan.programs.size(); ++program) {
      for (const std::size_t workers : plan.workers) {
        if (round < plan.calibration_rounds)
          programs.calibrate_round(program, workers, "calibration", calibration[{program, workers}]);
      }
    }
    if (round >= plan.rounds) continue;
    for (StudiedCase& each : study.cases)
      each.measured_s.push_back(programs.measure(each.program, each.problem, each.workers, trace));
  }
  study.cpu = json::parse(runner.gusset({"info", trace, "--json"})).at("cpu").get<std::string>();
  return calibration;
}

/// Repeats the first case of each program and number of workers.
void repeat(const Programs& programs, const CommandRunner& runner, const StudyPlan& plan, Study& study) {
  std::set<Key> done;
  std::vector<StudiedCase*> chosen;
  for (StudiedCase& each : study.cases) {
    if (done.insert({each.program, each.workers}).second) chosen.push_back(&each);
  }
  for (StudiedCase* const each : chosen) each->repeated_s = each->measured_s;
  for (std::size_t round = plan.rounds; round < plan.repetitions; ++round) {
    progress("repetition", round + 1);
    for (StudiedCase* const each : chosen)
      each->repeated_s.push_back(
          programs.measure(each->program, each->problem, each->workers, runner.file("repeated.gus")));
  }
}

void advise(const Programs& programs, const StudyPlan& plan, const Key& key, const std::string& costs,
            bool is_disturbed, Study& study) {
  const auto& [program, workers] = key;
  for (const std::size_t size : plan.programs[program].sizes) {
    study.advice.push_back(programs.advise(program, size, workers, costs));
    study.advice.back().is_disturbed = is_disturbed;
  }
}

}  // namespace

StudyPlan full_plan() {
  StudyPlan plan;
  plan.programs = {
      {"cholesky", "--size", 0, {{2048, 8}, {2048, 16}, {3072, 6}, {3072, 12}}, {1536, 2304}, {4, 6, 8, 12}},
      {"gemm", "--size", 0, {{1024, 4}, {1024, 8}, {1536, 3}, {1536, 6}}, {1280, 1920}, {4, 5, 8, 10}},
      {"heat", "--size", 20, {{2048, 8}, {2048, 16}, {3072, 6}, {3072, 12}}, {2560, 3840}, {8, 10, 16, 20}},
      // Its setup takes time quadratic in the number of points, so few points make many steps.
      {"shallow_water",
       "--points",
       100,
       {{10'000, 10}, {10'000, 20}, {20'000, 10}, {20'000, 20}},
       {14'000, 24'000},
       {8, 15, 24, 40}}};
  return plan;
}

StudyPlan quick_plan() {
  StudyPlan plan;
  plan.programs = {{"cholesky", "--size", 0, {{768, 6}, {1024, 4}}, {512}, {2, 4}},
                   {"gemm", "--size", 0, {{512, 4}, {768, 3}}, {640}, {4}},
                   {"heat", "--size", 4, {{512, 4}, {768, 4}}, {640}, {4}},
                   {"shallow_water", "--points", 2, {{4000, 4}, {6000, 4}}, {5000}, {4}}};
  plan.calibration_rounds = 2;
  plan.rounds = 2;
  plan.repetitions = 3;
  plan.seeds = 5;
  return plan;
}

Study run_study(const CommandRunner& runner, const StudyPlan& plan) {
  const Programs programs(runner, plan);
  Study study;
  study.cases = cases_of(plan);
  const Traces calibration = measure_rounds(programs, runner, plan, study);
  repeat(programs, runner, plan, study);

  Traces disturbed;
  {
    const BusyProcess busy;
    const std::size_t workers = plan.workers.back();
    for (std::size_t program = 0; program < plan.programs.size(); ++program) {
      progress("calibration beside a busy process", program + 1);
      programs.calibrate_round(program, workers, "disturbed", disturbed[{program, workers}]);
    }
  }
  progress("predictions", 1);
  for (const auto& [key, traces] : calibration) {
    const std::string costs = programs.costs(key, "costs", traces);
    for (StudiedCase& each : study.cases) {
      if (Key{each.program, each.workers} == key) each.prediction = programs.predict(each, costs);
    }
    advise(programs, plan, key, costs, false, study);
  }
  for (const auto& [key, traces] : disturbed)
    advise(programs, plan, key, programs.costs(key, "disturbed-costs", traces), true, study);
  return study;
}

}  // namespace accuracy
