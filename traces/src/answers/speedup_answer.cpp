#include "gusset/traces/answers/speedup_answer.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/traces/analysis/compare/ratio_interval.hpp"
#include "gusset/traces/answers/answer_json.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;
using Point = SpeedupCurve::Point;

constexpr double worthwhile = 0.9;  // as a share of the best speedup found
constexpr double min_speedup = 1.02;
constexpr double parallel_from = 2.0;  // below this limit, not even two threads can always be busy

/// Whether tasks ran where they were created, which may be all that keeps them from running at once.
bool has_undeferred(const SpeedupCurve& curve) {
  return std::ranges::any_of(curve.assumptions, [](const std::string& assumption) {
    return assumption.find(undeferred_assumption) != std::string::npos;
  });
}

// Speaks of the points up to `end`, of which there are at least two.
std::string threads_sentence(const SpeedupCurve& curve, std::vector<Point>::const_iterator end) {
  const auto speedup = [&](const Point& point) { return curve.speedup(point); };
  const double most = speedup(*std::max_element(
      curve.points.begin(), end, [&](const auto& a, const auto& b) { return speedup(a) < speedup(b); }));
  if (most <= 0.0) return "The tasks take no time.";
  const Point& enough = *std::find_if(
      curve.points.begin(), end, [&](const Point& point) { return speedup(point) >= worthwhile * most; });
  const double span_s = curve.span_s.value_or(0.0);
  const double limit = span_s > 0.0 ? curve.points.front().makespan_s / span_s : 0.0;  // 0: unknown
  const std::string while_undeferred = limit < parallel_from && has_undeferred(curve)
                                           ? " while tasks run immediately where they are created"
                                           : "";
  if (limit > 0.0 && limit < min_speedup)
    return "No speedup" + while_undeferred + ": the critical path takes nearly as long as one thread.";
  const std::string per_node = curve.nodes > 1 ? " per node" : "";
  const std::string up_to = " on up to " + count_text(std::prev(end)->threads, "thread") + per_node;
  const std::string text = most < min_speedup ? "No speedup" + up_to
                           : &enough == &curve.points.front()
                               ? "Speedup of at most " + ratio_text(most) + up_to
                               : "Speedup " + ratio_text(speedup(enough)) + " on " +
                                     count_text(enough.threads, "thread") + per_node;
  return text + (limit > 0.0 ? "; the critical path limits it to " + ratio_text(limit) : "") +
         while_undeferred + ".";
}

// "2 threads", "2 and 8 threads", "2, 4 and 8 threads".
std::string threads_text(const std::vector<const Point*>& points) {
  std::string text;
  for (const Point* point : points) {
    if (!text.empty()) text += point == points.back() ? " and " : ", ";
    text += point == points.back() ? count_text(point->threads, "thread") : count_text(point->threads);
  }
  return text;
}

// Says why the makespan on one thread is not reliable, and what that means for the others.
std::string one_thread_sentence(const SpeedupCurve& curve) {
  std::vector<const Point*> reliable;  // predictions
  std::string text;
  for (const Point& point : curve.points) {
    if (!point.is_reliable()) continue;
    if (point.is_recorded) {
      text = "On " + count_text(point.threads, "thread") +
             ", the makespan is that of a replay of the recorded run; how much runs differ is unknown. ";
    } else {
      reliable.push_back(&point);
    }
  }
  const std::string doubts = joined(*curve.points.front().doubts, "; ") + ".";
  if (reliable.empty() && text.empty()) return "Not reliable: " + doubts;
  if (!reliable.empty())
    text += std::string("Only the predicted makespan") + (reliable.size() > 1 ? "s" : "") + " on " +
            threads_text(reliable) + (reliable.size() > 1 ? " are" : " is") + " reliable. ";
  return text + "Speedups are relative to the makespan on 1 thread, which is not reliable: " + doubts;
}

// "Not reliable for 4 threads and more: …". Leaves out the doubts about one thread. Empty if there are no
// others.
std::string more_threads_sentence(const SpeedupCurve& curve) {
  std::vector<const Point*> doubtful;
  std::vector<std::string> doubts;  // of the first of these points
  for (const Point& point : curve.points) {
    std::vector<std::string> own = point.doubts.value_or(std::vector<std::string>());
    std::erase_if(own, [&](const std::string& doubt) {
      const auto& said = curve.points.front().doubts;
      return said && std::ranges::find(*said, doubt) != said->end();
    });
    if (own.empty()) continue;
    if (doubtful.empty()) doubts = std::move(own);
    doubtful.push_back(&point);
  }
  if (doubtful.empty()) return "";
  const bool are_last = &curve.points.back() - doubtful.front() + 1 == std::ssize(doubtful);
  return "Not reliable for " +
         (are_last && doubtful.size() > 1 ? count_text(doubtful.front()->threads, "thread") + " and more"
                                          : threads_text(doubtful)) +
         ": " + joined(doubts, "; ") + ".";
}

// "Measured on 2 threads: 1.58 to 1.75 times as fast as on 1, …"
std::string measured_sentence(const MeasuredSpeedup& measured) {
  const std::string runs = count_text(measured.runs, "recording") + " on " +
                           count_text(measured.threads, "thread") + " and " +
                           count_text(measured.runs_on_one_thread) + " on 1";
  if (!measured.interval) return runs + " are too few to tell how much runs differ.";
  return "Measured on " + count_text(measured.threads, "thread") + ": " + ratio_text(measured.interval->low) +
         " to " + ratio_text(measured.interval->high) +
         " times as fast as on 1 (95 % confidence interval of " + runs + ").";
}

