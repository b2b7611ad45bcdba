// What the trace lacks.
#include "answers/findings/rules.hpp"
#include "answers/missing_facts.hpp"

namespace gusset::traces::rules {
namespace {

/// What workers did while idle, according to the runtime's spans.
std::string idle_activities(const VerdictFacts& facts) {
  std::vector<std::string> parts;
  const auto add = [&](const std::optional<std::int64_t>& ns, const char* what) {
    if (ns && *ns > 0) parts.push_back(duration_text_ns(*ns) + " of " + what);
  };
  add(facts.idle.waiting_ns, "waiting");
  add(facts.idle.stealing_ns, "looking for work");
  add(facts.idle.sending_ns, "sending");
  add(facts.idle.receiving_ns, "receiving");
  return parts.empty() ? "" : " (all idle time includes " + listed(parts, "and") + ")";
}

}  // namespace

/// Ranks first: the other findings only hold for part of the run.
std::optional<Finding> incomplete(const VerdictFacts& facts) {
  if (facts.incomplete.empty()) return {};
  return Finding{Kind::incomplete,
                 2.0,
                 "The trace is incomplete (" + facts.incomplete + "): figures cover only what it holds, " +
                     count_text(facts.statistics.tasks, "task") + " in " +
                     duration_text_ns(facts.statistics.makespan_ns) + ".",
                 command(facts, "info"),
                 {{"tasks", to_double(facts.statistics.tasks)}, {"makespan_ns", facts.makespan_ns()}}};
}

std::optional<Finding> not_recorded(const VerdictFacts& facts) {
  const double unknown = facts.idle_share(IdleCause::unknown);
  // A prediction is not recorded: no depth of recording adds to it.
  if (unknown < min_cost || facts.trace.metadata.origin == Origin::predicted) return {};
  std::vector<std::string> missing = missing_facts(facts.trace);
  std::string text = "The trace does not say why workers were idle for " + percent_text(unknown) +
                     " of the time" + idle_activities(facts);
  if (facts.runtime == RuntimeKind::other) {
    if (!missing.empty()) text += ": it has no " + listed(missing, "or");
  } else if (!missing.empty()) {
    text += "; record " + listed(missing, "and") + " too (gusset run --depth accesses)";
  }
  return Finding{Kind::not_recorded,   unknown,
                 text + ".",           command(facts, "idle"),
                 {{"share", unknown}}, longest_stretch(facts, IdleCause::unknown)};
}

}  // namespace gusset::traces::rules
