#pragma once
#include <string>

namespace gusset::traces::bench {

/// The cost of reading a file in one process.
struct ReadCost {
  double seconds = 0.0;
  double peak_bytes = 0.0;            ///< of the resident set
  double peak_anonymous_bytes = 0.0;  ///< without file pages; sampled every few ms by run_child
};

/// Runs this program again with "--child KIND FILE". Returns the time of the measured work alone and the peak
/// memory of the process. Throws std::runtime_error on failure.
ReadCost run_child(const std::string& kind, const std::string& file);

/// The child process: runs measurement `kind` on `file` and prints the results.
int child(const std::string& kind, const std::string& file);

}  // namespace gusset::traces::bench
