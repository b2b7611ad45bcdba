#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "accuracy/command_runner.hpp"

namespace accuracy {

/// The size of a program's problem.
struct Problem {
  std::size_t size = 0;    ///< rows or points
  std::size_t blocks = 0;  ///< per row; in the shallow-water program, of all points
};

/// A program of the examples with its sizes.
struct StudiedProgram {
  std::string name;         ///< also the executable's name
  std::string size_option;  ///< "--size"
  std::size_t steps = 0;    ///< time steps; 0: the program has none
  std::vector<Problem> calibration;
  std::vector<std::size_t> sizes;   ///< the predicted sizes, none of which the calibration has
  std::vector<std::size_t> blocks;  ///< numbers of blocks, each tried with each size
};

/// What to run, and how many times.
struct StudyPlan {
  std::vector<StudiedProgram> programs;
  std::vector<std::size_t> workers{1, 2};
  std::size_t calibration_rounds = 3;
  std::size_t rounds = 5;
  std::size_t repetitions = 30;  ///< of one case per program and number of workers
  std::size_t seeds = 30;
};

/// The plan for docs/accuracy.md. Takes about ten minutes.
StudyPlan full_plan();
/// A plan that takes less than half a minute. It says little about accuracy.
StudyPlan quick_plan();

struct Prediction {
  double makespan_s = 0.0;  ///< median over seeds
  double low_s = 0.0;       ///< 90 % of single runs are expected between these; 0 and 0 if unknown
  double high_s = 0.0;
  bool is_reliable = true;  ///< the statistics state no doubts
};

/// A case outside the calibration, with its measured and predicted times.
struct StudiedCase {
  std::size_t program = 0;  ///< index in the plan
  Problem problem;
  std::size_t workers = 0;
  std::vector<double> measured_s;  ///< makespans, one per round
  std::vector<double> repeated_s;  ///< of cases that run `repetitions` times: all of their makespans
  Prediction prediction;           ///< from costs measured with the same number of workers
};

/// What `gusset tune` recommends for one size. Measurements show how good it is.
struct Advice {
  std::size_t program = 0;
  std::size_t size = 0;
  std::size_t workers = 0;
  std::size_t blocks = 0;
  bool is_disturbed = false;  ///< the calibration ran beside a busy process
  bool is_flagged = false;    ///< the prediction says that it is not reliable
};

struct Study {
  std::string cpu;
  std::vector<StudiedCase> cases;
  std::vector<Advice> advice;
};

/// Measures and predicts. Measured runs of all cases alternate with the calibration runs, so that drift in
/// the machine's speed affects all alike. Reports progress on standard error. Throws std::runtime_error if a
/// command fails.
Study run_study(const CommandRunner& runner, const StudyPlan& plan);

}  // namespace accuracy
