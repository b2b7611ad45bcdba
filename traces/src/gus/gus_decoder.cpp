#include "gus_decoder.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "gus_chunk_reader.hpp"
#include "gusset/base/columns.hpp"
#include "gusset/base/parallel.hpp"
#include "model/metadata_json.hpp"

namespace gusset::traces::gus {
namespace {

using Flaw = std::optional<Error>;

class Decoder {
 public:
  Decoder(const Source& source, const Directory& directory, const Sections& sections)
      : source_(source), directory_(directory), sections_(sections) {}

  Flaw run() {
    make_room();
    for (const DirectoryEntry& entry : directory_.chunks()) {
      if (Section{entry.info.section} == Section::metadata) {
        if (Flaw flaw = metadata(entry)) return flaw;
      }
    }
    // Decodes lanes and attributes first, because their groups of rows may come earlier in the file.
    for (const DirectoryEntry& entry : directory_.chunks()) {
      const Section section{entry.info.section};
      if (section == Section::metadata || is_large(section) || !is_wanted(section)) continue;
      if (Flaw flaw = decode_chunk(source_, entry, out_)) return flaw;
    }
    return large_tables();
  }

  DecodedTrace take() { return std::move(out_); }

 private:
  bool is_wanted(Section section) const {
    if (section == Section::recorded_tasks || section == Section::recorded_pauses)
      return sections_.tasks || sections_.spans || sections_.accesses || sections_.others;
    if (is_fork_join(section)) return has_fork_join();
    constexpr std::pair<Section, bool Sections::*> optional[] = {
        {Section::handles, &Sections::handles},
        {Section::tasks, &Sections::tasks},
        {Section::accesses, &Sections::accesses},
        {Section::recorded_accesses, &Sections::accesses},
        {Section::spans, &Sections::spans},
        {Section::messages, &Sections::messages},
        {Section::recorded_messages, &Sections::messages},
        {Section::dependencies, &Sections::others},
        {Section::span_links, &Sections::others},
        {Section::processor_uses, &Sections::others},
        {Section::bindings, &Sections::others},
        {Section::processor_samples, &Sections::others},
        {Section::attributes, &Sections::others},
        {Section::attribute_values, &Sections::others},
        {Section::recorded_values, &Sections::others},
        {Section::counters, &Sections::others},
        {Section::counter_samples, &Sections::others}};
    for (const auto& [known, is_wanted] : optional) {
      if (section == known) return sections_.*is_wanted;
    }
    return true;
  }

  static bool is_fork_join(Section section) {
    return section == Section::task_waits || section == Section::joined_tasks || section == Section::locks ||
           section == Section::lock_holds || section == Section::work_constructs ||
           section == Section::work_executions || section == Section::work_shares ||
           section == Section::work_chunks;
  }
  /// The synchronisation and the worksharing are of use only together with the tasks and spans that they
  /// order.
  bool has_fork_join() const { return sections_.others && sections_.tasks && sections_.spans; }

  /// Tables that no other table needs for decoding.
  static bool is_large(Section section) {
    return is_grouped(section) || section == Section::tasks || section == Section::accesses ||
           section == Section::messages || section == Section::recorded_messages ||
           section == Section::handles || is_fork_join(section) || section == Section::processor_uses;
  }

  /// Decodes tables in parallel. They share only data that is read.
  Flaw large_tables() {
    struct Table {
      std::vector<std::size_t> chunks;
      std::uint64_t rows = 0;
    };
    std::map<std::pair<Section, std::uint32_t>, Table> by_key;
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < directory_.chunks().size(); ++i) {
      const ChunkInfo& info = directory_.chunks()[i].info;
      const Section section{info.section};
      if (!is_large(section) || !is_wanted(section)) continue;
      Table& table = by_key[{section, info.group}];
      table.chunks.push_back(i);
      table.rows += info.rows;
      rows += info.rows;
    }
    std::vector<const Table*> tables;
    for (const auto& [key, table] : by_key) tables.push_back(&table);
    std::stable_sort(tables.begin(), tables.end(),
                     [](const Table* a, const Table* b) { return a->rows > b->rows; });

    std::mutex mutex;
    std::map<std::size_t, Error> flaws;  // by chunk: the first one is reported, whatever the timing
    parallel_for(tables.size(), rows, [&](std::size_t t) {
      for (const std::size_t i : tables[t]->chunks) {
        const DirectoryEntry& entry = directory_.chunks()[i];
        Flaw flaw = decode_chunk(source_, entry, out_);
        if (!flaw) continue;
        const std::lock_guard lock(mutex);
        flaws.emplace(i, *std::move(flaw));
        return;
      }
    });
    if (flaws.empty()) return {};
    return flaws.begin()->second;
  }

