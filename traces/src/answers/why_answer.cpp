#include "gusset/traces/answers/why_answer.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "analysis/time/preemptions.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/answer_json.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

constexpr std::size_t max_named_steps = 1000;

// The names that several tasks of a chain share.
std::set<std::string> shared_names(const Trace& trace, std::span<const WhyStep> steps) {
  std::set<std::string> shared;
  std::map<std::string, TaskId> first_of;
  for (const WhyStep& step : steps.first(std::min(steps.size(), max_named_steps))) {
    for (const TaskId task : {step.task, step.by}) {
      if (task.is_none()) continue;
      const auto [known, is_new] = first_of.try_emplace(task_name(trace, task), task);
      if (!is_new && known->second != task) shared.insert(known->first);
    }
  }
  return shared;
}

/// The time in which none of the node's threads had a processor, within an interval.
std::int64_t without_processor_ns(const Trace& trace, const Preemptions& preemptions, NodeId node,
                                  const TimeInterval& within) {
  std::int64_t least_ns = within.end_ns - within.begin_ns;
  bool has_workers = false;
  for (std::size_t w = 0; w < trace.workers.size(); ++w) {
    if (trace.workers[w].node != node) continue;
    has_workers = true;
    std::int64_t sum_ns = 0;
    for (const TimeInterval& each : preemptions.of(WorkerId(w))) {
      const std::int64_t begin_ns = std::max(each.begin_ns, within.begin_ns);
      sum_ns += std::max<std::int64_t>(std::min(each.end_ns, within.end_ns) - begin_ns, 0);
    }
    least_ns = std::min(least_ns, sum_ns);
  }
  return has_workers ? least_ns : 0;
}

// A sentence about one step. Names tasks unambiguously.
class Sentence {
 public:
  Sentence(const Trace& trace, const Preemptions& preemptions, const WhyStep& step,
           const std::set<std::string>& shared)
      : trace_(trace),
        preemptions_(preemptions),
        step_(step),
        shared_(shared),
        same_name_(!step.task.is_none() && !step.by.is_none() && step.task != step.by &&
                   task_name(trace, step.task) == task_name(trace, step.by)) {}

  Sentence& operator<<(const std::string& text) {
    text_ += text;
    return *this;
  }
  Sentence& task(TaskId task, const char* otherwise) {
    if (task.is_none()) return *this << otherwise;
    std::string name = task_name(trace_, task);
    if (same_name_ || shared_.contains(name)) name += " #" + std::to_string(task.value());
    targets_.push_back(FindingTarget::of_tasks(name, {task}));
    return *this << name;
  }
  Sentence& subject() { return task(step_.task, "A run without a task"); }
  Sentence& cause();
  Sentence& waits();
  void add_to(Verdict& verdict) { verdict.add(std::move(text_), std::move(targets_)); }

 private:
  std::string no_receiver_text(const Message& message) const;

  const Trace& trace_;
  const Preemptions& preemptions_;
  const WhyStep& step_;
  const std::set<std::string>& shared_;
  bool same_name_;
  std::string text_;
  std::vector<FindingTarget> targets_;
};

// Says so if the message was under way for so long because no thread of the receiver had a processor. Empty
// otherwise.
std::string Sentence::no_receiver_text(const Message& message) const {
  if (!trace_.recorded.processor_time || message.send_ns == unknown_time) return {};
  const std::int64_t without_ns =
      without_processor_ns(trace_, preemptions_, message.to, {message.send_ns, step_.cause_ns});
  if (without_ns == 0 || 2 * without_ns < step_.cause_ns - message.send_ns) return {};
  return " (for about " + duration_text_ns(without_ns) + " of that, no worker of " +
         node_name(trace_, message.to) + " had a processor)";
}

