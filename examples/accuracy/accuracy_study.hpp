#pragma once
#include <compare>
#include <cstddef>
#include <string>
#include <vector>

#include "accuracy/command_runner.hpp"

namespace accuracy {

/// A tiled factorization on this machine.
struct Case {
  std::size_t tile = 0;    ///< rows of a tile
  std::size_t blocks = 0;  ///< tiles per row of tiles
  std::size_t workers = 0;

  std::size_t rows() const { return tile * blocks; }
  friend auto operator<=>(const Case&, const Case&) = default;
};

struct Prediction {
  double makespan_s = 0.0;  ///< median over seeds
  double bound_s = 0.0;     ///< max(work ÷ workers, critical path), with the same costs
};

/// Which cases to run, and how often.
struct StudyPlan {
  std::vector<std::size_t> calibration_tiles{128, 256, 512};
  std::vector<std::size_t> calibration_rows{4608, 5120};
  std::size_t calibration_rounds = 2;
  std::vector<std::size_t> tiles{128, 192, 256, 384, 512};  ///< tiles of the predicted cases
  std::vector<std::size_t> few_blocks{4, 5, 6, 7, 8};       ///< tiles per row; cases with little parallelism
  std::vector<std::size_t> rows{3072, 6144};                ///< sizes whose best tile is sought
  std::size_t rounds = 5;
  std::vector<std::size_t> workers{1, 2};
};

/// A plan that takes less than half a minute. It says little about accuracy.
StudyPlan quick_plan();

/// A case outside the calibration, with its measured and predicted times.
struct StudiedCase {
  Case which;
  std::vector<double> measured_s;  ///< makespans, one per round
  Prediction prediction;           ///< from costs measured with the same number of workers
  Prediction from_most_workers;    ///< from costs measured with the most workers
};

/// The tile that `gusset tune` recommends for a matrix. Measurements show how good it is.
struct Advice {
  std::size_t rows = 0;
  std::size_t tile = 0;
};

struct Study {
  std::string cpu;
  std::vector<StudiedCase> cases;
  std::vector<double> replay_errors;  ///< errors of makespans, for traces with the most workers
  std::vector<Advice> advice;         ///< with the most workers
};

/// Measures and predicts. Measured runs of all cases alternate with the calibration runs, so that drift in
/// the machine's speed affects all alike. Reports progress on standard error. Throws std::runtime_error if a
/// command fails.
Study run_study(const CommandRunner& runner, const StudyPlan& plan);

}  // namespace accuracy
