#include "merge_parts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gus/gus_tables.hpp"
#include "gusset/base/text.hpp"
#include "merge_errors.hpp"
#include "merged_tables.hpp"
#include "part_clocks.hpp"
#include "part_copier.hpp"
#include "part_file.hpp"

namespace gusset::traces::merge {
namespace {

using OpenedParts = Result<std::vector<PartFile>>;

/// Opens the parts and sorts them by node.
OpenedParts open_parts(std::span<const gus::Source> sources) {
  if (sources.empty()) return errors::no_parts();
  std::vector<PartFile> parts;
  for (const gus::Source& source : sources) {
    Result<PartFile> part = PartFile::open(source);
    if (!part) return part.error();
    parts.push_back(std::move(*part));
    const PartFile &first = parts.front(), &last = parts.back();
    if (last.part().run != first.part().run)
      return errors::other_run(last.name(), last.part(), first.name(), first.part());
    if (last.part().grid != first.part().grid)
      return errors::other_grid(last.name(), last.part(), first.name(), first.part());
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      if (parts[i].node() == last.node()) return errors::same_node(last.name(), last.part(), parts[i].name());
    }
  }
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.node() < b.node(); });
  return parts;
}

/// What all parts recorded. Adds a note about what only some parts recorded.
Recorded recorded_by_all(const std::vector<PartFile>& parts, std::vector<std::string>& notes) {
  constexpr std::pair<const char*, bool Recorded::*> fields[] = {
      {"parents", &Recorded::parents},
      {"work", &Recorded::work},
      {"submit times", &Recorded::submit},
      {"ready times", &Recorded::ready},
      {"accesses", &Recorded::accesses},
      {"messages", &Recorded::messages},
      {"processor time", &Recorded::processor_time}};
  Recorded all;
  std::vector<std::string> partly;
  for (const auto& [name, of_trace] : fields) {
    const auto field = of_trace;
    const auto has = [field](const PartFile& part) { return part.recorded().*field; };
    all.*field = std::all_of(parts.begin(), parts.end(), has);
    if (!(all.*field) && std::any_of(parts.begin(), parts.end(), has)) partly.emplace_back(name);
  }
  if (!partly.empty())
    notes.push_back("left out, as only some of the nodes recorded them: " + joined(partly));
  return all;
}

/// Notes what is missing; returns whether anything is.
bool note_losses(const std::vector<PartFile>& parts, std::vector<std::string>& notes) {
  std::vector<std::string> missing;
  std::size_t next = 0;
  for (std::size_t node = 0; node < parts.front().part().nodes(); ++node) {
    if (next < parts.size() && parts[next].node() == node) {
      ++next;
    } else {
      missing.push_back(std::to_string(node));
    }
  }
  if (!missing.empty()) {
    constexpr std::size_t most = 20;
    const std::size_t count = missing.size();
    missing.resize(std::min(count, most));
    notes.push_back("the parts of " + count_text(count, "node") +
                    " are missing, with everything that ran there: " + (count == 1 ? "node " : "nodes ") +
                    joined(missing) + (count > most ? ", …" : ""));
  }
  bool is_incomplete = !missing.empty();
  for (const PartFile& part : parts) {
    if (part.damage()) {
      notes.push_back("the part of node " + std::to_string(part.node()) +
                      " ends early or is damaged: " + part.damage()->message());
    }
    is_incomplete = is_incomplete || part.damage() || part.head().metadata.incomplete;
  }
  return is_incomplete;
}

/// The notes of the parts, each once. Each names the nodes that have it, unless all nodes have it.
std::vector<std::string> part_notes(const std::vector<PartFile>& parts) {
  std::vector<std::string> texts;  // in the order in which they first appear
  std::map<std::string, std::vector<std::string>> nodes;
  for (const PartFile& part : parts) {
    std::vector<std::string> own = part.head().metadata.notes;
    own.insert(own.end(), part.notes().begin(), part.notes().end());
    for (const std::string& note : own) {
      std::vector<std::string>& of_note = nodes[note];
      if (of_note.empty()) texts.push_back(note);
      const std::string node = std::to_string(part.node());
      if (of_note.empty() || of_note.back() != node) of_note.push_back(node);
    }
  }
  const std::size_t all = parts.front().head().nodes.size();
  std::vector<std::string> notes;
  for (const std::string& text : texts) {
    const std::vector<std::string>& of_note = nodes[text];
    const std::string place = of_note.size() == 1 ? "node " + of_note.front() : "nodes " + joined(of_note);
    notes.push_back(of_note.size() == all ? text : place + ": " + text);
  }
  return notes;
}