Sentence& Sentence::cause() {
  const std::string at = duration_text_ns(step_.cause_ns);
  const auto version = [this] { return version_name(trace_, step_.handle, step_.version); };
  const bool is_for_event = is_event(trace_, step_.by, step_.handle);
  const std::string through = step_.handle.is_none() || is_for_event ? "" : " (" + version() + ")";
  switch (step_.cause) {
    case WhyStep::Cause::predecessor:
      if (step_.resumed && step_.by == step_.task)
        return *this << "it was the last of the tasks that waited for each other, at " + at;
      if (step_.resumed)
        return (*this << "the last task that it waited for, ").task(step_.by, "a task") << ", ended at " + at;
      return (*this << "its last predecessor, ").task(step_.by, "a task") << through + ", ended at " + at;
    case WhyStep::Cause::message: {
      const Message& message = trace_.messages[*step_.message];
      *this << "the message " + (is_for_event ? handle_name(trace_, step_.handle) : "with " + version()) +
                   " from " + node_name(trace_, message.from) + ", sent at " +
                   (message.send_ns == unknown_time ? "an unknown time" : duration_text_ns(message.send_ns)) +
                   ", was received at " + at + no_receiver_text(message);
      if (step_.by.is_none()) return *this;
      return (*this << "; ").task(step_.by, "") << (is_for_event ? " sent it" : " produced it");
    }
    case WhyStep::Cause::peer:
      return task(step_.by, "a task") << " of the same commuting group" + through + " ended at " + at;
    case WhyStep::Cause::submission:
      *this << "it was submitted at " + at;
      return step_.by.is_none() ? *this : (*this << ", after ").task(step_.by, "");
    case WhyStep::Cause::worker:
      return (*this << "its worker was busy with ").task(step_.by, "something") << " until " + at;
    case WhyStep::Cause::lock:
      return (*this << trace_.fork_join.locks[*step_.lock] + " was held by ").task(step_.by, "a task")
             << " until " + at;
    case WhyStep::Cause::nothing:
      break;
  }
  return *this << "nothing recorded delayed it";
}

// Ends the cause's sentence: ". It waited 1.00 ms for a worker (ready at 11 ms)." If the cause is that its
// worker was busy, the wait for the worker is only the rest: "; it was ready at 11 ms, 5.00 ms before. After
// that, it waited …".
Sentence& Sentence::waits() {
  const bool was_ready_before = step_.cause == WhyStep::Cause::worker && step_.ready_ns != unknown_time &&
                                step_.ready_ns < step_.cause_ns;
  const std::string ready_at =
      step_.ready_ns == unknown_time ? "" : "ready at " + duration_text_ns(step_.ready_ns);
  std::string text = was_ready_before ? "; it was " + ready_at + ", " +
                                            duration_text_ns(step_.cause_ns - step_.ready_ns) + " before."
                                      : ".";
  bool is_first = true;
  for (const ChainLink& link : step_.waits) {
    text += !is_first ? ", then " : was_ready_before ? " After that, it waited " : " It waited ";
    text +=
        duration_text_ns(link.end_ns - link.begin_ns) + " for " + std::string(link_text(link.kind).awaited);
    is_first = false;
  }
  if (!ready_at.empty() && !was_ready_before)
    text += is_first ? " It was " + ready_at : " (" + ready_at + ")";
  if (!text.ends_with('.')) text += ".";
  return *this << text;
}

// "gemm 80.1 ms, trsm 20.0 ms and 2 more"
std::string heaviest_types(const std::map<std::string, std::int64_t>& types) {
  std::vector<std::pair<std::string, std::int64_t>> sorted(types.begin(), types.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, sorted.size()); ++i)
    text += (i > 0 ? ", " : "") + sorted[i].first + " " + duration_text_ns(sorted[i].second);
  if (sorted.size() > most) text += " and " + std::to_string(sorted.size() - most) + " more";
  return text;
}

// Totals over a chain.
struct ChainParts {
  std::map<std::string, std::int64_t> types;  // running time in ns
  std::array<std::int64_t, static_cast<std::size_t>(ChainLink::Kind::release) + 1> kinds{};
  std::size_t tasks = 0;

  ChainParts(const Trace& trace, const std::vector<ChainLink>& chain) {
    for (const ChainLink& link : chain) {
      kinds.at(static_cast<std::size_t>(link.kind)) += link.end_ns - link.begin_ns;
      if (link.kind != ChainLink::Kind::run) continue;
      ++tasks;
      types[link.task.is_none() ? "no task" : type_name(trace, link.task)] += link.end_ns - link.begin_ns;
    }
  }
};

