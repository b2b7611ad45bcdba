#pragma once
#include <cstdint>
#include <string>

#include "gusset/base/numbers.hpp"
#include "gusset/base/result.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/trace.hpp"

/// Wording of the errors of merging. `name` is the part's file name as the user gave it.
namespace gusset::traces::merge::errors {

inline std::string grid_text(const RecordedPart& part) {
  std::string text;
  for (const std::uint32_t extent : part.grid) text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text.empty() ? "none" : text;
}

inline Error no_parts() {
  return {"merge", "the parts that the nodes of one run recorded", "none"};
}
inline Error not_a_part(const std::string& name, const Metadata& metadata) {
  return {name, "a part of a run on several nodes",
          "the " + origin_name(metadata.origin) + " trace of a whole run"};
}
inline Error other_section(const std::string& name, std::uint32_t section) {
  return {name, "only sections that a node records", "section " + std::to_string(section)};
}
inline Error wrong_grid(const std::string& name, const RecordedPart& part, std::size_t nodes) {
  return {name + ": metadata, part",
          "a process grid of " + std::to_string(nodes) + " nodes, as the trace has", grid_text(part)};
}
inline Error wrong_node(const std::string& name, const RecordedPart& part, std::size_t nodes) {
  return {name + ": metadata, part", "a node below " + std::to_string(nodes),
          std::to_string(part.node.value())};
}
inline Error foreign_worker(const std::string& name, std::size_t worker, const Trace& trace,
                            const RecordedPart& part) {
  return {name + ": worker " + std::to_string(worker),
          "node " + std::to_string(part.node.value()) + ", which recorded the part",
          "node " + std::to_string(trace.workers[worker].node.value())};
}
inline Error wrong_lane(const std::string& name, std::size_t lane) {
  return {name + ": lane " + std::to_string(lane), "the worker with the lane's number", "another worker"};
}
inline Error no_identity(const std::string& name, std::size_t handle) {
  return {name + ": handle " + std::to_string(handle), "the identity by which other nodes know it", "none"};
}
inline Error wrong_owner(const std::string& name, std::size_t handle) {
  return {name + ": handle " + std::to_string(handle), "a node of the run as its owner", "another node"};
}
inline Error too_many_handles(const std::string& name, std::size_t most) {
  return {name, "at most " + count_text(most) + " handles in all parts", "more"};
}
inline Error foreign_counter(const std::string& name, std::size_t counter) {
  return {name + ": counter " + std::to_string(counter), "the node that recorded the part", "another node"};
}
inline Error other_run(const std::string& name, const RecordedPart& part, const std::string& first,
                       const RecordedPart& of_first) {
  return {name, "a part of run \"" + of_first.run + "\", as in " + first, "run \"" + part.run + "\""};
}
inline Error other_grid(const std::string& name, const RecordedPart& part, const std::string& first,
                        const RecordedPart& of_first) {
  return {name, "process grid " + grid_text(of_first) + ", as in " + first, grid_text(part)};
}
inline Error same_node(const std::string& name, const RecordedPart& part, const std::string& first) {
  return {name, "each node once", "node " + std::to_string(part.node.value()) + ", as in " + first};
}
inline Error some_numbers(const std::string& name) {
  return {name + ": recorded tasks", "numbers for the tasks of all nodes or of none", "some"};
}
inline Error large_number(const std::string& name, std::uint64_t number) {
  return {name + ": recorded tasks", "fewer subtasks", "number " + std::to_string(number)};
}
inline Error dangling(const std::string& name, const char* rows, const char* what, std::size_t size,
                      std::uint64_t found) {
  return {name + ": " + rows, std::string(what) + " below " + std::to_string(size), std::to_string(found)};
}
inline Error foreign_message(const std::string& name, const RecordedPart& part, const char* end,
                             std::uint32_t node) {
  return {name + ": recorded messages",
          std::string(end) + " node " + std::to_string(part.node.value()) + ", which recorded the part",
          "node " + std::to_string(node)};
}

}  // namespace gusset::traces::merge::errors