std::string hosts_of(const std::vector<PartFile>& parts) {
  std::vector<std::string> hosts;
  for (const PartFile& part : parts) {
    const std::string& host = part.head().metadata.host;
    if (!host.empty() && std::find(hosts.begin(), hosts.end(), host) == hosts.end()) hosts.push_back(host);
  }
  return joined(hosts);
}

std::int64_t whole_ns(double ns) {
  constexpr double most = static_cast<double>(max_time_ns);
  return static_cast<std::int64_t>(std::round(std::clamp(ns, -most, most)));
}

Node node_of(const PartFile& part, const ClockRelation& clock) {
  Node node = part.head().nodes[part.node()];
  node.clock_offset_ns = whole_ns(clock.offset_ns - clock.drift * clock.since_ns);
  node.clock_drift = clock.drift;
  node.clock_residual_ns = clock.is_known() ? whole_ns(std::ceil(clock.residual_ns)) : unknown_time;
  return node;
}

RecordingHead head_of(const std::vector<PartFile>& parts, const MergedTables& tables,
                      const PartClocks& clocks) {
  RecordingHead head;
  head.metadata = parts.front().head().metadata;
  head.metadata.part.reset();
  head.metadata.recording_ns.reset();
  head.metadata.start_up_ns.reset();
  head.metadata.notes.clear();
  head.metadata.host = hosts_of(parts);
  head.nodes = parts.front().head().nodes;
  for (Node& node : head.nodes) node.clock_residual_ns = unknown_time;
  for (std::size_t i = 0; i < parts.size(); ++i)
    head.nodes[parts[i].node()] = node_of(parts[i], clocks.relations[i]);
  head.workers = tables.workers();
  head.access_modes = tables.modes();
  return head;
}

void write_tables(RecordingFile& file, const MergedTables& tables) {
  file.add_types(tables.types());
  file.add_handles(tables.handles());
  for (const Attribute& attribute : tables.attributes()) file.add_attribute(attribute.name, attribute.values);
  for (const Counter& counter : tables.counters()) file.add_counter(counter.name, counter.unit, counter.node);
}

}  // namespace

Result<MergedRanks> merge_parts(std::span<const gus::Source> sources, const OpenOutput& open,
                                std::optional<RecordingFile>& output) {
  OpenedParts opened = open_parts(sources);
  if (!opened) return opened.error();
  std::vector<PartFile>& parts = *opened;
  const std::uint32_t nodes = parts.front().part().nodes();
  MergedRanks merged{nodes, static_cast<std::uint32_t>(parts.size()), 0, part_notes(parts)};
  MergedTables tables(nodes);
  std::vector<PartRows> rows;
  for (const PartFile& part : parts) {
    Result<PartRows> of_part = tables.add(part);
    if (!of_part) return of_part.error();
    rows.push_back(std::move(*of_part));
  }
  for (std::string& note : tables.notes()) merged.notes.push_back(std::move(note));
  Result<PartClocks> clocks = relate_clocks(parts, rows);
  if (!clocks) return clocks.error();

  RecordingHead head = head_of(parts, tables, *clocks);
  head.recorded = recorded_by_all(parts, merged.notes);
  head.metadata.incomplete = merged.is_incomplete = note_losses(parts, merged.notes);
  merged.notes.insert(merged.notes.end(), clocks->notes.begin(), clocks->notes.end());
  Result<RecordingFile> file = open(head);
  if (!file) return file.error();
  write_tables(*file, tables);
  PartCopier copier(*file, nodes);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (auto flaw = copier.copy(parts[i], rows[i], clocks->relations[i])) return *std::move(flaw);
  }
  merged.tasks = copier.tasks();
  for (std::string& note : copier.notes()) merged.notes.push_back(std::move(note));
  for (const std::string& note : merged.notes) file->add_note(note);
  if (Result<Done> done = file->finish(); !done) return done.error();
  output = std::move(*file);
  return merged;
}

}  // namespace gusset::traces::merge