// Whether the work contains what starting the tasks takes.
bool includes_starts(const SpeedupCurve& curve) {
  return std::ranges::any_of(curve.assumptions, [](const std::string& assumption) {
    return assumption.starts_with(start_assumption) &&
           !assumption.substr(start_assumption.size()).starts_with(starts_take_nothing);
  });
}

// What the reader must know before trusting the figures.
std::string remark(const SpeedupCurve& curve) {
  std::vector<std::string> sentences;
  if (curve.excludes == true)
    sentences.emplace_back(
        "Some tasks exclude each other in any order (for example, they hold the same lock): Brent's bound "
        "does not hold, and is not "
        "shown.");
  if (curve.has_baseline && curve.excludes != true)
    sentences.emplace_back(
        "Tasks may take longer on several threads than in the baseline: Brent's bound does not hold, and is "
        "not shown.");
  if (curve.nodes > 1)
    sentences.emplace_back("Several nodes exchange messages: Brent's bound does not hold, and is not shown.");
  if (curve.work_s && curve.span_s)
    sentences.push_back(
        "T1 = " + duration_text(*curve.work_s) + " of busy time" +
        (includes_starts(curve) ? ", with what starting tasks takes" : "") +
        (curve.nodes > 1 ? " on the busiest node" : "") + ", T∞ = " + duration_text(*curve.span_s) +
        " along the longest path. " + "Any schedule of these tasks: Tp ≥ max(T1/p, T∞)" +
        (curve.excludes == true || curve.has_baseline || curve.nodes > 1
             ? "."
             : "; if no thread is idle while a task is ready: Tp ≤ T∞ + (T1 - T∞)/p (Brent)."));
  for (const std::string& assumption : curve.assumptions) sentences.push_back("Assumed: " + assumption + ".");
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

/// Null if that was not examined, and for the recorded run, which is no prediction, unless there is a reason
/// to doubt it.
Json reliable_json(const Point& point) {
  if (!point.doubts || (point.is_recorded && point.doubts->empty())) return nullptr;
  return point.doubts->empty();
}

}  // namespace

Answer speedup_answer(const SpeedupCurve& curve) {
  Answer answer;
  if (curve.points.empty()) return answer;
  const auto doubtful = std::ranges::find_if(curve.points, [](const Point& p) { return !p.is_reliable(); });
  if (doubtful - curve.points.begin() > 1) answer.verdict.add(threads_sentence(curve, doubtful));
  if (doubtful == curve.points.begin()) answer.verdict.add(one_thread_sentence(curve));
  if (std::string sentence = more_threads_sentence(curve); !sentence.empty())
    answer.verdict.add(std::move(sentence));
  if (curve.measured) answer.verdict.add(measured_sentence(*curve.measured));
  Table table{"number of threads",
              {{curve.nodes > 1 ? "threads per node" : "threads", Kind::count, "threads"},
               {"makespan", Kind::duration, "makespan_ns"},
               {"speedup", Kind::ratio, "speedup"},
               {"Brent", Kind::ratio, "brent_speedup"},
               {"at most", Kind::ratio, "most_speedup"}},
              {},
              remark(curve)};
  const bool has_doubts = doubtful != curve.points.end();
  if (has_doubts) {
    table.columns.push_back({"makespan reliable", Kind::text, "reliable"});
    table.columns.push_back({"speedup reliable", Kind::text, "speedup_reliable"});
  }
  const auto bound = [](const std::optional<double>& value) { return value ? Cell(*value) : Cell(); };
  for (const Point& point : curve.points) {
    table.rows.push_back(
        {{point.threads, point.makespan_s * 1e9, curve.speedup(point),
          bound(curve.brent_speedup(point.threads)), bound(curve.max_speedup(point.threads))}});
    if (!has_doubts) continue;
    std::vector<Cell>& cells = table.rows.back().cells;
    cells.emplace_back(!point.is_reliable() ? "no" : point.is_recorded ? "recorded" : "yes");
    cells.emplace_back(curve.is_speedup_reliable(point) ? "yes" : "no");
  }
  answer.tables.push_back(std::move(table));
  return answer;
}

std::string speedup_json(const SpeedupCurve& curve, const std::string& file, const std::string& policy,
                         std::uint64_t seeds) {
  Json json = answer_document("speedup", file);
  json["nodes"] = curve.nodes;
  json["policy"] = policy;
  json["seeds"] = seeds;
  json["work_s"] = json_or_null(curve.work_s);
  json["critical_path_s"] = json_or_null(curve.span_s);
  json["excludes"] = *curve.excludes;
  json["measured"] = nullptr;
  if (const auto& measured = curve.measured) {
    json["measured"] = {{"threads", measured->threads},
                        {"runs", measured->runs},
                        {"runs_on_one_thread", measured->runs_on_one_thread},
                        {"confidence", interval_confidence},
                        {"interval", nullptr}};
    if (measured->interval)
      json["measured"]["interval"] = {{"low", measured->interval->low}, {"high", measured->interval->high}};
  }
  json["points"] = Json::array();
  for (const Point& point : curve.points) {
    json["points"].push_back(
        {{"threads", point.threads},
         {"makespan_s", point.makespan_s},
         {"makespan_range_s", {{"min", point.min_s}, {"max", point.max_s}}},
         {"speedup", curve.speedup(point)},
         {"brent_speedup", json_or_null(curve.brent_speedup(point.threads))},
         {"most_speedup", json_or_null(curve.max_speedup(point.threads))},
         {"recorded", point.is_recorded},
         {"reliable", reliable_json(point)},
         {"reasons", point.doubts ? Json(*point.doubts) : Json(nullptr)},
         {"speedup_reliable", point.doubts ? Json(curve.is_speedup_reliable(point)) : Json(nullptr)}});
  }
  json["assumptions"] = curve.assumptions;
  return document_text(json);
}

}  // namespace gusset::traces
