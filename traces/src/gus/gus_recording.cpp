#include "gus_recording.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "gus_decoder.hpp"
#include "gus_errors.hpp"
#include "gusset/base/columns.hpp"
#include "gusset/base/groups.hpp"
#include "model/attribute_rows.hpp"
#include "recorded_messages.hpp"
#include "recorded_processor_time.hpp"
#include "tick_scale.hpp"

namespace gusset::traces::gus {
namespace {

using Flaw = std::optional<Error>;

/// Maps task numbers to tasks: the existing numbers, in order.
class Numbering {
 public:
  explicit Numbering(std::vector<std::uint64_t> numbers) : numbers_(std::move(numbers)) {
    if (!std::is_sorted(numbers_.begin(), numbers_.end())) std::sort(numbers_.begin(), numbers_.end());
    numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
    is_dense_ = !numbers_.empty() && numbers_.back() - numbers_.front() + 1 == numbers_.size();
  }
  std::size_t size() const { return numbers_.size(); }

  TaskId task(std::uint64_t number) const {
    if (numbers_.empty() || number < numbers_.front() || number > numbers_.back()) return {};
    if (is_dense_) return TaskId(number - numbers_.front());
    const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), number);
    return *found == number ? TaskId(static_cast<std::size_t>(found - numbers_.begin())) : TaskId();
  }

 private:
  std::vector<std::uint64_t> numbers_;
  bool is_dense_ = false;
};

class Assembler {
 public:
  Assembler(DecodedTrace& decoded, Recording& recording, const Sections& sections, const std::string& name,
            Missing missing, std::uint64_t& dropped)
      : decoded_(decoded),
        trace_(decoded.trace),
        recording_(recording),
        sections_(sections),
        name_(name),
        missing_(missing),
        dropped_(dropped),
        scale_(recording.clock) {}

  Flaw run() {
    if (!trace_.tasks.type.empty() || decoded_.sizes.tasks > 0)
      return Error{name_, "tasks or recorded tasks", "both"};
    if (Flaw flaw = number_tasks()) return flaw;
    find_bounds();
    add_tasks();
    for (std::size_t lane = 0; lane < recording_.lanes.size(); ++lane) add_spans(lane);
    if (Flaw flaw = add_accesses()) return flaw;
    add_values();
    sort_types();
    for (Counter& counter : trace_.counters) start_samples(counter);
    if (trace_.recorded.processor_time)
      assemble_processor_time(trace_, recording_, scale_, start_, last_end_);
    const std::vector<NodeId> nodes = nodes_of_tasks();
    assemble_messages(trace_, std::move(recording_), scale_, start_ns_);
    count_served_accesses(trace_, decoded_.access_tasks, nodes);
    drop_unwanted();
    return {};
  }

 private:
  /// If submissions were not recorded, tasks are numbered by start time.
  Flaw number_tasks() {
    bool any = false, none = false;
    std::vector<std::uint64_t> numbers;
    for (const Recording::Lane& lane : recording_.lanes) {
      for (const std::uint64_t number : lane.tasks.number) {
        (number == no_number ? none : any) = true;
        numbers.push_back(number);
      }
    }
    if (any && none) return Error{name_ + ": recorded tasks", "numbers for all tasks or for none", "some"};
    if (none) {
      number_by_begin();
      numbers.resize(0);
      for (const Recording::Lane& lane : recording_.lanes)
        numbers.insert(numbers.end(), lane.tasks.number.begin(), lane.tasks.number.end());
    }
    if (numbers.size() >= TaskId::none_value) {
      return Error{name_ + ": recorded tasks", "fewer than 2^32 - 1 rows", std::to_string(numbers.size())};
    }
    numbering_ = Numbering(std::move(numbers));
    return {};
  }