std::string chain_text(const Trace& trace, const std::vector<ChainLink>& chain, const std::string& without) {
  ChainParts parts(trace, chain);
  const std::int64_t ran_ns = std::exchange(parts.kinds[static_cast<std::size_t>(ChainLink::Kind::run)], 0);
  const std::int64_t waited_ns = chain.back().end_ns - chain.front().begin_ns - ran_ns;
  std::string text = without;
  if (parts.tasks > 0) {
    text = ", at the end of a chain of " + count_text(parts.tasks, "task") + " that began at " +
           duration_text_ns(chain.front().begin_ns) + without + ": " + duration_text_ns(ran_ns) +
           " of running (" + heaviest_types(parts.types) + ")";
  }
  if (waited_ns == 0) return text;
  const auto most = std::max_element(parts.kinds.begin(), parts.kinds.end());
  const auto kind = static_cast<ChainLink::Kind>(most - parts.kinds.begin());
  return text + (parts.tasks > 0 ? " and " : ": ") + duration_text_ns(waited_ns) + " of waiting" +
         (*most < waited_ns ? ", the largest part (" + duration_text_ns(*most) + ")" : "") + " for " +
         std::string(link_text(kind).awaited);
}

void add_summary(const Trace& trace, const Preemptions& preemptions, const WhyAnalysis& analysis,
                 const std::set<std::string>& shared, Verdict& verdict) {
  const WhyStep& first = analysis.steps.front();
  const std::string at = duration_text_ns(first.begin_ns);
  const std::string without =
      analysis.knows_dependencies
          ? ""
          : " (dependencies were not recorded; only workers and submissions are known)";
  const std::vector<ChainLink> chain = why_chain(analysis.steps);
  Sentence sentence(trace, preemptions, first, shared);
  sentence.subject();
  if (!chain.empty()) {
    sentence << " began only at " + at + chain_text(trace, chain, without);
  } else if (first.cause == WhyStep::Cause::nothing) {
    (sentence << " began at " + at + ": ").cause() << without;
  } else {
    (sentence << " began at " + at + without + ": ").cause();
  }
  (sentence << ".").add_to(verdict);
}

Json time_json(std::int64_t time_ns) {
  return time_ns == unknown_time ? Json(nullptr) : Json(time_ns);
}

Json named_task_json(const Trace& trace, TaskId task) {
  if (task.is_none()) return nullptr;
  return {{"task", task.value()}, {"name", task_name(trace, task)}};
}

Json step_json(const Trace& trace, const WhyStep& step) {
  const bool has_handle = !step.handle.is_none();
  Json json{{"task", named_task_json(trace, step.task)},
            {"worker", trace.lanes[step.lane.value()].worker.value()},
            {"begin_ns", step.begin_ns},
            {"submit_ns", time_json(step.submit_ns)},
            {"ready_ns", time_json(step.ready_ns)},
            {"cause", cause_name(step.cause)},
            {"cause_ns", time_json(step.cause_ns)},
            {"by", named_task_json(trace, step.by)},
            {"handle", has_handle ? Json(trace.handles.name[step.handle.value()]) : Json(nullptr)},
            {"version", has_handle ? Json(step.version) : Json(nullptr)},
            {"message", nullptr},
            {"resumed", step.resumed},
            {"lock", step.lock ? Json(trace.fork_join.locks[*step.lock]) : Json(nullptr)},
            {"waits", Json::array()}};
  if (step.message) {
    const Message& message = trace.messages[*step.message];
    json["message"] = {{"from", message.from.value()},
                       {"to", message.to.value()},
                       {"send_ns", time_json(message.send_ns)},
                       {"receive_ns", time_json(message.receive_ns)},
                       {"payload_bytes", message.payload_bytes}};
  }
  for (const ChainLink& link : step.waits) {
    json["waits"].push_back(
        {{"kind", kind_name(link.kind)}, {"begin_ns", link.begin_ns}, {"end_ns", link.end_ns}});
  }
  return json;
}

}  // namespace

