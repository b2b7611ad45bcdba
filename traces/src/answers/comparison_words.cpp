#include "gusset/traces/answers/comparison_words.hpp"

#include <cstdlib>

#include "gusset/traces/model/graph_alone.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::traces {
namespace {

std::string origin_word(Origin origin) {
  switch (origin) {
    case Origin::measured:
      return "measured";
    case Origin::predicted:
      return "predicted";
    case Origin::imported:
      break;
  }
  return "imported";
}

std::string machine_words(const Trace& trace) {
  std::string text = count_text(trace.workers.size(), "worker");
  if (trace.nodes.size() > 1) text += " on " + count_text(trace.nodes.size(), "node");
  return text;
}

std::string side_words(const Trace& trace, std::int64_t makespan_ns, std::uint64_t ran) {
  if (is_graph_alone(trace.tasks.size(), ran)) return "is " + graph_alone_text(trace.tasks.size());
  return duration_text_ns(makespan_ns) + " (" + origin_word(trace.metadata.origin) + ", " +
         machine_words(trace) + ")";
}

std::string matched_share_text(std::uint64_t matched, std::uint64_t tasks) {
  return percent_text(tasks == 0 ? 0.0 : static_cast<double>(matched) / static_cast<double>(tasks));
}

std::string rule_words(const Trace& a, const Trace& b, MatchRule rule) {
  switch (rule) {
    case MatchRule::written_version:
      return "by the version each wrote";
    case MatchRule::parent_and_order:
      return a.recorded.submit && b.recorded.submit
                 ? "by their order of submission"
                 : "by their order in the files (submission was not recorded)";
    case MatchRule::none:
      break;
  }
  return "by no rule that applies";
}

std::string types_sentence(const Comparison& comparison) {
  // The type whose busy time changed most explains most.
  const TypeComparison* most = nullptr;
  const auto change = [](const TypeComparison& type) { return std::abs(type.busy_b_ns - type.busy_a_ns); };
  for (const TypeComparison& type : comparison.types) {
    if (most == nullptr || change(type) > change(*most)) most = &type;
  }
  if (most == nullptr || change(*most) == 0) return {};
  return "Most of the change in busy time is " + most->type + "'s: " + duration_text_ns(most->busy_a_ns) +
         " against " + duration_text_ns(most->busy_b_ns) + ".";
}

std::string parting_sentence(const Trace& a, const Parting& parting) {
  if (!parting.parts) return "A keeps B's pace: its last task begins within 1 % of B's time.";
  const bool is_behind = parting.end_lag_ns > 0;
  return "They part at " + duration_text_ns(parting.begin_ns) + ", where " + task_name(a, parting.task) +
         " begins: B had come as far by " + duration_text_ns(parting.expected_ns) + ". From there on A is " +
         (is_behind ? "behind" : "ahead") + " by more than 1 % of B's time, at the end by " +
         duration_text_ns(std::abs(parting.end_lag_ns)) + ".";
}

// Of the tasks of a type: "gemm waiting for a worker".
std::string what_it_does(ChainLink::Kind kind) {
  switch (kind) {
    case ChainLink::Kind::run:
      return "running";
    case ChainLink::Kind::message:
      return "waiting for a message";
    case ChainLink::Kind::ready_wait:
      return "waiting for a worker";
    case ChainLink::Kind::submit_wait:
      return "waiting for submission";
    case ChainLink::Kind::release:
      return "waiting for the runtime";
    case ChainLink::Kind::unknown:
      break;
  }
  return "waiting, not recorded for what";
}

}  // namespace

std::string chain_part_name(const ChainComparison& part) {
  const std::string does = what_it_does(part.kind);
  return part.type.empty() ? does : part.type + " " + does;
}

ComparisonWords comparison_words(const Trace& a, const Trace& b, const Comparison& comparison,
                                 const std::optional<std::vector<ChainComparison>>& chain,
                                 const std::optional<Parting>& parting) {
  const Comparison& c = comparison;
  ComparisonWords words;
  std::uint64_t ran_a = 0;
  std::uint64_t ran_b = 0;
  for (const TypeComparison& type : c.types) {
    ran_a += type.tasks_a;
    ran_b += type.tasks_b;
  }
  words.times =
      "A " + side_words(a, c.makespan_a_ns, ran_a) + ", B " + side_words(b, c.makespan_b_ns, ran_b) + ": ";
  if (c.makespan_a_ns == 0 || c.makespan_b_ns == 0) {
    words.times += c.makespan_a_ns > 0   ? "nothing ran in B."
                   : c.makespan_b_ns > 0 ? "nothing ran in A."
                                         : "nothing ran in either.";
    return words;
  }
  // A prediction for another machine is not off: it answers another question.
  const bool is_prediction = a.metadata.origin == Origin::measured &&
                             b.metadata.origin == Origin::predicted && a.workers.size() == b.workers.size() &&
                             a.nodes.size() == b.nodes.size();
  words.times += (is_prediction ? "the prediction is off by " : "B differs by ") +
                 deviation_text(c.makespan_ratio) + "; busy " + percent_text(c.busy_share_a) + " against " +
                 percent_text(c.busy_share_b) + ".";
  words.match = count_text(c.matched) + " of A's " + count_text(c.tasks_a, "task") + " (" +
                matched_share_text(c.matched, c.tasks_a) + ") found in B, which has " +
                count_text(c.tasks_b, "task") + " (" + matched_share_text(c.matched, c.tasks_b) +
                " matched), " + rule_words(a, b, c.rule) + ".";
  words.types = types_sentence(c);
  if (chain && !chain->empty() && chain->front().change_ns() != 0) {
    const ChainComparison& change = chain->front();
    words.chain = "On the critical chain, what changed most is " + chain_part_name(change) + ": " +
                  duration_text_ns(change.a_ns) + " against " + duration_text_ns(change.b_ns) + ".";
  }
  if (parting) words.parting = parting_sentence(a, *parting);
  return words;
}

}  // namespace gusset::traces
