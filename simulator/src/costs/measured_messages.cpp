#include "measured_messages.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "gusset/base/node_messages.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/task_times.hpp"

namespace gusset::simulator {
namespace {

constexpr std::size_t fewest_samples = 10;

/// Returns the median of y − slope · x; none with too few points.
std::optional<double> offset_of(const Points& points, double slope) {
  if (points.size() < fewest_samples) return std::nullopt;
  std::vector<double> offsets;
  for (const auto& [x, y] : points) offsets.push_back(y - slope * x);
  return std::max(0.0, median_of(std::move(offsets)));
}

/// Fits a line; none with too few points, if all have the same x, or if y doesn't grow with x.
std::optional<Line> growing_line(const Points& points) {
  if (points.size() < fewest_samples) return std::nullopt;
  const std::optional<Line> line = robust_line(points);
  return line && line->slope > 0.0 ? line : std::nullopt;
}

/// The ends of messages on each node, in order of time.
struct MessageEnd {
  std::int64_t time_ns = 0;
  std::uint64_t bytes = 0;
  bool is_arrival = false;
  friend auto operator<=>(const MessageEnd&, const MessageEnd&) = default;
};

std::vector<std::vector<MessageEnd>> message_ends(const traces::Trace& trace) {
  std::vector<std::vector<MessageEnd>> ends(trace.nodes.size());
  for (const traces::Message& message : trace.messages) {
    if (message.kind != traces::Message::Kind::data) continue;
    if (message.send_ns != traces::unknown_time)
      ends[message.from.value()].push_back({message.send_ns, message.payload_bytes, false});
    if (message.receive_ns != traces::unknown_time)
      ends[message.to.value()].push_back({message.receive_ns, message.payload_bytes, true});
  }
  for (auto& of_node : ends) std::sort(of_node.begin(), of_node.end());
  return ends;
}

}  // namespace

void MeasuredMessages::add(const traces::Trace& trace) {
  if (trace.nodes.size() < 2) return;
  if (trace.recorded.messages) {
    const NodeActivity activity(trace);
    add_transfers(trace, activity);
    if (trace.recorded.ready) add_handling(trace, activity);
  }
  if (trace.recorded.submit) add_submissions(trace);
}

void MeasuredMessages::add_transfers(const traces::Trace& trace, const NodeActivity& activity) {
  for (const traces::Message& message : trace.messages) {
    if (message.kind != traces::Message::Kind::data) continue;
    if (message.send_ns == traces::unknown_time || message.receive_ns == traces::unknown_time) continue;
    ++count_;
    const auto [begin_ns, end_ns] = std::pair(message.send_ns, message.receive_ns);
    if (end_ns < begin_ns) continue;  // the nodes' clocks differ by more than the message took
    const bool is_short = message.payload_bytes <= eager_bytes;
    if (!activity.has_idle_worker(message.to, begin_ns, end_ns)) continue;
    if (!is_short && !activity.has_idle_worker(message.from, begin_ns, end_ns)) continue;
    (is_short ? short_ : long_)
        .emplace_back(static_cast<double>(message.payload_bytes), seconds(end_ns - begin_ns));
  }
}

/// Collects the times between two tasks of a worker during which it was the only one of its node without a
/// task, so that only it can have handled messages.
void MeasuredMessages::add_handling(const traces::Trace& trace, const NodeActivity& activity) {
  const std::vector<std::vector<MessageEnd>> ends = message_ends(trace);
  for (const traces::Lane& lane : trace.lanes) {
    const traces::NodeId node = trace.workers[lane.worker.value()].node;
    const traces::SpanColumns& spans = lane.spans;
    for (std::size_t i = 1; i < spans.size(); ++i) {
      if (spans.kind[i] != traces::SpanKind::run || spans.kind[i - 1] != traces::SpanKind::run) continue;
      const std::int64_t begin_ns = spans.end_ns[i - 1];
      const std::int64_t end_ns = spans.begin_ns[i];
      if (spans.task[i].is_none() || end_ns <= begin_ns) continue;
      const std::int64_t ready_ns = trace.tasks.ready_ns[spans.task[i].value()];
      if (ready_ns == traces::unknown_time || ready_ns > begin_ns) continue;
      if (activity.running(node, begin_ns) + 1 < activity.workers(node)) continue;
      const std::vector<MessageEnd>& of_node = ends[node.value()];
      const auto first = std::lower_bound(of_node.begin(), of_node.end(), MessageEnd{begin_ns, 0, false});
      const auto last = std::lower_bound(first, of_node.end(), MessageEnd{end_ns + 1, 0, false});
      if (first == last) switching_.push_back(seconds(end_ns - begin_ns));
      if (last - first != 1) continue;
      (first->is_arrival ? receiving_ : sending_)
          .emplace_back(static_cast<double>(first->bytes), seconds(end_ns - begin_ns));
    }
  }
}

void MeasuredMessages::add_submissions(const traces::Trace& trace) {
  struct Last {
    std::int64_t submit_ns = traces::unknown_time;
    std::size_t task = 0;
  };
  std::vector<Last> last(trace.nodes.size());
  const traces::TaskTimes times = traces::task_times(trace);
  std::size_t place = 0;  // number of the program's own tasks so far
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (trace.recorded.parents && !trace.tasks.parent[task].is_none()) continue;
    ++place;
    const traces::NodeId node = traces::node_of_lane(trace, times.lane[task]);
    const std::int64_t submit_ns = trace.tasks.submit_ns[task];
    if (node.is_none() || submit_ns == traces::unknown_time) continue;
    Last& before = last[node.value()];
    if (before.submit_ns != traces::unknown_time && submit_ns >= before.submit_ns)
      submissions_.emplace_back(static_cast<double>(place - before.task - 1),
                                seconds(submit_ns - before.submit_ns));
    before = {submit_ns, place};
  }
}

MessageCosts MeasuredMessages::measured() const {
  MessageCosts costs;
  costs.count = count_;
  if (const auto line = growing_line(long_)) costs.bandwidth_bytes_per_s = 1.0 / line->slope;
  const double slope = costs.bandwidth_bytes_per_s ? 1.0 / *costs.bandwidth_bytes_per_s : 0.0;
  costs.latency_s = offset_of(short_, slope);
  // Without a bandwidth, latency and transfer can't be told apart.
  if (costs.bandwidth_bytes_per_s) costs.long_latency_s = offset_of(long_, slope);
  if (switching_.size() < fewest_samples) return costs;
  const double switching_s = median_of(switching_);
  const auto beyond = [switching_s](std::optional<double> seconds) {
    return seconds ? std::optional(std::max(0.0, *seconds - switching_s)) : std::nullopt;
  };
  costs.send_s = beyond(offset_of(sending_, 0.0));
  const auto line = growing_line(receiving_);
  if (line) costs.receive_s_per_byte = line->slope;
  costs.receive_s = beyond(offset_of(receiving_, line ? line->slope : 0.0));
  return costs;
}

std::optional<Line> MeasuredMessages::submission_s() const {
  return growing_line(submissions_);
}

}  // namespace gusset::simulator
