#pragma once
#include <atomic>
#include <string>
#include <vector>

#include "gusset/traces/answers/finding.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The sentences of an answer, the most important first.
struct Verdict {
  std::vector<Finding> findings = {};

  /// Adds a sentence.
  void add(std::string sentence, std::vector<FindingTarget> targets = {});
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

struct VerdictOptions {
  std::string file = "T.gus";       ///< the trace file that the commands in `next` name
  const Trace* baseline = nullptr;  ///< the same program on fewer workers
  std::string baseline_file = "BASELINE.gus";
  const std::atomic<bool>* cancelled = nullptr;  ///< once true, the search stops soon and finds nothing
};

/// Says what costs most time in a run, and how much is left to gain, in at most three findings.
/// O(n log n) in spans and accesses. The trace must satisfy `validate`. Thread-safe as long as nobody changes
/// the trace.
Verdict verdict(const Trace& trace, const VerdictOptions& options = {});

/// The JSON document of `gusset report`.
std::string report_json(const Trace& trace, const Verdict& verdict, const VerdictOptions& options);

}  // namespace gusset::traces
