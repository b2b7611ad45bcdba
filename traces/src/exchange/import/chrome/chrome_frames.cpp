#include "exchange/import/chrome/chrome_frames.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gusset::traces::import {
namespace {

constexpr double min_share = 0.9;     // of the run that a frame must last
constexpr std::size_t min_spans = 3;  // on a frame's thread: itself and two others
constexpr std::size_t long_list_bytes = 100;

struct Extent {
  std::int64_t begin_ns = std::numeric_limits<std::int64_t>::max();
  std::int64_t end_ns = std::numeric_limits<std::int64_t>::min();

  void add(std::int64_t begin, std::int64_t end) {
    begin_ns = std::min(begin_ns, begin);
    end_ns = std::max(end_ns, end);
  }
  double length_ns() const { return static_cast<double>(end_ns) - static_cast<double>(begin_ns); }
};

/// A span that encloses all others of its row.
struct Frame {
  std::uint32_t row = 0;
  std::size_t span = 0;
};

std::vector<Frame> enclosing_spans(TraceBuilder& builder) {
  Extent run;
  std::vector<Frame> frames;
  for (std::uint32_t row = 0; row < builder.rows(); ++row) {
    const SpanColumns& spans = builder.spans(row);
    Extent whole;
    for (std::size_t i = 0; i < spans.size(); ++i) whole.add(spans.begin_ns[i], spans.end_ns[i]);
    run.add(whole.begin_ns, whole.end_ns);
    for (std::size_t i = 0; i < spans.size() && spans.size() >= min_spans; ++i) {
      if (spans.begin_ns[i] != whole.begin_ns || spans.end_ns[i] != whole.end_ns) continue;
      frames.push_back({row, i});
      break;
    }
  }
  std::erase_if(frames, [&](const Frame& frame) {
    const SpanColumns& spans = builder.spans(frame.row);
    const Extent extent{spans.begin_ns[frame.span], spans.end_ns[frame.span]};
    return extent.length_ns() < min_share * run.length_ns();
  });
  return frames;
}

}  // namespace

void drop_frames(TraceBuilder& builder, ChromeTasks& tasks) {
  if (tasks.are_from_gusset()) return;
  std::vector<Frame> frames = enclosing_spans(builder);
  if (frames.empty()) return;
  const std::vector<TypeId>& types = builder.trace.tasks.type;
  const auto task_of = [&](const Frame& frame) -> TaskId& {
    return builder.spans(frame.row).task[frame.span];
  };
  const auto type_of = [&](const Frame& frame) { return types[task_of(frame).value()]; };
  // A function that calls itself encloses slices of its own name: it is a task.
  std::vector<std::size_t> tasks_of_type(types.size());
  for (const TypeId type : types) ++tasks_of_type[type.value()];
  for (const Frame& frame : frames) --tasks_of_type[type_of(frame).value()];
  std::erase_if(frames, [&](const Frame& frame) { return tasks_of_type[type_of(frame).value()] > 0; });
  std::set<std::string> names;
  std::vector<TaskId> dropped;
  for (const Frame& frame : frames) {
    names.insert(builder.type_name(type_of(frame)));
    builder.spans(frame.row).kind[frame.span] = SpanKind::other;
    dropped.push_back(std::exchange(task_of(frame), TaskId()));
  }
  if (dropped.empty()) return;
  tasks.drop(std::move(dropped));
  std::string list;
  bool is_cut = false;
  for (const std::string& name : names) {
    is_cut = list.size() >= long_list_bytes;
    if (!is_cut) list += (list.empty() ? "" : ", ") + name;
  }
  builder.trace.metadata.notes.push_back(
      "slices that enclose everything else on their thread are not tasks: " + list + (is_cut ? ", …" : ""));
}

}  // namespace gusset::traces::import
