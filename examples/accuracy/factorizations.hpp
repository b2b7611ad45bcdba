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

/// Runs, simulates and replays factorizations by the commands of this build. All throw std::runtime_error
/// where a command fails.
class Factorizations {
 public:
  explicit Factorizations(const Laboratory& laboratory) : laboratory_(laboratory) {}

  /// Runs it and leaves its trace there; the makespan in seconds.
  double measure(const Case& which, const std::string& trace) const;

  Prediction predict(const Case& which, const std::string& costs) const;

  /// The makespan in seconds of a trace that is played again on its own machine.
  double replay(const std::string& trace) const;

  /// Which tile `gusset tune` puts first for a matrix of that size.
  std::size_t advised_tile(std::size_t rows, const std::vector<std::size_t>& tiles, std::size_t workers,
                           const std::string& costs) const;

 private:
  Words program(std::size_t rows, const std::string& blocks) const;

  const Laboratory& laboratory_;
};

}  // namespace accuracy
