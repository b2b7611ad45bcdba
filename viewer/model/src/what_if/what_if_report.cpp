#include "gusset/viewer/model/what_if/what_if_report.hpp"

#include <cmath>
#include <functional>

#include "gusset/base/numbers.hpp"

namespace gusset::viewer {
namespace {

constexpr double same_within = 5e-4;

// "5.40–5.60 µs".
std::string between(double min_s, double max_s) {
  std::string low = gusset::duration_text(min_s);
  const std::string high = gusset::duration_text(max_s);
  if (low == high) return high;
  const std::string unit = high.substr(high.find(' '));
  if (low.ends_with(unit)) low.resize(low.size() - unit.size());
  return low + "–" + high;
}

std::string range_of(const Prediction& prediction) {
  return prediction.seeds < 2 ? "one seed" : between(prediction.min_s, prediction.max_s);
}

std::string interval_of(const Prediction& prediction) {
  return prediction.interval ? between(prediction.interval->low_s, prediction.interval->high_s) : "unknown";
}

bool are_same(double before_s, double after_s) {
  return after_s > 0.0 && std::abs(before_s / after_s - 1.0) < same_within;
}

// "1.70 times as fast", "1.20 times as long".
std::string gain_text(double before_s, double after_s) {
  const double ratio = after_s > 0.0 ? before_s / after_s : 0.0;
  if (ratio <= 0.0) return "no time at all";
  if (are_same(before_s, after_s)) return "as fast as before";
  return ratio > 1.0 ? fixed_text(ratio, 2) + " times as fast"
                     : fixed_text(1.0 / ratio, 2) + " times as long";
}

// Why two predictions that differ may not do so at all. Empty if there is no such reason.
std::string overlap_text(const Prediction& a, const Prediction& b) {
  if (are_same(a.makespan_s, b.makespan_s)) return "";
  if (a.interval && b.interval) {
    return a.interval->low_s <= b.interval->high_s && b.interval->low_s <= a.interval->high_s
               ? "The 90 % intervals overlap: single runs may not show the difference."
               : "";
  }
  return a.seeds > 1 && b.seeds > 1 && a.min_s <= b.max_s && b.min_s <= a.max_s
             ? "The ranges over seeds overlap: with other seeds, the difference may vanish."
             : "";
}

bool sends(const std::optional<ReplayResult>& result) {
  return result && result->prediction.bounds && result->prediction.bounds->network_s > 0.0;
}

std::string verdict_of(double before_s, const std::string& before, const Prediction& changed) {
  return gain_text(before_s, changed.makespan_s) + ": " + gusset::duration_text(changed.makespan_s) +
         " instead of " + gusset::duration_text(before_s) + " " + before;
}

void add_sentence(std::string& text, const std::string& sentence) {
  text += (text.empty() ? "" : " ") + sentence;
}

}  // namespace

WhatIfReport what_if_report(const LoadedTrace& original, const std::optional<ReplayResult>& baseline,
                            const std::optional<ReplayResult>& result, bool is_changed) {
  WhatIfReport report;
  const std::optional<ReplayResult> changed = is_changed ? result : std::nullopt;
  const bool is_graph = original.is_graph_only();
  const bool ran = original.totals.makespan_ns > 0;
  const double recorded_s = seconds(original.totals.makespan_ns);
  const std::string origin = original.origin_name();

  // Compare two simulations: the simulator's error largely cancels in their ratio.
  if (changed && baseline && baseline->prediction.makespan_s > 0.0) {
    report.verdict = verdict_of(baseline->prediction.makespan_s,
                                is_graph ? "on 1 worker" : "simulated unchanged", changed->prediction);
    report.caution = overlap_text(baseline->prediction, changed->prediction);
  } else if (changed && ran) {
    report.verdict = verdict_of(recorded_s, origin, changed->prediction);
  }
  if (baseline && ran && baseline->prediction.makespan_s > 0.0 &&
      original.trace->metadata.origin != traces::Origin::predicted && !original.trace->metadata.incomplete) {
    add_sentence(report.caution, "The unchanged simulation is off by " +
                                     deviation_text(baseline->prediction.makespan_s / recorded_s) + ".");
  }
  if (original.trace->metadata.incomplete) add_sentence(report.caution, "The trace is incomplete.");

  report.headings = {"", origin, is_graph ? "1 worker" : "unchanged"};
  if (is_changed) report.headings.emplace_back("what if");
  const auto cell = [](const std::optional<ReplayResult>& of,
                       const std::function<std::string(const ReplayResult&)>& text) {
    return of ? text(*of) : std::string("…");
  };
  const auto add = [&](const std::string& name, const std::string& of_original,
                       const std::function<std::string(const ReplayResult&)>& text) {
    report.rows.push_back({name, of_original, cell(baseline, text)});
    if (is_changed) report.rows.back().push_back(cell(changed, text));
  };
  const bool is_median =
      (baseline && baseline->prediction.seeds > 1) || (changed && changed->prediction.seeds > 1);
  add("makespan", ran ? duration_text_ns(original.totals.makespan_ns) : "never ran",
      [](const ReplayResult& r) { return duration_text(r.prediction.makespan_s); });
  add("range over seeds", "", [](const ReplayResult& r) { return range_of(r.prediction); });
  // The window draws one seed's schedule, and its title has that schedule's makespan.
  if (is_median && changed && changed->shown_ns > 0) {
    add("as drawn", "",
        [](const ReplayResult& r) { return r.shown_ns > 0 ? duration_text_ns(r.shown_ns) : std::string(); });
  }
  const auto has_interval = [](const std::optional<ReplayResult>& of) {
    return of && of->prediction.interval;
  };
  if (has_interval(baseline) || has_interval(changed))
    add("90 % interval", "", [](const ReplayResult& r) { return interval_of(r.prediction); });
  add("busy", ran ? percent_text(original.totals.busy_share) : "never ran",
      [](const ReplayResult& r) { return percent_text(r.busy_share); });
  const auto bound = [](double Prediction::Bounds::*which) {
    return [which](const ReplayResult& r) {
      return r.prediction.bounds ? gusset::duration_text((*r.prediction.bounds).*which)
                                 : std::string("unknown");
    };
  };
  const bool of_nodes = original.trace->nodes.size() > 1 || sends(baseline) || sends(changed);
  add(of_nodes ? "bound: busiest node" : "bound: work ÷ workers", "", bound(&Prediction::Bounds::work_s));
  add(of_nodes ? "bound: path, messages" : "bound: critical path", "",
      bound(&Prediction::Bounds::critical_path_s));
  if (of_nodes) add("bound: network", "", bound(&Prediction::Bounds::network_s));
  if (changed) {
    report.assumptions = changed->prediction.assumptions;
    report.doubts = changed->prediction.doubts.value_or(std::vector<std::string>());
  } else if (baseline) {
    report.assumptions = baseline->prediction.assumptions;
    report.doubts = baseline->prediction.doubts.value_or(std::vector<std::string>());
  }
  return report;
}

}  // namespace gusset::viewer
