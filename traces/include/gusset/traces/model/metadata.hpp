#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/model/recorded_part.hpp"

namespace gusset::traces {

enum class Origin { measured, predicted, imported };

/// Where a trace comes from. Unknown strings are empty. A predicted trace has neither a date nor a host, so
/// the same seed gives the same bytes.
struct Metadata {
  Origin origin = Origin::measured;
  std::string program;               ///< display name
  std::vector<std::string> command;  ///< command line
  std::string host;
  std::string cpu;
  std::string compiler;
  std::string runtime;             ///< name and version of the task runtime
  std::string date;                ///< of the measurement, ISO 8601 UTC
  std::string model;               ///< for predicted traces: the model and its inputs, as JSON text
  std::vector<std::string> notes;  ///< what a reader must know: losses, assumptions
  bool incomplete = false;         ///< part of the run is missing: it was cut off, or recording stopped early
  /// The processor time that recording the run took at least, added up over its threads. Nothing if unknown.
  std::optional<std::int64_t> recording_ns = {};
  /// How long the program waited at least while its OpenMP runtime started. Nothing if unknown.
  std::optional<std::int64_t> start_up_ns = {};
  std::optional<RecordedPart> part;  ///< for a trace that one of several nodes recorded
  std::string extra = "{}";          ///< JSON text of unknown fields; kept when the trace is rewritten
  friend bool operator==(const Metadata&, const Metadata&) = default;
};

/// Above this share of the threads' time, recording changes what a trace shows.
inline constexpr double min_recording_share = 0.05;

/// How `runtime` begins in traces of OpenMP programs.
inline constexpr const char* openmp_runtime = "LLVM libomp";
inline bool ran_on_openmp(const Metadata& metadata) {
  return metadata.runtime.starts_with(openmp_runtime);
}
/// The note of a trace of an OpenMP program that was recorded on one thread on purpose.
inline constexpr const char* asked_for_one_thread = "recorded on one thread, as OMP_NUM_THREADS=1 asks";
/// Whether a task may be suspended and resumed elsewhere, and end before its children. Gusset's own runtime
/// does neither.
inline bool may_suspend_tasks(const Metadata& metadata) {
  return metadata.origin == Origin::imported || ran_on_openmp(metadata);
}

}  // namespace gusset::traces
