#include "gusset/traces/answers/efficiency_answer.hpp"

#include "answers/lack_of_processors.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/answer_json.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

// From this efficiency on, too little is lost to be worth a search.
constexpr double little_lost_from = 0.9;
// From this share of the lost time on, a lack of processors explains it better than the program does.
constexpr double min_share_of_loss = 0.25;

// The time that the same work takes is unknown unless both traces have types.
std::optional<double> if_known(const Scalability& scalability, double share) {
  return scalability.types.empty() ? std::nullopt : std::optional(share);
}

std::string loss_text(const Trace& trace, const Efficiency& e) {
  if (e.parallel >= little_lost_from) {
    return "Workers were idle for only " + percent_text(1.0 - e.parallel) +
           " of the time. What they lost within tasks, for example to creating tasks or fetching chunks, "
           "counts as work here.";
  }
  if (e.outside_regions.value_or(0.0) > 0.5 * (1.0 - e.parallel)) {
    return "Most is lost outside of parallel regions: threads were in none for " +
           percent_text(*e.outside_regions) + " of the time.";
  }
  if (lacks_processors(trace, e.makespan_ns) &&
      share_without_processor(trace, e.makespan_ns) >= min_share_of_loss * (1.0 - e.parallel)) {
    return "Threads " + without_processor_text(trace, e.makespan_ns) + ": " + processor_advice(trace) + ".";
  }
  const std::string busiest = worker_place(trace, e.busiest);
  if (e.load_balance < e.communication) {
    return "Uneven work costs most: " + busiest + " has most of it; " +
           // Loops and locks may be what makes the work of a fork-join program's threads uneven.
           (trace.recorded.fork_join ? "gusset report names what makes it uneven, if the trace shows it."
                                     : "smaller tasks spread better.");
  }
  return "Waiting costs most: even the busiest worker, " + busiest + ", worked for only " +
         percent_text(e.communication) + " of the time; see gusset idle for what it waited for.";
}

std::string against_baseline(const Scalability& s) {
  if (s.speedup == 0.0) return "The baseline took no time, so there is no speedup.";
  const std::string text = "Speedup " + ratio_text(s.speedup) + " over the baseline";
  if (s.types.empty()) return text + "; no type ran in both, so the times of the same work are unknown.";
  const TypeInflation& worst = s.types.front();
  return text + ", computation scalability " + percent_text(s.computation) + ", global efficiency " +
         percent_text(s.global_efficiency) + "." +
         (worst.extra_ns > 0.0 && worst.baseline_mean_ns > 0.0
              ? " Most inflated: " + worst.type + ", " + ratio_text(worst.ratio) +
                    (worst.is_region ? " times as long in all threads together." : " times as long per task.")
              : "");
}

Table metric_table(const Efficiency& e, const std::optional<CommunicationSplit>& split) {
  Table table{.noun = "metric", .columns = {{"metric"}, {"value", Kind::share}}};
  const auto add = [&](const char* metric, Cell value) {
    table.rows.push_back({{metric, std::move(value)}});
  };
  add("parallel efficiency", e.parallel);
  add("  load balance", e.load_balance);
  add("  communication efficiency", e.communication);
  if (split) {
    add("    serialisation", split->serialisation);
    add("    transfer", split->transfer);
  }
  add("node balance", e.node_balance);
  if (!e.scalability) return table;
  add("computation scalability", if_known(*e.scalability, e.scalability->computation));
  add("global efficiency", if_known(*e.scalability, e.scalability->global_efficiency));
  add("busy time in common types", e.scalability->covered);
  return table;
}

Table inflation_table(const Scalability& scalability) {
  Table table{.noun = "type",
              .columns = {{"type", Kind::text, "type"},
                          {"tasks", Kind::count, "tasks"},
                          {"baseline tasks", Kind::count, "baseline_tasks"},
                          {"mean", Kind::duration, "mean_ns"},
                          {"baseline mean", Kind::duration, "baseline_mean_ns"},
                          {"ratio", Kind::ratio, "ratio"},
                          {"extra", Kind::duration, "extra_ns"}}};
  for (const TypeInflation& type : scalability.types) {
    table.rows.push_back({{type.type, type.tasks, type.baseline_tasks, type.mean_ns, type.baseline_mean_ns,
                           type.ratio, type.extra_ns}});
  }
  return table;
}

}  // namespace

Answer efficiency_answer(const Trace& trace, const Efficiency& e,
                         const std::optional<CommunicationSplit>& split) {
  Answer answer;
  if (e.busiest.is_none() || e.load_balance == 0.0) {
    answer.verdict.add(compute_statistics(trace).tasks > 0 ? "No task took any time." : "No task ran.");
    return answer;
  }
  answer.verdict.add("Parallel efficiency " + percent_text(e.parallel) + " = load balance " +
                         percent_text(e.load_balance) + " × communication efficiency " +
                         percent_text(e.communication) + ". " + loss_text(trace, e),
                     {FindingTarget::of_worker(worker_place(trace, e.busiest), e.busiest)});
  answer.tables.push_back(metric_table(e, split));
  if (!e.scalability) return answer;
  answer.verdict.add(against_baseline(*e.scalability));
  if (!e.scalability->types.empty()) answer.tables.push_back(inflation_table(*e.scalability));
  return answer;
}

std::string efficiency_json(const Efficiency& e, const std::optional<CommunicationSplit>& split,
                            const std::string& file, const std::string& baseline_file) {
  Json json = answer_document("efficiency", file);
  json["makespan_ns"] = e.makespan_ns;
  json["parallel_efficiency"] = e.parallel;
  json["load_balance"] = e.load_balance;
  json["communication_efficiency"] = e.communication;
  json["serialisation_efficiency"] = split ? Json(split->serialisation) : Json(nullptr);
  json["transfer_efficiency"] = split ? Json(split->transfer) : Json(nullptr);
  json["busiest_worker"] = id_json(e.busiest);
  json["node_balance"] = e.node_balance;
  json["outside_regions"] = json_or_null(e.outside_regions);
  json["baseline"] = nullptr;
  if (!e.scalability) return document_text(json);
  const Scalability& s = *e.scalability;
  json["baseline"] = {{"file", baseline_file},
                      {"speedup", s.speedup},
                      {"computation_scalability", json_or_null(if_known(s, s.computation))},
                      {"global_efficiency", json_or_null(if_known(s, s.global_efficiency))},
                      {"covered_share", s.covered},
                      {"types", rows_json(inflation_table(s))}};
  return document_text(json);
}

}  // namespace gusset::traces
