#include "gusset/viewer/model/explain/playback_facts.hpp"

#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/playback_text.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t max_named_ready = 12;
constexpr std::size_t max_named_data = 6;

}  // namespace

PlaybackFacts playback_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph) {
  const auto times = std::make_shared<const traces::TaskTimes>(loaded.times);
  return {std::make_shared<const traces::Playback>(loaded.trace, times, graph),
          std::make_shared<const traces::HandleHistory>(loaded.trace, times)};
}

PlaybackMoment::PlaybackMoment(const LoadedTrace& loaded, const traces::Playback& schedule,
                               std::int64_t time_ns)
    : time_ns_(time_ns) {
  for (std::size_t worker = 0; worker < loaded.trace->workers.size(); ++worker) {
    const traces::TaskId task = schedule.running(traces::WorkerId(worker), time_ns);
    running_.push_back(task);
    if (task.is_none()) continue;
    for (const traces::Access& access : loaded.trace->accesses.of(task)) {
      if (!access.handle.is_none()) uses_[access.handle].push_back({task, access.mode});
    }
  }
}

const std::vector<PlaybackMoment::Use>& PlaybackMoment::uses(traces::HandleId handle) const {
  static const std::vector<Use> none;
  const auto found = uses_.find(handle);
  return found == uses_.end() ? none : found->second;
}

bool is_made_up(const traces::Trace& trace, traces::HandleId handle) {
  return trace.metadata.origin == traces::Origin::predicted && trace.handles.name[handle.value()].empty();
}

std::string running_text(const LoadedTrace& loaded, const PlaybackMoment& moment, traces::WorkerId worker) {
  const traces::TaskId task = moment.running(worker);
  if (task.is_none()) return "idle";
  std::string text = task_name(loaded, task);
  std::size_t named = 0;
  for (const traces::Access& access : loaded.trace->accesses.of(task)) {
    if (access.handle.is_none() || is_made_up(*loaded.trace, access.handle)) continue;
    if (named == max_named_data) return text + ", …";
    text += (named++ == 0 ? ": " : ", ") + loaded.trace->access_modes[access.mode.value()].name + " " +
            traces::handle_name(*loaded.trace, access.handle);
  }
  return text;
}

std::string ready_text(const LoadedTrace& loaded, const traces::Playback& schedule, traces::WorkerId worker,
                       std::int64_t time_ns) {
  if (!schedule.knows_ready()) return "not recorded";
  const std::uint64_t count = schedule.ready_count(worker, time_ns);
  if (count == 0) return "none";
  std::string text = count_text(count) + ": ";
  const std::vector<traces::TaskId> tasks = schedule.ready_tasks(worker, time_ns, max_named_ready);
  for (std::size_t i = 0; i < tasks.size(); ++i) text += (i == 0 ? "" : ", ") + task_name(loaded, tasks[i]);
  return count > tasks.size() ? text + ", …" : text;
}

std::string uses_text(const LoadedTrace& loaded, const PlaybackMoment& moment, traces::HandleId handle) {
  std::string text;
  for (const PlaybackMoment::Use& use : moment.uses(handle)) {
    text += (text.empty() ? "" : ", ") + loaded.trace->access_modes[use.mode.value()].name + " by " +
            task_name(loaded, use.task);
  }
  return text;
}

std::string counts_text(const traces::Playback& schedule, std::int64_t time_ns) {
  return traces::counts_text(schedule, time_ns, " · ");
}

}  // namespace gusset::viewer
