#include "part_file.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "gus/gus_tables.hpp"
#include "merge_errors.hpp"

namespace gusset::traces::merge {
namespace {

using gus::Section;

/// Every row of a file that the runtime records is in one of these.
constexpr Section part_sections[] = {Section::metadata,
                                     Section::types,
                                     Section::nodes,
                                     Section::workers,
                                     Section::lanes,
                                     Section::access_modes,
                                     Section::handles,
                                     Section::attributes,
                                     Section::counters,
                                     Section::counter_samples,
                                     Section::clock,
                                     Section::recorded_tasks,
                                     Section::recorded_pauses,
                                     Section::recorded_values,
                                     Section::bindings,
                                     Section::recorded_accesses,
                                     Section::processor_samples,
                                     Section::notes,
                                     Section::recorded_messages,
                                     Section::clock_comparisons};

}  // namespace

Result<PartFile> PartFile::open(const gus::Source& source) {
  PartFile file(source);
  if (auto flaw = gus::check_file_header(source)) return *std::move(flaw);
  if (Result<gus::Directory> directory = gus::read_directory(source)) {
    file.directory_ = std::move(*directory);
  } else {
    gus::ScannedDirectory scanned = gus::scan_directory(source);
    if (scanned.directory.rows(Section::metadata) != 1) return directory.error();
    file.directory_ = std::move(scanned.directory);
    file.damage_ = directory.error();
    file.lost_chunks_ = scanned.damaged_chunks + scanned.orphaned_chunks;
  }
  if (auto flaw = file.read_head()) return *std::move(flaw);
  return file;
}

std::optional<Error> PartFile::read_head() {
  Result<gus::DecodedTrace> decoded = gus::decode(source_, directory_, Sections::none());
  if (!decoded) return decoded.error();
  decoded_ = std::move(*decoded);
  if (!decoded_.trace.metadata.part) return errors::not_a_part(name(), decoded_.trace.metadata);
  if (auto flaw = check_sections()) return flaw;
  if (auto flaw = read_handles()) return flaw;
  decoded_.trace.attributes.resize(directory_.rows(Section::attributes));
  decoded_.trace.counters.resize(directory_.rows(Section::counters));
  decoded_.recording.value_numbers.resize(decoded_.trace.attributes.size());
  for (const gus::DirectoryEntry& entry : directory_.chunks()) {
    const Section section{entry.info.section};
    if (section != Section::attributes && section != Section::counters) continue;
    if (auto flaw = gus::decode_chunk(source_, entry, decoded_)) return flaw;
  }
  scale_ = gus::TickScale(decoded_.recording.clock);
  return check_head();
}

std::optional<Error> PartFile::read_handles() {
  for (const gus::DirectoryEntry& entry : directory_.chunks()) {
    if (Section{entry.info.section} != Section::handles) continue;
    gus::ChunkReader in(source_, entry);
    const std::size_t before = identities_.identity.size();
    gus::handle_columns(in, decoded_.trace.handles);
    if (in.has(gus::Column::identity)) {
      gus::handle_identity_columns(in, identities_);
    } else {
      for (std::size_t row = before; row < before + in.rows(); ++row) {
        identities_.identity.push_back(row);
        identities_.scope.push_back(HandleScope::all_nodes);
      }
    }
    if (auto flaw = in.finish()) return flaw;
  }
  return {};
}

std::optional<Error> PartFile::check_sections() const {
  for (const gus::DirectoryEntry& entry : directory_.chunks()) {
    if (std::ranges::find(part_sections, Section{entry.info.section}) == std::end(part_sections))
      return errors::other_section(name(), entry.info.section);
  }
  return {};
}

std::optional<Error> PartFile::check_head() const {
  const Trace& trace = head();
  if (part().nodes() != trace.nodes.size()) return errors::wrong_grid(name(), part(), trace.nodes.size());
  if (part().node.is_none() || node() >= trace.nodes.size())
    return errors::wrong_node(name(), part(), trace.nodes.size());
  for (std::size_t worker = 0; worker < trace.workers.size(); ++worker) {
    if (trace.workers[worker].node != part().node)
      return errors::foreign_worker(name(), worker, trace, part());
  }
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    if (lane >= trace.workers.size() || trace.lanes[lane].worker.value() != lane)
      return errors::wrong_lane(name(), lane);
  }
  for (std::size_t handle = 0; handle < trace.handles.size(); ++handle) {
    const bool is_shared = identities_.scope[handle] != HandleScope::one_node;
    if (is_shared && identities_.identity[handle] == no_number) return errors::no_identity(name(), handle);
    const NodeId owner = trace.handles.owner[handle];
    if (owner.is_none() || owner.value() >= trace.nodes.size()) return errors::wrong_owner(name(), handle);
  }
  for (std::size_t i = 0; i < trace.counters.size(); ++i) {
    if (trace.counters[i].node != part().node) return errors::foreign_counter(name(), i);
  }
  return {};
}

std::int64_t PartFile::first_ns() const {
  const auto& clock = decoded_.recording.clock;
  return clock.empty() ? 0 : clock.front().ns;
}

std::int64_t PartFile::last_ns() const {
  const auto& clock = decoded_.recording.clock;
  return clock.empty() ? 0 : clock.back().ns;
}

std::optional<Error> PartFile::read(const gus::DirectoryEntry& entry) {
  return gus::decode_chunk(source_, entry, decoded_);
}

void PartFile::clear(Section section, std::uint32_t group) {
  gus::Recording& recording = decoded_.recording;
  switch (section) {
    case Section::recorded_tasks:
      recording.lanes[group].tasks = {};
      break;
    case Section::recorded_pauses:
      recording.lanes[group].pauses = {};
      break;
    case Section::recorded_accesses:
      recording.lanes[group].accesses = {};
      break;
    case Section::processor_samples:
      recording.lanes[group].processor = {};
      break;
    case Section::recorded_values:
      recording.value_numbers[group].clear();
      std::visit([](auto& values) { values.clear(); }, decoded_.trace.attributes[group].values);
      break;
    case Section::counter_samples:
      decoded_.trace.counters[group].time_ns.clear();
      decoded_.trace.counters[group].value.clear();
      break;
    case Section::recorded_messages:
      recording.messages.clear();
      break;
    case Section::bindings:
      decoded_.trace.processor_time.bindings.clear();
      break;
    default:
      break;
  }
}

}  // namespace gusset::traces::merge
