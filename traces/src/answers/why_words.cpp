#include "gusset/traces/answers/why_words.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "gusset/traces/model/task_name.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t most_named_steps = 1000;

/// How tasks are named in one sentence.
class Naming {
 public:
  Naming(const Trace& trace, const WhyStep& step, const WhyNames& names)
      : trace_(trace),
        names_(names),
        same_name_(!step.task.is_none() && !step.by.is_none() && step.task != step.by &&
                   task_name(trace, step.task) == task_name(trace, step.by)) {}

  WhyPiece of(TaskId task, const std::string& otherwise) const {
    if (task.is_none()) return {otherwise, {}};
    std::string name = task_name(trace_, task);
    if (same_name_ || names_.is_shared(name)) name += " #" + std::to_string(task.value());
    return {name, task};
  }

 private:
  const Trace& trace_;
  const WhyNames& names_;
  bool same_name_;
};

std::string name_of_node(const Trace& trace, NodeId node) {
  const std::string& name = trace.nodes[node.value()].name;
  return name.empty() ? "node " + std::to_string(node.value()) : name;
}

std::string name_of_worker(const Trace& trace, WorkerId worker) {
  const Worker& of = trace.workers[worker.value()];
  const std::string own = of.name.empty() ? "worker " + std::to_string(worker.value()) : of.name;
  return trace.nodes.size() > 1 ? name_of_node(trace, of.node) + " " + own : own;
}

std::string version_words(const Trace& trace, const WhyStep& step) {
  const std::string& name = trace.handles.name[step.handle.value()];
  return (name.empty() ? "handle " + std::to_string(step.handle.value()) : name) + " version " +
         std::to_string(step.version);
}

WhySentence cause_pieces(const Trace& trace, const WhyStep& step, const Naming& naming) {
  const std::string at = duration_text_ns(step.cause_ns);
  const std::string through = step.handle.is_none() ? "" : " (" + version_words(trace, step) + ")";
  switch (step.cause) {
    case WhyStep::Cause::predecessor:
      return {
          {"its last predecessor, ", {}}, naming.of(step.by, "a task"), {through + ", ended at " + at, {}}};
    case WhyStep::Cause::message: {
      const Message& message = trace.messages[*step.message];
      WhySentence words{
          {"the message with " + version_words(trace, step) + " from " + name_of_node(trace, message.from) +
               ", sent at " +
               (message.send_ns == unknown_time ? "an unknown time" : duration_text_ns(message.send_ns)) +
               ", was received at " + at,
           {}}};
      if (!step.by.is_none()) {
        words.push_back({"; ", {}});
        words.push_back(naming.of(step.by, ""));
        words.push_back({" produced it", {}});
      }
      return words;
    }
    case WhyStep::Cause::mate:
      return {naming.of(step.by, "a task"),
              {" of the same commuting group" + through + " ended at " + at, {}}};
    case WhyStep::Cause::submission:
      if (step.by.is_none()) return {{"it was submitted at " + at, {}}};
      return {{"it was submitted at " + at + ", after ", {}}, naming.of(step.by, "")};
    case WhyStep::Cause::worker:
      return {{"its worker was busy with ", {}}, naming.of(step.by, "something"), {" until " + at, {}}};
    case WhyStep::Cause::nothing:
      break;
  }
  return {{"nothing that was recorded kept it", {}}};
}

std::string wait_meaning(ChainLink::Kind kind) {
  switch (kind) {
    case ChainLink::Kind::message:
      return "for data from another node";
    case ChainLink::Kind::ready_wait:
      return "while a task was ready and not taken";
    case ChainLink::Kind::submit_wait:
      return "for a task to be submitted";
    case ChainLink::Kind::release:
      return "for the runtime to make a task ready";
    default:
      break;
  }
  return "for what the trace does not tell";
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

}  // namespace

std::string to_text(const WhySentence& sentence) {
  std::string text;
  for (const WhyPiece& piece : sentence) text += piece.text;
  return text;
}

WhyNames::WhyNames(const Trace& trace, std::span<const WhyStep> steps) {
  std::map<std::string, TaskId> first_of;
  const auto add = [&](TaskId task) {
    if (task.is_none()) return;
    const auto [known, is_new] = first_of.try_emplace(task_name(trace, task), task);
    if (!is_new && known->second != task) shared_.insert(known->first);
  };
  for (const WhyStep& step : steps.first(std::min(steps.size(), most_named_steps))) {
    add(step.task);
    add(step.by);
  }
}

