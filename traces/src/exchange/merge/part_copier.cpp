#include "part_copier.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "gus/gus_tables.hpp"
#include "gusset/base/numbers.hpp"
#include "merge_errors.hpp"

namespace gusset::traces::merge {
namespace {

using gus::Section;

/// Task numbers from here on are unique within a part only.
constexpr std::uint64_t first_subtask = std::uint64_t{1} << 62;

bool is_copied(Section section) {
  constexpr std::array copied{Section::recorded_tasks,    Section::recorded_pauses,
                              Section::recorded_accesses, Section::processor_samples,
                              Section::recorded_values,   Section::counter_samples,
                              Section::recorded_messages, Section::bindings};
  return std::find(copied.begin(), copied.end(), section) != copied.end();
}

/// Keeps the rows of a column for which `is_kept` is true.
template <class Column>
void keep(Column& column, const std::vector<bool>& is_kept) {
  if (column.size() != is_kept.size()) return;  // a column that was not recorded
  std::size_t kept = 0;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (is_kept[row] && kept++ != row) column[kept - 1] = std::move(column[row]);
  }
  column.resize(kept);
}

template <class... Columns>
std::uint64_t keep_rows(const std::vector<bool>& is_kept, Columns&... columns) {
  const auto lost = static_cast<std::uint64_t>(std::count(is_kept.begin(), is_kept.end(), false));
  if (lost > 0) (keep(columns, is_kept), ...);
  return lost;
}

/// The merged index; none if the row refers to something that does not exist.
template <class Id>
Id place_in(const std::vector<Id>& places, Id id) {
  return id.is_none() || id.value() >= places.size() ? Id() : places[id.value()];
}

}  // namespace

std::optional<Error> PartCopier::copy(PartFile& part, const PartRows& rows, const ClockRelation& clock) {
  current_ = {&part, &rows, &clock, {}};
  if (ends_early()) {
    if (Flaw flaw = collect_numbers()) return flaw;
  }
  return part.for_each_chunk(is_copied,
                             [this](Section section, std::uint32_t group, gus::DecodedTrace& chunk) {
                               Flaw flaw = copy_chunk(section, group, chunk);
                               if (!flaw && out_.failure() != nullptr) flaw = *out_.failure();
                               return flaw;
                             });
}

std::vector<std::string> PartCopier::notes() const {
  if (left_out_ == 0) return {};
  return {"lost: " + count_text(left_out_, "row") + " that refer to lost rows, in parts that end early"};
}

std::optional<Error> PartCopier::collect_numbers() {
  const auto is_tasks = [](Section section) { return section == Section::recorded_tasks; };
  std::vector<std::uint64_t>& numbers = current_.numbers;
  Flaw flaw =
      current_.part->for_each_chunk(is_tasks, [&](Section, std::uint32_t group, gus::DecodedTrace& chunk) {
        const RecordedTasks& tasks = chunk.recording.lanes[group].tasks;
        for (std::size_t row = 0; row < tasks.size(); ++row) {
          if (!place_in(current_.rows->types, tasks.type[row]).is_none())
            numbers.push_back(tasks.number[row]);
        }
        return Flaw();
      });
  std::sort(numbers.begin(), numbers.end());
  return flaw;
}

bool PartCopier::is_lost(std::uint64_t number) const {
  return ends_early() && !std::binary_search(current_.numbers.begin(), current_.numbers.end(), number);
}

std::int64_t PartCopier::time(std::int64_t ticks) const {
  return current_.clock->from(current_.part->scale().ns(ticks));
}

void PartCopier::convert(std::vector<std::int64_t>& ticks) const {
  for (std::int64_t& tick : ticks) {
    if (tick != unknown_time) tick = time(tick);
  }
}

std::optional<Error> PartCopier::convert_numbers(std::vector<std::uint64_t>& numbers) const {
  for (std::uint64_t& number : numbers) {
    if (number == no_number || number < first_subtask) continue;
    const std::uint64_t index = number - first_subtask;
    if (index >= first_subtask / nodes_) return errors::large_number(current_.part->name(), number);
    number = first_subtask + index * nodes_ + current_.part->node();
  }
  return {};
}

std::optional<Error> PartCopier::copy_chunk(Section section, std::uint32_t group, gus::DecodedTrace& chunk) {
  gus::Recording& recording = chunk.recording;
  switch (section) {
    case Section::recorded_tasks:
      return tasks(lane_of(group), recording.lanes[group].tasks);
    case Section::recorded_pauses:
      return pauses(lane_of(group), recording.lanes[group].pauses);
    case Section::recorded_accesses:
      return accesses(lane_of(group), recording.lanes[group].accesses);
    case Section::processor_samples:
      return processor(lane_of(group), recording.lanes[group].processor);
    case Section::recorded_values:
      return values(group, recording.value_numbers[group], chunk.trace.attributes[group]);
    case Section::counter_samples:
      return samples(group, chunk.trace.counters[group]);
    case Section::recorded_messages:
      return messages(recording.messages);
    default:
      return bindings(chunk.trace.processor_time.bindings);
  }
}

