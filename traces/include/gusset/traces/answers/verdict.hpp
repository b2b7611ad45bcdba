#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/finding.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// A run in a few words: how much a better schedule could gain, and one figure with its cause.
struct Headline {
  /// Compares the makespan with the least that the work and the critical path allow.
  enum class Rating {
    unknown,         ///< the trace does not show how fast its tasks can run, or only a limit (most_times)
    well_scheduled,  ///< no schedule of these tasks could gain more than 10 %
    limited,         ///< the same, but workers are often idle: only other tasks can use them
    could_gain,      ///< workers were idle while tasks could have run, or pay for what they need not
    far,             ///< more than twice that least makespan; a schedule without delays takes at most twice
  };
  Rating rating = Rating::unknown;
  std::string reason = {};  ///< the sentence behind the rating
  std::string figure = {};  ///< "31.4 %"
  std::string cause = {};   ///< what the figure is: "idle: no work"
  /// How many times as fast another schedule could make the run at most; 0 if the rating is not about that.
  double most_times = 0.0;
  /// What a search for a better schedule has shown, such as "14.3 % can be saved"; empty before a search.
  std::string search = {};
  friend bool operator==(const Headline&, const Headline&) = default;
};

/// "well scheduled", "limited by the program", "may be improved", "bad" or "optimum unknown".
std::string_view rating_text(Headline::Rating rating);

/// The headline in one line: "31.4 % idle: release (may be improved)".
std::string headline_text(const Headline& headline);

/// What a search for schedules of a run's tasks has found.
struct FoundLimits {
  std::int64_t found_ns = 0;  ///< the shortest schedule that was found
  std::int64_t bound_ns = 0;  ///< no schedule is shorter; at most `found_ns`
  friend bool operator==(const FoundLimits&, const FoundLimits&) = default;
};

/// Rates a run again after a search for schedules on its workers and with its durations. Changes nothing if
/// the rating is not about the schedule, and if the run is shorter than the bound because it broke
/// dependencies.
Headline headline_after_search(Headline headline, const FoundLimits& limits, const Statistics& run);

/// The sentences of an answer, the most important first.
struct Verdict {
  std::vector<Finding> findings = {};
  std::optional<Headline> headline = {};  ///< only in the verdict on a complete run that ran tasks

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
