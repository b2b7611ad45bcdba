#pragma once
#include <string>
#include <vector>

namespace gusset::traces {

enum class Origin { measured, predicted, imported };

/// Where a trace comes from. Unknown strings are empty. A predicted trace has no date and no host, so the
/// same seed gives the same bytes.
struct Metadata {
  Origin origin = Origin::measured;
  std::string program;               ///< name to show
  std::vector<std::string> command;  ///< as it was started
  std::string host;
  std::string cpu;
  std::string compiler;
  std::string runtime;             ///< which task runtime, with its version
  std::string date;                ///< ISO 8601 UTC, of a measurement
  std::string model;               ///< predicted: JSON text of the model and its inputs
  std::vector<std::string> notes;  ///< what a reader must know: losses, assumptions
  bool incomplete = false;         ///< not all of the run is here: it was cut off, or recording stopped
  std::string extra = "{}";        ///< JSON text of fields this version does not know; kept on rewriting
  friend bool operator==(const Metadata&, const Metadata&) = default;
};

}  // namespace gusset::traces
