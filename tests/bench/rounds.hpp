#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/report.hpp"

namespace gusset::bench {

/// A subject of a measurement: this repository's code or a peer.
struct Contestant {
  std::string name;
  /// Makes one measurement; returns nothing if it does not apply. Throws std::runtime_error if it fails.
  std::function<std::optional<double>()> measure;
};

/// The contestants that threw an exception.
struct Failed {
  bool ours = false;
  bool peers = false;
};

/// Measures ours and the peers in turn, `rounds` times, and sets the figure's values to the medians. Taking
/// turns spreads a drift of the machine's speed evenly. A contestant that fails or does not apply gets no
/// value; a failure is printed after "PROGRAM: ".
Failed measure_alternately(Figure& figure, const Contestant& ours, const std::vector<Contestant>& peers,
                           std::size_t rounds, const std::string& program);

}  // namespace gusset::bench