std::optional<Error> PartCopier::tasks(LaneId lane, RecordedTasks& tasks) {
  std::vector<bool> is_kept(tasks.size(), true);
  for (std::size_t row = 0; row < tasks.size(); ++row) {
    const TypeId type = place_in(current_.rows->types, tasks.type[row]);
    if (type.is_none() && !ends_early())
      return errors::dangling(current_.part->name(), "recorded tasks", "a type", current_.rows->types.size(),
                              tasks.type[row].value());
    is_kept[row] = !type.is_none();
    tasks.type[row] = type;
  }
  left_out_ += keep_rows(is_kept, tasks.begin, tasks.end, tasks.skipped, tasks.number, tasks.type,
                         tasks.parent, tasks.work, tasks.submit, tasks.ready);
  for (std::vector<std::int64_t>* times : {&tasks.begin, &tasks.end, &tasks.submit, &tasks.ready})
    convert(*times);
  for (const std::uint64_t number : tasks.number)
    (number == no_number ? has_tasks_without_ : has_numbers_) = true;
  if (has_numbers_ && has_tasks_without_) return errors::some_numbers(current_.part->name());
  if (Flaw flaw = convert_numbers(tasks.number)) return flaw;
  if (Flaw flaw = convert_numbers(tasks.parent)) return flaw;
  task_count_ += tasks.size();
  out_.add_tasks(lane, tasks);
  return {};
}

std::optional<Error> PartCopier::pauses(LaneId lane, RecordedPauses& pauses) {
  convert(pauses.begin);
  convert(pauses.end);
  out_.add_pauses(lane, pauses);
  return {};
}

std::optional<Error> PartCopier::accesses(LaneId lane, RecordedAccesses& accesses) {
  std::vector<bool> is_kept(accesses.size(), true);
  for (std::size_t row = 0; row < accesses.size(); ++row) {
    Access& access = accesses.access[row];
    const HandleId handle = place_in(current_.rows->handles, access.handle);
    const AccessModeId mode = place_in(current_.rows->modes, access.mode);
    const bool is_dangling = handle.is_none() || mode.is_none();
    if (is_dangling && !ends_early())
      return errors::dangling(current_.part->name(), "recorded accesses",
                              handle.is_none() ? "a handle" : "a mode",
                              handle.is_none() ? current_.rows->handles.size() : current_.rows->modes.size(),
                              handle.is_none() ? access.handle.value() : access.mode.value());
    is_kept[row] = !is_dangling && !is_lost(accesses.number[row]);
    access.handle = handle;
    access.mode = mode;
  }
  left_out_ += keep_rows(is_kept, accesses.number, accesses.access);
  if (Flaw flaw = convert_numbers(accesses.number)) return flaw;
  out_.add_accesses(lane, accesses);
  return {};
}

std::optional<Error> PartCopier::processor(LaneId lane, ProcessorSamples& samples) {
  convert(samples.ticks);
  out_.add_processor_samples(lane, samples);
  return {};
}

std::optional<Error> PartCopier::values(std::uint32_t attribute, std::vector<std::uint64_t>& numbers,
                                        const Attribute& rows) {
  if (Flaw flaw = convert_numbers(numbers)) return flaw;
  out_.add_values(current_.rows->attributes[attribute], numbers, rows.values);
  return {};
}

std::optional<Error> PartCopier::samples(std::uint32_t counter, Counter& rows) {
  convert(rows.time_ns);
  out_.add_samples(current_.rows->counters[counter], rows.time_ns, rows.value);
  return {};
}

std::optional<Error> PartCopier::messages(std::vector<RecordedMessage>& messages) {
  const RecordedPart& part = current_.part->part();
  for (RecordedMessage& message : messages) {
    const bool is_send = message.what == RecordedMessage::End::send;
    const NodeId own = is_send ? message.from : message.to, other = is_send ? message.to : message.from;
    if (own != part.node)
      return errors::foreign_message(current_.part->name(), part, is_send ? "sender" : "destination",
                                     own.value());
    if (other.is_none() || other.value() >= nodes_)
      return errors::dangling(current_.part->name(), "recorded messages", "a node", nodes_, other.value());
    // In a part that ends early, a message stays without its handle.
    const HandleId handle = place_in(current_.rows->handles, message.handle);
    if (handle.is_none() && !message.handle.is_none() && !ends_early())
      return errors::dangling(current_.part->name(), "recorded messages", "a handle",
                              current_.rows->handles.size(), message.handle.value());
    message.handle = handle;
    message.begin = time(message.begin);
    message.end = time(message.end);
  }
  out_.add_messages(messages);
  return {};
}

std::optional<Error> PartCopier::bindings(std::vector<Binding>& bindings) {
  const std::size_t workers = current_.part->head().workers.size();
  for (Binding& binding : bindings) {
    if (binding.worker.is_none() || binding.worker.value() >= workers)
      return errors::dangling(current_.part->name(), "bindings", "a worker", workers, binding.worker.value());
    binding.worker = WorkerId(current_.rows->first_worker + binding.worker.value());
  }
  out_.add_bindings(bindings);
  return {};
}

}  // namespace gusset::traces::merge