Answer why_answer(const Trace& trace, const WhyAnalysis& analysis, std::size_t max_steps) {
  Answer answer;
  if (analysis.steps.empty()) {
    answer.verdict.add("The task never ran.");
    return answer;
  }
  const std::set<std::string> shared = shared_names(trace, analysis.steps);
  const Preemptions preemptions(trace);
  add_summary(trace, preemptions, analysis, shared, answer.verdict);
  const std::size_t count = std::min(max_steps, analysis.steps.size());
  for (std::size_t i = 0; i < count; ++i) {
    const WhyStep& step = analysis.steps[i];
    Sentence sentence(trace, preemptions, step, shared);
    sentence.subject() << (step.resumed ? " continued at " : " began at ") + duration_text_ns(step.begin_ns) +
                              " on " + worker_place(trace, trace.lanes[step.lane.value()].worker) + ": ";
    sentence.cause().waits().add_to(answer.verdict);
  }
  if (count < analysis.steps.size())
    answer.verdict.add("… and " + count_text(analysis.steps.size() - count) + " more further back");
  return answer;
}

Table why_table(const Trace& trace, std::span<const WhyStep> steps) {
  Table table{"step"};
  for (const auto& [key, kind] : {std::pair{"step", Kind::count},
                                  {"task", Kind::count},
                                  {"name", Kind::text},
                                  {"worker", Kind::text},
                                  {"submit_ns", Kind::duration},
                                  {"ready_ns", Kind::duration},
                                  {"begin_ns", Kind::duration},
                                  {"cause", Kind::text},
                                  {"cause_ns", Kind::duration},
                                  {"by_task", Kind::count},
                                  {"by_name", Kind::text},
                                  {"handle", Kind::text},
                                  {"version", Kind::count}})
    table.columns.push_back({"", kind, key});
  const auto time = [](std::int64_t time_ns) { return time_ns == unknown_time ? Cell() : Cell(time_ns); };
  const auto number = [](TaskId task) { return task.is_none() ? Cell() : Cell(task.value()); };
  const auto name = [&](TaskId task) { return task.is_none() ? Cell() : Cell(task_name(trace, task)); };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const WhyStep& step = steps[i];
    const bool has_handle = !step.handle.is_none();
    table.rows.push_back(
        {{i, number(step.task), name(step.task), worker_name(trace, trace.lanes[step.lane.value()].worker),
          time(step.submit_ns), time(step.ready_ns), step.begin_ns, cause_name(step.cause),
          time(step.cause_ns), number(step.by), name(step.by),
          has_handle ? Cell(trace.handles.name[step.handle.value()]) : Cell(),
          has_handle ? Cell(step.version) : Cell()}});
  }
  return table;
}

std::string why_json(const Trace& trace, const FoundTasks& found, const WhyAnalysis& analysis,
                     const std::string& file) {
  Json json = answer_document("why", file);
  json["task"] = named_task_json(trace, found.first);
  json["tasks_of_that_name"] = found.count;
  json["dependencies_recorded"] = analysis.knows_dependencies;
  json["summary"] = why_answer(trace, analysis, 0).verdict.findings.front().sentence;
  json["steps"] = Json::array();
  for (const WhyStep& step : analysis.steps) json["steps"].push_back(step_json(trace, step));
  return document_text(json);
}

std::vector<ChainLink> why_chain(std::span<const WhyStep> steps) {
  std::vector<ChainLink> chain;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const WhyStep& step = steps[i];
    chain.insert(chain.end(), step.waits.begin(), step.waits.end());
    if (i == 0) break;
    const WhyStep& next = steps[i - 1];
    const std::int64_t end_ns = next.waits.empty() ? next.begin_ns : next.waits.front().begin_ns;
    if (end_ns > step.begin_ns) chain.push_back({ChainLink::Kind::run, step.task, step.begin_ns, end_ns});
  }
  return chain;
}

}  // namespace gusset::traces