  void number_by_begin() {
    struct Place {
      std::int64_t begin;
      std::uint32_t lane;
      std::size_t row;
    };
    std::vector<Place> places;
    for (std::uint32_t lane = 0; lane < recording_.lanes.size(); ++lane) {
      const RecordedTasks& tasks = recording_.lanes[lane].tasks;
      for (std::size_t row = 0; row < tasks.size(); ++row) places.push_back({tasks.begin[row], lane, row});
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) { return a.begin < b.begin; });
    for (std::size_t i = 0; i < places.size(); ++i)
      recording_.lanes[places[i].lane].tasks.number[places[i].row] = i;
  }

  void find_bounds() {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    last_end_ = std::numeric_limits<std::int64_t>::min();
    for (const Recording::Lane& lane : recording_.lanes) {
      const RecordedTasks& tasks = lane.tasks;
      for (std::size_t row = 0; row < tasks.size(); ++row) {
        if (!tasks.submit.empty() && tasks.submit[row] != unknown_time) {
          first = std::min(first, tasks.submit[row]);
        } else if (!tasks.skipped[row]) {
          first = std::min(first, tasks.begin[row]);
        }
        if (!tasks.skipped[row]) last_end_ = std::max(last_end_, tasks.end[row]);
      }
    }
    start_ = first == std::numeric_limits<std::int64_t>::max() ? 0 : first;
    start_ns_ = scale_.ns(start_);
  }
  std::int64_t from_start(std::int64_t ticks) const { return scale_.ns(ticks) - start_ns_; }
  std::int64_t known_from_start(std::int64_t ticks) const {
    return ticks == unknown_time ? unknown_time : from_start(ticks);
  }

  /// A task's facts come from its first row.
  void add_tasks() {
    const std::size_t count = numbering_.size();
    TaskColumns& tasks = trace_.tasks;
    tasks.type.resize(count);
    const bool has_parents = trace_.recorded.parents, has_work = trace_.recorded.work;
    const bool has_submit = trace_.recorded.submit, has_ready = trace_.recorded.ready;
    if (has_parents) tasks.parent.resize(count);
    if (has_work) tasks.work.resize(count);
    if (has_submit) tasks.submit_ns.resize(count, unknown_time);
    if (has_ready) tasks.ready_ns.resize(count, unknown_time);
    std::vector<bool> is_known(count);
    for (const Recording::Lane& lane : recording_.lanes) {
      const RecordedTasks& from = lane.tasks;
      for (std::size_t row = 0; row < from.size(); ++row) {
        const std::uint32_t task = numbering_.task(from.number[row]).value();
        if (is_known[task]) continue;
        is_known[task] = true;
        tasks.type[task] = from.type[row];
        if (has_parents && from.parent[row] != no_number) {
          const TaskId parent = numbering_.task(from.parent[row]);
          if (!parent.is_none()) tasks.parent[task] = parent;
        }
        if (has_work) tasks.work[task] = from.work[row];
        if (has_submit) tasks.submit_ns[task] = known_from_start(from.submit[row]);
        if (has_ready) tasks.ready_ns[task] = known_from_start(from.ready[row]);
      }
    }
    decoded_.sizes.tasks = count;
  }

  /// The node that recorded each task. None for a worker that the trace lacks, which `validate` reports.
  std::vector<NodeId> nodes_of_tasks() const {
    std::vector<NodeId> nodes(recording_.messages.empty() ? 0 : numbering_.size());
    if (nodes.empty()) return nodes;
    for (std::size_t lane = 0; lane < recording_.lanes.size(); ++lane) {
      const WorkerId worker = trace_.lanes[lane].worker;
      if (worker.value() >= trace_.workers.size()) continue;
      for (const std::uint64_t number : recording_.lanes[lane].tasks.number)
        nodes[numbering_.task(number).value()] = trace_.workers[worker.value()].node;
    }
    return nodes;
  }

  void add_spans(std::size_t index) {
    const Recording::Lane& lane = recording_.lanes[index];
    SpanColumns& spans = trace_.lanes[index].spans;
    const std::size_t most = lane.tasks.size() + lane.pauses.size();
    columns::reserve(spans.begin_ns, most);
    columns::reserve(spans.end_ns, most);
    columns::reserve(spans.task, most);
    columns::reserve(spans.kind, most);
    const auto add_pause = [&](std::size_t row) {
      const std::int64_t begin = std::max(lane.pauses.begin[row], start_);
      const std::int64_t end = std::min(lane.pauses.end[row], last_end_);
      if (begin < end) spans.push_back(from_start(begin), from_start(end), TaskId(), lane.pauses.kind[row]);
    };
    std::size_t pause = 0;
    for (std::size_t row = 0; row < lane.tasks.size(); ++row) {
      if (lane.tasks.skipped[row]) continue;
      for (; pause < lane.pauses.size() && lane.pauses.begin[pause] < lane.tasks.begin[row]; ++pause)
        add_pause(pause);
      spans.push_back(from_start(lane.tasks.begin[row]), from_start(lane.tasks.end[row]),
                      numbering_.task(lane.tasks.number[row]), SpanKind::run);
    }
    for (; pause < lane.pauses.size(); ++pause) add_pause(pause);
    sort_by_begin(spans);
    decoded_.sizes.lane_spans[index] = spans.size();
  }

  /// Rows come in order of end, which equals the order of start time unless spans nest.
  static void sort_by_begin(SpanColumns& spans) {
    const auto is_before = [&](std::size_t a, std::size_t b) {
      if (spans.begin_ns[a] != spans.begin_ns[b]) return spans.begin_ns[a] < spans.begin_ns[b];
      const bool a_is_empty = spans.end_ns[a] == spans.begin_ns[a];
      const bool b_is_empty = spans.end_ns[b] == spans.begin_ns[b];
      if (a_is_empty || b_is_empty) return a_is_empty && !b_is_empty;
      return spans.end_ns[a] > spans.end_ns[b];
    };
    bool is_sorted = true;
    for (std::size_t i = 1; i < spans.size() && is_sorted; ++i) is_sorted = !is_before(i, i - 1);
    if (is_sorted) return;
    std::vector<std::size_t> order(spans.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), is_before);
    SpanColumns sorted;
    for (const std::size_t i : order)
      sorted.push_back(spans.begin_ns[i], spans.end_ns[i], spans.task[i], spans.kind[i]);
    spans = std::move(sorted);
  }

  Flaw missing_task(const char* what, std::uint64_t number) {
    if (missing_ == Missing::is_dropped) {
      ++dropped_;
      return {};
    }
    return Error{name_ + ": " + what, "the number of a recorded task", std::to_string(number)};
  }

  Flaw add_accesses() {
    if (!trace_.recorded.accesses) return {};
    for (const Recording::Lane& lane : recording_.lanes) {
      for (const std::uint64_t number : lane.accesses.number) {
        if (!numbering_.task(number).is_none()) continue;
        if (Flaw flaw = missing_task("recorded accesses", number)) return flaw;
      }
    }
    Groups<Access> by_task(numbering_.size(), [this](auto visit) {
      for (const Recording::Lane& lane : recording_.lanes) {
        for (std::size_t row = 0; row < lane.accesses.size(); ++row) {
          const TaskId task = numbering_.task(lane.accesses.number[row]);
          if (!task.is_none()) visit(task.value(), lane.accesses.access[row]);
        }
      }
    });
    for (std::size_t task = 0; task < numbering_.size(); ++task)
      decoded_.access_tasks.insert(decoded_.access_tasks.end(), by_task.size(task), TaskId(task));
    trace_.accesses.items = std::move(by_task.items);
    return {};
  }

  /// An attribute lists its tasks in ascending order. The last of several values for one task wins. A number
  /// may have no task, because the submission was refused after all.
  void add_values() {
    for (std::size_t a = 0; a < trace_.attributes.size(); ++a) {
      const std::vector<std::uint64_t>& numbers = recording_.value_numbers[a];
      Attribute& attribute = trace_.attributes[a];
      std::vector<std::pair<TaskId, std::size_t>> rows;
      for (std::size_t row = 0; row < numbers.size(); ++row) {
        const TaskId task = numbering_.task(numbers[row]);
        if (!task.is_none()) {
          rows.push_back({task, row});
        } else if (missing_ == Missing::is_dropped) {
          ++dropped_;
        }
      }
      const std::size_t values = std::visit([](const auto& of) { return of.size(); }, attribute.values);
      if (values == numbers.size()) keep_rows(attribute, std::move(rows));  // `validate` reports a mismatch
    }
  }

  /// Sorts types by first use, so that two runs of a program agree.
  void sort_types() {
    constexpr std::uint32_t unused = TypeId::none_value;
    std::vector<std::uint32_t> places(trace_.types.size(), unused);
    std::vector<std::string> sorted;
    for (TypeId& type : trace_.tasks.type) {
      if (type.value() >= places.size()) return;  // out of range: `validate` reports it, or recovery drops it
      if (places[type.value()] == unused) {
        places[type.value()] = static_cast<std::uint32_t>(sorted.size());
        sorted.push_back(trace_.types[type.value()]);
      }
    }
    for (TypeId& type : trace_.tasks.type) type = TypeId(places[type.value()]);
    for (std::size_t type = 0; type < places.size(); ++type) {
      if (places[type] == unused) sorted.push_back(trace_.types[type]);
    }
    trace_.types = std::move(sorted);
  }

  /// The last sample at or before the start moves to the start.
  void start_samples(Counter& counter) {
    for (std::int64_t& time : counter.time_ns) time = from_start(time);
    const auto begin = counter.time_ns.begin();
    const auto after =
        std::partition_point(begin, counter.time_ns.end(), [](std::int64_t time) { return time <= 0; });
    if (after == begin || counter.value.size() != counter.time_ns.size()) return;
    counter.value.erase(counter.value.begin(), counter.value.begin() + (after - begin - 1));
    counter.time_ns.erase(begin, after - 1);
    counter.time_ns.front() = 0;
  }

  void drop_unwanted() {
    if (!sections_.tasks) trace_.tasks = {};
    if (sections_.spans) return;
    for (Lane& lane : trace_.lanes) lane.spans = {};
  }

  DecodedTrace& decoded_;
  Trace& trace_;
  Recording& recording_;
  const Sections& sections_;
  const std::string& name_;
  Missing missing_;
  std::uint64_t& dropped_;
  TickScale scale_;
  Numbering numbering_{{}};
  std::int64_t start_ = 0;
  std::int64_t start_ns_ = 0;
  std::int64_t last_end_ = 0;
};

}  // namespace

Flaw assemble(DecodedTrace& decoded, Recording&& recording, const Sections& sections, const std::string& name,
              Missing missing, std::uint64_t& dropped) {
  std::vector<std::string>& notes = decoded.trace.metadata.notes;
  notes.insert(notes.end(), recording.notes.begin(), recording.notes.end());
  const bool is_recording =
      !recording.clock.empty() || !recording.messages.empty() ||
      std::any_of(recording.lanes.begin(), recording.lanes.end(), [](const auto& lane) {
        return lane.tasks.size() + lane.pauses.size() + lane.accesses.size() + lane.processor.size() > 0;
      });
  if (!is_recording) return {};
  if (const auto& part = decoded.trace.metadata.part) {
    notes.push_back("part of a run on " + errors::plural(part->nodes(), "node") + ": what node " +
                    std::to_string(part->node.value()) + " recorded (gusset merge joins the parts)");
  }
  if (recording.clock.size() == 1) {
    notes.push_back(
        "times are ticks of a processor's clock, shown as if each were 1 ns: the length of a tick was lost");
  }
  return Assembler(decoded, recording, sections, name, missing, dropped).run();
}

}  // namespace gusset::traces::gus