WhySentence why_sentence(const Trace& trace, const WhyStep& step, const WhyNames& names) {
  const Naming naming(trace, step, names);
  WhySentence words{naming.of(step.task, "A run of no task"),
                    {" began at " + duration_text_ns(step.begin_ns) + " on " +
                         name_of_worker(trace, trace.lanes[step.lane.value()].worker) + ": ",
                     {}}};
  const WhySentence cause = cause_pieces(trace, step, naming);
  words.insert(words.end(), cause.begin(), cause.end());
  words.push_back({".", {}});
  return words;
}

std::string why_waits(const WhyStep& step) {
  std::string text = step.ready_ns == unknown_time
                         ? "ready: not recorded"
                         : "ready at " + duration_text_ns(step.ready_ns) + ", " +
                               duration_text_ns(step.begin_ns - step.ready_ns) + " before its begin";
  std::string waits;
  for (const ChainLink& link : step.waits) {
    waits += (waits.empty() ? "" : ", then ") + std::string(kind_name(link.kind)) + " " +
             duration_text_ns(link.end_ns - link.begin_ns);
  }
  if (!waits.empty()) text += "; between cause and begin: " + waits;
  return text;
}

WhySentence why_summary(const Trace& trace, const std::vector<WhyStep>& steps, bool known) {
  if (steps.empty()) return {};
  const WhyNames names(trace, steps);
  const Naming naming(trace, steps.front(), names);
  WhySentence words{naming.of(steps.front().task, "A run of no task"), {}};
  const std::string without =
      known ? "" : " (dependencies were not recorded: only workers and submissions are known)";
  std::map<std::string, std::int64_t> types;
  std::array<std::int64_t, static_cast<std::size_t>(ChainLink::Kind::release) + 1> waits{};
  std::int64_t ran_ns = 0;
  std::int64_t waited_ns = 0;
  std::size_t tasks = 0;
  const std::vector<ChainLink> chain = why_chain(steps);
  for (const ChainLink& link : chain) {
    const std::int64_t length_ns = link.end_ns - link.begin_ns;
    if (link.kind != ChainLink::Kind::run) {
      waits.at(static_cast<std::size_t>(link.kind)) += length_ns;
      waited_ns += length_ns;
      continue;
    }
    ++tasks;
    ran_ns += length_ns;
    types[link.task.is_none() ? "no task" : trace.types[trace.tasks.type[link.task.value()].value()]] +=
        length_ns;
  }
  const std::string at = " began only at " + duration_text_ns(steps.front().begin_ns);
  if (chain.empty() && steps.front().cause != WhyStep::Cause::nothing) {
    words.push_back({" began at " + duration_text_ns(steps.front().begin_ns) + without + ": ", {}});
    const WhySentence cause = cause_pieces(trace, steps.front(), naming);
    words.insert(words.end(), cause.begin(), cause.end());
    words.push_back({".", {}});
    return words;
  }
  if (chain.empty()) {
    words.push_back({" began at " + duration_text_ns(steps.front().begin_ns) +
                         ": nothing that was recorded kept it" + without + ".",
                     {}});
    return words;
  }
  const std::int64_t from_ns = chain.front().begin_ns;
  std::string text = at;
  if (tasks > 0) {
    text += ", at the end of a chain of " + count_text(tasks, "task") + " from " + duration_text_ns(from_ns) +
            " on" + without + ": " + duration_text_ns(ran_ns) + " of running (" + heaviest_types(types) + ")";
  } else {
    text += without;
  }
  if (waited_ns > 0) {
    const auto most = std::max_element(waits.begin(), waits.end());
    text += (tasks > 0 ? " and " : ": ") + duration_text_ns(waited_ns) + " of waiting, " +
            (*most < waited_ns ? "most of it (" + duration_text_ns(*most) + ") " : "") +
            wait_meaning(static_cast<ChainLink::Kind>(most - waits.begin()));
  }
  words.push_back({text + ".", {}});
  return words;
}

std::vector<ChainLink> why_chain(const std::vector<WhyStep>& steps) {
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