  void make_room() {
    out_.sizes.tasks = directory_.rows(Section::tasks);
    out_.sizes.handles = directory_.rows(Section::handles);
    const auto lanes = static_cast<std::uint32_t>(directory_.rows(Section::lanes));
    trace_.lanes.resize(lanes);
    out_.sizes.lane_spans.resize(lanes);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      out_.sizes.lane_spans[lane] = directory_.rows(Section::spans, lane);
    }
    if (sections_.handles) {
      columns::reserve(trace_.handles.name, out_.sizes.handles);
      columns::reserve(trace_.handles.size_bytes, out_.sizes.handles);
      columns::reserve(trace_.handles.owner, out_.sizes.handles);
    }
    if (sections_.accesses) {
      columns::reserve(trace_.accesses.items, directory_.rows(Section::accesses));
      columns::reserve(out_.access_tasks, directory_.rows(Section::accesses));
    }
    if (has_fork_join()) {
      columns::reserve(trace_.fork_join.waits, directory_.rows(Section::task_waits));
      columns::reserve(trace_.fork_join.joined, directory_.rows(Section::joined_tasks));
      columns::reserve(trace_.fork_join.holds, directory_.rows(Section::lock_holds));
      columns::reserve(trace_.worksharing.executions, directory_.rows(Section::work_executions));
      columns::reserve(trace_.worksharing.shares, directory_.rows(Section::work_shares));
      columns::reserve(trace_.worksharing.chunks, directory_.rows(Section::work_chunks));
    }
    if (sections_.messages) columns::reserve(trace_.messages, directory_.rows(Section::messages));
    if (sections_.others) {
      trace_.attributes.resize(directory_.rows(Section::attributes));
      out_.recording.value_numbers.resize(trace_.attributes.size());
      trace_.counters.resize(directory_.rows(Section::counters));
    }
    out_.recording.lanes.resize(lanes);
  }

  Flaw metadata(const DirectoryEntry& entry) {
    ChunkReader in(source_, entry);
    if (Flaw flaw = in.finish()) return flaw;
    Result<DecodedMetadata> decoded =
        decode_metadata(in.raw(), errors::at(source_.name, entry.offset + sizeof(ChunkHeader)));
    if (!decoded) return decoded.error();
    trace_.metadata = std::move(decoded->metadata);
    Recorded& recorded = trace_.recorded = decoded->recorded;
    out_.in_file = recorded;
    recorded.parents &= sections_.tasks;
    recorded.work &= sections_.tasks;
    recorded.submit &= sections_.tasks;
    recorded.ready &= sections_.tasks;
    recorded.accesses &= sections_.accesses;
    recorded.dependencies &= sections_.others;
    recorded.messages &= sections_.messages;
    recorded.fork_join &= has_fork_join();
    recorded.processor_time &= sections_.others;
    recorded.worksharing &= has_fork_join();
    if (!sections_.tasks) return {};
    const std::uint64_t tasks = out_.sizes.tasks;
    columns::reserve(trace_.tasks.type, tasks);
    if (recorded.parents) columns::reserve(trace_.tasks.parent, tasks);
    if (recorded.work) columns::reserve(trace_.tasks.work, tasks);
    if (recorded.submit) columns::reserve(trace_.tasks.submit_ns, tasks);
    if (recorded.ready) columns::reserve(trace_.tasks.ready_ns, tasks);
    return {};
  }

  const Source& source_;
  const Directory& directory_;
  const Sections& sections_;
  DecodedTrace out_;
  Trace& trace_ = out_.trace;
};

}  // namespace

Result<DecodedTrace> decode(const Source& source, const Directory& directory, const Sections& sections) {
  Decoder decoder(source, directory, sections);
  if (Flaw flaw = decoder.run()) return *std::move(flaw);
  return decoder.take();
}

Flaw index_accesses(DecodedTrace& decoded, const std::string& name) {
  Trace& trace = decoded.trace;
  if (!trace.recorded.accesses) return {};  // `validate` refuses accesses that are marked as not recorded
  const std::uint64_t tasks = decoded.sizes.tasks;
  const std::vector<TaskId>& of = decoded.access_tasks;
  std::vector<std::uint64_t>& first = trace.accesses.first;
  first.resize(tasks + 1);
  std::size_t item = 0;
  for (std::uint64_t task = 0; task < tasks; ++task) {
    first[task] = item;
    while (item < of.size() && of[item].value() == task) ++item;
  }
  first[tasks] = item;
  if (item == of.size()) return {};
  return errors::unsorted_accesses(name, item, item == 0 ? 0 : of[item - 1].value(), tasks, of[item]);
}

}  // namespace gusset::traces::gus
