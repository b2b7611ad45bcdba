#include "recording_head.hpp"

#include <ctime>
#include <filesystem>

#include "gusset/base/this_machine.hpp"
#include "gusset/core/task.hpp"

namespace gusset::core_tracing {

namespace {

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

/// Metadata of a trace measured on this machine now. Fields that the system does not report stay empty.
traces::Metadata measured_metadata() {
  traces::Metadata metadata;
  metadata.origin = traces::Origin::measured;
  metadata.command = command_line();
  if (!metadata.command.empty())
    metadata.program = std::filesystem::path(metadata.command.front()).filename().string();
  metadata.host = host_name();
  metadata.cpu = processor_name();
  metadata.compiler = compiler();
  metadata.runtime = "gusset " GUSSET_VERSION;
  metadata.date = utc_text(std::time(nullptr));
  return metadata;
}

}  // namespace

std::string worker_name(std::size_t worker) {
  return "worker " + std::to_string(worker);
}

std::vector<traces::AccessMode> modes_from(std::size_t first) {
  std::vector<traces::AccessMode> modes;
  const std::vector<AccessMode> known = access_modes();
  for (std::size_t i = first; i < known.size(); ++i)
    modes.push_back({name(known[i]), commutes(known[i]), is_exclusive(known[i]), modifies(known[i])});
  return modes;
}

traces::RecordingHead head_of(Depth depth, std::size_t workers,
                              const std::optional<traces::RecordedPart>& part) {
  traces::RecordingHead head;
  head.metadata = measured_metadata();
  const bool has_times = depth != Depth::spans;
  head.recorded = {.parents = has_times,
                   .work = has_times,
                   .submit = has_times,
                   .ready = has_times,
                   .accesses = depth == Depth::accesses,
                   .messages = part.has_value(),
                   .processor_time = true};
  head.metadata.part = part;
  const std::uint32_t nodes = part ? part->nodes() : 1;
  for (std::uint32_t node = 0; node < nodes; ++node)
    head.nodes.push_back({.name = "node " + std::to_string(node)});
  const traces::NodeId here = part ? part->node : traces::NodeId(0);
  for (std::size_t worker = 0; worker < workers; ++worker)
    head.workers.push_back({here, worker_name(worker)});
  if (depth == Depth::accesses) {
    head.access_modes = modes_from(0);
    head.access_modes.push_back({traces::event_mode, false, true, true});
  }
  return head;
}

}  // namespace gusset::core_tracing
