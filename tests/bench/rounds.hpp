#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/report.hpp"

namespace gusset::bench {

/// Something that is measured: this repository's code, or a peer.
struct Contestant {
  std::string name;
  /// One measurement; nothing where it does not apply. Throws std::runtime_error where it fails.
  std::function<std::optional<double>()> measure;
};

/// Which contestants threw an exception.
struct Failed {
  bool ours = false;
  bool peers = false;
};

/// Measures ours and the peers in turns, `rounds` times, so that a machine whose speed drifts treats all
/// alike, and sets the figure's values to the medians. What fails or does not apply has no value; a failure
/// is printed after "PROGRAM: ".
Failed measure_in_turns(Figure& figure, const Contestant& ours, const std::vector<Contestant>& peers,
                        std::size_t rounds, const std::string& program);

}  // namespace gusset::bench
