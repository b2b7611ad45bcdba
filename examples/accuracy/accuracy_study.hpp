#pragma once
#include <compare>
#include <cstddef>
#include <string>
#include <vector>

#include "accuracy/laboratory.hpp"

namespace accuracy {

/// A tiled factorization on this machine.
struct Case {
  std::size_t tile = 0;    ///< rows of a tile
  std::size_t blocks = 0;  ///< tiles in a row of tiles
  std::size_t workers = 0;

  std::size_t rows() const { return tile * blocks; }
  friend auto operator<=>(const Case&, const Case&) = default;
};

struct Prediction {
  double makespan_s = 0.0;  ///< the median over seeds
  double bound_s = 0.0;     ///< max(work ÷ workers, critical path), by the same costs
};

/// What is run, and how often.
struct StudyPlan {
  std::vector<std::size_t> calibration_tiles{128, 256, 512};
  std::vector<std::size_t> calibration_rows{4608, 5120};
  std::size_t calibration_rounds = 2;
  std::vector<std::size_t> tiles{128, 192, 256, 384, 512};  ///< of what is predicted
  std::vector<std::size_t> few_blocks{4, 5, 6, 7, 8};       ///< in a row: cases of little parallelism
  std::vector<std::size_t> rows{3072, 6144};                ///< of which the best tile is looked for
  std::size_t rounds = 5;
  std::vector<std::size_t> workers{1, 2};
};

/// The same in less than half a minute, which says little of accuracy.
StudyPlan quick_plan();

/// A case that costs were not taken from: how long it took, and what was said of it.
struct StudiedCase {
  Case which;
  std::vector<double> measured_s;  ///< makespans, one of each round
  Prediction prediction;           ///< from costs that were measured with as many workers
  Prediction from_most_workers;    ///< from those that were measured with most workers
};

/// What `gusset tune` said of a matrix, to be judged by what was measured.
struct Advice {
  std::size_t rows = 0;
  std::size_t tile = 0;
};

struct Study {
  std::string cpu;
  std::vector<StudiedCase> cases;
  std::vector<double> replay_errors;  ///< of makespans, of traces with most workers
  std::vector<Advice> advice;         ///< with most workers
};

/// Measures and predicts. Measured runs of all cases take turns with one another and with the runs that costs
/// are taken from, so that a machine whose speed drifts treats them alike. Says on standard error how far it
/// is. Throws std::runtime_error where a command fails.
Study run_study(const Laboratory& laboratory, const StudyPlan& plan);

}  // namespace accuracy
